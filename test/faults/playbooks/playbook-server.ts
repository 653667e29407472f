import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { FaultPoint } from '../../support/programs/fault-points.ts'
import { startServerProcess } from '../../support/programs/server-process.ts'
import type { ServerProcess, ServerProcessOptions } from '../../support/programs/server-process.ts'
import { repositoryRoot } from '../../support/repository.ts'

const owner = { username: 'owner', password: 'correct horse battery' }
/** A busy machine starts a server in as many seconds as a quiet one in tenths. */
const patienceMs = 100_000
const mostLives = 10

export interface WaitingRun {
  status: string
  error: { detail: string } | null
  waiting_for: { kind: string; task: string }[]
}

/** A server that a test ends as it likes, one life after the other on the same home. What asks it goes on with the next life. */
export class PlaybookServer {
  readonly home: string
  readonly #folder: string
  readonly #env: Record<string, string>
  readonly #through: ServerProcessOptions['through']
  #process: ServerProcess | undefined
  #headers: Record<string, string> = {}
  #url = ''

  /** `through`: what becomes the server, given its home. */
  static async create(
    env: Record<string, string> = {},
    through?: (home: string) => readonly string[],
  ): Promise<PlaybookServer> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-playbooks-'))
    await mkdir(join(folder, 'home'))
    return new PlaybookServer(folder, env, through)
  }

  private constructor(folder: string, env: Record<string, string>, through?: (home: string) => readonly string[]) {
    this.#folder = folder
    this.home = join(folder, 'home')
    this.#through = through?.(this.home)
    this.#env = {
      SVC_ADMIN_USERNAME: owner.username,
      SVC_ADMIN_PASSWORD: owner.password,
      SVC_RATE_LIMIT_PER_MINUTE: '1000000',
      SVC_LOG_LEVEL: 'error',
      ...env,
    }
  }

  get process(): ServerProcess {
    if (this.#process) return this.#process
    throw new Error('No server runs.')
  }

  /** The environment of a program that works on the same home. */
  get env(): Record<string, string> {
    return { SVC_HOME: this.home, SVC_MANIFESTS: join(this.home, 'manifests'), ...this.#env }
  }

  /** Another life; it may be over before anybody has signed in, and then there is one more. */
  async live(env: Record<string, string> = {}): Promise<void> {
    for (let lives = 0; lives < mostLives; lives += 1) {
      await this.#process?.exited
      const through = this.#through && { through: this.#through }
      this.#process = startServerProcess({ home: this.home, env: { ...this.#env, ...env }, ...through })
      const isIn = await this.signIn().catch(() => false)
      if (isIn) return
    }
    throw new Error(`The server did not live long enough to sign in: ${this.#process?.stderr() ?? ''}`)
  }

  /** A life that ends by itself at this point. False: it was over before it was ready. */
  async liveUntil(fault: FaultPoint): Promise<boolean> {
    const points = join(repositoryRoot, 'test/support/programs/fault-points.ts')
    const env = { NODE_OPTIONS: `--import ${points}`, FAULT_POINT: JSON.stringify(fault) }
    await this.#process?.exited
    this.#process = startServerProcess({ home: this.home, env: { ...this.#env, ...env } })
    return this.#process.ready.then(
      () => true,
      () => false,
    )
  }

  async signIn(): Promise<boolean> {
    this.#url = await this.process.ready
    this.#headers = { 'content-type': 'application/json' }
    await this.ask('POST', '/api/auth/login', owner)
    return true
  }

  async kill(): Promise<void> {
    this.#process?.signal('SIGKILL')
    await this.#process?.exited
  }

  async remove(): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true, force: true })
  }

  // The caller knows what the route answers.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async ask(method: string, path: string, body?: object, more: object = {}): Promise<any> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { ...this.#headers, ...more },
      ...(body && { body: JSON.stringify(body) }),
    })
    const cookie = response.headers.getSetCookie()[0]
    if (cookie) this.#headers['cookie'] = cookie.split(';')[0] ?? ''
    const text = await response.text()
    return text === '' ? null : JSON.parse(text)
  }

  async store(name: string, tasks: object[], more: object = {}): Promise<void> {
    const document = { dsl: '1.0.3', namespace: 'default', name, version: '1.0.0' }
    const made = await this.ask('POST', '/api/playbooks', { definition: { document, do: tasks, ...more } })
    expect(made.errors, JSON.stringify(made)).toBeUndefined()
  }

  /** A start that got no answer is sent again with its key. */
  async start(name: string, tasks: object[]): Promise<string> {
    await this.store(name, tasks)
    for (;;) {
      try {
        return (await this.ask('POST', '/api/playbooks/runs', { playbook_id: name }, { 'idempotency-key': name })).id
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError)
        await this.live()
      }
    }
  }

  /** Whether this life ends before the run does. */
  async endsBefore(id: string): Promise<boolean> {
    try {
      await this.signIn()
      for (;;) {
        if (hasEnded(await this.ask('GET', `/api/playbooks/runs/${id}`))) return false
        await wait(20)
      }
    } catch (error) {
      expect(error).toBeInstanceOf(Error)
      await this.process.exited
      return true
    }
  }

  /** Waits until the run stands so, over as many lives as that takes. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async reaches(id: string, isThere: (run: WaitingRun) => boolean): Promise<any> {
    for (;;) {
      const dead = this.process.exited.then(() => 'dead' as const)
      const seen = vi.waitFor(
        async () => {
          const run = await this.ask('GET', `/api/playbooks/runs/${id}`)
          expect(isThere(run), JSON.stringify([run.status, run.error, run.current])).toBe(true)
          return run
        },
        { timeout: patienceMs, interval: 50 },
      )
      seen.catch(() => undefined)
      const found = await Promise.race([seen, dead])
      if (found !== 'dead') return found
      await this.live()
    }
  }
}

export const waitsFor = (kind: string) => (run: WaitingRun) => run.waiting_for.some(each => each.kind === kind)
export const hasEnded = ({ status }: WaitingRun) => ['completed', 'faulted', 'cancelled'].includes(status)
