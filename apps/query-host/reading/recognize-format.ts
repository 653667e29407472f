import type { ImportOptions } from '@svc/plugin'
import { engineFailure } from '../engine-failure.ts'

export type TextFormat = 'csv' | 'tsv' | 'json' | 'ndjson'
export type FileFormat = TextFormat | 'parquet' | 'xlsx'

const titles: Record<FileFormat, string> = {
  csv: 'CSV',
  tsv: 'TSV',
  json: 'JSON',
  ndjson: 'NDJSON (one JSON object a line)',
  parquet: 'Parquet',
  xlsx: 'an XLSX workbook',
}

const foreign: [Buffer, string][] = [
  [Buffer.from('PARE'), 'Parquet whose footer is encrypted. Write it without encryption and import that.'],
  [
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'an old Excel workbook (XLS), or one with a password. Save it as XLSX without a password and import that.',
  ],
  [Buffer.from('28b52ffd', 'hex'), 'packed by Zstandard. Unpack it first, or pack it by gzip.'],
  [Buffer.from('BZh'), 'packed by bzip2. Unpack it first, or pack it by gzip.'],
  [Buffer.from('fd377a585a00', 'hex'), 'packed by xz. Unpack it first, or pack it by gzip.'],
  [Buffer.from('SQLite format 3\0'), 'an SQLite database. Export a table as CSV and import that.'],
  [Buffer.from('ARROW1'), 'an Arrow file. Write it as Parquet and import that.'],
  [Buffer.from('%PDF-'), 'a PDF. A table must come as CSV, TSV, JSON, NDJSON, Parquet or XLSX.'],
]

const byExtension = new Map(
  Object.entries<FileFormat>({
    csv: 'csv',
    tsv: 'tsv',
    tab: 'tsv',
    json: 'json',
    ndjson: 'ndjson',
    jsonl: 'ndjson',
    parquet: 'parquet',
    pq: 'parquet',
    xlsx: 'xlsx',
    xlsm: 'xlsx',
  }),
)

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b
}

/** The format by its first bytes, when they tell; null for characters. @throws RemoteError for what is not read here */
export function binaryFormat(head: Buffer): 'parquet' | 'xlsx' | null {
  for (const [mark, what] of foreign)
    if (head.subarray(0, mark.length).equals(mark)) throw engineFailure('import_failed', `The file is ${what}`)
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet'
  return head.subarray(0, 4).toString('latin1') === 'PK\x03\x04' ? 'xlsx' : null
}

/** What the file was said to be must be what it is: a guess would give a table of nonsense. */
export function checkBinary(found: 'parquet' | 'xlsx' | null, options: ImportOptions): void {
  const said = options.format
  if (said === undefined || said === found) return
  if (found !== null) throw mismatch(said, titles[found])
  if (said === 'parquet' || said === 'xlsx') throw mismatch(said, 'text')
}

/** Which kind of text it is: as was said, by the name, by what it begins with. `text` is its beginning. */
export function textFormat(text: string, options: ImportOptions): TextFormat | null {
  const named = options.format ?? namedFormat(options.filename)
  if (named === 'csv' || named === 'tsv' || named === 'ndjson') return named
  const beginning = text.slice(0, 100_000).trimStart()
  if (named === 'json') return isLines(beginning) ? 'ndjson' : 'json'
  if (beginning.startsWith('[') && /^\[\s*(?:[[{\]"\d-]|true|false|null)/.test(beginning)) return 'json'
  if (!/^\{\s*["}]/.test(beginning)) return null
  return isLines(beginning) ? 'ndjson' : 'json'
}

/** The name may end in `.gz`, which says nothing of what is inside. */
function namedFormat(filename: string | undefined): FileFormat | null {
  const extension = /\.([a-z0-9]+)(?:\.gz)?$/i.exec(filename ?? '')?.[1]?.toLowerCase()
  return (extension !== undefined && byExtension.get(extension)) || null
}

/** Whether the first line is an object of its own and another follows. */
function isLines(beginning: string): boolean {
  const end = beginning.indexOf('\n')
  const first = beginning.slice(0, end === -1 ? undefined : end).trim()
  return first.startsWith('{') && isJson(first) && /^\s*\{/.test(beginning.slice(first.length))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function mismatch(said: FileFormat, found: string) {
  return engineFailure(
    'import_failed',
    `The file was said to be ${titles[said]}, and is ${found}. Leave "format" out, or give the right one.`,
  )
}
