import Database from 'better-sqlite3'
import type { SqlValue } from '@svc/plugin'
import { serveThread, Transferred } from '@svc/plugin/child'
import { ReaderFiles } from './reader-files.ts'
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

const mostOpen = 16
/** Shorter ones may share their memory with others. */
const longBytes = 64 * 1024

const files = new ReaderFiles(mostOpen, path => new Database(path, { readonly: true, fileMustExist: true }))

serveThread(async (task: ReadTask | CheckpointTask): Promise<unknown[] | Transferred<unknown[]>> => {
  if ('checkpoint' in task) return checkpoint(task.checkpoint)
  const { path, sql, params } = task
  const rows = files.use(path, database => database.prepare(plannedOnce(sql)).all(params))
  const buffers = longBuffers(rows)
  return buffers.length === 0 ? rows : new Transferred(rows, buffers)
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
