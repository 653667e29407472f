import { join } from 'node:path'
import { FairTurns, messageOf, UnavailableError } from '@svc/plugin'
import type { Child, ChildProcesses, JsonValue, TableLookup } from '@svc/plugin'
import { RemoteError } from '@svc/plugin/child'
import type { HostOpen, HostTablesRequest, QueryHostDriver, QueryHostRole } from '@svc/plugin/child'
import { stagingFolder } from './analytics-folders.ts'
import { otherDriver } from './other-driver.ts'

const program = 'query-host'
const maxReaders = 4
const maxWriters = 2
const idleMs = 60_000
/** Node, the engine's code and its own books beside the memory that queries may use. */
const baseMemoryMb = 400
/** What no table may exceed, whatever the quota says. */
const maxFileBytes = 16 * 1024 ** 3
/** What one task left behind is not counted against the next. */
const mostKeptBytes = 512 * 1024 * 1024
const readerTurns = {
  most: maxReaders,
  mostEach: 2,
  mostWaitingEach: 64,
  refusal: 'Too many queries of this workspace are waiting. Try again in a moment.',
}
const writerTurns = {
  most: maxWriters,
  mostEach: 1,
  mostWaitingEach: 32,
  refusal: 'Too many imports and exports of this workspace are waiting. Try again in a moment.',
}

export interface QueryHostLimits {
  memoryMb: number
  threads: number
}

/** A process of one workspace's. */
export interface QueryHost {
  readonly workspaceId: string
  readonly child: Child
  /** How names of tables are looked up for the work at hand. */
  lookup: TableLookup | null
  progress: ((fraction: number, note: string) => void) | null
  /** It is used no more. */
  ended: boolean
}

/** A workspace, and its folder. */
export interface Place {
  workspaceId: string
  folder: string
}

interface WriterFolder {
  folder: string
  maxFileBytes: number
}

interface Reader extends QueryHost {
  busy: boolean
  idleTimer?: NodeJS.Timeout
}

/** Starts processes of `apps/query-host`: readers stay warm for a workspace, writers are made for one task. */
export class QueryHosts {
  readonly #children: ChildProcesses
  readonly #driver: QueryHostDriver
  readonly #limits: QueryHostLimits
  readonly #readers = new Set<Reader>()
  readonly #readerTurns = new FairTurns(readerTurns)
  readonly #writerTurns = new FairTurns(writerTurns)
  #spare: (Place & { host: QueryHost; timer: NodeJS.Timeout }) | null = null
  #closed = false
  #startFailure: string | null = null

  constructor({
    children,
    driver,
    limits,
  }: {
    children: ChildProcesses
    driver: QueryHostDriver
    limits: QueryHostLimits
  }) {
    this.#children = children
    this.#driver = driver
    this.#limits = limits
  }

  get limits(): QueryHostLimits {
    return this.#limits
  }

  /** Why the last process did not start; null when it did, or none was needed yet. */
  get startFailure(): string | null {
    return this.#startFailure
  }

