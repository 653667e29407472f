import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '@svc/plugin/testing'
import { temporaryFolder } from '../../../test/rooms/planes.ts'
import { startTestBackups, verifyTestArchive } from '../../../test/rooms/plugins/backups.ts'
import type { TestBackups } from '../../../test/rooms/plugins/backups.ts'

let room: TestBackups

beforeEach(async () => {
  room = await startTestBackups()
})
afterEach(() => room.stop())

it('makes one archive of everything the home keeps', async () => {
  room.note('one')
  await writeFile(join(room.home, 'svc.config.yaml'), 'port: 1\n')
  const made = await room.service.create({ reason: 'manual' })
  const manifest = await verifyTestArchive(made.path)
  expect(manifest.files.map(({ path, sqlite }) => [path, sqlite?.tables['notes_items']])).toEqual([
    [`workspaces/ws_00000000000000000000000one/data_plane.sqlite`, 1],
    ['home.json', undefined],
    ['secrets.json', undefined],
    ['svc.config.yaml', undefined],
    ['control_plane/audit.jsonl', undefined],
    ['control_plane/registry.json', undefined],
  ])
  expect(await readdir(join(room.home, 'backups'))).toEqual([made.name, `${made.name}.sha256`])
  expect([(await stat(made.path)).mode & 0o777, await readFile(`${made.path}.sha256`, 'utf8')]).toEqual([
    0o600,
    `${made.sha256}  ${made.name}\n`,
  ])
  // As one that is removed while the folder is read.
  await symlink('nowhere', join(room.home, 'backups', 'svc-backup-20260101T000000Z-abcdef.tar.gz'))
  expect(await room.service.list()).toEqual([made])
})

it('lists those of one second in the order in which they were made', async () => {
  const clock = new ManualClock()
  const inOneSecond = await startTestBackups({ clock })
  const made: string[] = []
  for (let count = 0; count < 5; count += 1) {
    made.unshift((await inOneSecond.service.create({ reason: 'manual' })).name)
    clock.advance(1)
  }
  expect((await inOneSecond.service.list()).map(({ name }) => name)).toEqual(made)
  await inOneSecond.stop()
})

it('sends an archive that is removed before its first byte, and has none afterwards', async () => {
  const { name, sha256 } = await room.service.create({ reason: 'manual' })
  const sent = await room.service.open(name)
  await room.service.remove(name)
  expect(hash('sha256', await buffer(sent.body))).toBe(sha256)
  await expect(room.service.open(name)).rejects.toMatchObject({ status: 404 })
})

it('reads each archive once, and again only after it was changed', async () => {
  const made = await room.service.create({ reason: 'manual' })
  const [listed] = await room.service.list()
  expect(listed).toEqual(made)
  expect((await room.service.newest()) === listed).toBe(true)
  await writeFile(made.path, 'another file')
  expect([await room.service.list(), await room.service.newest()]).toEqual([[], null])
})

it('clears away what a killed process left', async () => {
  const folder = await temporaryFolder()
  const home = join(folder.path, 'home')
  const backups = join(home, 'backups')
  await mkdir(home, { mode: 0o700 })
  await mkdir(join(backups, 'svc-backup-20260101T000000Z-abcdef.tar.gz.files.tmp'), { recursive: true })
  await writeFile(join(backups, 'svc-backup-20260101T000000Z-abcdef.tar.gz.tmp'), 'half')
  const room = await startTestBackups({ home })
  expect(await readdir(backups)).toEqual([])
  await room.stop()
  await folder.remove()
})
