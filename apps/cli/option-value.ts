import { parseJson, ValidationError } from '@svc/plugin'
import type { ManifestCommand } from '../../kernel/catalogue.ts'

export type ManifestOption = NonNullable<ManifestCommand['options']>[number]

type Reader = (text: string, flag: string) => unknown

const secondsPer: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }

const readers: Record<NonNullable<ManifestOption['type']>, Reader> = {
  text: text => text,
  'optional-text': text => text,
  flag: () => true,
  integer: (text, flag) =>
    /^[+-]?\d{1,15}$/.test(text) ? Number(text) : refuse(flag, 'a whole number', JSON.stringify(text)),
  number(text, flag) {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    return Number.isFinite(value) ? value : refuse(flag, 'a number', JSON.stringify(text))
  },
  duration(text, flag) {
    const [, amount, unit = 's'] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)?$/.exec(text) ?? []
    if (amount === undefined) return refuse(flag, 'a time in seconds, or such as 90s, 5m or 2h', JSON.stringify(text))
    return Number(amount) * (secondsPer[unit] ?? 1)
  },
  json: (text, flag) => parsed(text, flag, `JSON, such as '{"file": "a.png"}' or '"text"'`),
  object(text, flag) {
    const wanted = `a JSON object, such as '{"paired": true}'`
    const value = parsed(text, flag, wanted)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? value : refuse(flag, wanted, shortened(text))
  },
}

/** Converts an option's text to the option's type. @throws ValidationError */
export function optionValue({ name, type = 'text', choices }: ManifestOption, text: string): unknown {
  const flag = `--${name}`
  if (choices && !choices.includes(text)) refuse(flag, `one of ${choices.join(', ')}`, JSON.stringify(text))
  return readers[type](text, flag)
}

function parsed(text: string, flag: string, wanted: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return refuse(flag, wanted, shortened(text))
  }
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function refuse(flag: string, wanted: string, given: string): never {
  throw new ValidationError(`${flag} must be ${wanted}, and is ${given}.`)
}
