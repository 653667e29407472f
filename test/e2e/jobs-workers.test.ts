import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import { itOfOneServer } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import { JobServer } from './jobs-support.ts'
import type { ClaimedJob, Problem } from './jobs-support.ts'

let folder: string
let home: string
let svc: JobServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-jobs-'))
  home = join(folder, 'home')
  svc = await JobServer.start({ home })
})
afterAll(async () => {
  await svc.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A claim whose client can hang up. */
function startClaim(claim: object): { hangUp: () => void; sent: Promise<unknown>; closed: Promise<unknown> } {
  const call = httpRequest(`${svc.kernel.url}/api/jobs/claim`, {
    method: 'POST',
    headers: { authorization: `Bearer ${svc.kernel.key}`, 'content-type': 'application/json' },
    agent: false,
  })
  call.on('error', () => undefined)
  const sent = new Promise(resolve => call.end(JSON.stringify({ worker_id: 'gone', ...claim }), () => resolve(null)))
  const closed = new Promise(resolve => call.once('close', resolve))
  return { hangUp: () => call.destroy(), sent, closed }
}

describe('a claim that waits', () => {
  test('is answered when a job comes', async () => {
    const waiting = svc.claim({ kinds: ['wait.comes'], wait_seconds: 30 })
    const other = svc.claim({ kinds: ['wait.other'], wait_seconds: 1 })
    const made = await svc.enqueue({ kind: 'wait.comes' })
    expect((await waiting).map(({ job_id }) => job_id)).toEqual([made.job_id])
    expect(await other).toEqual([])
  })

  test('is answered when a job falls due', async () => {
    const run_at = new Date(Date.now() + 700).toISOString()
    const waiting = svc.claim({ kinds: ['wait.due'], wait_seconds: 30 })
    const made = await svc.enqueue({ kind: 'wait.due', run_at })
    expect((await waiting).map(({ job_id }) => job_id)).toEqual([made.job_id])
  })

  test('is answered when another worker gives no sign any more', async () => {
    const made = await svc.enqueue({ kind: 'wait.lost' })
    await svc.claimOne({ kinds: ['wait.lost'], lease_seconds: 1 })
    expect(await svc.claim({ kinds: ['wait.lost'], wait_seconds: 30 })).toMatchObject([
      { job_id: made.job_id, attempt: 2 },
    ])
  })

  test('gets the job that its client left behind counted as if it had never been claimed', async () => {
    const gone = Array.from({ length: 20 }, () => startClaim({ kinds: ['wait.gone'], wait_seconds: 30 }))
    await Promise.all(gone.map(({ sent }) => sent))
    const made = await svc.enqueue({ kind: 'wait.before' })
    expect(made.state).toBe('queued')
    for (const { hangUp } of gone) hangUp()
    await Promise.all(gone.map(({ closed }) => closed))

    const late = await svc.enqueue({ kind: 'wait.gone' })
    expect(await svc.claim({ kinds: ['wait.gone'], wait_seconds: 30 })).toMatchObject([
      { job_id: late.job_id, attempt: 1, worker_id: 'w1' },
    ])
  })

  test('is answered with nothing when its time is over', async () => {
    expect(await svc.claim({ kinds: ['wait.never'], wait_seconds: 0.2 })).toEqual([])
  })

  test('ends with its key', async () => {
    const { body: key } = await svc.kernel.request('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: 'short', scopes: ['jobs:write'] },
    })
    const headers = { authorization: `Bearer ${key.key}` }
    const claim = { worker_id: 'w', kinds: ['wait.revoked'], wait_seconds: 30 }
    const waiting = svc.request<Problem>('POST', '/api/jobs/claim', claim, headers)
    // The next answer to that key is sent after the claim has begun to wait.
    expect((await svc.request('POST', '/api/jobs/redrive', {}, headers)).status).toBe(200)
    await svc.kernel.request('DELETE', `/api/developer/keys/${key.id}`, { as: 'owner' })
    const { status } = await waiting
    const made = await svc.enqueue({ kind: 'wait.revoked' })
    expect([status, (await svc.stored(made)).state]).toEqual([401, 'queued'])
  })
})

test('jobs claimed by many at once are given to one each', async () => {
  const made = new Set<string>()
  for (let n = 0; n < 40; n += 1) made.add((await svc.enqueue({ kind: 'race.work' })).job_id)
  const claims = Array.from({ length: 60 }, (_, n) => svc.claim({ kinds: ['race.work'], worker_id: `w${n}` }))
  const claimed = (await Promise.all(claims)).flat()
  expect(claimed).toHaveLength(40)
  expect(new Set(claimed.map(({ job_id }) => job_id))).toEqual(made)
  expect(new Set(claimed.map(({ claim_token }) => claim_token)).size).toBe(40)
})

test('large jobs are given out as many at a time as fit, in order, and none is lost or counted twice', async () => {
  const made: string[] = []
  for (let n = 0; n < 12; n += 1) {
    made.push((await svc.enqueue({ kind: 'large.work', payload: 'x'.repeat(1_000_000) })).job_id)
  }
  const first = await svc.claim({ kinds: ['large.work'], limit: 100 })
  const second = await svc.claim({ kinds: ['large.work'], limit: 100 })
  expect(first).toHaveLength(8)
  expect([...first, ...second].map(({ job_id, attempt }) => [job_id, attempt])).toEqual(made.map(id => [id, 1]))
})

test('a claim answers payloads as they were given, whatever their length and characters', async () => {
  const payloads = [null, { a: [1, 'é "quoted" \u2028'] }, '\u{1f600}é'.repeat(60_000), 'x'.repeat(200_000), 0.1]
  for (const [index, payload] of payloads.entries())
    await svc.enqueue({ kind: 'exact.work', payload, priority: -index })
  const { status, headers, body } = await svc.request('POST', '/api/jobs/claim', {
    worker_id: 'w1',
    kinds: ['exact.work'],
    limit: 9,
  })
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  const jobs = body.jobs as ClaimedJob[]
  expect(jobs.map(({ payload }) => payload)).toEqual(payloads)
  const { claim_token, ...claimed } = jobs[2]!
  expect(await svc.stored(claimed)).toEqual(claimed)
  expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(JSON.stringify(body)))
})

