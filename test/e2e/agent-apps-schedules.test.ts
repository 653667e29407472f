import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JobSchedule } from '@svc/plugin'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestKernel } from '../rooms/kernel.ts'
import { ManifestsFolder, manifest, startWithApps, untilRun } from './agent-apps-support.ts'

let apps: ManifestsFolder
let folder: string
let kernel: TestKernel | undefined

beforeEach(async () => {
  apps = await ManifestsFolder.create()
  folder = await mkdtemp(join(tmpdir(), 'svc-app-schedules-'))
})
afterEach(async () => {
  await kernel?.stop()
  kernel = undefined
  await apps.delete()
  await rm(folder, { recursive: true, force: true })
})

/** A server on the same home; the one before has stopped. */
async function restart(env: Record<string, string> = {}): Promise<TestKernel> {
  await kernel?.stop()
  kernel = await startWithApps(apps, { home: join(folder, 'home'), env })
  return kernel
}

async function schedules(svc: TestKernel): Promise<JobSchedule[]> {
  return (await svc.request('GET', '/api/jobs/schedules')).body.items as JobSchedule[]
}

const untilSchedules = (svc: TestKernel, check: (items: JobSchedule[]) => void) =>
  vi.waitFor(
    async () => {
      const items = await schedules(svc)
      check(items)
      return items
    },
    { timeout: 60_000, interval: 30 },
  )

const inputs = { type: 'object', properties: { by: { type: 'string' } }, additionalProperties: false }
const daily = { cron: '0 9 * * *', timezone: 'Asia/Tokyo', inputs: { by: 'the clock' } }

test('each app with a schedule has one in the queue, which follows its manifest', async () => {
  await apps.drop('plain', 'return 1')
  await apps.drop('daily', 'return ctx.inputs.by', { inputs, schedule: daily })
  const svc = await restart()
  const [made] = await untilSchedules(svc, items => expect(items).toHaveLength(1))
  expect(made).toMatchObject({
    name: 'agent-apps:daily',
    cron: '0 9 * * *',
    timezone: 'Asia/Tokyo',
    misfire: 'skip',
    enabled: true,
    job: { kind: 'agent-apps.schedule' },
    next_run_at: expect.stringMatching(/T00:00:00\.000Z$/) as string,
  })

  const changed = { ...daily, cron: '0 10 * * *' }
  await apps.write('daily', { 'manifest.json': manifest('daily', { inputs, schedule: changed }) })
  await untilSchedules(svc, items => expect(items).toMatchObject([{ cron: '0 10 * * *' }]))
  await apps.remove('daily')
  await untilSchedules(svc, items => expect(items).toEqual([]))
})

test('a restart leaves it as it is, and takes it away when schedules are switched off', async () => {
  await apps.drop('daily', 'return 1', { inputs, schedule: daily })
  const before = await untilSchedules(await restart(), items => expect(items).toHaveLength(1))
  await apps.drop('later', 'return 1', { inputs, schedule: daily })
  const both = await untilSchedules(await restart(), items => expect(items).toHaveLength(2))
  expect(both[0]).toEqual(before[0])
  await untilSchedules(await restart({ SVC_AGENT_APPS_SCHEDULES_ENABLED: 'false' }), items => expect(items).toEqual([]))
})

test('it is not changed over HTTP, because its runs have the rights of the owner', async () => {
  await apps.drop('daily', 'return 1', { inputs, schedule: daily })
  const svc = await restart()
  const [made] = await untilSchedules(svc, items => expect(items).toHaveLength(1))
  const path = '/api/jobs/schedules/agent-apps:daily'
  const answers = [
    await svc.request('PUT', path, { body: { cron: '* * * * * *', job: { kind: 'test.other' } } }),
    await svc.request('DELETE', path),
    await svc.request('PUT', '/api/jobs/schedules/mine', {
      body: { cron: '* * * * * *', job: { kind: 'agent-apps.schedule', payload: { app: 'daily', inputs: {} } } },
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(await schedules(svc)).toEqual([made])
})

test('its times start runs as jobs, one each, in the workspace of the first owner', async () => {
  const everySecond = { ...daily, cron: '* * * * * *' }
  await apps.drop('ticking', 'return ctx.inputs.by', { inputs, schedule: everySecond })
  const svc = await restart()
  const runs = async () =>
    (await svc.request('GET', '/api/agent-apps/runs?app=ticking')).body.items as { run_id: string }[]
  await vi.waitFor(async () => expect((await runs()).length).toBeGreaterThan(1), { timeout: 60_000, interval: 50 })
  await apps.remove('ticking')
  await untilSchedules(svc, items => expect(items).toEqual([]))

  const [run] = (await runs()).toReversed()
  expect(await untilRun(svc, run?.run_id ?? '', 'succeeded')).toMatchObject({ runner: 'job', output: 'the clock' })
  const { body: fired } = await svc.request('GET', '/api/jobs?kind=agent-apps.schedule&state=succeeded&limit=200')
  const ids = (fired.items as { result: { run_id: string } }[]).map(({ result }) => result.run_id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain(run?.run_id)
})
