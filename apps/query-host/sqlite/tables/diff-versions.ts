import type { Database } from 'better-sqlite3'
import type { TableColumn, TableDiff, JsonRow } from '@svc/plugin'
import { quotedName } from '../../quoting.ts'
import type { HostDiffRequest } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import { plainCell } from '../sql/cells.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import { compareRows } from './stored-values.ts'
import { columnsOf, openVersion } from './version-file.ts'

interface CommonColumn {
  name: string
  /** In the newer version, and in the older one. */
  type: string
  from: TableColumn
}

/**
 * Both versions in the order of the key (without one, of all they have in common), read side by side: what has no partner was added or removed. A sorter's
 * memory is all it needs, whatever the number of rows.
 */
export function diffVersions(request: HostDiffRequest): TableDiff {
  const older = openVersion(request.from)
  try {
    const newer = openVersion(request.to)
    try {
      return diffOf({ older, newer }, request)
    } finally {
      newer.close()
    }
  } finally {
    older.close()
  }
}

interface Versions {
  older: Database
  newer: Database
}

function diffOf(versions: Versions, request: HostDiffRequest): TableDiff {
  const older = columnsOf(versions.older)
  const newer = columnsOf(versions.newer)
  const common = commonColumns(older, newer)
  const columns = request.key === null ? common : keyFirst(common, request.key)
  const keys = request.key?.length ?? columns.length
  const counted = new Counted(columns, keys, request)
  // Without a column in common no row has a partner, and none can be told from another.
  if (columns.length > 0) merge(versions, columns, keys, counted)
  return { ...counted.diff, schema: schemaOf(older, newer, common) }
}

function commonColumns(older: readonly TableColumn[], newer: readonly TableColumn[]): CommonColumn[] {
  const byName = new Map(older.map(column => [column.name.toLowerCase(), column]))
  return newer.flatMap(({ name, type }) => {
    const from = byName.get(name.toLowerCase())
    return from ? [{ name, type, from }] : []
  })
}

function keyFirst(common: readonly CommonColumn[], key: readonly string[]): CommonColumn[] {
  if (key.length === 0) throw engineFailure('sql_error', 'The key has no columns. Name at least one, or leave it out.')
  const keyColumns = key.map(name => {
    const column = common.find(one => one.name.toLowerCase() === name.toLowerCase())
    if (column) return column
    throw engineFailure(
      'not_found',
      `There is no column ${JSON.stringify(name.slice(0, 100))} in both versions to be the key. Both have: ${listed(common)}.`,
    )
  })
  return [...keyColumns, ...common.filter(column => !keyColumns.includes(column))]
}

function listed(common: readonly CommonColumn[]): string {
  const names = common.slice(0, 20).map(({ name }) => JSON.stringify(name))
  return names.length === 0 ? 'none' : names.join(', ')
}

function schemaOf(
  older: readonly TableColumn[],
  newer: readonly TableColumn[],
  common: readonly CommonColumn[],
): TableDiff['schema'] {
  const shared = new Set(common.map(({ name }) => name.toLowerCase()))
  const alone = ({ name }: TableColumn): boolean => !shared.has(name.toLowerCase())
  return {
    added: newer.filter(alone),
    removed: older.filter(alone),
    changed: common
      .filter(({ type, from }) => type !== from.type)
      .map(({ name, type, from }) => ({ name, from: from.type, to: type })),
  }
}

const numbers = new Set(['BIGINT', 'DOUBLE'])

function rowsOf(
  versions: Versions,
  side: 'older' | 'newer',
  columns: readonly CommonColumn[],
  keys: number,
): IterableIterator<SqlValue[]> {
  const cells = columns.map(({ name, type, from }) => {
    const cell = quotedName(side === 'newer' ? name : from.name)
    if (type === from.type) return cell
    // A column whose type changed is compared by what its values look like; whole numbers and others compare as they are.
    return numbers.has(type) && numbers.has(from.type) ? `CAST(${cell} AS REAL)` : `CAST(${cell} AS TEXT)`
  })
  const order = columns.slice(0, keys).map((_, index) => index + 1)
  const sql = `SELECT ${cells.join(', ')} FROM data ORDER BY ${order.join(', ')}`
  return versions[side].prepare<[], SqlValue[]>(sql).raw(true).safeIntegers(true).iterate()
}

