import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Job } from '@svc/plugin'
import { TestStream } from '../support/event-stream.ts'
import { WorkerBench } from './workers-support.ts'

let t: WorkerBench
beforeAll(async () => {
  t = await WorkerBench.start()
})
afterAll(() => t.stop(), 60_000)

const kinds = [
  'agent-apps.run',
  'agent-apps.schedule',
  'work.quick',
  'work.hold',
  'work.chain',
  'work.files',
  'work.astray',
]

describe('svc worker on the home of a server', { timeout: 60_000 }, () => {
  it('says where its jobs come from, runs them in its own process, and ends with 0 when told to', async () => {
    const worker = await t.worker(['--queues', 'email', '--concurrency', '2'])
    expect(await worker.ready).toEqual({
      worker_id: expect.stringMatching(/^worker:.+:\d+:[\w-]+$/),
      queues: ['email'],
      kinds: expect.arrayContaining(kinds),
      concurrency: 2,
      left_kinds: [],
      place: 'home',
      source: `the server on ${t.env['SVC_HOME']}`,
    })
    const [other, own] = [await t.enqueue('work.quick'), await t.enqueue('work.quick', { queue: 'email' })]
    expect(await t.reaches(own, { state: 'succeeded' })).toMatchObject({
      attempt: 1,
      result: { n: 0, pid: worker.pid, role: 'worker' },
    })
    expect(await t.job(other)).toMatchObject({ state: 'queued', attempt: 0 })
    worker.signal('SIGTERM')
    expect(await worker.exited).toEqual({ code: 0, signal: null })
    await t.server.request('POST', `/api/jobs/${other.job_id}/cancel`)
  })

  it('shares 300 jobs with another one while they are killed and replaced: each job ends once', async () => {
    const workers = [await t.worker(), await t.worker()]
    const jobs = await Promise.all(
      Array.from({ length: 300 }, (_, n) => t.enqueue('work.quick', { queue: 'shared', payload: { n } })),
    )
    const ended = async (): Promise<number> => {
      const { body } = await t.server.request('GET', '/api/jobs/stats')
      return body.queues.find(({ queue }: { queue: string }) => queue === 'shared').succeeded
    }
    for (const goal of [40, 120]) {
      await vi.waitFor(async () => expect(await ended()).toBeGreaterThan(goal), { timeout: 60_000, interval: 20 })
      workers.shift()?.signal('SIGKILL')
      workers.push(await t.worker())
    }
    await vi.waitFor(async () => expect(await ended()).toBe(300), { timeout: 30_000 })
    const found = await Promise.all(jobs.map(job => t.job(job)))
    expect(found.map(({ state, result }) => [state, (result as { n: number }).n])).toEqual(
      jobs.map((_, n) => ['succeeded', n]),
    )
    for (const worker of workers) worker.signal('SIGTERM')
    expect(await Promise.all(workers.map(worker => worker.exited))).toEqual([
      { code: 0, signal: null },
      { code: 0, signal: null },
    ])
  })

  it('hears at once that a job is cancelled', async () => {
    const worker = await t.worker(['--concurrency', '1'], { SVC_WORKER_LEASE_SECONDS: '600' })
    const job = await t.enqueue('work.hold')
    await t.reaches(job, { state: 'running', worker_id: (await worker.ready).worker_id })
    await t.server.request('POST', `/api/jobs/${job.job_id}/cancel`)
    expect(await t.reaches(job, { state: 'cancelled' })).toMatchObject({ error: { message: 'The job was cancelled.' } })
    worker.signal('SIGTERM')
    await worker.exited
  })

  it('gives back what it runs when it stops, the attempt not counted', async () => {
    const worker = await t.worker()
    const job = await t.enqueue('work.hold')
    await t.reaches(job, { state: 'running' })
    worker.signal('SIGTERM')
    expect(await worker.exited).toEqual({ code: 0, signal: null })
    expect(await t.job(job)).toMatchObject({ state: 'queued', attempt: 0, worker_id: null })
    await t.server.request('POST', `/api/jobs/${job.job_id}/cancel`)
  })

  it('loses a job while it stands still for longer than its lease, and drops what it has to say afterwards', async () => {
    const frozen = await t.worker()
    const job = await t.enqueue('work.hold')
    await t.reaches(job, { state: 'running', worker_id: (await frozen.ready).worker_id })
    frozen.signal('SIGSTOP')
    const other = await t.worker()
    const { worker_id } = await other.ready
    await t.reaches(job, { state: 'running', worker_id, attempt: 2 })
    frozen.signal('SIGCONT')
    frozen.signal('SIGTERM')
    expect(await frozen.exited).toEqual({ code: 0, signal: null })
    expect(await t.job(job)).toMatchObject({ state: 'running', worker_id, attempt: 2 })
    await t.server.request('POST', `/api/jobs/${job.job_id}/cancel`)
    await t.reaches(job, { state: 'cancelled' })
    other.signal('SIGTERM')
    await other.exited
  })

  it('gives its handlers the queue, and the files of the workspace', async () => {
    const worker = await t.worker()
    const [chain, files] = [await t.enqueue('work.chain'), await t.enqueue('work.files')]
    const { result } = (await t.reaches(chain, { state: 'succeeded' })) as Job & { result: { next: string } }
    expect(result).toEqual({ next: expect.stringMatching(/^job_/), created: true, cancelled: 'cancelled' })
    await t.reaches({ job_id: result.next }, { state: 'succeeded', result: { n: 7, pid: worker.pid, role: 'worker' } })
    expect(await t.reaches(files, { state: 'succeeded' })).toMatchObject({ result: ['from worker'] })
    worker.signal('SIGTERM')
    await worker.exited
  })

  it('goes on while the server is away, and tells it the outcome when it is back', async () => {
    const worker = await t.worker([], { SVC_WORKER_LEASE_SECONDS: '60' })
    const held = await t.enqueue('work.hold')
    await t.reaches(held, { state: 'running' })
    await t.server.stop()
    await t.startServer()
    expect(await t.job(held)).toMatchObject({ state: 'running', attempt: 1, worker_id: (await worker.ready).worker_id })
    await t.reaches(await t.enqueue('work.quick'), {
      state: 'succeeded',
      result: { n: 0, pid: worker.pid, role: 'worker' },
    })
    await t.server.request('POST', `/api/jobs/${held.job_id}/cancel`)
    expect(await t.reaches(held, { state: 'cancelled' })).toMatchObject({ attempt: 1 })
    worker.signal('SIGTERM')
    await worker.exited
  })

  it('is refused when it has other plugins than the server', async () => {
    const worker = t.begin([], { SVC_PLUGIN_WEBHOOKS_ENABLED: 'false' })
    expect(await worker.exited).toEqual({ code: 76, signal: null })
    expect(worker.stderr()).toContain('This worker runs with other plugins than its server')
  })

  it('waits for a server that is not there, saying so once', async () => {
    const home = join(t.folder, 'another-home')
    const worker = t.begin([], { SVC_HOME: home })
    await vi.waitFor(() => expect(worker.stderr()).toContain('Waiting for it.'), { timeout: 60_000 })
    worker.signal('SIGTERM')
    expect(await worker.exited).toEqual({ code: 0, signal: null })
    expect(worker.stderr().split('Waiting for it.').length).toBe(2)
  })

  it('refuses flags that it cannot follow, in words', async () => {
    const worker = t.begin(['--concurrency', '0'])
    expect(await worker.exited).toEqual({ code: 2, signal: null })
    expect(worker.stderr()).toContain('--concurrency: "0" must be a whole number from 1 to 1000.')
  })
})

