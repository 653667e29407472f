import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UnavailableError } from '@svc/plugin'
import type { JobRecord } from '@svc/plugin'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { TestJobs, workspaceId } from '../../../test/rooms/jobs.ts'
import { LocalJobSource } from './local-job-source.ts'

let t: TestJobs
let source: LocalJobSource
let ended: AbortController

beforeEach(async () => {
  t = await TestJobs.start()
  ended = new AbortController()
  const { clock, store } = t
  source = new LocalJobSource({ store, clock, log: recordingLog(), signal: ended.signal })
})
afterEach(async () => {
  ended.abort()
  await t.stop()
})

interface WaitOptions {
  kinds?: string[] | null
  workspaceId?: string | null
  limit?: number
  signal?: AbortSignal
}

/** Waits for jobs; the answer is the ids of those that it got. */
async function wait({ kinds = null, workspaceId = null, limit = 1, signal = ended.signal }: WaitOptions = {}) {
  const claim = { workspaceId, worker_id: 'w', kinds, queues: null, limit, lease_ms: 1000, wait_ms: 60_000 }
  const { claimed } = await source.exchange({ settlements: [], claim }, signal)
  return claimed.map(({ job_id }) => job_id)
}

/** Resolves when so many looked and found nothing, and sleep. */
async function asleep(count: number, looks = vi.spyOn(t.store, 'claim')) {
  await vi.waitFor(() => expect(looks).toHaveBeenCalledTimes(count))
  await Promise.all(looks.mock.results.map(({ value }) => value as Promise<JobRecord[]>))
  await new Promise(setImmediate)
  return looks
}

it('wakes a few of a hundred for one job, not all of them', async () => {
  const looks = vi.spyOn(t.store, 'claim')
  const waits = Array.from({ length: 100 }, () => wait())
  await asleep(100, looks)
  const job = await t.enqueue()
  expect(await Promise.race(waits)).toEqual([job.job_id])
  // A later look, with which all that came before has been answered.
  await Promise.all([wait({ kinds: ['other.work'], signal: AbortSignal.abort() }), new Promise(setImmediate)])
  ended.abort()
  expect((await Promise.all(waits)).flat()).toEqual([job.job_id])
  expect(looks.mock.calls.length).toBeLessThan(110)
})

it('serves everybody when one commit brings enough for all', async () => {
  const looks = vi.spyOn(t.store, 'claim')
  const waits = [
    ...Array.from({ length: 10 }, () => wait()),
    ...Array.from({ length: 10 }, () => wait({ workspaceId })),
  ]
  await asleep(20, looks)
  const jobs = await Promise.all(Array.from({ length: 20 }, () => t.enqueue()))
  expect((await Promise.all(waits)).flat().toSorted()).toEqual(jobs.map(({ job_id }) => job_id).toSorted())
})

it('wakes one for each sort of job that is waited for, since it cannot know who wants which', async () => {
  const looks = vi.spyOn(t.store, 'claim')
  const waits = [wait({ kinds: ['other.work'] }), wait({ kinds: ['test.work'] }), wait({ kinds: ['more.work'] })]
  await asleep(3, looks)
  const job = await t.enqueue()
  expect(await waits[1]).toEqual([job.job_id])
})

it('passes the word on when the one who heard it leaves, or cannot look', async () => {
  const looks = vi.spyOn(t.store, 'claim')
  const leaving = new AbortController()
  const first = wait({ signal: leaving.signal })
  await asleep(1, looks)
  const second = wait()
  await asleep(2, looks)
  const third = wait()
  await asleep(3, looks)
  looks.mockImplementationOnce(async () => {
    throw new UnavailableError('The disk is gone.')
  })
  const failed = expect(second).rejects.toThrow('The disk is gone.')
  t.store.onWork(() => leaving.abort())
  const job = await t.enqueue()
  await failed
  expect([await first, await third]).toEqual([[], [job.job_id]])
})
