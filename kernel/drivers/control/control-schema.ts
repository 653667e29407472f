import { InternalError, ValidationError } from '@svc/plugin'
import type { ControlTable, ControlTables } from '@svc/plugin'

export type ColumnType = 'text' | 'boolean' | 'timestamp' | 'text[]'

export interface Column {
  type: ColumnType
  nullable?: true
}

export interface TableSchema {
  columns: Readonly<Record<string, Column>>
  /** Columns whose value no two records share. */
  unique: readonly string[]
  /** Columns that `find` and `page` may ask for; the id and the unique ones always. */
  indexes: readonly string[]
}

interface TypedSchema<R> extends TableSchema {
  columns: { readonly [K in keyof R]-?: null extends R[K] ? Column & { nullable: true } : Column }
  unique: readonly (keyof R & string)[]
  indexes: readonly (keyof R & string)[]
}

/** Any record of any table, where the table is known by its name alone. */
export type AnyRecord = { readonly id: string }

const text = { type: 'text' } as const
const boolean = { type: 'boolean' } as const
const timestamp = { type: 'timestamp' } as const
const list = { type: 'text[]' } as const
const orNull = <C extends Column>(column: C) => ({ ...column, nullable: true }) as const

/** The tables as both drivers keep them. Changing one asks for a migration of the Postgres driver and a reader of older registries. */
export const controlSchema: { readonly [T in ControlTable]: TypedSchema<ControlTables[T]> } = {
  users: {
    columns: {
      id: text,
      username: text,
      username_key: text,
      password_hash: text,
      role: text,
      disabled: boolean,
      default_workspace_id: text,
      created_at: timestamp,
    },
    unique: ['username_key'],
    indexes: ['role', 'default_workspace_id'],
  },
  workspaces: { columns: { id: text, name: text, created_at: timestamp }, unique: [], indexes: [] },
  members: {
    columns: { id: text, workspace_id: text, user_id: text, role: text, created_at: timestamp },
    unique: [],
    indexes: ['workspace_id', 'user_id', 'role'],
  },
  sessions: {
    columns: {
      id: text,
      user_id: text,
      created_at: timestamp,
      expires_at: timestamp,
      last_seen_at: timestamp,
      ip: orNull(text),
      user_agent: orNull(text),
    },
    unique: [],
    indexes: ['user_id'],
  },
  invites: {
    columns: {
      id: text,
      token_hash: text,
      role: text,
      created_by: text,
      created_at: timestamp,
      expires_at: timestamp,
    },
    unique: ['token_hash'],
    indexes: ['created_by'],
  },
  api_keys: {
    columns: {
      id: text,
      workspace_id: text,
      user_id: text,
      name: text,
      prefix: text,
      secret_hash: text,
      scopes: list,
      created_at: timestamp,
      expires_at: orNull(timestamp),
      last_used_at: orNull(timestamp),
      limits: orNull(text),
    },
    unique: [],
    indexes: ['workspace_id', 'user_id'],
  },
  plugin_settings: {
    columns: { id: text, enabled: orNull(boolean), pinned_manifest_hash: orNull(text), updated_at: timestamp },
    unique: [],
    indexes: [],
  },
  facts: { columns: { id: text, value: text }, unique: [], indexes: [] },
}

export const controlTables = Object.keys(controlSchema) as ControlTable[]

/** The schema of a table, its columns as plain names. */
export function schemaOf(table: ControlTable): TableSchema {
  return controlSchema[table]
}

/** Columns a driver keeps an index of, beside the id. */
export function indexedColumns(table: ControlTable): readonly string[] {
  const { unique, indexes } = schemaOf(table)
  return [...unique, ...indexes]
}

/** @throws InternalError when a column of `where` has no index */
export function assertIndexed(table: ControlTable, where: object): void {
  const columns = Object.keys(where).filter(name => name !== 'id' && !indexedColumns(table).includes(name))
  if (columns.length === 0) return
  throw new InternalError(
    `${table} has no index of ${columns.join(', ')}; add it to the control schema and its migrations.`,
  )
}

const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function fits(value: unknown, column: Column): boolean {
  if (value === null) return column.nullable === true
  if (column.type === 'boolean') return typeof value === 'boolean'
  if (column.type === 'text[]') return Array.isArray(value) && value.every(item => typeof item === 'string')
  if (column.type === 'timestamp') return typeof value === 'string' && timestampPattern.test(value)
  return typeof value === 'string'
}

const columnEntries = new Map(controlTables.map(table => [table, Object.entries(schemaOf(table).columns)]))

/** True when the record has exactly the table's columns, each of its type: the quick look, for reading many. */
export function isRecord(table: ControlTable, values: Readonly<Record<string, unknown>>): boolean {
  const columns = columnEntries.get(table) ?? []
  return Object.keys(values).length === columns.length && columns.every(([name, column]) => fits(values[name], column))
}

/** What is wrong with values meant for a table: unknown columns and values of the wrong type; with `whole`, missing ones too. */
export function recordFaults(table: ControlTable, values: object, options: { whole: boolean }): string[] {
  const { columns } = schemaOf(table)
  const given = new Map<string, unknown>(Object.entries(values))
  const unknown = [...given.keys()].filter(name => !(name in columns)).map(name => `${name} is not a column`)
  const wrong = Object.entries(columns).flatMap(([name, column]) => {
    if (!given.has(name)) return options.whole ? [`${name} is missing`] : []
    return fits(given.get(name), column) ? [] : [`${name} is not ${column.nullable ? 'null or ' : ''}a ${column.type}`]
  })
  return [...unknown, ...wrong]
}

/** @throws InternalError for values that the table cannot hold; ValidationError for NUL, which PostgreSQL has no room for */
export function assertRecord(table: ControlTable, values: object, options: { whole: boolean }): void {
  const withNul = Object.entries(values).filter(([, value]) => [value].flat().some(text => String(text).includes('\0')))
  if (withNul.length > 0) {
    throw new ValidationError(`${withNul.map(([name]) => name).join(', ')} must not contain the character U+0000.`)
  }
  const faults = recordFaults(table, values, options)
  if (faults.length > 0) throw new InternalError(`A record does not fit ${table}: ${faults.join('; ')}.`)
}