describe('svc worker away from the home', { timeout: 60_000 }, () => {
  it('works for the server that SVC_BASE_URL names, leaving alone the kinds that need its files', async () => {
    const env = { SVC_HOME: join(t.folder, 'away'), SVC_BASE_URL: t.server.url, SVC_API_KEY: t.server.key }
    const worker = await t.worker([], env)
    expect(await worker.ready).toMatchObject({ place: 'away', source: t.server.url })
    expect((await worker.ready).kinds.toSorted()).toEqual(['work.astray', 'work.chain', 'work.hold', 'work.quick'])
    expect((await worker.ready).left_kinds).toEqual(expect.arrayContaining(['agent-apps.run', 'work.files']))
    const [files, astray] = [await t.enqueue('work.files'), await t.enqueue('work.astray')]
    await t.reaches(await t.enqueue('work.quick', { payload: { n: 3 } }), {
      state: 'succeeded',
      result: { n: 3, pid: worker.pid, role: 'worker' },
    })
    expect(await t.reaches(astray, { state: 'dead' })).toMatchObject({
      error: { message: expect.stringContaining('"runs_on": "home"') },
    })
    expect(await t.job(files)).toMatchObject({ state: 'queued', attempt: 0 })
    worker.signal('SIGTERM')
    expect(await worker.exited).toEqual({ code: 0, signal: null })
  })

  it('is refused with a key that is wrong', async () => {
    const worker = t.begin([], { SVC_BASE_URL: t.server.url, SVC_API_KEY: `${t.server.key.slice(0, -4)}xxxx` })
    expect(await worker.exited).toEqual({ code: 1, signal: null })
    expect(worker.stderr()).toContain('server\n  ')
  })
})

