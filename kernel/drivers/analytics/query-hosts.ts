import { join } from 'node:path'
import type { AnalyticsLimits, ChildPool, ChildProcesses, PoolUse, TableLookup, WorkingChild } from '@svc/plugin'
import { RemoteError } from '@svc/plugin/child'
import type { HostOpen, HostTable, HostTablesRequest } from './query-host.ts'
import { stagingFolder } from './analytics-folders.ts'
import { otherEngineFault } from './engines.ts'

/** Node, the engine's code and its own books beside the memory that queries may use. */
const baseMemoryMb = 400
/** What no table may exceed, whatever the quota says. */
const maxFileBytes = 16 * 1024 ** 3
const common = { program: 'query-host', idleMs: 60_000, methods: ['tables'], retireOn: ['query_limit'] }
const readerOptions = {
  ...common,
  refusal: 'Too many queries of this workspace are waiting. Try again in a moment.',
}
const writerOptions = {
  ...common,
  size: 2,
  mostEach: 1,
  refusal: 'Too many imports and exports of this workspace are waiting. Try again in a moment.',
  recycle: { rssMb: 512 },
}

/** A workspace, and its folder. */
export interface Place {
  workspaceId: string
  folder: string
}

/** What a process is used for. */
export interface HostUse {
  signal: AbortSignal
  timeoutMs: number
  /** Who asks, by user id. */
  person?: string
  /** How names of tables are looked up meanwhile. */
  lookup?: TableLookup
  progress?: (fraction: number, note: string) => void
}

type Work<T> = (child: WorkingChild<null>) => Promise<T>

/** Processes of `apps/query-host`: readers, and writers, which may write into the folder where tables are made. */
export class QueryHosts {
  readonly limits: AnalyticsLimits
  readonly #driver: string
  readonly #readers: ChildPool<null>
  readonly #writers: ChildPool<null>

  constructor({ children, driver, limits }: { children: ChildProcesses; driver: string; limits: AnalyticsLimits }) {
    this.#driver = driver
    this.limits = limits
    const { memoryMb, threads, readers = 4, waiting = 64 } = limits
    const opening: HostOpen = { memory_mb: memoryMb, threads }
    const process = {
      heapMb: memoryMb,
      rssMb: memoryMb + baseMemoryMb,
      open: async (child: WorkingChild<null>['child']) => {
        await child.request('open', { ...opening })
        return null
      },
    }
    const line = { size: readers, mostEach: Math.ceil(readers / 2), mostWaitingEach: waiting }
    this.#readers = children.pool({ ...readerOptions, ...process, ...line, args: [driver, 'reader'] })
    const mostWaitingEach = Math.ceil(waiting / 2)
    this.#writers = children.pool({ ...writerOptions, ...process, mostWaitingEach, args: [driver, 'writer'] })
  }

  /** Why the last process did not start; null when it did, or none was needed yet. */
  get startFailure(): string | null {
    return this.#readers.startFailure ?? this.#writers.startFailure
  }

  read<T>({ workspaceId, folder }: Place, use: HostUse, work: Work<T>): Promise<T> {
    return this.#readers.use({ workspaceId, process: { folder }, ...this.#poolUse(use) }, work)
  }

  write<T>(place: Place, use: HostUse, work: Work<T>): Promise<T> {
    return this.#writers.use({ ...writerFor(place), ...this.#poolUse(use) }, work)
  }

  /** Starts a writer while the workspace's upload is on its way. */
  expectWrite(place: Place): void {
    this.#writers.warm(writerFor(place))
  }

  /** Ends the workspace's idle processes, which may hold removed files open. */
  letGo(workspaceId: string): void {
    this.#readers.letGo(workspaceId)
    this.#writers.letGo(workspaceId)
  }

  async close(): Promise<void> {
    await Promise.all([this.#readers.close(), this.#writers.close()])
  }

  #poolUse({ signal, timeoutMs, person, lookup, progress }: HostUse): Omit<PoolUse, 'workspaceId' | 'process'> {
    return {
      signal,
      timeoutMs,
      ...(person !== undefined && { person }),
      methods: { tables: (request: HostTablesRequest) => this.#tables(request, lookup) },
      onNotify: (method, params) => {
        const { fraction, note } = params as { fraction?: unknown; note?: unknown }
        if (method === 'progress' && typeof fraction === 'number')
          progress?.(Math.min(Math.max(fraction, 0), 1), String(note ?? '').slice(0, 200))
      },
    }
  }

  async #tables({ names }: HostTablesRequest, lookup: TableLookup | undefined): Promise<(HostTable | null)[]> {
    const found = await (lookup?.(names) ?? names.map(() => null))
    for (const table of found) {
      const fault = table && otherEngineFault(this.#driver, table.file)
      if (fault) throw new RemoteError('conflict', fault)
    }
    return found
  }
}

function writerFor({ workspaceId, folder }: Place): Pick<PoolUse, 'workspaceId' | 'process'> {
  return { workspaceId, process: { folder, writes: { folder: join(folder, stagingFolder), maxFileBytes } } }
}
