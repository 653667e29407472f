import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JobServer } from '../e2e/jobs-support.ts'
import type { Problem } from '../e2e/jobs-support.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'

let postgres: TestPostgres
let svc: JobServer

// On PostgreSQL, which cannot hold a NUL and writes for several callers with one statement.
beforeAll(async () => {
  postgres = await startPostgres()
  svc = await JobServer.start({ env: { DATABASE_URL: postgres.url } })
})
afterAll(async () => {
  await svc.stop()
  await postgres.stop()
})

describe('a caller with jobs:write', () => {
  test('cannot make the writes of others fail with a NUL in an id or a token', async () => {
    await svc.enqueue({ kind: 'nul.work' })
    const [good] = await svc.claim({ kinds: ['nul.work'] })
    const evil = [
      svc.request<Problem>('POST', '/api/jobs/a%00b/cancel'),
      svc.request<Problem>('GET', '/api/jobs/%00'),
      svc.act<Problem>(good!, 'heartbeat', { claim_token: '\0' }),
      svc.act<Problem>(good!, 'fail', { claim_token: '\0', error: { message: 'x' } }),
      svc.act<Problem>(good!, 'complete', { claim_token: `${good!.claim_token}\0` }),
    ]
    const done = svc.act(good!, 'complete', { claim_token: good!.claim_token, result: 'a\0\ud800' })
    expect((await Promise.all(evil)).map(({ status, body }) => [status, body.code])).toEqual(
      evil.map(() => [400, 'validation_error']),
    )
    expect([(await done).status, (await svc.stored(good!)).state]).toEqual([200, 'succeeded'])
  })

  test("cannot take jobs in the name of the server's own workers", async () => {
    await svc.enqueue({ kind: 'name.work' })
    const claim = { worker_id: 'server:me', kinds: ['name.work'] }
    const { status, body } = await svc.request<Problem>('POST', '/api/jobs/claim', claim)
    expect([status, body.errors?.[0]?.path]).toEqual([400, '/worker_id'])
    expect((await svc.claim({ ...claim, worker_id: 'a server:' })).length).toBe(1)
  })

  test('is told no token but that of the own claim', async () => {
    await svc.enqueue({ kind: 'token.work' })
    const { claim_token, ...job } = await svc.claimOne({ kinds: ['token.work'] })
    const beat = await svc.act(job, 'heartbeat', { claim_token })
    const failed = await svc.act(job, 'fail', { claim_token, error: { message: 'x' }, retry: false })
    const shown = [beat.body, failed.body, await svc.stored(job), (await svc.request('GET', '/api/jobs')).body]
    expect(JSON.stringify(shown)).not.toMatch(/claim_token/)
    expect(JSON.stringify(shown)).not.toContain(claim_token)
  })

  test('finds schedules with large jobs in pages that fit in memory', async () => {
    const job = { kind: 'large.work', payload: 'x'.repeat(900_000) }
    for (let n = 0; n < 6; n += 1)
      await svc.request('PUT', `/api/jobs/schedules/large-${n}`, { cron: '@yearly', enabled: false, job })
    const names: string[] = []
    let cursor = ''
    const lengths: number[] = []
    do {
      const { body } = await svc.request('GET', `/api/jobs/schedules?limit=200${cursor && `&cursor=${cursor}`}`)
      lengths.push(body.items.length)
      names.push(...body.items.map(({ name }: { name: string }) => name))
      cursor = body.next_cursor
    } while (cursor)
    expect(lengths.every(length => length <= 4)).toBe(true)
    expect(names).toEqual([0, 1, 2, 3, 4, 5].map(n => `large-${n}`))
  })
})

describe('a worker with the rights of the owner, gone wrong,', () => {
  const link = (path: string, body: object) => svc.request<Problem>('POST', `/api/jobs/workers/${path}`, body)
  const timeless = { run_at: 1, created_at: 1, unique_key: null, priority: 0, max_attempts: 1 }

  test('cannot store what makes the lists of a workspace unreadable', async () => {
    const me = await svc.request('GET', '/api/auth/me')
    const workspace_id = (me.body as { workspace: { id: string } }).workspace.id
    const hello = await svc.request('GET', '/api/jobs/workers/hello')
    const { version, schema } = hello.body as { version: string; schema: string }
    const worker = { id: 'worker:evil', version, schema }
    const exchange = (change: object) =>
      link('exchange', { worker, turn: 1, settlements: [], claim: null, wait_seconds: 0, ...change })
    const settled = { workspace_id, job_id: 'job_x', claim_token: 'x', type: 'succeeded', result: 'no JSON' }
    const job = { ...timeless, workspace_id, job_id: 'job_evil', kind: 'x', queue: 'q', payload: 'no JSON' }
    const notes = { changed_workspaces: [], outdated_workspaces: [] }
    const answers = [
      await link('store', { call: { method: 'enqueue', jobs: [job] } }),
      await link('store', { call: { method: 'enqueue', jobs: [{ ...job, job_id: 'job_\0', payload: '1' }] } }),
      await exchange({ settlements: [settled] }),
      await exchange({ worker: { ...worker, id: 'server:other' } }),
      await link('notes', { ...notes, audit: [{}] }),
      await link('notes', { ...notes, audit: [{ id: 'aud_1', at: 'yesterday', action: 'x' }] }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [400, 'validation_error']))
    const lists = await Promise.all(['/api/jobs', '/api/admin/audit'].map(path => svc.request('GET', path)))
    expect(lists.map(({ status }) => status)).toEqual([200, 200])
  })
})

test('a wrong key counts as one on routes that are not limited, too', async () => {
  const claim = { worker_id: 'w' }
  const guess = () => svc.request('POST', '/api/jobs/claim', claim, { authorization: 'Bearer svc_guess' })
  const statuses = new Set<number>()
  for (let n = 0; n < 26; n += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, guess))
    for (const { status } of answers) statuses.add(status)
  }
  expect([...statuses].toSorted()).toEqual([401, 429])
})
