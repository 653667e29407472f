import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestBackups, testWorkspace, verifyTestArchive } from '../../../test/rooms/plugins/backups.ts'
import type { TestBackups } from '../../../test/rooms/plugins/backups.ts'

let room: TestBackups

beforeEach(async () => {
  room = await startTestBackups()
})
afterEach(() => room.stop())

it('holds one moment of a database that is written to without a break', async () => {
  let written = 0
  let isDone = false
  const write = (): void => {
    // Two rows that belong together: a copy never has one without the other.
    room.planes.data.use(testWorkspace, db =>
      db.transaction(() => {
        for (const body of ['one', 'other']) db.run('INSERT INTO notes_items (body) VALUES (?)', body)
      }),
    )
    written += 2
    if (!isDone) setImmediate(write)
  }
  write()
  const before = written
  const { path } = await room.service.create({ reason: 'manual' })
  isDone = true
  const { files } = await verifyTestArchive(path)
  const copied = files[0]?.sqlite?.tables['notes_items'] ?? 0
  expect([copied % 2, copied >= before, copied <= written, written > before]).toEqual([0, true, true, true])
})

it('copies a database that another process writes to', async () => {
  room.note('one')
  const other = new Database(join(room.home, 'workspaces', testWorkspace, 'data_plane.sqlite'))
  other.exec("BEGIN IMMEDIATE; INSERT INTO notes_items (body) VALUES ('not yet')")
  const { path } = await room.service.create({ reason: 'manual' })
  other.exec('COMMIT')
  other.close()
  expect((await verifyTestArchive(path)).files[0]?.sqlite?.tables['notes_items']).toBe(1)
})

it('refuses a second one while the first is being made', async () => {
  const first = room.service.create({ reason: 'manual' })
  await expect(room.service.create({ reason: 'manual' })).rejects.toMatchObject({ code: 'backup_running' })
  await first
})

it('stops when it is not wanted any more, and leaves nothing', async () => {
  const stop = new AbortController()
  const making = room.service.create({ reason: 'manual', signal: stop.signal })
  stop.abort(new Error('the client left'))
  await expect(making).rejects.toThrow('the client left')
  expect(await readdir(join(room.home, 'backups'))).toEqual([])
  await expect(room.service.create({ reason: 'manual' })).resolves.toBeDefined()
})

it('fails with the place when a database of the home is damaged, and makes no backup of it', async () => {
  const path = join(room.home, 'plugin.sqlite')
  const database = new Database(path)
  database.exec(`CREATE TABLE t (x);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO t SELECT hex(randomblob(200)) FROM n`)
  database.close()
  const whole = await readFile(path)
  for (const damage of [whole.subarray(0, 9000), Buffer.from('nothing of SQLite'), whole.fill(7, 8000, 12_000)]) {
    await writeFile(path, damage)
    await expect(room.service.create({ reason: 'manual' })).rejects.toThrow(
      /plugin\.sqlite is damaged .*restore that file/,
    )
  }
  expect(await readdir(join(room.home, 'backups'))).toEqual([])
})

it('follows links, leaves out what is of this machine, and keeps what only has the name of a database', async () => {
  const elsewhere = join(room.home, '..', 'elsewhere')
  await writeFile(elsewhere, 'linked')
  await symlink(elsewhere, join(room.home, 'linked.txt'))
  await symlink(room.home, join(room.home, 'itself'))
  await symlink('/nowhere', join(room.home, 'dangling'))
  await writeFile(join(room.home, 'thumbs.db'), 'not SQLite')
  await writeFile(join(room.home, 'half.tmp'), '')
  await writeFile(join(room.home, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  const { path } = await room.service.create({ reason: 'manual' })
  const { files } = await verifyTestArchive(path)
  expect(files.map(file => [file.path, file.executable ?? false])).toEqual([
    ['home.json', false],
    ['linked.txt', false],
    ['run.sh', true],
    ['secrets.json', false],
    ['thumbs.db', false],
    ['control_plane/audit.jsonl', false],
    ['control_plane/registry.json', false],
  ])
})
