import type { AuditEntry, ControlTable } from '@svc/plugin'
import type { PostgresSession } from '../database.ts'
import { alreadyExists, controlTables, schemaOf } from '../../control/index.ts'
import type { AnyRecord, ChangingRows, ColumnValues } from '../../control/index.ts'
import type { Change } from './change-feed.ts'
import { isUniqueViolation } from '../postgres-errors.ts'

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
const deleteAll = [...controlTables, 'audit', 'failures'].map(table => `DELETE FROM svc.${table}`)
const beforeUpdate = 'SAVEPOINT before_update'
const undoUpdate = 'ROLLBACK TO SAVEPOINT before_update'

function statementsFor(table: ControlTable): Statements {
  return statements.get(table) as Statements
}

function conditionsOf(where: ColumnValues): { conditions: string[]; values: unknown[] } {
  const values: unknown[] = []
  const conditions = Object.entries(where).map(([column, value]) => {
    if (value === null) return `${column} IS NULL`
    values.push(value)
    return `${column} = $${values.length}`
  })
  return { conditions, values }
}

function filterOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
}

/** PostgreSQL refuses NUL in text; nothing that is stored has one, so nothing can match. */
function canMatch(values: readonly unknown[]): boolean {
  return !values.some(value => typeof value === 'string' && value.includes('\0'))
}

/** Rows over the pool, or over the connection of a transaction, with a note of what it changed. */
export class PostgresRows implements ChangingRows {
  readonly changes: Change[] = []
  readonly #db: PostgresSession

  constructor(db: PostgresSession) {
    this.#db = db
  }

  async get(table: ControlTable, id: string): Promise<AnyRecord | null> {
    if (!canMatch([id])) return null
    const { rows } = await this.#db.query<AnyRecord>(statementsFor(table).get, [id])
    return rows[0] ?? null
  }

  async list(table: ControlTable, where: ColumnValues): Promise<AnyRecord[]> {
    const { conditions, values } = conditionsOf(where)
    if (!canMatch(values)) return []
    const text = `${statementsFor(table).select}${filterOf(conditions)} ORDER BY id`
    return (await this.#db.query<AnyRecord>(text, values)).rows
  }

  async newest(table: ControlTable, where: ColumnValues, count: number, before?: string): Promise<AnyRecord[]> {
    const { conditions, values } = conditionsOf(where)
    if (before !== undefined) conditions.push(`id < $${values.push(before)}`)
    if (!canMatch(values)) return []
    const limit = `LIMIT $${values.push(count)}`
    const text = `${statementsFor(table).select}${filterOf(conditions)} ORDER BY id DESC ${limit}`
    return (await this.#db.query<AnyRecord>(text, values)).rows
  }

  async insert(table: ControlTable, record: AnyRecord): Promise<void> {
    const values = new Map<string, unknown>(Object.entries(record))
    const ordered = Object.keys(schemaOf(table).columns).map(column => values.get(column))
    const { count } = await this.#db.query(statementsFor(table).insert, ordered)
    if (count === 0) throw alreadyExists()
    this.changes.push({ table, id: record.id })
  }

  /** A value that is taken must leave the transaction usable, which after an error it is only from a savepoint on. */
  async update(table: ControlTable, id: string, change: ColumnValues): Promise<AnyRecord | null> {
    const mayCollide = schemaOf(table).unique.some(column => column in change)
    if (!mayCollide) return this.#update(table, id, change)
    await this.#db.query(beforeUpdate)
    try {
      return await this.#update(table, id, change)
    } catch (error) {
      await this.#db.query(undoUpdate)
      throw isUniqueViolation(error) ? alreadyExists(error) : error
    }
  }

  async delete(table: ControlTable, id: string): Promise<boolean> {
    const { count } = await this.#db.query(statementsFor(table).delete, [id])
    if (count === 1) this.changes.push({ table, id })
    return count === 1
  }

  async #update(table: ControlTable, id: string, change: ColumnValues): Promise<AnyRecord | null> {
    const assignments = Object.keys(change).map((column, index) => `${column} = $${index + 2}`)
    const columns = Object.keys(schemaOf(table).columns).join(', ')
    const text = `UPDATE svc.${table} SET ${assignments.join(', ')} WHERE id = $1 RETURNING ${columns}`
    const { rows } = await this.#db.query<AnyRecord>(text, [id, ...Object.values(change)])
    if (rows[0] !== undefined) this.changes.push({ table, id })
    return rows[0] ?? null
  }
}

export interface AuditRow {
  position: number
  entry: AuditEntry
}

const insertEntry = `INSERT INTO svc.audit (id, at, entry) VALUES ($1, $2, $3)`
const selectEntries = `SELECT position, entry FROM svc.audit ORDER BY position DESC LIMIT $1`
const selectEntriesBefore = `SELECT position, entry FROM svc.audit WHERE position < $2 ORDER BY position DESC LIMIT $1`
const selectEntriesAfter = `SELECT position, entry FROM svc.audit WHERE position > $1 ORDER BY position LIMIT $2`
const selectTime = { name: 'svc-database-time', text: 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now' }
const selectVersion = 'SHOW server_version'

/** The statements of the control plane that are not about records. */
export const controlStore = {
  async appendAudit(db: PostgresSession, entry: AuditEntry): Promise<void> {
    await db.query(insertEntry, [entry.id, entry.at, JSON.stringify(entry)])
  },
  /** Newest first. */
  async auditBefore(db: PostgresSession, position: number | null, count: number): Promise<AuditRow[]> {
    if (position === null) return (await db.query<AuditRow>(selectEntries, [count])).rows
    return (await db.query<AuditRow>(selectEntriesBefore, [count, position])).rows
  },
  /** Oldest first. */
  async auditAfter(db: PostgresSession, position: number, count: number): Promise<AuditRow[]> {
    return (await db.query<AuditRow>(selectEntriesAfter, [position, count])).rows
  },
  async now(db: PostgresSession): Promise<number> {
    const { rows } = await db.query<{ now: string }>(selectTime)
    return Number(rows[0]?.now)
  },
  async version(db: PostgresSession): Promise<string | null> {
    const { rows } = await db.query<{ server_version: string }>(selectVersion)
    return rows[0]?.server_version ?? null
  },
  /** Empties the control plane; within a transaction, when its records are kept elsewhere. */
  async clear(db: PostgresSession): Promise<void> {
    for (const statement of deleteAll) await db.query(statement)
  },
}
