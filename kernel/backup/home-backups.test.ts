import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestBackups } from './start-test-backups.ts'
import type { TestBackups } from './start-test-backups.ts'
import { verifyArchive } from './index.ts'

let room: TestBackups

beforeEach(async () => {
  room = await startTestBackups()
})
afterEach(() => room.stop())

it('makes one archive of everything the home keeps', async () => {
  room.note('one')
  await writeFile(join(room.home, 'svc.config.yaml'), 'port: 1\n')
  const made = await room.service.create({ reason: 'manual' })
  const manifest = await verifyArchive(made.path)
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
  expect(await room.service.list()).toEqual([made])
})
