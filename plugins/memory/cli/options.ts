import { ValidationError } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'

export function textOption({ options }: CliContext, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** Of an option that may be given again. */
export function textsOption({ options }: CliContext, name: string): string[] {
  const value = options[name]
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? [value] : []
}

/** @throws ValidationError for what is no whole number */
export function numberOption(context: CliContext, name: string): number | undefined {
  const text = textOption(context, name)
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new ValidationError(`--${name} must be a whole number, and is ${JSON.stringify(text)}.`)
}

const unprintable = /\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Of another's making: what would move a terminal's cursor, or turn its text around, is left out. */
export function onOneLine(text: string, length: number): string {
  const plain = text.replace(/\s+/gu, ' ').replace(unprintable, '').trim()
  return plain.length > length ? `${plain.slice(0, length - 1).toWellFormed()}…` : plain
}
