import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import { messageOf } from '@svc/plugin/child'
import type { RemoteError } from '@svc/plugin/child'
import { engineFailure } from '../../engine-failure.ts'
import { placeOf, tokensOf } from './tokens.ts'
import type { Token } from './tokens.ts'

/** SQLite's own message, and where in the statement that is when it can be told. */
export function statementError(db: Database, sql: string, error: unknown): RemoteError {
  const message = messageOf(error)
  if (isFull(error) || /out of memory|string or blob too big/.test(message))
    return engineFailure('query_limit', `The query needs more than it may have: ${message}.`)
  const offset = offsetOf(db, sql, message)
  const where = offset === null ? '' : ` (${placeOf(sql, offset)})`
  return engineFailure('sql_error', `${message}${where}`)
}

function isFull(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(NOMEM|TOOBIG|FULL)/.test(error.code)
}

function offsetOf(db: Database, sql: string, message: string): number | null {
  const near = /^near "([^]*)": syntax error$/.exec(message)?.[1]
  if (near !== undefined) return firstOffence(db, sql, near, message)
  if (message === 'incomplete input') return sql.length
  const unrecognized = /^unrecognized token: "([^]*)"$/.exec(message)?.[1]
  if (unrecognized !== undefined) return found(sql.indexOf(unrecognized))
  const name = /: "?([^":]+?)"?(?:\(\)| - should this be .*)?$/.exec(message)?.[1]
  return name === undefined ? null : offsetOfName(sql, name)
}

// The parser stops at the first token that does not fit, so the shortest beginning of the statement that fails in the same way ends with it.
function firstOffence(db: Database, sql: string, near: string, message: string): number | null {
  const suspects = tokensOf(sql).filter(({ text }) => text === near)
  const place = suspects.slice(0, 100).find(({ end }) => failsWith(db, sql.slice(0, end), message))
  return place?.start ?? null
}

function failsWith(db: Database, sql: string, message: string): boolean {
  try {
    db.prepare(sql)
    return false
  } catch (error) {
    return messageOf(error) === message
  }
}

/** The place of the first token that is this name, which may be the last part of a dotted one. */
export function offsetOfName(sql: string, name: string): number | null {
  const last = (name.split('.').at(-1) ?? name).toLowerCase()
  const isIt = ({ kind, value }: Token): boolean =>
    (kind === 'word' || kind === 'quoted' || kind === 'string') && value.toLowerCase() === last
  return tokensOf(sql).find(isIt)?.start ?? null
}

function found(index: number): number | null {
  return index === -1 ? null : index
}
