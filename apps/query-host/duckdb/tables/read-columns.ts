import type { DuckDBConnection, DuckDBDateValue, DuckDBResult, DuckDBValue, DuckDBVector } from '@duckdb/node-api'
import type { TableColumn } from '@svc/plugin'
import { quotedName } from '../../quoting.ts'
import type { HostColumnsRequest, HostNumbersHead } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { NumberColumns } from '../../engine.ts'
import { engineError } from '../sql/engine-error.ts'
import { SqlGate } from '../sql/sql-gate.ts'
import { millisecondsOf } from '../results/time-texts.ts'
import { SqlText } from '../sql/sql-text.ts'
import type { TimestampValue } from '../results/time-texts.ts'
import { fileSource, kindOf, storedColumns, storedRows } from './stored-columns.ts'

const msPerDay = 86_400_000
/** Of a typed array that may grow. */
const firstSize = 2048

/** Columns of a version as numbers and codes, or as texts, the rows in the order of the file. @throws RemoteError */
export async function readColumns(connection: DuckDBConnection, request: HostColumnsRequest): Promise<NumberColumns> {
  const { file, filter, max_cells: maxCells, as_text: asText = false } = request
  const stored = await storedColumns(connection, file)
  const columns = request.columns.map(name => wantedColumn(name, stored))
  // With a filter nobody knows how many there will be.
  const expected = filter === null ? await storedRows(connection, file) : 0
  checkCells(expected * columns.length, maxCells)
  const collectors = columns.map(({ name, type }) =>
    asText ? codes({ name, type }, 'text', null, expected) : collectorOf({ name, type }, expected),
  )
  const list = columns.map((column, index) => `${asText ? textOf(column) : readAs(column)} as c${index}`).join(', ')
  const sql = `select ${list || '0 as c0'} from `
  let rows = 0
  try {
    for await (const chunk of await rowsOf(connection, sql, file, filter)) {
      rows += chunk.rowCount
      checkCells(rows * columns.length, maxCells)
      for (const [index, collector] of collectors.entries()) collector.add(chunk.getColumnVector(index), chunk.rowCount)
    }
  } catch (error) {
    throw engineError(error, { sql: new SqlText(filter ?? '') })
  }
  return { rows, columns: collectors.map(collector => collector.end()) }
}

/** With a filter it is a statement of people's own words, and passes where those do. */
async function rowsOf(
  connection: DuckDBConnection,
  select: string,
  file: string,
  filter: string | null,
): Promise<DuckDBResult> {
  if (filter === null) return connection.stream(`${select}${fileSource(file)}`)
  // A name that no dataset can have: views are remembered by theirs.
  const name = `rows of ${file}`
  const gate = new SqlGate(connection, {
    tables: async names => names.map(wanted => (wanted === name ? { name: 'the dataset', file } : null)),
    progress: () => undefined,
  })
  const { statement } = await gate.prepare(`${select}${quotedName(name)} where (\n${filter}\n)`, [])
  // What closes our parenthesis to open another, to add rows or another condition, does not fit between brackets.
  const between = await connection.prepare(`select [\n${filter}\n] from ${quotedName(name)}`)
  between.destroySync()
  return statement.stream()
}

function wantedColumn(wanted: string, stored: readonly TableColumn[]): TableColumn {
  const column =
    stored.find(({ name }) => name === wanted) ?? stored.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (!column) {
    const names = stored.slice(0, 30).map(({ name }) => JSON.stringify(name))
    throw engineFailure(
      'not_found',
      `There is no column ${JSON.stringify(wanted.slice(0, 100))}. The columns are ${names.join(', ')}.`,
    )
  }
  if (kindOf(column.type) === 'nested' || column.type === 'INTERVAL')
    throw engineFailure(
      'sql_error',
      `The column ${JSON.stringify(column.name)} is of the type ${column.type.slice(0, 60)}, which is neither number, text, truth value nor date. Derive a dataset in which its parts are columns.`,
    )
  return column
}

function checkCells(cells: number, most: number): void {
  if (cells > most)
    throw engineFailure(
      'query_limit',
      `These are more than ${most} values, the most that are read. Filter the rows, or name fewer columns.`,
    )
}

