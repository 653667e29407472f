import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job } from '@svc/plugin'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { JobServer } from './jobs-support.ts'

let folder: string
let home: string
let svc: JobServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-schedules-'))
  home = join(folder, 'home')
  svc = await JobServer.start({ home })
})
afterAll(async () => {
  await svc.stop()
  await rm(folder, { recursive: true, force: true })
})

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string
const jobsOf = async (kind: string) =>
  (await svc.request('GET', `/api/jobs?kind=${kind}&limit=200`)).body.items as Job[]

test('a schedule is made, read, listed by name, replaced and deleted', async () => {
  const path = '/api/jobs/schedules/morning-report'
  const job = { kind: 'reports.send', payload: { to: 'ada' }, queue: 'mail', priority: 3, max_attempts: 2 }
  const made = await svc.request('PUT', path, { cron: '0 9 * * 1-5', timezone: 'Europe/London', job })
  expect([made.status, made.headers.get('location'), made.body]).toEqual([
    201,
    svc.kernel.url + path,
    {
      name: 'morning-report',
      cron: '0 9 * * 1-5',
      timezone: 'Europe/London',
      misfire: 'run_once',
      enabled: true,
      job,
      next_run_at: time,
      last_run_at: null,
      last_job_id: null,
      created_at: time,
      updated_at: time,
    },
  ])
  expect((await svc.request('GET', path)).body).toEqual(made.body)

  const off = { cron: '@hourly', misfire: 'skip', enabled: false, job: { kind: 'reports.send' } }
  const replaced = await svc.request('PUT', path, off)
  expect([replaced.status, replaced.body]).toMatchObject([200, { ...off, timezone: 'UTC', next_run_at: null }])
  expect(replaced.body.created_at).toBe(made.body.created_at)

  for (const name of ['b', 'a', 'c']) await svc.request('PUT', `/api/jobs/schedules/${name}`, off)
  const first = await svc.request('GET', '/api/jobs/schedules?limit=2')
  const second = await svc.request('GET', `/api/jobs/schedules?limit=2&cursor=${first.body.next_cursor}`)
  const names = [...first.body.items, ...second.body.items].map(({ name }: { name: string }) => name)
  expect([names, second.body.next_cursor]).toEqual([['a', 'b', 'c', 'morning-report'], null])

  const statuses = [
    await svc.request('DELETE', path),
    await svc.request('DELETE', path),
    await svc.request('GET', path),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([204, 404, 404])
})

test('its times make one job each, also across a restart, and none once it is off', async () => {
  const path = '/api/jobs/schedules/every-second'
  const job = { kind: 'ticks.count', payload: { from: 'the clock' } }
  await svc.request('PUT', path, { cron: '* * * * * *', job })
  await vi.waitFor(async () => expect((await jobsOf('ticks.count')).length).toBeGreaterThan(1), { timeout: 60_000 })
  await svc.stop()
  svc = await JobServer.start({ home })
  const before = (await jobsOf('ticks.count')).length
  await vi.waitFor(async () => expect((await jobsOf('ticks.count')).length).toBeGreaterThan(before + 1), {
    timeout: 60_000,
  })
  await svc.request('PUT', path, { cron: '* * * * * *', enabled: false, job })

  const jobs = await jobsOf('ticks.count')
  const seconds = jobs.map(({ created_at }) => created_at.slice(0, 19))
  const { body: schedule } = await svc.request('GET', path)
  expect(new Set(seconds).size).toBe(seconds.length)
  expect(jobs[0]).toMatchObject({ state: 'queued', payload: { from: 'the clock' }, attempt: 0 })
  expect(schedule).toMatchObject({ enabled: false, next_run_at: null, last_job_id: jobs[0]?.job_id, last_run_at: time })
})
