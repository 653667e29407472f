import { assertNoBodyFaults, bodyFault, parseJson } from '@svc/plugin'
import type { FieldError, ImportOptions } from '@svc/plugin'

export const formats = ['csv', 'tsv', 'json', 'ndjson', 'parquet', 'xlsx'] as const
export const importLimits = { name: 200, description: 2000, tag: 100, tags: 50, key: 32, columns: 10_000, column: 1000 }

/** How the caller wants a file imported, and as which dataset. */
export interface ImportSettings {
  /** Null: that of the file. */
  name: string | null
  /** Null: a new dataset. */
  dataset_id: string | null
  description: string | null
  tags: string[] | null
  key: string[] | null
  asJob: boolean
  options: ImportOptions
}

type Texts = Map<string, string>
type Reader = (text: string, fail: (message: string) => void) => unknown

const isTrue: Reader = (text, fail) => {
  if (/^(?:true|1)$/i.test(text)) return true
  if (/^(?:false|0)$/i.test(text)) return false
  fail('must be true or false')
  return undefined
}
const oneOf =
  (...words: readonly string[]): Reader =>
  (text, fail) => {
    if (!words.includes(text)) fail(`must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
    return text
  }
const atMost =
  (length: number): Reader =>
  (text, fail) => {
    if (text.length === 0 || text.length > length) fail(`must have 1 to ${length} characters`)
    return text
  }
const listOf =
  (most: number, length: number): Reader =>
  (text, fail) => {
    const list = text.startsWith('[') ? parsed(text) : text.split(',').map(each => each.trim())
    const isList =
      Array.isArray(list) && list.every(each => typeof each === 'string' && each !== '' && each.length <= length)
    if (!isList || list.length > most) {
      fail(`must be at most ${most} texts of 1 to ${length} characters, with commas between them or as a JSON array`)
      return undefined
    }
    return list
  }
const columnsOf: Reader = (text, fail) => {
  const columns = parsed(text)
  if (isColumns(columns)) return columns
  fail('must be a JSON array of {"name": …, "type": …}')
  return undefined
}

/** The fields of a form, and how each is read. */
const readers: Record<string, Reader> = {
  name: atMost(importLimits.name),
  dataset_id: atMost(100),
  description: (text, fail) => (text === '' ? null : atMost(importLimits.description)(text, fail)),
  tags: listOf(importLimits.tags, importLimits.tag),
  key: listOf(importLimits.key, importLimits.column),
  mode: oneOf('request', 'job'),
  format: oneOf(...formats),
  header: isTrue,
  // What a form cannot show well is named.
  delimiter: (text, fail) => (/^(?:tab|\\t)$/i.test(text) ? '\t' : atMost(4)(text, fail)),
  encoding: atMost(40),
  decimal_separator: oneOf('.', ','),
  columns: columnsOf,
  sheet: (text, fail) => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : atMost(100)(text, fail)),
}
const optionNames = ['format', 'header', 'delimiter', 'encoding', 'decimal_separator', 'columns', 'sheet'] as const

/** Reads the fields of a form. @throws ValidationError that names all that is wrong */
export function settingsOfForm(fields: Texts): ImportSettings {
  const faults: FieldError[] = []
  const values: Record<string, unknown> = {}
  for (const [name, text] of fields) {
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (read) values[name] = read(text, message => faults.push({ path: `/${name}`, message }))
    else faults.push({ path: `/${name}`, message: `is not a field of an import; there are file, ${knownFields}` })
  }
  refuse(faults)
  return settingsOf(values)
}

const knownFields = Object.keys(readers).join(', ')
/** The fields of a form, beside `file`. */
export const formFields: readonly string[] = Object.keys(readers)

/** The settings of values that fit their schema. */
export function settingsOf(values: Record<string, unknown>): ImportSettings {
  const text = (name: string): string | null => (values[name] as string | undefined) ?? null
  const list = (name: string): string[] | null => (values[name] as string[] | undefined) ?? null
  const options = Object.fromEntries(
    optionNames.flatMap(name => (values[name] === undefined ? [] : [[name, values[name]]])),
  )
  return {
    name: text('name'),
    dataset_id: text('dataset_id'),
    description: text('description'),
    tags: list('tags'),
    key: list('key'),
    asJob: values['mode'] === 'job',
    options,
  }
}

const unprintable = /\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A label and nothing else. @throws ValidationError when nothing of it can be seen */
export function labelOf(name: string, path = '/name'): string {
  const label = name.toWellFormed().replace(unprintable, '').trim().slice(0, importLimits.name)
  if (label !== '') return label
  throw bodyFault(path, 'must have characters that can be seen')
}

/** What a dataset is called when nobody says: as its file, without the ending. */
export function nameOfFile(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/\.gz$/i, '').replace(/\.[A-Za-z0-9]{1,8}$/, '')
  return plain.toWellFormed().replace(unprintable, '').trim().slice(0, importLimits.name) || 'dataset'
}

function isColumns(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > importLimits.columns) return false
  return value.every((each: unknown) => {
    if (typeof each !== 'object' || each === null) return false
    const { name, type = '', ...rest } = each as Record<string, unknown>
    return typeof name === 'string' && name !== '' && typeof type === 'string' && Object.keys(rest).length === 0
  })
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function refuse(faults: readonly FieldError[]): void {
  assertNoBodyFaults(faults)
}
