import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ByteQuota } from '@svc/plugin'
import { UnderWay } from '@svc/plugin/library/contents/under-way'
import { ManualClock } from '@svc/plugin/testing'
import { itOfOneServer } from '../../../test/rooms/first-of-two.ts'
import { eventTables, openContents, openEvents, openMarks } from '../../../test/rooms/open-rooms.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import { sha256, startTestFiles } from '../../../test/rooms/plugins/files.ts'
import type { TestFiles } from '../../../test/rooms/plugins/files.ts'
import { countingIds } from '../../../test/support/counting-ids.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { contentRecords } from '../content/content-records-store.ts'
import { FileRecords } from '../library/file-records.ts'
import { Library } from '../library/library.ts'
import tables from '../migrations/0001-files.ts'
import { Uploads } from '../uploads/uploads.ts'
import { Upkeep } from './upkeep.ts'

let folder: string
let files: TestFiles | null = null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-upkeep-'))
})
afterEach(async () => {
  await files?.svc.stop()
  await rm(folder, { recursive: true, force: true })
})

itOfOneServer('a start sweeps what a crash left where uploads were under way, and nothing that is kept', async () => {
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

it('tidying leaves a workspace noted in which an upload begins meanwhile', async () => {
  const clock = new ManualClock()
  const ids = countingIds()
  const planes = await openTestPlanes({ migrations: [eventTables, { owner: 'files', migrations: [tables] }], clock })
  const { data } = planes
  const marks = openMarks(planes, 'files')
  const underWay = new UnderWay(marks)
  const contents = openContents(planes, 'files', { isKept: contentRecords.has })
  const quota = new ByteQuota({ data, limit: 1000, usedBytes: contentRecords.usedBytes, what: 'files', remedy: '' })
  const events = openEvents(planes, { clock, types: [] })
  const records = new FileRecords({ events, clock, ids, keepVersions: 1 })
  const library = new Library({ data, contents, quota, records, underWay, clock, maxBytes: 100 })
  const uploads = new Uploads({ data, contents, library, quota, underWay, clock, ids, restMs: 1000 })
  const { signal } = new AbortController()
  const upkeep = new Upkeep({ contents, uploads, underWay, marks, clock, log: recordingLog(), signal })
  const workspace_id = `ws_${'1'.repeat(26)}`
  try {
    const growing = contents.growing.bind(contents)
    vi.spyOn(contents, 'growing').mockImplementationOnce(async (...given) => {
      await upkeep.tidy(workspace_id)
      return growing(...given)
    })
    await uploads.begin({ workspace_id, user_id: 'usr_ada' }, 10, { path: 'a', content_type: null }, '')
    await upkeep.tidy(workspace_id)
    expect([uploads.open(workspace_id).length, marks.has(workspace_id)]).toEqual([1, true])
    clock.advance(1001)
    await upkeep.tidy(workspace_id)
    expect([uploads.open(workspace_id).length, marks.has(workspace_id)]).toEqual([0, false])
  } finally {
    events.close()
    await planes.close()
  }
})
