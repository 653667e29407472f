import { expect, it, vi } from 'vitest'
import { APIError, ConnectionError, PayloadTooLargeError } from './errors.ts'
import { workOn } from './worker.ts'
import type { ClaimedJob, JobHandler, Queue } from './worker.ts'

/** One job, done by the handler: what the queue was sent about it. */
async function done(
  handler: JobHandler,
  { refuse, lose = 0, onBeat }: { refuse?: Error; lose?: number; onBeat?: (progress: unknown) => void } = {},
): Promise<unknown[]> {
  const sent: unknown[] = []
  const ending = new AbortController()
  const job = { job_id: 'job_1', claim_token: 'token' } as ClaimedJob
  const answer = () => (lost++ < lose ? Promise.reject(new ConnectionError('No answer.')) : Promise.resolve())
  let lost = 0
  const queue: Queue = {
    claim: () => Promise.resolve([job]).finally(() => ending.abort()),
    heartbeat: (_, { progress }) => (onBeat?.(progress), Promise.resolve({ cancel_requested: false })),
    complete: (_, { result }) => (sent.push(['complete', result]), refuse ? Promise.reject(refuse) : answer()),
    fail: (_, { error }) => (sent.push(['fail', error.message]), answer()),
  }
  await workOn(queue, { kinds: ['sum'], leaseSeconds: 0.003, signal: ending.signal }, handler)
  return sent
}

it('fails a job whose result the server refuses, with what it said', async () => {
  const headers = new Headers()
  const message = '413 payload_too_large: at most 1 MiB'
  const refusal = { status: 413, code: 'payload_too_large', message, problem: null, body: '', headers, requestId: null }
  expect(await done(() => 'x', { refuse: new PayloadTooLargeError(refusal) })).toEqual([
    ['complete', 'x'],
    ['fail', message],
  ])
})

it('says how a job ended again until a server that was away has heard it', async () => {
  expect(await done(() => 'x', { lose: 2 })).toEqual(Array(3).fill(['complete', 'x']))
  expect(await done(() => Promise.reject(new Error('No ink.')), { lose: 1 })).toEqual(
    Array(2).fill(['fail', 'No ink.']),
  )
})

it('cuts a message to what the server takes', async () => {
  const sent = await done(() => Promise.reject(new Error('x'.repeat(16_383) + '🦊')))
  expect(sent).toEqual([['fail', 'x'.repeat(16_383)]])
})

it('keeps progress between 0 and 1, and refuses what is no number', async () => {
  expect(await done((_, { progress }) => progress(NaN))).toEqual([
    ['fail', 'The progress of a job must be a number from 0 to 1, not NaN.'],
  ])
  const { promise: beat, resolve: onBeat } = Promise.withResolvers<unknown>()
  await done((_, { progress }) => (progress(1.0000001), beat), { onBeat })
  expect(await beat).toBe(1)
})

it('refuses to do less than one job at a time', async () => {
  const unused = (): Promise<never> => Promise.reject(new Error('nothing is asked'))
  const queue: Queue = { claim: unused, heartbeat: unused, complete: unused, fail: unused }
  for (const concurrency of [0, -1, NaN])
    await expect(workOn(queue, { kinds: ['sum'], concurrency }, () => 1)).rejects.toThrow(
      'concurrency must be 1 or more',
    )
})

it('leaves no listener on the signal that ends it, however many jobs it did', async () => {
  const ending = new AbortController()
  const job = { job_id: 'job_1', claim_token: 'token' } as ClaimedJob
  let claims = 0
  const queue: Queue = {
    claim: () => Promise.resolve([job]).finally(() => ++claims === 20 && ending.abort()),
    heartbeat: () => Promise.resolve({ cancel_requested: false }),
    complete: () => Promise.resolve(),
    fail: () => Promise.resolve(),
  }
  const listening = vi.spyOn(ending.signal, 'addEventListener')
  await workOn(queue, { kinds: ['sum'], signal: ending.signal }, () => 1)
  expect([claims, listening.mock.calls]).toEqual([20, []])
})

it('goes on when the disk of the server was full, and ends when it is refused', async () => {
  const answered = (status: number, code: string) =>
    new APIError({ status, code, message: code, problem: null, body: '', headers: new Headers(), requestId: null })
  const answers = [answered(507, 'storage_full'), answered(403, 'forbidden')]
  const unused = (): Promise<never> => Promise.reject(new Error('no job was claimed'))
  const claim = (): Promise<never> => Promise.reject(answers.shift()!)
  const queue: Queue = { claim, heartbeat: unused, complete: unused, fail: unused }
  await expect(workOn(queue, { kinds: ['sum'] }, () => 1)).rejects.toThrow('forbidden')
  expect(answers).toEqual([])
})
