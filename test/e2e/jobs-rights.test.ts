import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routeSource, writePlugin } from '../support/plugin-folder.ts'
import { JobServer } from './jobs-support.ts'
import type { Problem } from './jobs-support.ts'

let folder: string
let home: string
let svc: JobServer
let pluginFolders: string[]

const digSchema = {
  type: 'object',
  properties: { depth: { type: 'integer', minimum: 1 }, tools: { type: 'array', items: { type: 'string' } } },
  required: ['depth'],
  additionalProperties: false,
}

/** A plugin with a kind for anyone, and one whose payload says for whom the work is done. */
async function writeCrew(): Promise<string> {
  const act = `async ({ principal }) => {
    const payload = { as: 'the owner' }
    const { job } = await services.jobs.enqueue(principal.workspace_id, { kind: 'crew.act', payload, max_attempts: 1 })
    return { job_id: job.job_id }
  }`
  return writePlugin(folder, 'crew', {
    manifest: {
      routes: ['/api/crew'],
      jobs: [
        { kind: 'crew.dig', payload: './dig.json', max_attempts: 2, concurrency: 1 },
        { kind: 'crew.act', enqueue: 'plugin' },
      ],
    },
    head: "import { jobQueue } from '@svc/plugin'",
    uses: 'jobs: jobQueue',
    setup: `
      env.job('crew.dig', async ({ payload }: any) => ({ dug: payload.depth }))
      env.job('crew.act', async ({ payload }: any) => { throw new Error('cannot act as ' + payload.as) })
      ${routeSource('/api/crew/act', act, "permission: 'jobs:read', etag: false,")}`,
    files: { 'dig.json': JSON.stringify(digSchema) },
  })
}

