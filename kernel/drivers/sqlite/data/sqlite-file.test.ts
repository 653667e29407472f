import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/rooms/planes.ts'
import { plannedOnce, SqliteFile, sqliteVersion } from './sqlite-file.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let path: string
let file: SqliteFile

beforeEach(async () => {
  folder = await temporaryFolder()
  path = join(folder.path, 'data.sqlite')
  file = new SqliteFile(path)
  file.execute('CREATE TABLE items (body TEXT) STRICT')
})
afterEach(async () => {
  file.close()
  await folder.remove()
})

function write(body: string): void {
  file.use(db => db.run('INSERT INTO items (body) VALUES (?)', body))
}

describe('SqliteFile', () => {
  it('cannot empty its log while another program reads from it, says so, and can afterwards', () => {
    write('one')
    const reader = new Database(path, { readonly: true })
    reader.exec('BEGIN')
    const count = reader.prepare('SELECT count(*) FROM items').pluck()
    expect(count.get()).toBe(1)
    write('two')
    expect([file.checkpoint(), count.get()]).toEqual([false, 1])
    expect(file.use(db => db.get('PRAGMA busy_timeout'))).toEqual({ timeout: 1000 })
    reader.close()
    expect([file.checkpoint(), statSync(`${path}-wal`).size]).toEqual([true, 0])
  })

  it('answers SQLITE_BUSY when another program keeps it from writing, and writes later', () => {
    const writer = new Database(path)
    writer.exec('BEGIN IMMEDIATE')
    expect(() => write('blocked')).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }))
    writer.close()
    write('free')
    expect(file.use(db => db.all('SELECT body FROM items'))).toEqual([{ body: 'free' }])
  })

  it('prepares each statement once, and forgets them all before there are too many', () => {
    const seen = file.use(db =>
      Array.from({ length: 2500 }, (_, n) => Object.values(db.get<object>(`SELECT ${n}`) ?? {})[0] as unknown),
    )
    expect(seen).toEqual(Array.from({ length: 2500 }, (_, n) => n))
  })

  it('is built on a SQLite without the fault that corrupts files in WAL mode', () => {
    expect(sqliteVersion()).toMatch(/^3\.(?:5[2-9]|[6-9]\d|51\.[3-9])/)
  })

  it('keeps the planner from the values of parameters, and changes nothing else', () => {
    const sql = `SELECT 'a = ?', "b = @b" FROM t WHERE a = ? AND b <> @b AND c>=@c AND d = 'x' AND e IN (?) LIMIT ?`
    expect(plannedOnce(sql)).toBe(
      `SELECT 'a = ?', "b = @b" FROM t WHERE a = +? AND b <> +@b AND c>=+@c AND d = 'x' AND e IN (?) LIMIT +?`,
    )
    file.execute('CREATE TABLE pairs (name TEXT, value BLOB) STRICT; CREATE INDEX pairs_by_name ON pairs (name)')
    const found = file.use(db => {
      db.run('INSERT INTO pairs (name, value) VALUES (?, ?)', '007', Buffer.from([1]))
      db.run('UPDATE pairs SET value = ? WHERE name = ?', Buffer.from([2]), '007')
      const plan = db.get<{ detail: string }>('EXPLAIN QUERY PLAN SELECT value FROM pairs WHERE name = @name', {
        name: '',
      })
      return [db.all('SELECT name, value FROM pairs WHERE name = ? LIMIT ?', '007', 5), plan?.detail]
    })
    expect(found).toEqual([
      [{ name: '007', value: Buffer.from([2]) }],
      'SEARCH pairs USING INDEX pairs_by_name (name=?)',
    ])
  })
})
