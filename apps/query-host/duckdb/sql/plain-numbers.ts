import type { DuckDBConnection } from '@duckdb/node-api'
import { noParams } from '../engine-params.ts'
import { plainCondition } from './exported-select.ts'
import type { TableSource } from './sql-gate.ts'

const held = 'svc_exported'

/**
 * Holds the rows for a moment and looks which columns of numbers JSON can take as they are: writing the others with care costs several times as much. More
 * rows than fit into memory are left where they are, and all columns written with care.
 */
export async function heldRows(
  connection: DuckDBConnection,
  source: TableSource,
): Promise<{ source: TableSource; plain: ReadonlySet<number> }> {
  const aliases = source.columns.map((_, index) => `c${index}`)
  const conditions = source.columns.flatMap(({ type }, index) => {
    const condition = plainCondition(type, aliases[index]!)
    return condition === null ? [] : [{ index, condition }]
  })
  const untouched = { source, plain: new Set<number>() }
  if (conditions.length === 0) return untouched
  const { values, types } = source.params
  const select = `select * ${source.from} as source(${aliases.join(', ')})`
  try {
    await connection.run(`create or replace temp table ${held} as ${select}`, values, types)
  } catch (error) {
    if (!isOutOfMemory(error)) throw error
    return untouched
  }
  const wanted = conditions.map(({ condition }) => `coalesce(bool_and(${condition}), true)`).join(', ')
  const [row] = (await connection.runAndReadAll(`select ${wanted} from ${held}`)).getRowsJS()
  const plain = new Set(conditions.filter((_, at) => row?.[at] === true).map(({ index }) => index))
  return { source: { ...source, from: `from ${held}`, params: noParams }, plain }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /^Out of Memory Error/.test(error.message)
}
