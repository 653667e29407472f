import { ValidationError } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'

export function textOption({ options }: CliContext, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

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

/** One of the words. @throws ValidationError */
export function wordOption<Word extends string>(
  context: CliContext,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = textOption(context, name)
  if (text === undefined) return undefined
  const word = words.find(each => each === text)
  if (word !== undefined) return word
  throw new ValidationError(`--${name} must be one of ${words.join(', ')}, and is ${JSON.stringify(text)}.`)
}
