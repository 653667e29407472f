import Database from 'better-sqlite3'
import type { SqlValue } from '@svc/plugin'
import { serveThread, Transferred } from '@svc/plugin/child'
import { plannedOnce } from './sqlite-file.ts'

export interface ReadTask {
  path: string
  sql: string
  params: Record<string, SqlValue>
}

/** Moves the write-ahead log into the file, as far as no reader stands in the way. */
export interface CheckpointTask {
  checkpoint: string
}

interface Held {
  database: Database.Database
  lastUsed: number
}

// A file that is let go of can be emptied of its log and closed by its owner.
const idleMs = 1000
const sweepMs = 250
const mostOpen = 16
/** Shorter ones may share their memory with others. */
const longBytes = 64 * 1024

const open = new Map<string, Held>()
let sweep: NodeJS.Timeout | null = null

serveThread(async (task: ReadTask | CheckpointTask): Promise<unknown[] | Transferred<unknown[]>> => {
  if ('checkpoint' in task) return checkpoint(task.checkpoint)
  const { path, sql, params } = task
  try {
    const rows = databaseAt(path).prepare(plannedOnce(sql)).all(params)
    const buffers = longBuffers(rows)
    return buffers.length === 0 ? rows : new Transferred(rows, buffers)
  } catch (error) {
    // What failed may be the connection itself.
    release(path)
    throw error
  }
})

/** Of one short row, such as a page of JSON, the bytes move to the reader: a copy of them would be garbage here. */
function longBuffers(rows: readonly unknown[]): ArrayBuffer[] {
  if (rows.length !== 1) return []
  return Object.values(rows[0] as Record<string, unknown>).flatMap(value =>
    value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.byteLength >= longBytes
      ? [value.buffer]
      : [],
  )
}

function checkpoint(path: string): unknown[] {
  const database = new Database(path, { fileMustExist: true })
  try {
    return database.pragma('wal_checkpoint(PASSIVE)') as unknown[]
  } finally {
    database.close()
  }
}

function databaseAt(path: string): Database.Database {
  const known = open.get(path)
  open.delete(path)
  if (known === undefined && open.size >= mostOpen) release([...open.keys()][0] ?? '')
  const held = known ?? { database: new Database(path, { readonly: true, fileMustExist: true }), lastUsed: 0 }
  held.lastUsed = performance.now()
  // The last one used stands last.
  open.set(path, held)
  sweep ??= setTimeout(closeIdle, sweepMs)
  return held.database
}

function closeIdle(): void {
  const now = performance.now()
  for (const [path, { lastUsed }] of open) if (now - lastUsed >= idleMs) release(path)
  sweep = open.size === 0 ? null : setTimeout(closeIdle, sweepMs)
}

function release(path: string): void {
  const held = open.get(path)
  open.delete(path)
  held?.database.close()
}
