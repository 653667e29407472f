import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ByteQuota, RateLimitedError } from '@svc/plugin'
import type { Job, JobQueue } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { openContents, openMarks } from '../../../test/rooms/open-rooms.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import { countingIds } from '../../../test/support/counting-ids.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import importTables from '../migrations/0004-imports.ts'
import { ImportJobs } from './import-jobs.ts'
import type { Importer } from './importer.ts'
import { importStore } from './import-store.ts'
import { Staging } from './staging.ts'

const workspace = `ws_${'1'.repeat(26)}`
const order = { source: null, tags: [], provenance: { via: 'import' as const } }
const minute = 60_000
let planes: TestPlanes
let clock: ManualClock
let staging: Staging
let jobs: { enqueue: () => Promise<unknown>; list: (of: string, wanted: { state: string }) => Promise<unknown> }

beforeEach(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'memory', migrations: [importTables] }] })
  const { data } = planes
  clock = new ManualClock()
  const contents = openContents(planes, 'memory', { isKept: (db, sha256) => importStore.hasContent(db, sha256) })
  const quota = new ByteQuota({ data, limit: 1000, usedBytes: importStore.bytes, what: 'files', remedy: 'Wait.' })
  let secrets = 0
  const ids = { ...countingIds(), secret: () => String((secrets += 1)).padStart(16, '0') }
  staging = new Staging({ data, contents, marks: openMarks(planes, 'memory'), quota, ids, clock, log: recordingLog() })
  jobs = { enqueue: async () => ({ job: { job_id: 'job_1' } }), list: async () => ({ items: [], next_cursor: null }) }
})
afterEach(() => planes.close())

const open = () =>
  new ImportJobs({
    staging,
    importer: {} as Importer,
    jobs: jobs as unknown as JobQueue,
    clock,
    log: recordingLog(),
  })
async function enqueue(): Promise<void> {
  const staged = await staging.begin(workspace)
  await staged.add({ name: 'a.txt', content_type: null }, Buffer.from('A text.'))
  try {
    await open().enqueue(workspace, staged, order)
  } finally {
    await staged.remove()
  }
}
const kept = () => planes.data.use(workspace, db => importStore.list(db)).map(({ import_id }) => import_id)

it('keeps no files of an import whose job is refused', async () => {
  jobs.enqueue = () => Promise.reject(new RateLimitedError('There are too many jobs.', 5))
  await expect(enqueue()).rejects.toMatchObject({ status: 429 })
  expect(kept()).toEqual([])
})

it('keeps the files of an import that was cancelled for a week, in which it can be put back', async () => {
  await enqueue()
  const [import_id] = kept()
  const cancelled = { payload: { import_id }, finished_at: new Date(clock.now()).toISOString() } as unknown as Job
  jobs.list = async (_workspace, { state }) => ({ items: state === 'cancelled' ? [cancelled] : [], next_cursor: null })
  const goesOn = new AbortController().signal
  clock.advance(6 * 24 * 60 * minute)
  await open().sweep(goesOn)
  expect(kept()).toEqual([import_id])
  clock.advance(2 * 24 * 60 * minute)
  await open().sweep(goesOn)
  expect(kept()).toEqual([])
})

it('removes files that no job will read while the server runs, but not of an import that only comes', async () => {
  await enqueue()
  const stop = new AbortController()
  const tidying = open().keepTidy(stop.signal)
  await vi.waitFor(() => expect(clock.sleepers).toBe(1))
  expect(kept()).toHaveLength(1)
  clock.advance(11 * minute)
  await vi.waitFor(() => expect(kept()).toEqual([]))
  stop.abort()
  await tidying
})
