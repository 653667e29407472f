import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'

const plugins = ['data', 'developer', 'files', 'memory', 'stats']
const workspaces = 1000
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-half-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function plant(...path: string[]): void {
  const target = join(folder, 'home', ...path)
  mkdirSync(join(target, '..'), { recursive: true })
  writeFileSync(target, 'half of it')
}

const left = (): string[] =>
  readdirSync(join(folder, 'home'), { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.tmp'))

it('half files of uploads that a kill has left are gone once the server answers, in all workspaces', async () => {
  const home = join(folder, 'home')
  const first = await startTestKernel({ home, plugins })
  // What notes the workspace for the two plugins that look into noted ones alone.
  const file = await first.request('POST', '/api/files/uploads', {
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': 'filename YS50eHQ=' },
  })
  const imported = await first.request('POST', '/api/data/import', {
    body: { name: 'One', content: 'a\n1\n', mode: 'job' },
  })
  expect([file.status, imported.status]).toEqual([201, 202])
  const [noted = ''] = readdirSync(join(home, 'data_plane'))
  await first.stop()
  const kept = left()

  plant('workspaces', noted, 'data/imports/0123456789abcdef.tmp/file')
  plant('workspaces', noted, 'files/server-0123456789abcdef.tmp')
  for (let number = 0; number < workspaces; number += 1) {
    const id = `ws_${String(number).padStart(26, '0')}`
    plant('data_plane', id, 'staging/left.tmp/upload')
    plant('workspaces', id, 'stats/up_0.tmp')
    plant('workspaces', id, 'memory/imports/import-0123456789abcdef.tmp/0')
  }
  const planted = left().length
  const second = await startTestKernel({ home, plugins })
  const after = left()
  await second.stop()

  expect(planted - kept.length).toBe(3 * workspaces + 2)
  expect(after).toEqual(kept)
})
