import { messageOf, UnavailableError } from '@svc/plugin'
import type { ChildProcesses, Logger } from '@svc/plugin'
import type { SandboxConfig } from './generated/config.ts'
import type { PoolCounts, PoolMetrics } from './pool-metrics.ts'
import { PooledHost } from './pooled-host.ts'

/** Runs that another run waits for may take the pool to this many times `max_hosts`; they never wait for a process. */
const nestedShare = 2

interface Waiter {
  workspaceId: string
  codeKey: string
  resolve(host: PooledHost): void
  reject(error: Error): void
}

/**
 * The sandbox processes. A run gets, in this order: an idle host of its workspace that knows the app, any idle one of its
 * workspace, a fresh one, a new one, the place of an idle one of another workspace, or its turn in the queue.
 */
export class HostPool {
  readonly #children: ChildProcesses
  readonly #config: SandboxConfig
  readonly #log: Logger
  readonly #metrics: PoolMetrics
  readonly #hosts = new Set<PooledHost>()
  /** By workspace; the workspace that was served last stands last. */
  readonly #queues = new Map<string, Waiter[]>()
  #queued = 0
  #starting = 0
  #sparesStarting = 0
  #closed = false

  constructor(children: ChildProcesses, config: SandboxConfig, log: Logger, metrics: PoolMetrics) {
    this.#children = children
    this.#config = config
    this.#log = log
    this.#metrics = metrics
  }

