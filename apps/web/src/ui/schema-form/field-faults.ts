import type { FieldKind, FieldSchema } from './field-schema.ts'

/** Text that is no JSON yet; it is sent as it is, so that nothing typed is lost and the server refuses it. */
export class UnreadJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): string {
    return this.text
  }
}

const unread = 'svc-unread-json'

/** Values of a form as a draft, in which text that is no JSON yet stays apart from a text that is a value. */
export function draftText(values: object): string {
  return JSON.stringify(values, function (this: Readonly<Record<string, unknown>>, name, value: unknown) {
    const own = this[name]
    return own instanceof UnreadJson ? { [unread]: own.text } : value
  })
}

export function readDraftText(text: string): Readonly<Record<string, unknown>> {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && unread in value ? new UnreadJson(String(value[unread])) : value,
  ) as Readonly<Record<string, unknown>>
}

/** What was typed into a field for JSON; undefined: nothing was. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new UnreadJson(text)
  }
}

const longestMatched = 10_000

/** What is wrong with a value, as far as the form sees it before the server does; undefined: nothing. */
export function faultOf(schema: FieldSchema, kind: FieldKind, value: unknown, isRequired: boolean): string | undefined {
  if (value instanceof UnreadJson) return 'This is not JSON yet.'
  if (value === undefined || value === '') {
    return isRequired && (value === undefined || (schema.minLength ?? 0) > 0) ? 'This is required.' : undefined
  }
  if (typeof value === 'string') return textFault(schema, value)
  if (typeof value === 'number') return numberFault(schema, kind, value)
  if (Array.isArray(value)) return countFault(schema, value.length)
  return undefined
}

function textFault({ minLength = 0, maxLength = Infinity, pattern }: FieldSchema, text: string): string | undefined {
  const { length } = text
  if (length < minLength) return `At least ${counted(minLength, 'character')}; this is ${number(length)}.`
  if (length > maxLength) return `At most ${counted(maxLength, 'character')}; this is ${number(length)}.`
  if (pattern !== undefined && length <= longestMatched && !fits(text, pattern)) {
    return `This does not fit the pattern ${pattern}`
  }
  return undefined
}

function numberFault(schema: FieldSchema, kind: FieldKind, value: number): string | undefined {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = schema
  if (kind === 'integer' && !Number.isInteger(value)) return 'This takes a whole number.'
  if (value < minimum) return `At least ${number(minimum)}.`
  if (value > maximum) return `At most ${number(maximum)}.`
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `More than ${number(exclusiveMinimum)}.`
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return `Less than ${number(exclusiveMaximum)}.`
  return undefined
}

function countFault({ minItems = 0, maxItems = Infinity }: FieldSchema, count: number): string | undefined {
  if (count < minItems) return `At least ${counted(minItems, 'item')}.`
  return count > maxItems ? `At most ${counted(maxItems, 'item')}; these are ${number(count)}.` : undefined
}

/** A pattern that this browser cannot read is left to the server. */
function fits(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

const number = (value: number): string => value.toLocaleString('en')
const counted = (count: number, word: string): string => `${number(count)} ${word}${count === 1 ? '' : 's'}`