test('a queue has as many at a time, and starts as many in a time, as the configuration allows', async () => {
  const limits = { narrow: { concurrency: 2 }, slow: { rate: { limit: 3, per_seconds: 3600 } } }
  const limited = await JobServer.start({ env: { SVC_JOB_QUEUES: JSON.stringify(limits) } })
  try {
    for (let n = 0; n < 5; n += 1) {
      await limited.enqueue({ queue: 'narrow' })
      await limited.enqueue({ queue: 'slow' })
    }
    const narrow = await limited.claim({ queues: ['narrow'], limit: 10 })
    expect(narrow).toHaveLength(2)
    expect(await limited.claim({ queues: ['slow'], limit: 10 })).toHaveLength(3)
    expect(await limited.claim({ limit: 10 })).toEqual([])
    await limited.act(narrow[0]!, 'complete', { claim_token: narrow[0]?.claim_token })
    expect(await limited.claim({ limit: 10 })).toHaveLength(1)
  } finally {
    await limited.stop()
  }
})

test.each([
  ['{"email": {"concurency": 2}}', /job_queues: .*email.*concurency.*did you mean "concurrency"/is],
  ['{"email": {"rate": {"limit": 10}}}', /job_queues: .*per_seconds/s],
  ['{"a b": {}}', /job_queues/],
  ['email=2', /job_queues.* must be JSON/s],
])('limits that cannot be meant keep the server from starting: %s', async (text, message) => {
  await expect(startTestKernel({ plugins: [], env: { SVC_JOB_QUEUES: text } })).rejects.toThrow(message)
})

itOfOneServer('a lease survives a restart of the server, and its token completes the job', async () => {
  const made = await svc.enqueue({ kind: 'restart.work', payload: { keep: true } })
  const waiting = await svc.enqueue({ kind: 'restart.queued' })
  const { claim_token } = await svc.claimOne({ kinds: ['restart.work'], lease_seconds: 600 })
  const held = await svc.stored(made)
  const poll = svc.claim({ kinds: ['restart.none'], wait_seconds: 30 })
  // Answered after the claim has begun to wait.
  await svc.request('GET', '/api/jobs/stats')
  await svc.stop()
  expect(await poll).toEqual([])

  svc = await JobServer.start({ home })
  expect(await svc.stored(made)).toEqual(held)
  const done = await svc.act(made, 'complete', { claim_token, result: 'after all' })
  expect([done.status, done.body]).toMatchObject([200, { state: 'succeeded', attempt: 1, result: 'after all' }])
  expect(await svc.stored(waiting)).toEqual(waiting)
})

describe('the worker in bash', () => {
  async function withWorker(env: Record<string, string>, work: () => Promise<void>): Promise<void> {
    const worker = spawn(join(repositoryRoot, 'examples/worker.sh'), {
      env: {
        PATH: process.env['PATH'],
        TMPDIR: folder,
        SVC_BASE_URL: svc.kernel.url,
        SVC_API_KEY: svc.kernel.key,
        ...env,
      },
      stdio: 'ignore',
      detached: true,
    })
    const ended = once(worker, 'exit')
    try {
      await work()
    } finally {
      // The group: a shell hears a signal only once its curl has ended.
      process.kill(-(worker.pid ?? 0), 'SIGKILL')
      await ended
    }
  }

  test('claims, works and completes, and says when it could not', async () => {
    await withWorker({}, async () => {
      const made = await svc.enqueue({ kind: 'words.count', payload: { text: 'to be "or" not\nto be' } })
      const odd = await svc.enqueue({ kind: 'words.count', payload: 7, max_attempts: 1 })
      expect(await svc.reaches(made, 'succeeded')).toMatchObject({ result: { words: 5 }, attempt: 1 })
      expect(await svc.reaches(odd, 'dead')).toMatchObject({ error: { message: 'The command ended with an error.' } })
    })
  })

  test('holds a job with heartbeats, and stops when its cancel is asked for', async () => {
    const env = { KIND: 'bash.sleep', DO: 'exec sleep 60', HEARTBEAT_SECONDS: '0.1' }
    await withWorker(env, async () => {
      const made = await svc.enqueue({ kind: 'bash.sleep' })
      const running = await svc.reaches(made, 'running')
      await expect
        .poll(async () => (await svc.stored(made)).lease_expires_at, { timeout: 60_000 })
        .not.toBe(running.lease_expires_at)
      await svc.act(made, 'cancel')
      expect(await svc.reaches(made, 'cancelled')).toMatchObject({ attempt: 1, cancel_requested: true })
    })
  })
})