  /** Runs `work` with a reader when its turn has come. */
  read<T>(place: Place, signal: AbortSignal, work: (host: QueryHost) => Promise<T>): Promise<T> {
    return this.#readerTurns.run(place.workspaceId, signal, async () => {
      const reader = await this.#readerFor(place)
      try {
        return await work(reader)
      } finally {
        if (reader.ended) this.#end(reader)
        else this.#rest(reader)
      }
    })
  }

  writerTurn<T>(workspaceId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#writerTurns.run(workspaceId, signal, work)
  }

  /** A writer for one task. Whoever asks for it ends it. */
  async startWriter(place: Place): Promise<QueryHost> {
    const spare = this.#spare
    if (spare === null || spare.workspaceId !== place.workspaceId) return this.#startWriter(place)
    this.#spare = null
    clearTimeout(spare.timer)
    return spare.host
  }

  /** A writer that has seen nothing but tables of the workspace: kept for a minute, for its next task. */
  keepWriter(place: Place, host: QueryHost): void {
    if (this.#closed || host.ended || host.child.rssBytes() > mostKeptBytes) return host.child.kill()
    this.#endSpare()
    host.lookup = null
    const spare = { ...place, host, timer: setTimeout(() => this.#endSpare(), idleMs).unref() }
    this.#spare = spare
    void host.child.exited.then(() => {
      if (this.#spare === spare) this.#endSpare()
    })
  }

  /** Forgets the workspace's warm processes, which may hold removed files open. */
  letGo(workspaceId: string): void {
    if (this.#spare?.workspaceId === workspaceId) this.#endSpare()
    for (const reader of this.#readers) if (reader.workspaceId === workspaceId && !reader.busy) this.#end(reader)
  }

  close(): void {
    this.#closed = true
    this.#endSpare()
    for (const reader of this.#readers) this.#end(reader)
  }

  #startWriter(place: Place): Promise<QueryHost> {
    return this.#start(place, 'writer', { folder: join(place.folder, stagingFolder), maxFileBytes })
  }

  #endSpare(): void {
    const spare = this.#spare
    this.#spare = null
    if (spare === null) return
    clearTimeout(spare.timer)
    spare.host.child.kill()
  }

  async #readerFor(place: Place): Promise<Reader> {
    const free = [...this.#readers].filter(reader => !reader.busy)
    const own = free.find(reader => reader.workspaceId === place.workspaceId)
    if (own) {
      own.busy = true
      clearTimeout(own.idleTimer)
      return own
    }
    if (this.#readers.size >= maxReaders && free[0]) this.#end(free[0])
    const reader: Reader = Object.assign(await this.#start(place, 'reader', null), { busy: true })
    this.#readers.add(reader)
    void reader.child.exited.then(() => {
      reader.ended = true
      this.#readers.delete(reader)
    })
    return reader
  }

  async #start(place: Place, role: QueryHostRole, writes: WriterFolder | null): Promise<QueryHost> {
    try {
      const host = await this.#open(place, role, writes)
      this.#startFailure = null
      return host
    } catch (error) {
      if (!this.#closed) this.#startFailure = messageOf(error instanceof Error ? (error.cause ?? error) : error)
      throw error
    }
  }

  async #open({ workspaceId, folder }: Place, role: QueryHostRole, writes: WriterFolder | null): Promise<QueryHost> {
    const { memoryMb, threads } = this.#limits
    const host: Pick<QueryHost, 'lookup' | 'progress' | 'ended'> = { lookup: null, progress: null, ended: false }
    const child = await this.#children.spawn(program, {
      heapMb: memoryMb,
      rssMb: memoryMb + baseMemoryMb,
      args: [this.#driver, role],
      folder,
      ...(writes && { writes }),
      methods: {
        tables: async params => {
          const { names } = params as unknown as HostTablesRequest
          const found = await (host.lookup?.(names) ?? names.map(() => null))
          for (const table of found) {
            const fault = table && otherDriver(this.#driver, table.file)
            if (fault) throw new RemoteError('conflict', fault)
          }
          return found as unknown as JsonValue
        },
      },
      onNotify: (method, params) => {
        const { fraction, note } = params as { fraction?: unknown; note?: unknown }
        if (method === 'progress' && typeof fraction === 'number')
          host.progress?.(Math.min(Math.max(fraction, 0), 1), String(note ?? '').slice(0, 200))
      },
    })
    const opening: HostOpen = { memory_mb: memoryMb, threads }
    try {
      await child.request('open', { ...opening })
    } catch (cause) {
      child.kill()
      const { lastWords } = await child.exited
      const fields = { driver: this.#driver, last_words: lastWords }
      throw new UnavailableError('The process that reads datasets could not be started.', { cause, fields })
    }
    return Object.assign(host, { workspaceId, child })
  }

  #rest(reader: Reader): void {
    reader.busy = false
    reader.lookup = null
    reader.idleTimer = setTimeout(() => this.#end(reader), idleMs).unref()
  }

  #end(reader: Reader): void {
    clearTimeout(reader.idleTimer)
    this.#readers.delete(reader)
    reader.child.kill()
  }
}
