import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanColumnNames } from '../../apps/query-host/reading/column-names.ts'
import { startTestImport } from '../rooms/plugins/import.ts'
import type { TestImport } from '../rooms/plugins/import.ts'
import { takenOtherwise } from './data-files-differ.ts'
import { readPeerCases, whereNot } from './peer-cases.ts'

interface FileCase {
  file: string
  /** The name it is sent with. */
  upload: string
  /** A table that is known, text that is to be refused, JSON that is valid, or no more than an answer in our own words. */
  kind: 'table' | 'refuse' | 'y' | 'any'
  b64: string
  /** What readers make of it; each is right. */
  alts?: { header: (string | null)[] | null; n: number; rows: unknown[][] }[]
  fields?: { header?: string; delimiter?: string }
}

type Outcome =
  | 'as published'
  | 'refused'
  | 'taken'
  | 'another table, with a warning'
  | 'another table'
  | 'called invalid'
  | 'in words of the engine'

const text = readPeerCases('files/cases.jsonl.gz')
const cases = (text ?? '')
  .split('\n')
  .filter(line => line !== '')
  .map(line => JSON.parse(line) as FileCase)

const expected = new Map(
  Object.entries(takenOtherwise).flatMap(([outcome, files]) => files.map(file => [file, outcome] as const)),
)

/** Advice about options that nobody has here. */
const engineWords = /\b(?:read_(?:csv|json|parquet)|[a-z]+_[a-z_]+ ?=|sniffer)/i

describe.skipIf(!text)(`files of Pollock, parquet-testing, openpyxl, JSONTestSuite and others (${whereNot})`, () => {
  let imports: TestImport
  beforeAll(async () => {
    imports = await startTestImport()
  })
  afterAll(() => imports?.end())

  it.each(cases.map(one => [one.file, one] as const))('is taken as published: %s', async (file, one) => {
    const outcome = await outcomeOf(imports, one)
    // A file may break the engine: the child that reads files for a server is then another one, too.
    const isBroken = await imports.connection.run('select 1').then(
      () => false,
      () => true,
    )
    if (isBroken) {
      imports.end()
      imports = await startTestImport()
    }
    expect(outcome).toBe(expected.get(file) ?? 'as published')
  })
})

async function outcomeOf(imports: TestImport, { upload, kind, b64, alts, fields = {} }: FileCase): Promise<Outcome> {
  const { header, delimiter } = fields
  const options = {
    filename: upload,
    ...(header !== undefined && { header: header !== 'false' }),
    ...(delimiter !== undefined && { delimiter }),
  }
  let found
  try {
    found = await imports.take(Buffer.from(b64, 'base64'), options)
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code !== 'import_failed' && code !== 'payload_too_large') throw error
    if (engineWords.test(message)) return 'in words of the engine'
    if (kind === 'y') return /not valid JSON|damaged/.test(message) ? 'called invalid' : 'as published'
    return kind === 'table' ? 'refused' : 'as published'
  }
  if (kind === 'any' || kind === 'y') return 'as published'
  if (kind === 'refuse') return 'taken'
  const names = found.columns.map(({ name }) => name)
  const isSame = (alts ?? []).some(alt => {
    const isNamed =
      alt.header === null || String(cleanColumnNames(alt.header.map(name => name ?? '')).names) === String(names)
    return isNamed && alt.n === found.table.length && shown(alt.rows) === shown(found.table.slice(0, alt.rows.length))
  })
  if (isSame) return 'as published'
  return found.rejected.count + found.warnings.length > 0 ? 'another table, with a warning' : 'another table'
}

/** Cells as texts in which kinds of numbers, of truth, of time and of nothing are the same. */
function shown(rows: readonly unknown[][]): string {
  return JSON.stringify(rows.map(cells => cells.map(plain)))
}

function plain(cell: unknown): unknown {
  if (cell === null || cell === undefined) return ''
  if (Array.isArray(cell)) return cell.map(plain)
  if (typeof cell === 'object') return plainObject(cell)
  const word = String(cell).trim()
  if (/^[{[]/.test(word)) return plainJson(word)
  if (/^(?:NA|N\/A|NaN|NULL|None|nan)$/.test(word)) return ''
  if (/^(?:true|false)$/i.test(word)) return word.toLowerCase()
  if (/^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$/i.test(word))
    return Number(Number(word.replace(',', '.')).toPrecision(12))
  const [, day, month, year, clock = ''] = /^(\d\d)\/(\d\d)\/(\d{4})(.*)$/.exec(word) ?? []
  const time = year === undefined ? word : `${year}-${month}-${day}${clock}`
  return time
    .replace(/(\d)T(\d)/, '$1 $2')
    .replace(/(?:Z|\+00(?::?00)?)$/, '')
    .replace(/(:\d\d\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/ 00:00:00$/, '')
}

/** Bytes as the engine shows them. */
function blobText(bytes: Buffer): string {
  const isPlain = (byte: number): boolean => byte >= 32 && byte < 127 && !`"'\\`.includes(String.fromCharCode(byte))
  const shownByte = (byte: number): string =>
    isPlain(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`
  return [...bytes].map(shownByte).join('')
}

/** `{t: …}`, `{f: …}`, `{b: …}` and `{j: …}` are how the cases write times, numbers that are not finite, bytes and nested values. */
function plainObject(value: object): unknown {
  const members = Object.entries(value)
  const [first] = members
  if (members.length === 1 && /^[jtf]$/.test(first![0])) return plain(first![1])
  if (members.length === 1 && first![0] === 'b') return plain(blobText(Buffer.from(String(first![1]), 'base64')))
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]))
}

function plainJson(word: string): unknown {
  try {
    return plain(JSON.parse(word))
  } catch {
    return word
  }
}
