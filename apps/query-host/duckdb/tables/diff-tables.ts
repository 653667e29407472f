import type { DuckDBConnection } from '@duckdb/node-api'
import type { TableColumn, TableDiff, JsonRow } from '@svc/plugin'
import { quotedName } from '../../quoting.ts'
import type { HostDiffRequest } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import { asObject, jsonTable, valueRows } from './json-rows.ts'
import { fileSource, kindOf, storedColumns } from './stored-columns.ts'

/** A column of both versions; where their types differ, its values are compared as this one. */
interface SharedColumn {
  name: string
  from: TableColumn
  to: TableColumn
  comparedAs: string | null
}

/** Which rows two versions do not have in common; a missing value equals a missing one. */
export async function diffTables(connection: DuckDBConnection, request: HostDiffRequest): Promise<TableDiff> {
  const from = await storedColumns(connection, request.from)
  const to = await storedColumns(connection, request.to)
  const shared = sharedColumns(from, to)
  const schema = {
    added: to.filter(({ name }) => !shared.some(column => column.to.name === name)),
    removed: from.filter(({ name }) => !shared.some(column => column.from.name === name)),
    changed: shared
      .filter(column => column.from.type !== column.to.type)
      .map(({ name, ...types }) => ({ name, from: types.from.type, to: types.to.type })),
  }
  const sources = {
    from: comparable(request.from, shared, column => column.from.name),
    to: comparable(request.to, shared, column => column.to.name),
  }
  const rows =
    request.key === null
      ? await byContent(connection, sources, shared, request.sample)
      : await byKey(connection, sources, shared, keyColumns(request.key, shared), request.sample)
  return { ...rows, schema }
}

type RowDiff = Omit<TableDiff, 'schema'>
type Sources = Record<'from' | 'to', string>

function sharedColumns(from: readonly TableColumn[], to: readonly TableColumn[]): SharedColumn[] {
  return to.flatMap(column => {
    const older = from.find(({ name }) => name.toLowerCase() === column.name.toLowerCase())
    if (!older) return []
    return [{ name: column.name, from: older, to: column, comparedAs: comparedAs(older.type, column.type) }]
  })
}

function comparedAs(from: string, to: string): string | null {
  if (from === to) return null
  const isNumber = (type: string): boolean => ['integer', 'number'].includes(kindOf(type))
  return isNumber(from) && isNumber(to) ? 'double' : 'varchar'
}

function comparable(file: string, shared: readonly SharedColumn[], nameOf: (column: SharedColumn) => string): string {
  const values = shared.map((column, index) => {
    const value = quotedName(nameOf(column))
    return `${column.comparedAs === null ? value : `cast(${value} as ${column.comparedAs})`} as c${index}`
  })
  return `(select ${values.length === 0 ? '0 as nothing' : values.join(', ')} from ${fileSource(file)})`
}

function keyColumns(key: readonly string[], shared: readonly SharedColumn[]): number[] {
  if (key.length === 0) throw engineFailure('sql_error', 'The key has no columns. Name at least one, or leave it out.')
  return key.map(wanted => {
    const index = shared.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase())
    if (index === -1)
      throw engineFailure(
        'not_found',
        `There is no column ${JSON.stringify(wanted.slice(0, 100))} in both versions to be the key. Both have: ${listed(shared)}.`,
      )
    return index
  })
}

function listed(shared: readonly SharedColumn[]): string {
  const names = shared.slice(0, 20).map(({ name }) => JSON.stringify(name))
  return names.length === 0 ? 'none' : names.join(', ')
}

