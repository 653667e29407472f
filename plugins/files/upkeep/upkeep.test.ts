import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sha256, startTestFiles } from '../../../test/rooms/plugins/files.ts'
import type { TestFiles } from '../../../test/rooms/plugins/files.ts'

let folder: string
let files: TestFiles | null = null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-upkeep-'))
})
afterEach(async () => {
  await files?.svc.stop()
  await rm(folder, { recursive: true, force: true })
})

it('a start sweeps what a crash left where uploads were under way, and nothing that is kept', async () => {
  const home = join(folder, 'home')
  files = await startTestFiles({ home })
  await files.put('kept.txt', 'kept')
  const begun = await files.call('/uploads', {
    method: 'POST',
    headers: { 'upload-length': '10', 'upload-metadata': `filename ${btoa('a')}` },
  })
  const upload = new URL(begun.headers.get('location') ?? '').pathname.replace('/api/files', '')
  const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  await files.call(upload, { method: 'PATCH', body: 'half', headers })
  await files.svc.stop()

  // A stop leaves the workspace noted, for the upload goes on; these are what a kill would have left beside it.
  const [workspace = ''] = await readdir(join(home, 'workspaces'))
  const shelves = join(home, 'workspaces', workspace, 'files')
  const orphan = sha256('orphan')
  await mkdir(join(shelves, orphan.slice(0, 2)), { recursive: true })
  await writeFile(join(shelves, orphan.slice(0, 2), orphan), 'orphan')
  await writeFile(join(shelves, 'server-left.tmp'), 'x')
  await writeFile(join(shelves, `worker-${process.pid}-alive.tmp`), 'x')
  await writeFile(join(shelves, 'worker-999999999-dead.tmp'), 'x')

  files = await startTestFiles({ home })
  const kept = [expect.stringMatching(/^server-[0-9a-f]{32}\.tmp$/), `worker-${process.pid}-alive.tmp`, sha256('kept')]
  await expect.poll(() => files!.stored()).toEqual(kept.toSorted((a, b) => String(a).localeCompare(String(b))))
  expect((await files.call(upload, { method: 'HEAD' })).headers.get('upload-offset')).toBe('4')
  expect(await (await files.call('/content/kept.txt')).text()).toBe('kept')
})