const start = (env: Record<string, string> = {}) => JobServer.start({ home, pluginFolders, env })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-rights-'))
  home = join(folder, 'home')
  pluginFolders = [await writeCrew()]
  svc = await start()
})
afterAll(async () => {
  await svc.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A dead job of the guarded kind, made by its plugin. */
async function deadAct(): Promise<{ job_id: string }> {
  const { body } = await svc.request('GET', '/api/crew/act')
  await svc.reaches(body, 'dead')
  return body as { job_id: string }
}

describe('scopes', () => {
  const schedule = { cron: '@daily', job: { kind: 'test.work' } }
  const writes: [string, string, object?][] = [
    ['POST', '/api/jobs', { kind: 'test.work' }],
    ['POST', '/api/jobs/claim', { worker_id: 'w' }],
    ['POST', '/api/jobs/redrive', {}],
    ['POST', '/api/jobs/job_x/heartbeat', { claim_token: 'x' }],
    ['POST', '/api/jobs/job_x/complete', { claim_token: 'x' }],
    ['POST', '/api/jobs/job_x/fail', { claim_token: 'x', error: { message: 'x' } }],
    ['POST', '/api/jobs/job_x/cancel'],
    ['POST', '/api/jobs/job_x/retry'],
    ['PUT', '/api/jobs/schedules/x', schedule],
    ['DELETE', '/api/jobs/schedules/x'],
  ]
  const reads: [string, string][] = [
    ['GET', '/api/jobs'],
    ['GET', '/api/jobs/stats'],
    ['GET', '/api/jobs/job_x'],
    ['GET', '/api/jobs/schedules'],
    ['GET', '/api/jobs/schedules/x'],
  ]

  test('jobs:read is for reading, jobs:write for the rest, and neither has the other in it', async () => {
    const [reader, writer, other] = await Promise.all([
      svc.keyWith('jobs:read'),
      svc.keyWith('jobs:write'),
      svc.keyWith('memory:write'),
    ])
    const statuses = async (calls: [string, string, object?][], headers: Record<string, string>) => {
      const found: number[] = []
      for (const [method, path, body] of calls) found.push((await svc.request(method, path, body, headers)).status)
      return found
    }
    const refused = (calls: unknown[]) => calls.map(() => 403)

    expect(await statuses(writes, reader)).toEqual(refused(writes))
    expect(await statuses(reads, writer)).toEqual(refused(reads))
    expect(await statuses([...reads, ...writes], other)).toEqual(refused([...reads, ...writes]))
    expect(await statuses(reads, reader)).toEqual([200, 200, 404, 200, 404])
    expect(await statuses(writes, writer)).toEqual([201, 200, 200, 404, 404, 404, 404, 404, 201, 204])
  })

  test('without a credential there is nothing', async () => {
    for (const [method, path, body] of [...reads, ...writes]) {
      const { status } = await svc.kernel.request(method, path, { as: 'none', ...(body && { body: body as never }) })
      expect([path, status]).toEqual([path, 401])
    }
  })
})

describe('a kind that a plugin declares', () => {
  test('is checked against its schema when enqueued, with every fault, and run by the server', async () => {
    const bad = { kind: 'crew.dig', payload: { depth: 0, tools: [1], more: true } }
    const { status, body } = await svc.request<Problem>('POST', '/api/jobs', bad)
    expect([status, body.errors]).toEqual([
      400,
      [
        { path: '/payload/more', message: 'is not a known field; known are depth, tools' },
        { path: '/payload/depth', message: 'must be at least 1' },
        { path: '/payload/tools/0', message: 'must be text' },
      ],
    ])
    const made = await svc.enqueue({ kind: 'crew.dig', payload: { depth: 3 } })
    expect(made.max_attempts).toBe(2)
    expect(await svc.reaches(made, 'succeeded')).toMatchObject({ result: { dug: 3 } })
  })

  test('is given to workers from outside too, whether they name it or take what there is', async () => {
    // With its plugin switched off nobody but a worker from outside could take it.
    await svc.stop()
    svc = await start({ SVC_PLUGIN_CREW_ENABLED: 'false' })
    const ids = async (claim: object) => (await svc.claim({ limit: 100, ...claim })).map(({ job_id }) => job_id)
    const named = await svc.enqueue({ kind: 'crew.dig', payload: { depth: 2 } })
    expect(await ids({ kinds: ['crew.dig'] })).toEqual([named.job_id])
    const unnamed = await svc.enqueue({ kind: 'crew.dig', payload: { depth: 2 } })
    expect(await ids({})).toContain(unnamed.job_id)
    await svc.stop()
    svc = await start()
  })
})

describe('a kind whose jobs carry the rights of a user', () => {
  const act = { kind: 'crew.act', payload: { as: 'the owner' } }

  test('is not taken from a caller, also not on a schedule, whoever that is', async () => {
    const answers = [
      await svc.request<Problem>('POST', '/api/jobs', act),
      await svc.request<Problem>('PUT', '/api/jobs/schedules/act', { cron: '* * * * * *', job: act }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code, body.detail.includes('crew.act')])).toEqual([
      [403, 'forbidden', true],
      [403, 'forbidden', true],
    ])
    expect((await svc.request('GET', '/api/jobs?kind=crew.act')).body.items).toEqual([])
  })

  test('is not taken while its plugin is switched off either, to be run later', async () => {
    await svc.stop()
    svc = await start({ SVC_PLUGIN_CREW_ENABLED: 'false' })
    expect((await svc.request('POST', '/api/jobs', act)).status).toBe(403)
    await svc.stop()
    svc = await start()
  })

  test('is not given to a worker from outside, and its payload is shown to nobody', async () => {
    expect(
      (await svc.request('POST', '/api/jobs/claim', { worker_id: 'w', kinds: ['test.a', 'crew.act'] })).status,
    ).toBe(403)
    const dead = await deadAct()
    expect(await svc.stored(dead)).toMatchObject({ kind: 'crew.act', payload: null, state: 'dead' })
    const listed = await svc.request('GET', '/api/jobs?kind=crew.act')
    expect(JSON.stringify(listed.body)).not.toContain('the owner')
  })

  test('is started again by the owner alone', async () => {
    const dead = await deadAct()
    const writer = await svc.keyWith('jobs:write', 'jobs:read')
    const refused = await svc.request<Problem>('POST', `/api/jobs/${dead.job_id}/retry`, undefined, writer)
    const named = await svc.request<Problem>('POST', '/api/jobs/redrive', { kind: 'crew.act' }, writer)
    const all = await svc.request('POST', '/api/jobs/redrive', {}, writer)
    expect([refused.status, named.status, all.body]).toEqual([403, 403, { redriven: 0 }])
    expect((await svc.stored(dead)).state).toBe('dead')

    const again = await svc.act(dead, 'retry')
    expect([again.status, again.body.payload]).toEqual([200, null])
    await svc.reaches(dead, 'dead')
    expect((await svc.request('POST', '/api/jobs/redrive', { kind: 'crew.act' })).body.redriven).toBeGreaterThan(0)
  })
})
