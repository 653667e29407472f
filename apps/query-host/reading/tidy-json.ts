import { open, readFile } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import type { ImportLimits } from '@svc/plugin'
import { byteSize, engineFailure } from '../engine-failure.ts'
import { filePieces } from './file-pieces.ts'
import type { OpenedText } from './open-upload.ts'
import type { RejectedRows } from './rejected-rows.ts'
import type { RepeatedKeys } from './repeated-keys.ts'
import { tooManyRows } from './csv/tidy-csv.ts'

type JsonObject = Record<string, unknown>

declare global {
  // Node has them; the compiler's library of this version has not.
  interface JSON {
    parse(text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown): unknown
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
  }
}

/** What is read as one value takes several times its size in memory. */
const maxWhole = 64 * 1024 * 1024
const pieceCharacters = 512 * 1024

/** JSON of any shape that is a table, as one object a line; rows that are none are rejected with their place. @throws RemoteError */
export async function tidyJson(
  text: OpenedText,
  output: string,
  limits: ImportLimits,
  rejected: RejectedRows,
  repeated: RepeatedKeys,
): Promise<string> {
  const file = await open(output, 'w')
  let rows = 0
  let lines = ''
  const add = async (row: unknown, line: number, source: string): Promise<void> => {
    if (!isObject(row)) {
      rejected.add({ line, column: null, reason: 'is no JSON object', text: source })
      return
    }
    rows += 1
    if (rows > limits.max_rows) throw tooManyRows(limits)
    lines += `${source}\n`
    if (lines.length < pieceCharacters) return
    await file.appendFile(lines)
    lines = ''
  }
  try {
    if (text.format === 'ndjson') await eachLine(text.path, add, rejected, repeated)
    else
      for (const [index, row] of (await wholeRows(text, repeated)).entries())
        await add(row, index + 1, JSON.stringify(row) ?? '')
    await file.appendFile(lines)
  } finally {
    await file.close()
  }
  if (rows === 0) rejected.check(0)
  if (rows === 0) throw engineFailure('import_failed', 'The JSON holds no rows: there is no object in it.')
  return output
}

async function eachLine(
  path: string,
  add: (row: unknown, line: number, source: string) => Promise<void>,
  rejected: RejectedRows,
  repeated: RepeatedKeys,
): Promise<void> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let line = 0
  const take = async (source: string): Promise<void> => {
    line += 1
    const content = source.replace(/^\ufeff/, '').trim()
    if (content === '') return
    let row: unknown
    try {
      row = exactJson(content)
    } catch {
      rejected.add({ line, column: null, reason: 'is not JSON', text: content })
      return
    }
    await add(row, line, repeated.find(content, line) ? JSON.stringify(row) : content)
  }
  for await (const piece of filePieces(path)) {
    const parts = (rest + decoder.write(piece)).split('\n')
    rest = parts.pop()!
    for (const part of parts) await take(part)
  }
  await take(rest + decoder.end())
}

/** The rows of one JSON value: an array of objects, an object of columns, or a single row. */
async function wholeRows({ path, bytes }: OpenedText, repeated: RepeatedKeys): Promise<unknown[]> {
  if (bytes > maxWhole)
    throw engineFailure(
      'import_failed',
      `The JSON is not a regular array of objects, and with ${byteSize(bytes)} too large to be read in another way. Write one object a line (NDJSON).`,
    )
  const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '')
  const value = parsed(text)
  repeated.find(text, 1)
  if (Array.isArray(value)) return value
  if (!isObject(value))
    throw engineFailure('import_failed', 'The JSON is a single value. A table is an array of objects.')
  const columns = Object.entries(value)
  const lists = columns.filter(([, cells]) => Array.isArray(cells)) as [string, unknown[]][]
  if (columns.length === 0 || lists.length < columns.length) return singleRow(value, lists)
  const [first] = lists
  const uneven = lists.find(([, cells]) => cells.length !== first![1].length)
  if (uneven)
    throw engineFailure(
      'import_failed',
      `The columns have different lengths: "${first![0]}" has ${first![1].length} values, "${uneven[0]}" has ${uneven[1].length}.`,
    )
  return first![1].map((_, row) => Object.fromEntries(lists.map(([name, cells]) => [name, cells[row]])))
}

function singleRow(value: JsonObject, lists: readonly [string, unknown[]][]): unknown[] {
  const tables = lists.filter(([, cells]) => cells.length > 0 && cells.every(isObject))
  if (tables.length === 0) return [value]
  const names = tables.map(([name]) => JSON.stringify(name)).join(', ')
  throw engineFailure(
    'import_failed',
    `The JSON is an object around a table. Send only the array of objects: the value of ${names}.`,
  )
}

function parsed(text: string): unknown {
  try {
    return exactJson(text)
  } catch (error) {
    const place = /position (\d+)/.exec((error as Error).message)?.[1]
    const before = text.slice(0, Number(place ?? 0)).split('\n')
    const where =
      place === undefined ? ' near its end' : ` at line ${before.length}, column ${before.at(-1)!.length + 1}`
    throw engineFailure('import_failed', `The file is not valid JSON: it breaks off or goes wrong${where}.`)
  }
}

/** Integers that a double would round stay as they are written when the value is written again. */
function exactJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context) => {
    const source = context?.source ?? ''
    const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
    return isRounded ? JSON.rawJSON(source) : value
  })
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
}