async function byContent(
  connection: DuckDBConnection,
  { from, to }: Sources,
  shared: readonly SharedColumn[],
  sample: number,
): Promise<RowDiff> {
  const cells = shared.length === 0 ? ['nothing'] : shared.map((_, index) => `c${index}`)
  const list = cells.join(', ')
  const counted =
    `(select ${list}, sum(side)::bigint as times from ` +
    `(select ${list}, 1 as side from ${to} union all select ${list}, -1 from ${from}) ` +
    `group by ${list} having sum(side) <> 0)`
  const [counts] = await valueRows(
    connection,
    `select coalesce(sum(times) filter (times > 0), 0)::bigint, coalesce(-sum(times) filter (times < 0), 0)::bigint from ${counted}`,
  )
  const rowsOf = async (condition: string): Promise<JsonRow[]> => {
    if (shared.length === 0) return []
    const found = await jsonTable(
      connection,
      `select ${list} from (select *, unnest(range(least(abs(times), ${sample}))) from ${counted} where ${condition}) order by ${list} limit ${sample}`,
    )
    return found.rows.map(cellsOf => asObject(namesOf(shared), cellsOf))
  }
  const added = Number(counts?.[0] ?? 0)
  const removed = Number(counts?.[1] ?? 0)
  return {
    added,
    removed,
    changed: 0,
    sample: {
      added: added > 0 ? await rowsOf('times > 0') : [],
      removed: removed > 0 ? await rowsOf('times < 0') : [],
      changed: [],
    },
  }
}

async function byKey(
  connection: DuckDBConnection,
  sources: Sources,
  shared: readonly SharedColumn[],
  key: readonly number[],
  sample: number,
): Promise<RowDiff> {
  await checkUnique(connection, sources.from, shared, key, 'older')
  await checkUnique(connection, sources.to, shared, key, 'newer')
  const matches = key.map(index => `f.c${index} is not distinct from t.c${index}`).join(' and ')
  const others = shared.flatMap((_, index) => (key.includes(index) ? [] : [index]))
  const differs = others.map(index => `f.c${index} is distinct from t.c${index}`).join(' or ') || 'false'
  const added = `${sources.to} t anti join ${sources.from} f on ${matches}`
  const removed = `${sources.from} f anti join ${sources.to} t on ${matches}`
  const changed = `${sources.from} f join ${sources.to} t on ${matches} where ${differs}`
  const [counts] = await valueRows(
    connection,
    `select (select count(*) from ${added}), (select count(*) from ${removed}), (select count(*) from ${changed})`,
  )
  const names = namesOf(shared)
  const rowsOf = async (side: 't' | 'f', source: string): Promise<JsonRow[]> => {
    const list = shared.map((_, index) => `${side}.c${index}`)
    const order = key.map(index => `${side}.c${index}`).join(', ')
    const found = await jsonTable(
      connection,
      `select ${list.join(', ')} from ${source} order by ${order} limit ${sample}`,
    )
    return found.rows.map(cells => asObject(names, cells))
  }
  const pairs = async (): Promise<TableDiff['sample']['changed']> => {
    const both = ['f', 't'].flatMap(side => shared.map((_, index) => `${side}.c${index}`))
    const order = key.map(index => `f.c${index}`).join(', ')
    const found = await jsonTable(
      connection,
      `select ${both.join(', ')} from ${changed} order by ${order} limit ${sample}`,
    )
    return found.rows.map(cells => {
      const older = cells.slice(0, shared.length)
      const keyNames = key.map(index => names[index]!)
      const keyCells = key.map(index => older[index]!)
      return {
        key: asObject(keyNames, keyCells),
        from: asObject(names, older),
        to: asObject(names, cells.slice(shared.length)),
      }
    })
  }
  return {
    added: Number(counts?.[0] ?? 0),
    removed: Number(counts?.[1] ?? 0),
    changed: Number(counts?.[2] ?? 0),
    sample: { added: await rowsOf('t', added), removed: await rowsOf('f', removed), changed: await pairs() },
  }
}

async function checkUnique(
  connection: DuckDBConnection,
  source: string,
  shared: readonly SharedColumn[],
  key: readonly number[],
  which: 'older' | 'newer',
): Promise<void> {
  const list = key.map(index => `c${index}`).join(', ')
  const { rows } = await jsonTable(
    connection,
    `select count(*), ${list} from ${source} group by ${list} having count(*) > 1 order by ${list} limit 1`,
  )
  const [found] = rows
  if (!found) return
  const [times, ...values] = found
  const shown = key.map((index, place) => `${shared[index]!.name} = ${values[place]!.slice(0, 60)}`).join(', ')
  throw engineFailure(
    'sql_error',
    `The key does not identify rows: in the ${which} version ${times} rows have ${shown}. Name more columns, or leave the key out.`,
  )
}

function namesOf(shared: readonly SharedColumn[]): string[] {
  return shared.map(({ name }) => name)
}
