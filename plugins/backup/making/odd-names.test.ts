import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestBackups, verifyTestArchive } from '../../../test/rooms/plugins/backups.ts'
import type { TestBackups } from '../../../test/rooms/plugins/backups.ts'

let room: TestBackups
beforeEach(async () => {
  room = await startTestBackups()
})
afterEach(() => room.stop())

it('leaves out what no archive can hold or another system could not write, and says so', async () => {
  for (const folder of ['Backups', 'manifests/mine', 'Control_Plane'])
    await mkdir(join(room.home, folder), { recursive: true })
  const odd = ['log-12:00:00.txt', 'Icon\r', 'manifest.json', 'Backups/x', 'manifests/mine/a:b', 'Readme.md']
  for (const path of [...odd, 'README.md', 'manifests/mine/main.ts', 'Control_Plane/registry.json'])
    await writeFile(join(room.home, path), path)
  const { path } = await room.service.create({ reason: 'manual' })
  const { files, left_out } = await verifyTestArchive(path)
  expect(files.map(file => file.path)).toEqual([
    'README.md',
    'home.json',
    'manifests/mine/main.ts',
    'secrets.json',
    'control_plane/audit.jsonl',
    'control_plane/registry.json',
  ])
  const forbidden = 'has characters that are not for names'
  expect(left_out).toEqual([
    { path: 'Backups/x', reason: 'is not for an archive' },
    { path: 'Control_Plane/registry.json', reason: 'stands there twice' },
    { path: 'Icon\r', reason: forbidden },
    { path: 'Readme.md', reason: 'stands there twice' },
    { path: 'log-12:00:00.txt', reason: forbidden },
    { path: 'manifest.json', reason: 'is not for an archive' },
    { path: 'manifests/mine/a:b', reason: forbidden },
  ])
})
