import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { Job } from '@svc/plugin'
import { writePlugin } from '../support/plugin-folder.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startWorkerProcess } from '../support/programs/worker-process.ts'
import type { WorkerProcess } from '../support/programs/worker-process.ts'

const payload = JSON.stringify({ type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: false })
const kinds = [
  { kind: 'work.quick', payload: './payload.json', timeout_seconds: 30, max_attempts: 20 },
  { kind: 'work.hold', timeout_seconds: 60, max_attempts: 3 },
  { kind: 'work.chain', timeout_seconds: 30, max_attempts: 3 },
  { kind: 'work.files', timeout_seconds: 30, max_attempts: 1, runs_on: 'home' },
  { kind: 'work.astray', timeout_seconds: 30, max_attempts: 1 },
]
const setup = `
  env.job('work.quick', async ({ payload }) => {
    await new Promise(resolve => setTimeout(resolve, 5))
    return { n: payload.n ?? 0, pid: process.pid, role: env.role }
  })
  env.job('work.hold', ({ signal }) => new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  }))
  env.job('work.chain', async ({ workspace_id }) => {
    const { job, created } = await services.jobs.enqueue(workspace_id, { kind: 'work.quick', unique_key: 'next', payload: { n: 7 } })
    const again = await services.jobs.enqueue(workspace_id, { kind: 'work.quick', unique_key: 'other', run_at: '2099-01-01T00:00:00.000Z' })
    const cancelled = await services.jobs.cancel(workspace_id, again.job.job_id)
    return { next: job.job_id, created, cancelled: cancelled.state }
  })
  const files = async ({ workspace_id }) => services.data.use(workspace_id, db => {
    db.run('INSERT INTO work_notes (text) VALUES (?)', 'from ' + env.role)
    return db.all('SELECT text FROM work_notes').map(row => row.text)
  })
  env.job('work.files', files)
  env.job('work.astray', files)
`

/** A server whose own workers are off, a plugin with jobs, and `svc worker` processes with the same environment. */
export class WorkerBench {
  readonly folder: string
  readonly env: Record<string, string>
  readonly #workers: WorkerProcess[] = []
  server!: TestKernel

  private constructor(folder: string, env: Record<string, string>) {
    this.folder = folder
    this.env = env
  }

  static async start(env: Record<string, string> = {}): Promise<WorkerBench> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-workers-'))
    await writePlugin(folder, 'work', {
      manifest: { jobs: kinds, storage: [{ plane: 'data', migrations: './migrations' }] },
      head: `import { dataPlane, jobQueue } from '@svc/plugin'`,
      uses: 'jobs: jobQueue, data: dataPlane',
      setup,
      files: {
        'payload.json': payload,
        'migrations/0001-notes.ts': `import { defineMigration } from '@svc/plugin'
export default defineMigration({ id: '0001-notes', statements: ['CREATE TABLE work_notes (text TEXT NOT NULL) STRICT'] })
`,
      },
    })
    const bench = new WorkerBench(folder, {
      SVC_HOME: join(folder, 'home'),
      SVC_PLUGINS: join(folder, 'work'),
      SVC_MANIFESTS: join(folder, 'manifests'),
      SVC_WORKER_LEASE_SECONDS: '2',
      SVC_RATE_LIMIT_PER_MINUTE: '100000',
      ...env,
    })
    await mkdir(join(folder, 'manifests'))
    await bench.startServer()
    return bench
  }

  async startServer(env: Record<string, string> = {}): Promise<void> {
    const { SVC_HOME: home = '', SVC_MANIFESTS: manifests = '' } = this.env
    // Without a database, the workers find their jobs in the home.
    const shared = { DATABASE_URL: undefined, ...this.env, SVC_WORKER_CONCURRENCY: '0', ...env }
    this.server = await startTestKernel({ home, manifests, env: shared })
  }

  async worker(flags: readonly string[] = [], env: Record<string, string> = {}): Promise<WorkerProcess> {
    const worker = this.begin(flags, env)
    await worker.ready
    return worker
  }

  /** Without waiting for it to be ready. */
  begin(flags: readonly string[] = [], env: Record<string, string> = {}): WorkerProcess {
    const worker = startWorkerProcess({ env: { ...this.env, ...env }, flags, cwd: this.folder })
    this.#workers.push(worker)
    return worker
  }

  async enqueue(kind: string, body: Record<string, unknown> = {}): Promise<Job> {
    const answer = await this.server.request<Job>('POST', '/api/jobs', { body: { kind, ...body } as never })
    expect(answer.status).toBe(201)
    return answer.body
  }

  async job({ job_id }: Pick<Job, 'job_id'>): Promise<Job> {
    return (await this.server.request<Job>('GET', `/api/jobs/${job_id}`)).body
  }

  reaches(job: Pick<Job, 'job_id'>, change: Partial<Job>): Promise<Job> {
    return vi.waitFor(
      async () => {
        const found = await this.job(job)
        expect(found).toMatchObject(change)
        return found
      },
      { timeout: 60_000, interval: 30 },
    )
  }

  async stop(): Promise<void> {
    for (const worker of this.#workers) worker.signal('SIGKILL')
    await Promise.all(this.#workers.map(worker => worker.exited))
    await this.server.stop()
    await rm(this.folder, { recursive: true, force: true })
  }
}
