import type { FairTurnsOptions } from '../fair-turns.ts'
import type { RpcMethod } from '../child/rpc-peer.ts'
import type { JsonLike, JsonValue } from '../json-schema.ts'
import type { Child, ChildExit, ChildOptions } from './child-processes.ts'

/** What a process is given of a workspace when it is started for it. */
export type PoolProcess = Pick<ChildOptions, 'folder' | 'writes'>

export interface ChildPoolOptions<State>
  extends Omit<FairTurnsOptions, 'most'>, Pick<ChildOptions, 'heapMb' | 'rssMb' | 'nodeFlags' | 'args'> {
  program: string
  /** Processes that belong to workspaces. As many uses go on at once; more wait by turns, `mostEach` of one workspace at a time. */
  size: number
  /** Processes that stand ready for the next caller once the pool is in use; default 0. */
  spares?: number
  /** Processes altogether; default `size` and `spares` together. */
  most?: number
  /** How long a process without work is kept; as long as nobody needs its place when left out. */
  idleMs?: number
  /** After what a process is replaced by another: uses, memory it still holds when it has done its work, CPU time of its life. */
  recycle?: { uses?: number; rssMb?: number; cpuMs?: number }
  /** Codes of answers after which a process is not used again, besides `internal_error` and `out_of_memory`. */
  retireOn?: readonly string[]
  /** Names of what a process may ask its user, see {@link PoolUser.methods}. */
  methods?: readonly string[]
  /** Called for each new process: a last step of its start, and what is remembered of it. */
  open?(child: Child): State | Promise<State>
  onExit?(exit: ChildExit): void
}

/** Who uses a process, and what for. */
export interface PoolUser {
  /** Whose data the process sees: it never sees that of another workspace. */
  workspaceId: string
  /** Who asks, by user id: the persons of a workspace take turns. */
  person?: string
  /** A caller that leaves gives up its place; a process at work for it is killed. */
  signal: AbortSignal
  /** For a process that is started for it; a pool whose users give this has no spares. */
  process?: PoolProcess
  /** Answers what the process asks meanwhile. */
  methods?: Record<string, RpcMethod>
  onNotify?: (method: string, params: JsonValue) => void
}

export interface PoolUse extends PoolUser {
  /** Milliseconds that its requests may take together: the process's own time, not that of a user who reads slowly. */
  timeoutMs?: number
  /** CPU milliseconds. */
  cpuMs?: number
}

export interface PoolTake<State> extends PoolUser {
  /** Which of the workspace's idle processes fits best. */
  prefers?(state: State): boolean
  /** Asked for by the user of another process of the pool: it does not wait, and may take the pool to twice its size. */
  nested?: boolean
}

/** A process that is taken. */
export interface TakenChild<State> {
  readonly child: Child
  readonly state: State
  /** Gives it back, for the workspace's next use. */
  release(): void
  /** Kills it. */
  retire(reason?: string): void
}

/** A process at work. */
export interface WorkingChild<State> extends TakenChild<State> {
  /** @throws ChildMethodError, {@link ChildEndedError} with what it ended of, the signal's reason */
  request<Answer = JsonValue>(method: string, params: JsonLike, bytes?: Uint8Array): Promise<Answer>
  requestBytes(
    method: string,
    params: JsonLike,
    bytes?: Uint8Array,
  ): Promise<{ value: JsonValue; bytes: Buffer | null }>
}

/** How many processes there are in each state, and how many users wait for one. */
export interface PoolCounts {
  busy: number
  idle: number
  spare: number
  starting: number
  waiting: number
}

/**
 * Processes of one program. Each belongs to a workspace from its first use on and serves one user at a time; users wait by fair
 * turns. One that met a limit, failed or was left in the middle of its work is not used again.
 */
export interface ChildPool<State> {
  readonly counts: PoolCounts
  /** Why the last process did not start; null when it did, or none was needed yet. */
  readonly startFailure: string | null
  /** Runs `work` with a process when its turn has come, and settles when the process is free again or gone. */
  use<Result>(use: PoolUse, work: (child: WorkingChild<State>) => Promise<Result>): Promise<Result>
  /** For work that ends at another moment than its answer, with limits of its own; the caller releases or retires it. */
  take(take: PoolTake<State>): Promise<TakenChild<State>>
  /** Somebody is about to come: starts the spares, or one process for the workspace, and waits for none of them. */
  warm(user?: Omit<PoolUser, 'signal'>): void
  /** Ends the workspace's idle processes, which may hold removed files open. */
  letGo(workspaceId: string): void
  /** Refuses who waits, kills every process and waits until they are gone. */
  close(): Promise<void>
}
