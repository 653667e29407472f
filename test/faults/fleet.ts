import { mkdtemp, rm } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { Job, JobStats, Page } from '@svc/plugin'
import type { FaultPoint } from '../support/programs/fault-points.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { svcProgram } from '../support/programs/svc-program.ts'
import type { FinalJob, History, LoggedTransition, Observation } from './history.ts'

const owner = { username: 'owner', password: 'correct horse battery' }
const plugin = fileURLToPath(new URL('fixtures/faults-plugin', import.meta.url))
const faultPoints = join(repositoryRoot, 'test/support/programs/fault-points.ts')

export interface FleetOptions {
  /** More environment, for the server and the workers. */
  env?: Record<string, string>
  /** Jobs at a time in the server itself. */
  serverConcurrency?: number
  /** What becomes the server, given the home's folder. */
  through?: (home: string) => readonly string[]
}

interface Answer {
  status: number
  body: never
}

/** What a process gets to die at a point. */
function dyingAt(fault: FaultPoint | undefined): Record<string, string> {
  if (fault === undefined) return {}
  return { NODE_OPTIONS: `--import ${faultPoints}`, FAULT_POINT: JSON.stringify(fault) }
}

/** `svc worker` as a process of its own. */
export class WorkerProcess {
  readonly #child: ChildProcess
  readonly exited: Promise<{ code: number | null; signal: string | null }>
  output = ''

  constructor(child: ChildProcess) {
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text))
    this.exited = once(child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as string | null,
    }))
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name)
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL')
    await this.exited
  }
}

/** A server, its workers and its clients on one home, with a record of all that was answered. */
export class Fleet {
  readonly home: string
  readonly observations: Observation[] = []
  readonly workers: WorkerProcess[] = []
  readonly #env: Record<string, string>
  readonly #through: readonly string[]
  #server: ServerProcess | null = null
  #url = ''
  #key = ''
  #workspaceId = ''

  static async start(options: FleetOptions = {}): Promise<Fleet> {
    const home = await mkdtemp(join(tmpdir(), 'svc-faults-'))
    const fleet = new Fleet(home, options)
    await fleet.startServer()
    await fleet.#signIn()
    return fleet
  }

