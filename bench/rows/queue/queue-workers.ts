import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writePlugin } from '../../../test/support/plugin-folder.ts'
import { startWorkerProcess } from '../../../test/support/programs/worker-process.ts'
import { median } from '../../support/load.ts'
import { noGoal } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'

const jobs = 100
const warmUp = 20
const goalMs = 10

/** From the request that enqueues a job, over HTTP by key, to the first line of its handler in `svc worker`, while nothing else happens. */
export async function queueWorkers(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const plugin = await writePlugin(folder, 'bench', {
    manifest: { jobs: [{ kind: 'bench.work', timeout_seconds: 30, max_attempts: 1 }] },
    // The clock that all processes of a machine share.
    setup: `env.job('bench.work', async () => ({ startedAt: Number(process.hrtime.bigint()) / 1e6 }))`,
  })
  const shared = { SVC_PLUGINS: plugin, SVC_MANIFESTS: join(folder, 'manifests') }
  const svc = await startSvc({ folder, env: { ...shared, SVC_WORKER_CONCURRENCY: '0' } })
  stack.defer(() => svc.stop())
  const worker = startWorkerProcess({ env: { ...shared, SVC_HOME: svc.home, NODE_ENV: 'production' }, cwd: folder })
  stack.defer(async () => {
    worker.signal('SIGTERM')
    await worker.exited
  })
  await worker.ready
  const headers = { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json' }
  const waits: number[] = []
  for (let done = 0; done < warmUp + jobs; done += 1) {
    const enqueuedAt = Number(process.hrtime.bigint()) / 1e6
    const body = JSON.stringify({ kind: 'bench.work' })
    const made = await fetch(`${svc.url}/api/jobs`, { method: 'POST', headers, body })
    const { job_id: jobId } = (await made.json()) as { job_id: string }
    const startedAt = await startOf(`${svc.url}/api/jobs/${jobId}`, headers)
    if (done >= warmUp) waits.push(startedAt - enqueuedAt)
  }
  const ours = median(waits)
  const row = noGoal({
    path: 'job queue, SQLite',
    measure: 'enqueue over HTTP to start in `svc worker`, idle, p50',
    ours,
    unit: 'ms',
    beside: { name: 'the goal', value: goalMs },
  })
  return [{ ...row, goal: `< ${goalMs} ms`, met: ours < goalMs }]
}

async function startOf(url: string, headers: Record<string, string>): Promise<number> {
  for (;;) {
    await pause(20)
    const { result } = (await (await fetch(url, { headers })).json()) as { result: { startedAt: number } | null }
    if (result !== null) return result.startedAt
  }
}
