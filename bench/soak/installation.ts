import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SvcClient } from '@svc/sdk'
import { startServerProcess } from '../../test/support/programs/server-process.ts'
import { svcProgram } from '../../test/support/programs/svc-program.ts'
import { startWatchedProcess } from '../../test/support/programs/watched-process.ts'
import type { WatchedProcess } from '../../test/support/programs/watched-process.ts'
import { freePort } from '../../test/support/servers/local-server.ts'
import { makeManifests } from '../support/svc.ts'
import { root } from '../support/process.ts'

const owner = { username: 'soak', password: 'a-long-soak-password' }
const diskSize = '6g'
/** What a full disk still has: less than one commit of a busy server. */
const leftWhenFull = 256 * 1024

export interface InstallationOptions {
  /** `host:port` pairs of servers of the soak that svc may call. */
  allow: readonly string[]
}

/** A workspace that actors work in, with a key of its own. */
export interface SoakWorkspace {
  id: string
  name: string
  key: string
  /** One that most actors work in. */
  isBusy: boolean
}

/** A server and a worker on one home, which are killed and started again, on a disk of its own where one can be mounted. */
export class Installation {
  readonly home: string
  readonly url: string
  /** Whether the home lies on a small disk of its own, which can be filled. */
  readonly hasOwnDisk: boolean
  readonly #folder: string
  readonly #env: Record<string, string>
  #server: WatchedProcess<string>
  #worker: WatchedProcess<true>

  static async start(options: InstallationOptions): Promise<Installation> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-soak-'))
    const home = join(folder, 'home')
    await mkdir(home)
    await makeManifests(join(folder, 'manifests'))
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'none', home])
    await writeFile(join(folder, 'clock'), '0')
    const port = await freePort()
    const env = {
      SVC_PORT: String(port),
      SVC_MANIFESTS: join(folder, 'manifests'),
      SVC_ADMIN_USERNAME: owner.username,
      SVC_ADMIN_PASSWORD: owner.password,
      SVC_EGRESS_ALLOW: options.allow.join(','),
      SVC_RATE_LIMIT_PER_MINUTE: '1000000',
      SVC_WORKER_LEASE_SECONDS: '5',
      SVC_LOG_LEVEL: 'error',
      SVC_METRICS_ENABLED: 'true',
      NODE_OPTIONS: `--import ${join(root, 'test/support/programs/fault-clock.ts')}`,
      FAULT_CLOCK: join(folder, 'clock'),
    }
    const server = startServerProcess({ home, env })
    const url = await server.ready
    const worker = startWorker(home, env)
    return new Installation({ folder, home, url, env, server, worker, hasOwnDisk: mounted.status === 0 })
  }

  private constructor(started: {
    folder: string
    home: string
    url: string
    env: Record<string, string>
    server: WatchedProcess<string>
    worker: WatchedProcess<true>
    hasOwnDisk: boolean
  }) {
    this.home = started.home
    this.url = started.url
    this.hasOwnDisk = started.hasOwnDisk
    this.#folder = started.folder
    this.#env = started.env
    this.#server = started.server
    this.#worker = started.worker
  }

  get serverPid(): number {
    return this.#server.pid
  }

  /** Ends the server by SIGKILL and starts it again. @throws Error with what it printed when it does not come back */
  async killServer(): Promise<void> {
    this.#server.signal('SIGKILL')
    await this.#server.exited
    this.#server = startServerProcess({ home: this.home, env: this.#env })
    await this.#server.ready
  }

  async killWorker(): Promise<void> {
    this.#worker.signal('SIGKILL')
    await this.#worker.exited
    this.#worker = startWorker(this.home, this.#env)
  }

  /** Starts what has ended by itself; answers its last words. */
  async reviveEnded(): Promise<string[]> {
    const words: string[] = []
    const ended = await Promise.race([this.#server.exited, Promise.resolve(null)])
    if (ended !== null) {
      words.push(`the server ended by itself (${ended.code ?? ended.signal}): ${this.#server.stderr().slice(-500)}`)
      await this.killServer()
    }
    const workerEnded = await Promise.race([this.#worker.exited, Promise.resolve(null)])
    if (workerEnded !== null) {
      words.push(`the worker ended by itself (${workerEnded.code ?? workerEnded.signal})`)
      await this.killWorker()
    }
    return words
  }

  /** Takes all room but a little. Answers how the room comes back. */
  async fillDisk(): Promise<() => Promise<void>> {
    const filler = join(this.home, 'filler')
    const free = Number(spawnSync('stat', ['-f', '-c', '%a %S', this.home]).stdout.toString().split(' ')[0]) * 4096
    spawnSync('fallocate', ['-l', String(Math.max(0, free - leftWhenFull)), filler])
    return () => rm(filler, { force: true })
  }

  /** Lets the clocks of the server and the worker show so much more than they should. */
  async setClock(aheadMs: number): Promise<void> {
    await writeFile(join(this.#folder, 'clock'), String(aheadMs))
    this.#server.signal('SIGUSR2')
    this.#worker.signal('SIGUSR2')
  }

  /** The workspaces that actors work in, each with a key: the owner's own and another one, which are busy, and one that hardly changes. */
  async workspaces(): Promise<SoakWorkspace[]> {
    const cookie = await this.#signIn()
    const session = new SvcClient({ baseUrl: this.url, apiKey: null, headers: { cookie, origin: this.url } })
    const other = await session.admin.workspaces.create({ name: 'other' })
    const still = await session.admin.workspaces.create({ name: 'still' })
    const me = await session.developer.me()
    const places = [
      { id: me.workspace.id, name: 'own', isBusy: true },
      { id: other.id, name: 'other', isBusy: true },
      { id: still.id, name: 'still', isBusy: false },
    ]
    return Promise.all(
      places.map(async place => {
        const made = await session.developer.keys.create({ name: `soak-${place.name}` }, { workspaceId: place.id })
        return { ...place, key: made.key }
      }),
    )
  }

  async stop(): Promise<void> {
    this.#worker.signal('SIGKILL')
    this.#server.signal('SIGTERM')
    await Promise.all([this.#worker.exited, this.#server.exited])
    if (this.hasOwnDisk) spawnSync('umount', [this.home])
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #signIn(): Promise<string> {
    const answer = await fetch(`${this.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(owner),
    })
    return answer.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ')
  }
}

function startWorker(home: string, env: Record<string, string>): WatchedProcess<true> {
  return startWatchedProcess<true>({
    name: 'worker',
    command: [process.execPath, ...svcProgram('cli'), 'worker', '--concurrency', '2'],
    cwd: home,
    env: { SVC_HOME: home, ...env },
    readyBy: () => undefined,
  })
}