  private constructor(home: string, { env = {}, serverConcurrency = 2, through = () => [] }: FleetOptions) {
    this.home = home
    this.#through = through(home)
    this.#env = {
      SVC_PLUGINS: plugin,
      SVC_WORKER_CONCURRENCY: String(serverConcurrency),
      SVC_WORKER_LEASE_SECONDS: '2',
      SVC_RATE_LIMIT_PER_MINUTE: '1000000',
      SVC_LOG_LEVEL: 'warn',
      SVC_ADMIN_USERNAME: owner.username,
      SVC_ADMIN_PASSWORD: owner.password,
      ...env,
    }
  }

  get server(): ServerProcess {
    if (this.#server === null) throw new Error('No server runs.')
    return this.#server
  }

  async startServer(fault?: FaultPoint): Promise<void> {
    const env = { ...this.#env, ...dyingAt(fault) }
    this.#server = startServerProcess({ home: this.home, env, through: this.#through })
    try {
      this.#url = await this.#server.ready
    } catch (error) {
      // A server that is to die may come to its point before it has said that it is ready.
      const { signal } = await this.#server.exited
      if (fault === undefined || signal !== 'SIGKILL') throw error
    }
  }

  /** Ends the server by SIGKILL, or waits for its end when it is to die by itself, and starts another one. */
  async replaceServer({ kill = true, fault }: { kill?: boolean; fault?: FaultPoint } = {}): Promise<void> {
    if (kill) this.server.signal('SIGKILL')
    await this.server.exited
    await this.startServer(fault)
  }

  startWorker(options: { fault?: FaultPoint; concurrency?: number } = {}): WorkerProcess {
    const args = [...svcProgram('cli'), 'worker', '--concurrency', String(options.concurrency ?? 2)]
    const child = spawn(process.execPath, args, {
      cwd: this.home,
      env: {
        PATH: process.env['PATH'],
        SVC_HOME: this.home,
        SVC_MANIFESTS: join(this.home, 'manifests'),
        ...this.#env,
        ...dyingAt(options.fault),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const worker = new WorkerProcess(child)
    this.workers.push(worker)
    return worker
  }

  async request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as never }
  }

  /** Tries until it is acknowledged; the idempotency key makes one job of all tries. */
  async enqueue(job: { kind: string; payload?: unknown; queue?: string }, key: string): Promise<string> {
    for (;;) {
      try {
        const headers = { 'idempotency-key': key }
        const { status, body } = await this.request('POST', '/api/jobs', job, headers)
        if (status === 201) {
          const { job_id } = body as Job
          this.observations.push({ saw: 'enqueued', job_id })
          return job_id
        }
        if (status < 500) throw new Error(`The job was refused: ${status} ${JSON.stringify(body)}`)
      } catch (error) {
        if (!isUnreachable(error)) throw error
      }
      await wait(50)
    }
  }

  async enqueueMany(
    count: number,
    payload: (n: number) => object = n => ({ n, ms: 2 }),
    name = 'job',
  ): Promise<string[]> {
    const jobs = Array.from({ length: count }, (_, n) => n)
    const ids: string[] = []
    const lane = async (): Promise<void> => {
      for (let n = jobs.shift(); n !== undefined; n = jobs.shift())
        ids.push(await this.enqueue({ kind: 'faults.work', payload: payload(n) }, `${name}-${n}`))
    }
    await Promise.all(Array.from({ length: 8 }, lane))
    return ids
  }

  /** A worker over HTTP that notes all it is answered, until the signal aborts. */
  async claimAndComplete(
    workerId: string,
    signal: AbortSignal,
    leaseSeconds = 2,
    kinds = ['faults.work'],
  ): Promise<void> {
    while (!signal.aborted) {
      try {
        const claim = {
          worker_id: workerId,
          kinds,
          limit: 3,
          lease_seconds: leaseSeconds,
          wait_seconds: 1,
        }
        const { status, body } = await this.request('POST', '/api/jobs/claim', claim)
        if (status !== 200) throw new TypeError(`claim: ${status}`)
        for (const job of (body as { jobs: ClaimedJob[] }).jobs) {
          this.noteClaim(job)
          await this.complete(job)
        }
      } catch (error) {
        if (!isUnreachable(error)) throw error
        await wait(50)
      }
    }
  }

  noteClaim(job: ClaimedJob): void {
    this.observations.push({
      saw: 'claimed',
      job_id: job.job_id,
      token: job.claim_token,
      attempt: job.attempt,
      started_at: Date.parse(job.started_at ?? ''),
      lease_expires_at: Date.parse(job.lease_expires_at ?? ''),
    })
  }

  async complete({ job_id, claim_token }: ClaimedJob): Promise<number> {
    const { status } = await this.request('POST', `/api/jobs/${job_id}/complete`, { claim_token, result: 'done' })
    if (status === 200 || status === 409) {
      const answer = status === 200 ? 'accepted' : 'refused'
      this.observations.push({ saw: 'completed', job_id, token: claim_token, answer })
    }
    return status
  }

  async stats(): Promise<JobStats> {
    return (await this.request('GET', '/api/jobs/stats')).body as JobStats
  }

  /** Until no job waits or runs. */
  async settled(): Promise<JobStats> {
    for (;;) {
      const stats = await this.stats()
      if (stats.states.queued + stats.states.running === 0) return stats
      await wait(100)
    }
  }

  /** All that is known at the end. The server is stopped for it, as an operator would, so that its files are complete. */
  async history(): Promise<History> {
    const jobs = await this.#allJobs()
    for (const worker of this.workers) worker.signal('SIGTERM')
    await Promise.all(this.workers.map(worker => worker.exited))
    this.server.signal('SIGTERM')
    await this.server.exited
    return { log: this.#readLog(), observations: this.observations, jobs }
  }

  async stop(): Promise<void> {
    for (const worker of this.workers) worker.signal('SIGKILL')
    this.#server?.signal('SIGKILL')
    await Promise.all([...this.workers.map(worker => worker.exited), this.#server?.exited])
    await rm(this.home, { recursive: true, force: true })
  }

  async #allJobs(): Promise<FinalJob[]> {
    const jobs: FinalJob[] = []
    let cursor: string | null = null
    do {
      const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page = (await this.request('GET', `/api/jobs?limit=200${next}`)).body as Page<Job>
      jobs.push(...page.items.map(({ job_id, state, attempt }) => ({ job_id, state, attempt })))
      cursor = page.next_cursor
    } while (cursor !== null)
    return jobs
  }

  #readLog(): LoggedTransition[] {
    const file = join(this.home, 'workspaces', this.#workspaceId, 'data_plane.sqlite')
    const database = new Database(file, { readonly: true })
    try {
      const rows = database
        .prepare(`SELECT type, data FROM kernel_events WHERE type LIKE 'job.%' ORDER BY seq`)
        .all() as { type: LoggedTransition['type']; data: string }[]
      return rows.map(({ type, data }) => ({ ...(JSON.parse(data) as { job_id: string; attempt: number }), type }))
    } finally {
      database.close()
    }
  }

  async #signIn(): Promise<void> {
    const login = await fetch(`${this.#url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(owner),
    })
    const cookie = login.headers.getSetCookie().join('; ')
    const made = await fetch(`${this.#url}/api/developer/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ name: 'faults' }),
    })
    this.#key = ((await made.json()) as { key: string }).key
    const me = (await this.request('GET', '/api/auth/me')).body as { workspace: { id: string } }
    this.#workspaceId = me.workspace.id
  }
}

export type ClaimedJob = Job & { claim_token: string }

/** The server is being killed, or another one is not yet up. */
function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError
}
