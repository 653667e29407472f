import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestKernel } from '../rooms/kernel.ts'
import { TestStream } from '../support/event-stream.ts'
import { ManifestsFolder, startWithApps, untilRun } from './agent-apps-support.ts'

let apps: ManifestsFolder
let kernel: TestKernel

const run = (name: string, body: object = {}) =>
  kernel.request('POST', `/api/agent-apps/${name}/run`, { body: body as never })
const listed = async (query: string) => (await kernel.request('GET', `/api/agent-apps/runs?${query}`)).body.items
const cancel = (runId: string) => kernel.request('POST', `/api/agent-apps/runs/${runId}/cancel`)
const jobOf = async ({ job_id }: Queued) => (await kernel.request('GET', `/api/jobs/${job_id}`)).body
interface Queued {
  run_id: string
  job_id: string
}

const soon = { timeout: 60_000, interval: 50 }

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  kernel = await startWithApps(apps, { env: { SVC_WORKER_CONCURRENCY: '2' } })
})
afterAll(async () => {
  await kernel?.stop()
  await apps?.delete()
})

/** A run of a job that has begun, and one behind it that waits for its turn. */
async function holdAndWait(app: string) {
  await apps.drop(app, "await new Promise(done => setTimeout(done, ctx.inputs.ms)); return 'late'", {
    limits: { concurrency: 1 },
  })
  const { body: first } = await run(app, { runner: 'job', inputs: { ms: 25_000 } })
  await vi.waitFor(async () => expect(await listed(`app=${app}&status=running`)).toHaveLength(1), soon)
  const { body: second } = await run(app, { runner: 'job', inputs: { ms: 0 } })
  await vi.waitFor(async () => expect(await jobOf(second)).toMatchObject({ state: 'running' }), soon)
  return { first, second }
}

test.each([
  ['its own route', 'waits-for-run', ({ run_id }: Queued) => cancel(run_id)],
  ['that of its job', 'waits-for-job', ({ job_id }: Queued) => kernel.request('POST', `/api/jobs/${job_id}/cancel`)],
])('a run that waits for its turn is cancelled by %s, in lists and events too', async (_, app, end) => {
  const events = await TestStream.open(`${kernel.url}/api/events?types=run.cancelled`, {
    authorization: `Bearer ${kernel.key}`,
  })
  const { first, second } = await holdAndWait(app)
  expect((await end(second)).status).toBeLessThan(300)
  await vi.waitFor(async () => expect(await listed(`app=${app}&status=queued`)).toEqual([]), soon)
  expect(await listed(`app=${app}&status=cancelled`)).toMatchObject([{ run_id: second.run_id }])
  await events.until(({ data }) => JSON.stringify(data).includes(second.run_id))
  await events.close()
  await cancel(first.run_id)
})

test('a run that waits for its turn lets other jobs go before it, and begins when it is its turn', async () => {
  await apps.drop('quick', 'return 1')
  const { first, second } = await holdAndWait('long')
  const { body: other } = await run('quick', { runner: 'job' })
  await untilRun(kernel, other.run_id, 'succeeded')
  const ids = async (status: string) => (await listed(`app=long&status=${status}`)).map((item: Queued) => item.run_id)
  expect([await ids('running'), await ids('queued')]).toEqual([[first.run_id], [second.run_id]])
  await cancel(first.run_id)
  await untilRun(kernel, second.run_id, 'succeeded')
  expect(await jobOf(second)).toMatchObject({ state: 'succeeded', attempt: 1 })
})
