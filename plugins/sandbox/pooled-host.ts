import type { Child, ChildExit, ChildProcesses, JsonObject, JsonValue } from '@svc/plugin'
import { RemoteError } from '@svc/plugin/child'
import type { SandboxConfig } from './generated/config.ts'
import { rssLimitMb } from './run-limits.ts'

/** What a host tells the run it serves. */
export interface HostListener {
  call(name: string, argument: string): Promise<string>
  log(level: string, message: string): void
  progress(fraction: number, note: string | null): void
}

const watchEveryMs = 250
// What a silent host may burn beyond the run's own limit before it counts as lost.
const silentCpuMs = 1000
const silentWallMs = 10_000
const restLimitMs = 30_000

/** One sandbox process: a workspace, a run at a time, and a watch that ends it when it falls silent over its work. */
export class PooledHost {
  workspaceId: string | null = null
  runs = 0
  /** Keys of the programs it was given. */
  codes = new Set<string>()
  readonly #child: Child
  readonly #onIdle: (host: PooledHost) => void
  #listener: HostListener | null = null
  #watch: NodeJS.Timeout | undefined
  #cpuLimitMs = 0
  #heardAt = 0
  #cpuWhenHeard = 0
  #busy = false
  #restUntil = Infinity
  #restingCodes: JsonValue = null

  private constructor(child: Child, onIdle: (host: PooledHost) => void) {
    this.#child = child
    this.#onIdle = onIdle
    void child.exited.then(() => clearInterval(this.#watch))
  }

  static async start(
    children: ChildProcesses,
    config: SandboxConfig,
    onIdle: (host: PooledHost) => void,
  ): Promise<PooledHost> {
    // The child may speak before `spawn` has returned it to us.
    const self: { host?: PooledHost } = {}
    const child = await children.spawn('sandbox-host', {
      heapMb: 2 * config.max_memory_mb + 64,
      rssMb: rssLimitMb(config.max_memory_mb),
      nodeFlags: ['--no-node-snapshot'],
      methods: { call: (params: JsonValue) => self.host?.call(params) ?? refuse() },
      onNotify: (method, params) => self.host?.hear(method, params),
    })
    self.host = new PooledHost(child, onIdle)
    return self.host
  }

  get busy(): boolean {
    return this.#busy
  }

  get exited(): Promise<ChildExit> {
    return this.#child.exited
  }

  get cpuMs(): number {
    return this.#child.cpuMs() ?? 0
  }

  /** Reserves it: from here until it reports to be at rest no other run gets it. */
  reserve(workspaceId: string): void {
    this.workspaceId = workspaceId
    this.#busy = true
    this.runs += 1
  }

  /** Runs a program. Rejects when the process ends before it answers. */
  async run(
    request: JsonObject,
    limits: { cpuMs: number; memoryMb: number },
    listener: HostListener,
  ): Promise<JsonValue> {
    this.#listener = listener
    this.#cpuLimitMs = limits.cpuMs
    this.#restUntil = Infinity
    this.#restingCodes = null
    this.#child.limitRss(rssLimitMb(limits.memoryMb))
    this.#heard()
    this.#watch = setInterval(() => this.#look(), watchEveryMs)
    try {
      return await this.#child.request('run', request)
    } finally {
      this.#listener = null
      this.#restUntil = performance.now() + restLimitMs
      if (this.#restingCodes) this.#rest(this.#restingCodes)
    }
  }

  abort(message: string): void {
    this.#child.notify('abort', message)
  }

  kill(reason: string): void {
    this.#child.kill(reason)
  }

  async call(params: JsonValue): Promise<JsonValue> {
    this.#heard()
    const { name, argument } = params as { name?: unknown; argument?: unknown }
    if (!this.#listener || typeof name !== 'string' || typeof argument !== 'string') return refuse()
    return this.#listener.call(name, argument)
  }

  hear(method: string, params: JsonValue): void {
    this.#heard()
    if (method === 'ready') return this.#rest(params)
    if (method === 'spent') return this.kill('spent')
    const values = (params ?? {}) as Record<string, unknown>
    if (method === 'log' && typeof values['level'] === 'string' && typeof values['message'] === 'string') {
      this.#listener?.log(values['level'], values['message'])
    }
    if (method === 'progress' && typeof values['fraction'] === 'number') {
      this.#listener?.progress(values['fraction'], typeof values['note'] === 'string' ? values['note'] : null)
    }
  }

  #rest(codes: JsonValue): void {
    // It counts after the answer alone, which may come in the same breath; in the middle of a run nobody believes it.
    this.#restingCodes = this.#listener ? codes : null
    if (this.#listener || !this.#busy) return
    this.codes = new Set(Array.isArray(codes) ? codes.filter(code => typeof code === 'string') : [])
    clearInterval(this.#watch)
    this.#busy = false
    this.#onIdle(this)
  }

  #heard(): void {
    this.#heardAt = performance.now()
    this.#cpuWhenHeard = this.cpuMs
  }

  /** The host beats several times a second while it is in charge. CPU, not time, so that a crowded machine kills nobody. */
  #look(): void {
    const now = performance.now()
    const cpu = this.#child.cpuMs()
    const lost =
      cpu === null ? now - this.#heardAt > silentWallMs : cpu - this.#cpuWhenHeard > this.#cpuLimitMs + silentCpuMs
    if (lost || now > this.#restUntil) this.kill('silent')
  }
}

function refuse(): never {
  throw new RemoteError('conflict', 'No run is going on.')
}