describe('an agent app run in the background', { timeout: 60_000 }, () => {
  it('is carried out by a worker, and followed and cancelled through the server', async () => {
    const app = join(t.env['SVC_MANIFESTS'] ?? '', 'patient')
    await writeApp(app)
    await vi.waitFor(
      async () => {
        const { body } = await t.server.request('GET', '/api/agent-apps/patient')
        expect(body.name).toBe('patient')
      },
      { timeout: 60_000 },
    )
    const authorization = `Bearer ${t.server.key}`
    const news = await TestStream.open(`${t.server.url}/api/events?types=run.*`, { authorization })
    const worker = await t.worker()
    const { body: queued } = await t.server.request('POST', '/api/agent-apps/patient/run', {
      body: { inputs: {}, runner: 'job' },
    })
    expect(queued).toMatchObject({ status: 'queued' })
    await vi.waitFor(
      async () => {
        const { body } = await t.server.request('GET', `/api/agent-apps/runs/${queued.run_id}`)
        expect(body).toMatchObject({ status: 'running', logs: [{ message: 'begun' }] })
      },
      { timeout: 60_000 },
    )
    const followed = await TestStream.open(`${t.server.url}/api/agent-apps/runs/${queued.run_id}/events`, {
      authorization,
    })
    const cancelled = await t.server.request('POST', `/api/agent-apps/runs/${queued.run_id}/cancel`)
    expect(cancelled).toMatchObject({ status: 202, body: { status: 'running', cancel_requested: true } })
    expect((await followed.rest()).map(({ data }) => [data['type'], data['message'] ?? data['status']])).toEqual([
      ['log', 'begun'],
      ['done', 'cancelled'],
    ])
    expect((await news.take(2)).map(({ event }) => event)).toEqual(['run.started', 'run.cancelled'])
    await news.close()
    worker.signal('SIGTERM')
    await worker.exited
  })
})

async function writeApp(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const manifest = {
    manifest_version: '1',
    name: 'patient',
    version: '1.0.0',
    display_name: 'Patient',
    description: 'Waits until it is told to stop',
    entry: { type: 'module', file: 'main.ts' },
    inputs: { type: 'object', additionalProperties: false },
    runners: ['api', 'job'],
  }
  await writeFile(
    join(folder, 'main.ts'),
    `import { defineAgentApp } from '@svc/sdk/agent-app'
export default defineAgentApp({
  async run({ log, signal }) {
    log.info('begun')
    await new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
    return {}
  },
})
`,
  )
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
}