function readAs({ name, type }: TableColumn): string {
  const column = quotedName(name)
  const kind = kindOf(type)
  if (kind === 'integer' || kind === 'number') return `cast(${column} as double)`
  return kind === 'other' || type.startsWith('ENUM') || type === 'UUID' ? textOf({ name }) : column
}

function textOf({ name }: Pick<TableColumn, 'name'>): string {
  return `cast(${quotedName(name)} as varchar)`
}

interface Collector {
  /** So many values, from the first one on. */
  add(values: DuckDBVector, count: number): void
  end(): { head: HostNumbersHead; bytes: Uint8Array }
}

function collectorOf(column: TableColumn, expected: number): Collector {
  const kind = kindOf(column.type)
  if (kind === 'boolean') return codes(column, 'boolean', ['false', 'true'], expected)
  if (kind === 'text' || kind === 'other') return codes(column, 'text', null, expected)
  if (kind === 'date') return doubles(column, 'date', value => (value as DuckDBDateValue).days * msPerDay, expected)
  if (kind === 'timestamp')
    return doubles(column, 'timestamp', value => millisecondsOf(value as TimestampValue) ?? Number.NaN, expected)
  return doubles(column, 'number', value => value as number, expected)
}

function doubles(
  { name, type }: TableColumn,
  meaning: 'number' | 'date' | 'timestamp',
  numberOf: (value: DuckDBValue) => number,
  expected: number,
): Collector {
  const numbers = new Growing(size => new Float64Array(size), expected)
  return {
    add(values, count) {
      for (let row = 0; row < count; row += 1) {
        const value = values.getItem(row)
        numbers.push(value === null ? Number.NaN : numberOf(value))
      }
    },
    end() {
      const bytes = numbers.bytes()
      return { head: { name, type, kind: 'number', levels: null, meaning, bytes: bytes.length }, bytes }
    },
  }
}

function codes(
  { name, type }: TableColumn,
  meaning: 'text' | 'boolean',
  fixed: string[] | null,
  expected: number,
): Collector {
  const seen = new Map<string, number>(fixed?.map((level, code) => [level, code]))
  const found = new Growing(size => new Int32Array(size), expected)
  return {
    add(values, count) {
      for (let row = 0; row < count; row += 1) {
        const value = values.getItem(row)
        if (value === null) {
          found.push(-1)
          continue
        }
        const text = String(value)
        let code = seen.get(text)
        if (code === undefined) {
          code = seen.size
          seen.set(text, code)
        }
        found.push(code)
      }
    },
    end() {
      const levels = fixed ?? [...seen.keys()].toSorted(byCodePoint)
      const sorted = new Int32Array(levels.length)
      for (const [code, level] of levels.entries()) sorted[seen.get(level)!] = code
      const values = found.values()
      for (let index = 0; index < values.length; index++)
        if (values[index]! >= 0) values[index] = sorted[values[index]!]!
      const bytes = found.bytes()
      return { head: { name, type, kind: 'codes', levels, meaning, bytes: bytes.length }, bytes }
    },
  }
}

/** As UTF-8 sorts; JavaScript's own order puts some characters beyond the first plane too early. */
function byCodePoint(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) {
    const first = one.charCodeAt(at)
    const second = other.charCodeAt(at)
    if (first === second) continue
    const areSurrogates = [first, second].map(code => code >= 0xd800 && code <= 0xdfff)
    return areSurrogates[0] === areSurrogates[1] ? first - second : Number(areSurrogates[0]) - Number(areSurrogates[1])
  }
  return one.length - other.length
}

/** A typed array whose length is known at the end. */
class Growing<Values extends Float64Array | Int32Array> {
  readonly #make: (size: number) => Values
  #values: Values
  #count = 0

  constructor(make: (size: number) => Values, size: number) {
    this.#make = make
    this.#values = make(size)
  }

  push(value: number): void {
    if (this.#count === this.#values.length) {
      const larger = this.#make(Math.max(this.#count * 2, firstSize))
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count] = value
    this.#count += 1
  }

  values(): Values {
    return this.#values.subarray(0, this.#count) as Values
  }

  bytes(): Uint8Array {
    return new Uint8Array(this.#values.buffer, 0, this.#count * this.#values.BYTES_PER_ELEMENT)
  }
}