  get counts(): PoolCounts {
    const hosts = [...this.#hosts]
    return {
      busy: hosts.filter(host => host.busy).length,
      idle: hosts.filter(host => !host.busy && host.workspaceId !== null).length,
      spare: hosts.filter(host => !host.busy && host.workspaceId === null).length,
      starting: this.#starting,
      waiting: this.#queued,
    }
  }

  /** A host reserved for one run. @throws UnavailableError when none can be started or too many wait */
  async lease(
    workspaceId: string,
    codeKey: string,
    { signal, nested = false }: { signal: AbortSignal; nested?: boolean },
  ): Promise<PooledHost> {
    if (this.#closed) throw new UnavailableError('The server is stopping.')
    const host = this.#pick(workspaceId, codeKey)
    if (host) return this.#reserve(host, workspaceId)
    if (this.#makeRoom(nested ? nestedShare : 1)) return this.#start(workspaceId)
    // The processes may be busy with the very runs that wait for this one.
    if (nested)
      throw new UnavailableError(
        'All sandbox processes are busy with runs that may wait for this one. Try again later.',
      )
    return this.#enqueue(workspaceId, codeKey, signal)
  }

  /** Somebody is about to run something: starts the spares, and waits for none of them. */
  warmUp(): void {
    this.#keepSpares()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const waiter of [...this.#queues.values()].flat())
      waiter.reject(new UnavailableError('The server is stopping.'))
    this.#queues.clear()
    for (const host of this.#hosts) host.kill('stop')
    await Promise.all([...this.#hosts].map(host => host.exited))
  }

  #pick(workspaceId: string, codeKey: string): PooledHost | undefined {
    const idle = [...this.#hosts].filter(host => !host.busy)
    return (
      idle.find(host => host.workspaceId === workspaceId && host.codes.has(codeKey)) ??
      idle.find(host => host.workspaceId === workspaceId) ??
      idle.find(host => host.workspaceId === null)
    )
  }

  /** True when another host may be started; an idle one of another workspace gives way. */
  #makeRoom(share = 1): boolean {
    if (this.#hosts.size + this.#starting < share * this.#config.max_hosts) return true
    const idle = [...this.#hosts].find(host => !host.busy)
    if (!idle) return false
    this.#remove(idle, 'workspace change')
    return true
  }

  #reserve(host: PooledHost, workspaceId: string): PooledHost {
    host.reserve(workspaceId)
    this.#keepSpares()
    return host
  }

  /** Starts a host, reserved for the workspace when one is given, else a spare. */
  async #start(workspaceId: string | null): Promise<PooledHost> {
    this.#starting += 1
    try {
      const host = await PooledHost.start(this.#children, this.#config, idle => this.#onIdle(idle))
      if (this.#closed) {
        host.kill('stop')
        throw new UnavailableError('The server is stopping.')
      }
      this.#hosts.add(host)
      void host.exited.then(exit => {
        this.#metrics.hostEnded(exit)
        this.#onExit(host)
      })
      return workspaceId === null ? host : this.#reserve(host, workspaceId)
    } finally {
      this.#starting -= 1
    }
  }

  #remove(host: PooledHost, reason: string): void {
    this.#hosts.delete(host)
    host.kill(reason)
  }

  #onExit(host: PooledHost): void {
    this.#hosts.delete(host)
    if (this.#closed) return
    this.#serveQueue()
    // Not after a spare that died unused, or a host that cannot live would be started without end.
    if (host.runs > 0) this.#keepSpares()
  }

  #onIdle(host: PooledHost): void {
    if (host.runs >= this.#config.runs_per_host) this.#remove(host, 'many runs')
    else if (this.#hosts.size > this.#config.max_hosts) this.#remove(host, 'more than max_hosts')
    this.#serveQueue()
    this.#keepSpares()
  }

  #enqueue(workspaceId: string, codeKey: string, signal: AbortSignal): Promise<PooledHost> {
    if (this.#queued >= this.#config.max_queued_runs) {
      throw new UnavailableError(
        `All ${this.#config.max_hosts} sandbox processes are busy and ${this.#queued} runs wait already.`,
      )
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        workspaceId,
        codeKey,
        resolve: host => {
          signal.removeEventListener('abort', onAbort)
          resolve(host)
        },
        reject: error => {
          signal.removeEventListener('abort', onAbort)
          reject(error)
        },
      }
      const onAbort = (): void => {
        this.#dequeue(waiter)
        reject(signal.reason)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const queue = this.#queues.get(workspaceId) ?? []
      queue.push(waiter)
      this.#queues.set(workspaceId, queue)
      this.#queued += 1
    })
  }

  #dequeue(waiter: Waiter): void {
    const queue = this.#queues.get(waiter.workspaceId) ?? []
    const place = queue.indexOf(waiter)
    if (place === -1) return
    queue.splice(place, 1)
    this.#queued -= 1
    if (queue.length === 0) this.#queues.delete(waiter.workspaceId)
  }

  /** Workspaces take turns, so that one with many runs holds up no other. */
  #serveQueue(): void {
    for (const [workspaceId, queue] of [...this.#queues]) {
      const waiter = queue[0]
      if (!waiter) continue
      const host = this.#pick(workspaceId, waiter.codeKey)
      if (!host && !this.#makeRoom()) return
      this.#dequeue(waiter)
      this.#toTheEnd(workspaceId)
      if (host) waiter.resolve(this.#reserve(host, workspaceId))
      else {
        this.#start(workspaceId).then(waiter.resolve, waiter.reject)
      }
    }
  }

  #toTheEnd(workspaceId: string): void {
    const queue = this.#queues.get(workspaceId)
    if (!queue) return
    this.#queues.delete(workspaceId)
    this.#queues.set(workspaceId, queue)
  }

  #keepSpares(): void {
    const fresh = [...this.#hosts].filter(host => !host.busy && host.workspaceId === null).length
    const room = this.#config.max_hosts - this.#hosts.size - this.#starting
    const wanted = Math.min(this.#config.warm_hosts - fresh - this.#sparesStarting, room)
    for (let i = 0; i < wanted && !this.#closed; i++) {
      this.#sparesStarting += 1
      void this.#start(null)
        .then(() => this.#serveQueue())
        .catch((error: unknown) =>
          this.#log.warn({ reason: messageOf(error) }, 'A spare sandbox process could not be started.'),
        )
        .finally(() => (this.#sparesStarting -= 1))
    }
  }
}
