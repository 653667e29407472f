import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { itOfOneServer as it } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const plugins = ['data', 'developer', 'files', 'memory', 'stats']
const halves = 1000
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

async function upload(server: TestKernel): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob(['a\n1\n']), 'a.csv')
  const answers = [
    await server.request('POST', '/api/files/uploads', {
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '10', 'upload-metadata': 'filename YS50eHQ=' },
    }),
    await server.request('POST', '/api/data/import', { body: { name: 'One', content: 'a\n1\n', mode: 'job' } }),
    await server.request('POST', '/api/memory/import', { body: { name: 'tide.txt', content: 'High tide at noon.' } }),
    await fetch(`${server.url}/api/stats/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}` },
      body: form,
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 202, 201, 201])
}

it('half files of uploads that a kill has left are gone once the server answers', async () => {
  const home = join(folder, 'home')
  const first = await startTestKernel({ home, plugins })
  await upload(first)
  const [id = ''] = readdirSync(join(home, 'data_plane'))
  await first.stop()
  const kept = left()

  for (let number = 0; number < halves; number += 1) {
    const name = String(number).padStart(16, '0')
    plant('workspaces', id, `data/server-${name}.tmp`)
    plant('workspaces', id, `files/server-${name}.tmp`)
    plant('workspaces', id, `stats/server-${name}.tmp`)
    plant('workspaces', id, `memory/server-${name}.tmp/0`)
    plant('data_plane', id, `staging/${name}.tmp/upload`)
  }
  const planted = left().length
  const second = await startTestKernel({ home, plugins })
  const after = left()
  await second.stop()

  expect(planted - kept.length).toBe(5 * halves)
  expect(after).toEqual(kept)
})
