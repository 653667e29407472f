import type { TableColumn } from '@svc/plugin'
import { RemoteError } from '@svc/plugin/child'
import { quotedName } from '../../quoting.ts'
import type { HostColumnsRequest, HostNumbersHead } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { EngineParent, NumberColumns } from '../../engine.ts'
import { openStatement } from '../sql/open-statement.ts'
import type { OpenStatement } from '../sql/open-statement.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import { statementError } from '../sql/statement-errors.ts'
import { tokensOf } from '../sql/tokens.ts'
import { compareTexts, msOf } from './stored-values.ts'
import { columnsOf, openVersion } from './version-file.ts'

const booleanLevels = ['false', 'true']

type Meaning = HostNumbersHead['meaning']

/** @throws RemoteError `not_found`, `sql_forbidden`, `sql_error`, `query_limit` */
export async function columnsAsNumbers(request: HostColumnsRequest): Promise<NumberColumns> {
  const wanted = wantedColumns(request)
  const open = await openFiltered(wanted, request)
  try {
    const maxRows = Math.floor(request.max_cells / Math.max(1, wanted.length))
    const collectors = wanted.map(column => (request.as_text ? new Codes(column, 'text') : collectorOf(column)))
    let rows = 0
    for (const row of open.statement.iterate() as IterableIterator<SqlValue[]>) {
      rows += 1
      if (rows > maxRows) throw tooMany(request.max_cells)
      for (const [index, collector] of collectors.entries()) collector.add(row[index] ?? null)
    }
    return { rows, columns: collectors.map(collector => collector.end()) }
  } catch (error) {
    throw error instanceof RemoteError ? error : statementError(open.db, request.filter ?? '', error)
  } finally {
    open.close()
  }
}

async function openFiltered(
  wanted: readonly TableColumn[],
  { file, filter }: HostColumnsRequest,
): Promise<OpenStatement> {
  const tables: EngineParent['tables'] = async names => names.map(name => (name === tableName ? { name, file } : null))
  try {
    return await openStatement(selectOf(wanted, filter), [], tables)
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    // The first line is ours.
    const message = error.message.replace(/\(line (\d+), /, (_, line: string) => `(line ${Number(line) - 1}, `)
    throw new RemoteError(error.code, message)
  }
}

function wantedColumns({ file, columns }: HostColumnsRequest): TableColumn[] {
  const db = openVersion(file)
  try {
    const there = columnsOf(db)
    return columns.map(name => {
      const exact = there.find(column => column.name === name)
      const column = exact ?? there.find(other => other.name.toLowerCase() === name.toLowerCase())
      if (column) return column
      throw engineFailure('not_found', `There is no column ${JSON.stringify(name)}.`)
    })
  } finally {
    db.close()
  }
}

/** The one table that the statement is over, under a name nobody needs to know. */
const tableName = 'the_version'

function selectOf(columns: readonly TableColumn[], filter: string | null): string {
  const names = columns.map(({ name }) => quotedName(name)).join(', ')
  const from = `SELECT ${names} FROM ${tableName}`
  if (filter === null || filter.trim() === '') return from
  checkCondition(filter)
  return `${from} WHERE (\n${filter}\n)`
}

// A parenthesis or a semicolon too many would end the condition, and what follows it would be a statement of its own.
function checkCondition(filter: string): void {
  let depth = 0
  for (const { kind, text } of tokensOf(filter)) {
    if (kind !== 'sign') continue
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (depth < 0 || text === ';') throw engineFailure('sql_forbidden', 'The filter is one condition and nothing else.')
  }
}

function tooMany(maxCells: number): Error {
  return engineFailure(
    'query_limit',
    `There are more than ${maxCells} values: choose fewer columns, or fewer rows by a filter.`,
  )
}

interface Collector {
  add(cell: SqlValue): void
  end(): NumberColumns['columns'][number]
}

function collectorOf(column: TableColumn): Collector {
  const { name, type } = column
  if (type === 'BIGINT' || type === 'DOUBLE' || type === 'INTEGER') return new Numbers(column, 'number', Number)
  if (type === 'DATE') return new Numbers(column, 'date', cell => msOf(String(cell)))
  if (type === 'TIMESTAMP') return new Numbers(column, 'timestamp', cell => msOf(String(cell)))
  if (type === 'VARCHAR') return new Codes(column, 'text')
  if (type === 'BOOLEAN') return new Codes(column, 'boolean')
  throw engineFailure('sql_error', `The column ${JSON.stringify(name)} is ${type}, of which no numbers can be made.`)
}

class Numbers implements Collector {
  readonly #column: TableColumn
  readonly #meaning: Meaning
  readonly #numberOf: (cell: SqlValue) => number
  #values = new Float64Array(1024)
  #count = 0

  constructor(column: TableColumn, meaning: Meaning, numberOf: (cell: SqlValue) => number) {
    this.#column = column
    this.#meaning = meaning
    this.#numberOf = numberOf
  }

  add(cell: SqlValue): void {
    if (this.#count === this.#values.length) {
      const longer = new Float64Array(2 * this.#count)
      longer.set(this.#values)
      this.#values = longer
    }
    this.#values[this.#count] = cell === null ? Number.NaN : this.#numberOf(cell)
    this.#count += 1
  }

  end(): NumberColumns['columns'][number] {
    const bytes = new Uint8Array(this.#values.buffer, 0, this.#count * Float64Array.BYTES_PER_ELEMENT)
    const head = { ...this.#column, kind: 'number' as const, levels: null, meaning: this.#meaning, bytes: bytes.length }
    return { head, bytes }
  }
}

/** Codes in the order in which the levels come, put in order at the end. */
class Codes implements Collector {
  readonly #column: TableColumn
  readonly #meaning: 'text' | 'boolean'
  readonly #known: Map<string, number>
  readonly #codes: number[] = []

  constructor(column: TableColumn, meaning: 'text' | 'boolean') {
    this.#column = column
    this.#meaning = meaning
    this.#known = new Map(meaning === 'boolean' ? booleanLevels.map((level, code) => [level, code]) : [])
  }

  add(cell: SqlValue): void {
    if (cell === null) return void this.#codes.push(-1)
    const level = this.#meaning === 'boolean' ? String(cell !== 0n) : String(cell)
    const code = this.#known.get(level) ?? this.#known.size
    if (code === this.#known.size) this.#known.set(level, code)
    this.#codes.push(code)
  }

  end(): NumberColumns['columns'][number] {
    const levels = [...this.#known.keys()].sort(compareTexts)
    const places = new Map(levels.map((level, place) => [level, place]))
    const placeOfCode = [...this.#known.keys()].map(level => places.get(level) ?? -1)
    const codes = Int32Array.from(this.#codes, code => placeOfCode[code] ?? -1)
    const bytes = new Uint8Array(codes.buffer)
    const head = { ...this.#column, kind: 'codes' as const, levels, meaning: this.#meaning, bytes: bytes.length }
    return { head, bytes }
  }
}
