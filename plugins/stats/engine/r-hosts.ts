import { FairTurns, messageOf } from '@svc/plugin'
import type { ChildProcesses, Logger } from '@svc/plugin'
import { RHost } from './r-host.ts'
import type { RLimits } from './r-limits.ts'
import type { RSources } from './r-sources.ts'

const program = 'r-host'
const maxHosts = 2
/** A workspace whose analyses take their time holds one of them, and the other stays for everybody else's. */
const turnOptions = {
  most: maxHosts,
  mostEach: 1,
  mostWaitingEach: 32,
  refusal: 'Too many analyses of this workspace are waiting. Try again in a moment.',
}
/** R's own memory is outside of V8's heap. */
const heapMb = 256
/** Well before the last stop that `program.json` sets for the process's whole life. */
const recycledAfterCpuMs = 1_800_000

interface Slot {
  host: RHost
  /** Null: the spare one, which has seen nobody's data. */
  workspaceId: string | null
  busy: boolean
  idleTimer?: NodeJS.Timeout
}

export interface RHostsOptions {
  children: ChildProcesses
  sources: RSources
  limits: RLimits
  log: Logger
}

/**
 * Processes with R in them: each belongs to a workspace from its first analysis on, and takes one at a time. While there is work, one more
 * stands ready, because R takes seconds to start. Nothing is started before the first analysis.
 */
export class RHosts {
  readonly #options: RHostsOptions
  readonly #slots = new Set<Slot>()
  readonly #turns = new FairTurns(turnOptions)
  #startingSpare: Promise<void> | null = null
  #closed = false

  constructor(options: RHostsOptions) {
    this.#options = options
  }

  /** Runs `work` with a process of the workspace; `work` kills the host when it may not be used again. */
  async run<T>(workspaceId: string, signal: AbortSignal, work: (host: RHost) => Promise<T>): Promise<T> {
    return this.#turns.run(workspaceId, signal, async () => {
      const slot = await this.#slotFor(workspaceId)
      try {
        return await work(slot.host)
      } finally {
        this.#rest(slot)
        void this.#prepareSpare()
      }
    })
  }

  close(): void {
    this.#closed = true
    for (const slot of this.#slots) this.#end(slot)
  }

  async #slotFor(workspaceId: string): Promise<Slot> {
    const free = [...this.#slots].filter(slot => !slot.busy)
    const own = free.find(slot => slot.workspaceId === workspaceId)
    if (own) return take(own, workspaceId)
    if (this.#startingSpare) await this.#startingSpare
    const spare = [...this.#slots].find(slot => !slot.busy && slot.workspaceId === null)
    // A process that has seen another workspace's data is not used again for this one.
    const others = [...this.#slots].filter(slot => slot.workspaceId !== null)
    if (others.length >= maxHosts) for (const other of others.filter(slot => !slot.busy).slice(0, 1)) this.#end(other)
    return take(spare ?? (await this.#start()), workspaceId)
  }

  async #start(): Promise<Slot> {
    const { children, sources, limits } = this.#options
    const child = await children.spawn(program, { heapMb, rssMb: limits.memoryMb })
    const slot: Slot = { host: new RHost(child, sources), workspaceId: null, busy: false }
    this.#slots.add(slot)
    void child.exited.then(() => {
      clearTimeout(slot.idleTimer)
      this.#slots.delete(slot)
    })
    if (this.#closed) this.#end(slot)
    return slot
  }

  #prepareSpare(): Promise<void> {
    const hasSpare = [...this.#slots].some(slot => slot.workspaceId === null)
    if (!this.#options.limits.spare || this.#closed || hasSpare || this.#startingSpare) return Promise.resolve()
    this.#startingSpare = this.#start()
      .then(slot => this.#rest(slot))
      .catch((error: unknown) => {
        // The next analysis starts one itself, and tells when that fails.
        this.#options.log.warn({ reason: messageOf(error) }, 'No spare process for R could be started.')
      })
      .finally(() => {
        this.#startingSpare = null
      })
    return this.#startingSpare
  }

  #rest(slot: Slot): void {
    if (!this.#slots.has(slot)) return
    if (slot.host.ended || (slot.host.child.cpuMs() ?? 0) > recycledAfterCpuMs) return this.#end(slot)
    slot.busy = false
    slot.idleTimer = setTimeout(() => this.#end(slot), this.#options.limits.idleMs).unref()
  }

  #end(slot: Slot): void {
    clearTimeout(slot.idleTimer)
    this.#slots.delete(slot)
    slot.host.kill('end')
  }
}

function take(slot: Slot, workspaceId: string): Slot {
  slot.busy = true
  slot.workspaceId = workspaceId
  clearTimeout(slot.idleTimer)
  return slot
}
