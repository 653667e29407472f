import type { ControlTable } from '@svc/plugin'
import type { AnyRecord } from '../../../planes/control/index.ts'
import { controlTables, schemaOf } from '../../../planes/control/index.ts'
import type { Queryable } from './connection.ts'

type Where = Readonly<Record<string, unknown>>

interface Statements {
  select: string
  get: string
  delete: string
  /** No row comes back when the id or a unique column is taken; unlike an error, that leaves the transaction usable. */
  insert: string
}

function statementsOf(table: ControlTable): Statements {
  const names = Object.keys(schemaOf(table).columns)
  const columns = names.join(', ')
  const values = names.map((_, index) => `$${index + 1}`).join(', ')
  return {
    select: `SELECT ${columns} FROM svc.${table}`,
    get: `SELECT ${columns} FROM svc.${table} WHERE id = $1`,
    delete: `DELETE FROM svc.${table} WHERE id = $1`,
    insert: `INSERT INTO svc.${table} (${columns}) VALUES (${values}) ON CONFLICT DO NOTHING RETURNING id`,
  }
}

// All names come from the schema in the code; values are always parameters.
const statements = new Map(controlTables.map(table => [table, statementsOf(table)]))

function statementsFor(table: ControlTable): Statements {
  return statements.get(table) as Statements
}

function conditionsOf(where: Where): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = []
  const conditions = Object.entries(where).map(([column, value]) => {
    if (value === null) return `${column} IS NULL`
    values.push(value)
    return `${column} = $${values.length}`
  })
  return { conditions, values }
}

/** PostgreSQL refuses NUL in text; nothing that is stored has one, so nothing can match. */
function canMatch(values: readonly unknown[]): boolean {
  return !values.some(value => typeof value === 'string' && value.includes('\0'))
}

/** All of this driver's statements on records. */
export const recordStore = {
  async get(db: Queryable, table: ControlTable, id: string): Promise<AnyRecord | null> {
    if (!canMatch([id])) return null
    const { rows } = await db.query<AnyRecord>(statementsFor(table).get, [id])
    return rows[0] ?? null
  },
  /** Oldest first. */
  async find(db: Queryable, table: ControlTable, where: Where): Promise<AnyRecord[]> {
    const { conditions, values } = conditionsOf(where)
    if (!canMatch(values)) return []
    const filter = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
    const { rows } = await db.query<AnyRecord>(`${statementsFor(table).select}${filter} ORDER BY id`, values)
    return rows
  },
  /** Newest first. */
  async newest(db: Queryable, table: ControlTable, where: Where, count: number, before?: string): Promise<AnyRecord[]> {
    const { conditions, values } = conditionsOf(where)
    if (before !== undefined) conditions.push(`id < $${values.push(before)}`)
    if (!canMatch(values)) return []
    const filter = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
    const limit = `LIMIT $${values.push(count)}`
    const { rows } = await db.query<AnyRecord>(
      `${statementsFor(table).select}${filter} ORDER BY id DESC ${limit}`,
      values,
    )
    return rows
  },
  /** False when the id or a unique column is taken. */
  async insert(db: Queryable, table: ControlTable, record: AnyRecord): Promise<boolean> {
    const values = new Map<string, unknown>(Object.entries(record))
    const ordered = Object.keys(schemaOf(table).columns).map(column => values.get(column))
    const { rowCount } = await db.query(statementsFor(table).insert, ordered)
    return rowCount === 1
  },
  async update(db: Queryable, table: ControlTable, id: string, change: Where): Promise<AnyRecord | null> {
    const values = [id, ...Object.values(change)]
    const assignments = Object.keys(change).map((column, index) => `${column} = $${index + 2}`)
    const columns = Object.keys(schemaOf(table).columns).join(', ')
    const text = `UPDATE svc.${table} SET ${assignments.join(', ')} WHERE id = $1 RETURNING ${columns}`
    const { rows } = await db.query<AnyRecord>(text, values)
    return rows[0] ?? null
  },
  async delete(db: Queryable, table: ControlTable, id: string): Promise<boolean> {
    const { rowCount } = await db.query(statementsFor(table).delete, [id])
    return rowCount === 1
  },
}