function merge(versions: Versions, columns: readonly CommonColumn[], keys: number, counted: Counted): void {
  const older = rowsOf(versions, 'older', columns, keys)
  const newer = rowsOf(versions, 'newer', columns, keys)
  try {
    let from = older.next()
    let to = newer.next()
    while (from.done !== true || to.done !== true) {
      const order = orderOf(from, to, keys)
      if (order <= 0 && from.done !== true) counted.seen('from', from.value)
      if (order >= 0 && to.done !== true) counted.seen('to', to.value)
      if (order < 0) counted.removed(from.value as SqlValue[])
      else if (order > 0) counted.added(to.value as SqlValue[])
      else counted.both(from.value as SqlValue[], to.value as SqlValue[])
      if (order <= 0) from = older.next()
      if (order >= 0) to = newer.next()
    }
  } finally {
    older.return?.()
    newer.return?.()
  }
}

function orderOf(from: IteratorResult<SqlValue[]>, to: IteratorResult<SqlValue[]>, keys: number): number {
  if (from.done === true) return 1
  return to.done === true ? -1 : compareRows(from.value, to.value, keys)
}

class Counted {
  readonly diff: Omit<TableDiff, 'schema'> = {
    added: 0,
    removed: 0,
    changed: 0,
    sample: { added: [], removed: [], changed: [] },
  }
  readonly #columns: readonly CommonColumn[]
  readonly #keys: number
  readonly #request: HostDiffRequest
  readonly #last: { from: SqlValue[] | null; to: SqlValue[] | null } = { from: null, to: null }

  constructor(columns: readonly CommonColumn[], keys: number, request: HostDiffRequest) {
    this.#columns = columns
    this.#keys = keys
    this.#request = request
  }

  seen(side: 'from' | 'to', row: SqlValue[]): void {
    if (this.#request.key === null) return
    const last = this.#last[side]
    this.#last[side] = row
    if (last === null || compareRows(last, row, this.#keys) !== 0) return
    const version = side === 'from' ? 'older' : 'newer'
    const shown = Object.entries(this.#object(row, side, this.#keys)).map(
      ([name, value]) => `${name} = ${String(value).slice(0, 60)}`,
    )
    throw engineFailure(
      'sql_error',
      `The key does not identify rows: in the ${version} version several rows have ${shown.join(', ')}. Name more columns, or leave the key out.`,
    )
  }

  added(row: readonly SqlValue[]): void {
    this.diff.added += 1
    if (this.diff.sample.added.length < this.#request.sample) this.diff.sample.added.push(this.#object(row, 'to'))
  }

  removed(row: readonly SqlValue[]): void {
    this.diff.removed += 1
    if (this.diff.sample.removed.length < this.#request.sample) this.diff.sample.removed.push(this.#object(row, 'from'))
  }

  both(from: readonly SqlValue[], to: readonly SqlValue[]): void {
    if (this.#request.key === null || compareRows(from, to, this.#columns.length) === 0) return
    this.diff.changed += 1
    if (this.diff.sample.changed.length === this.#request.sample) return
    const key = this.#object(to, 'to', this.#keys)
    this.diff.sample.changed.push({ key, from: this.#object(from, 'from'), to: this.#object(to, 'to') })
  }

  #object(row: readonly SqlValue[], side: 'from' | 'to', columns = this.#columns.length): JsonRow {
    return Object.fromEntries(
      this.#columns.slice(0, columns).map(({ name, type, from }, index) => {
        const shownAs = type === from.type || side === 'to' ? type : from.type
        return [name, plainCell(row[index] ?? null, shownAs)]
      }),
    )
  }
}
