import { ChildMethodError, FairTurns, UnavailableError } from '@svc/plugin'
import type { Child, ChildProcesses } from '@svc/plugin'
import type { DocumentLimits } from './document-limits.ts'

const program = 'document-host'
const maxHosts = 2
/** A workspace whose documents take their minute holds one of them, and the other stays for everybody else's. */
const turnOptions = {
  most: maxHosts,
  mostEach: 1,
  mostWaitingEach: 64,
  refusal: 'Too many documents are waiting to be read. Try again in a moment.',
}
const recycledAboveMb = 256
/** Well before the last stop that `program.json` sets for the process's whole life. */
const recycledAfterCpuMs = 120_000
const idleMs = 60_000
const lookEveryMs = 200

/** What a document took too much of; `crash` when it ended the process in another way. */
export type Overrun = 'time' | 'cpu' | 'memory' | 'crash'

interface Host {
  workspaceId: string
  child: Child
  busy: boolean
  idleTimer?: NodeJS.Timeout
}

export interface HostWork<Result> {
  workspaceId: string
  signal: AbortSignal
  work(child: Child): Promise<Result>
  /** The error as the caller is told it; `overrun` is set when the process did not survive the document. */
  explained(error: unknown, overrun: Overrun | null): unknown
}

/** Processes that read documents: one document at a time each, one workspace after the other, warm for a minute, killed at the limits. */
export class DocumentHosts {
  readonly #children: ChildProcesses
  readonly #limits: DocumentLimits
  readonly #hosts = new Set<Host>()
  readonly #turns = new FairTurns(turnOptions)

  constructor({ children, limits }: { children: ChildProcesses; limits: DocumentLimits }) {
    this.#children = children
    this.#limits = limits
  }

  run<Result>(work: HostWork<Result>): Promise<Result> {
    const { workspaceId, signal } = work
    return this.#turns.run(workspaceId, signal, async () => this.#work(await this.#hostFor(workspaceId), work))
  }

  close(): void {
    for (const host of this.#hosts) this.#end(host)
  }

  async #hostFor(workspaceId: string): Promise<Host> {
    const free = [...this.#hosts].filter(host => !host.busy)
    const own = free.find(host => host.workspaceId === workspaceId)
    if (own) {
      own.busy = true
      clearTimeout(own.idleTimer)
      return own
    }
    // A process that has seen another workspace's documents is not used again for this one.
    if (this.#hosts.size >= maxHosts && free[0]) this.#end(free[0])
    const { memoryMb } = this.#limits
    const child = await this.#children.spawn(program, { heapMb: Math.floor(memoryMb * 0.75), rssMb: memoryMb })
    const host: Host = { workspaceId, child, busy: true }
    this.#hosts.add(host)
    void child.exited.then(() => this.#hosts.delete(host))
    return host
  }

  async #work<Result>(host: Host, { work, signal, explained }: HostWork<Result>): Promise<Result> {
    const watch = new Watch(host.child, this.#limits)
    try {
      const result = await work(host.child)
      this.#rest(host)
      return result
    } catch (error) {
      if (error instanceof ChildMethodError) {
        this.#rest(host)
        throw explained(error, null)
      }
      const overrun = signal.aborted ? null : await watch.verdict(error)
      this.#end(host)
      throw explained(error, overrun)
    } finally {
      watch.end()
    }
  }

  #rest(host: Host): void {
    const { child } = host
    // What one document left behind is not counted against the next.
    if (child.rssBytes() > recycledAboveMb * 1024 * 1024 || (child.cpuMs() ?? 0) > recycledAfterCpuMs)
      return this.#end(host)
    host.busy = false
    host.idleTimer = setTimeout(() => this.#end(host), idleMs).unref()
  }

  #end(host: Host): void {
    clearTimeout(host.idleTimer)
    this.#hosts.delete(host)
    host.child.kill()
  }
}

/** Kills the process when its document takes too long, and knows afterwards what it died of. */
class Watch {
  readonly #child: Child
  readonly #timer: NodeJS.Timeout
  #overrun: Overrun | null = null

  constructor(child: Child, { wallMs, cpuMs }: DocumentLimits) {
    this.#child = child
    const cpuBefore = child.cpuMs() ?? 0
    const startedAt = performance.now()
    this.#timer = setInterval(() => {
      if (performance.now() - startedAt > wallMs) this.#kill('time')
      else if ((child.cpuMs() ?? 0) - cpuBefore > cpuMs) this.#kill('cpu')
    }, lookEveryMs)
  }

  /** Null when the process lives, or was ended for another reason. */
  async verdict(error: unknown): Promise<Overrun | null> {
    if (this.#overrun) return this.#overrun
    if (!(error instanceof UnavailableError)) return null
    const { killed, signal, code } = await this.#child.exited
    if (killed === 'rss') return 'memory'
    if (killed !== null) return null
    if (signal === 'SIGXCPU') return 'cpu'
    // V8 aborts when its heap is full.
    return signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134 ? 'memory' : 'crash'
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #kill(overrun: Overrun): void {
    this.#overrun ??= overrun
    this.#child.kill(overrun)
  }
}
