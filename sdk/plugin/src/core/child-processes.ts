import { UnavailableError } from '../errors.ts'
import type { RpcMethod } from '../child/rpc-peer.ts'
import type { Transferred } from '../child/serve-thread.ts'
import type { JsonLike, JsonValue } from '../json-schema.ts'
import { defineService } from '../service.ts'
import type { ChildPool, ChildPoolOptions } from './child-pool.ts'
import type { FairTurnsOptions } from '../fair-turns.ts'
import type { Readable, Writable } from 'node:stream'

export interface ChildOptions {
  /** `--max-old-space-size`, MiB; that of the manifest, or three quarters of its memory, when left out. */
  heapMb?: number
  /** RSS over this is killed, MiB; that of the manifest, or 512, when left out. */
  rssMb?: number
  /** More node flags, such as `--no-node-snapshot`. */
  nodeFlags?: readonly string[]
  /** For the program, after its file. */
  args?: readonly string[]
  /**
   * Its working folder, which it may read, in place of an empty one of its own; it reaches what is in it by relative names, whichever users may pass the
   * folders above. Where it runs as another user, that must be let in by the modes from here on.
   */
  folder?: string
  /** What it may write: below this folder of `folder`, files of at most so many bytes. Absent: nothing. See {@link Child.own}. */
  writes?: { folder: string; maxFileBytes: number }
  /** Answers what the child asks; each is named, unknown names are refused. */
  methods?: Record<string, RpcMethod>
  /** Called for messages the child sends without waiting for an answer. */
  onNotify?: (method: string, params: JsonValue) => void
}

export interface ChildExit {
  code: number | null
  signal: string | null
  /** Why the parent killed it, when it did: `rss`, `killed`, `stop`, `protocol`, or the reason given to `kill`. */
  killed: string | null
  /** The last words on its standard error, at most 4 KiB: for the log, never for a client. */
  lastWords: string
}

/** A method of the child threw: its `code` and its sentence. */
export class ChildMethodError extends Error {
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ChildMethodError'
    this.code = code
  }
}

/** What ended a process or thread in the middle of its work; `ended`: the server did, for reasons of its own. */
export type ChildEnd = 'time' | 'cpu' | 'memory' | 'crash' | 'ended'

/** A process or thread of {@link ChildProcesses.pool} or {@link ChildProcesses.thread} ended before it answered. */
export class ChildEndedError extends UnavailableError {
  readonly reason: ChildEnd
  /** Null for a thread. */
  readonly exit: ChildExit | null

  constructor(name: string, reason: ChildEnd, exit: ChildExit | null, cause?: unknown) {
    super(`${name} ended before it answered.`, { cause, fields: { reason, ...(exit && { exit }) } })
    this.reason = reason
    this.exit = exit
  }
}

/** A running child with one RPC over one pipe. */
export interface Child {
  readonly pid: number
  /** Rejects with UnavailableError when the child ends first, with {@link ChildMethodError} when its method threw. A signal only stops the wait: kill the child to stop its work. */
  request<Answer = JsonValue>(
    method: string,
    params: JsonLike,
    signal?: AbortSignal,
    bytes?: Uint8Array,
  ): Promise<Answer>
  /** As {@link request}, with the raw bytes that the answer brings; null when there are none. `bytes` go with the request, and may not change until it is answered. */
  requestBytes(
    method: string,
    params: JsonLike,
    signal?: AbortSignal,
    bytes?: Uint8Array,
  ): Promise<{ value: JsonValue; bytes: Buffer | null }>
  notify(method: string, params: JsonLike): void
  /** SIGKILL, to the child and to all it started. */
  kill(reason?: string): void
  /** Sets another limit for the memory watch, such as that of the run at hand. */
  limitRss(megabytes: number): void
  /** Where it runs as another user, gives it the files: it could neither read nor write them otherwise. The paths lie in {@link ChildOptions.folder}. */
  own(paths: readonly string[]): Promise<void>
  /** CPU milliseconds used so far; null when the system does not say. */
  cpuMs(): number | null
  /** Resident bytes at the last look. */
  rssBytes(): number
  readonly exited: Promise<ChildExit>
}

/**
 * Spawns the programs that the plugin's manifest declares, and those of the server (`sandbox-host`, `build-host`, …): empty environment, empty working
 * folder, node's permission model, rlimits and no_new_privs on Linux, another uid and no network when root.
 * Every child dies with the server.
 */
export interface ChildProcesses {
  spawn(program: string, options: ChildOptions): Promise<Child>
  /** Processes of one program that are used again and again; nothing is started before the first use. Close it. */
  pool<State = null>(options: ChildPoolOptions<State>): ChildPool<State>
  /** A thread for work that would hold up the server's own; nothing is started before the first task. Close it. */
  thread<Task, Answer>(options: ChildThreadOptions): ChildThread<Task, Answer>
}

export const childProcesses = defineService<ChildProcesses>('core.child-processes')

export interface ChildThreadOptions extends Partial<Omit<FairTurnsOptions, 'most' | 'mostEach'>> {
  /** The module that it runs, which calls `serveThread` of `@svc/plugin/child`; its name ends with `-thread.ts`. */
  entry: URL
  /** The limit of its heap in MiB; a task that needs more ends the thread. */
  memoryMb?: number
  /**
   * A task whose caller leaves is finished all the same, because what the thread remembers is dear; it ends with the thread when left out. One that is
   * under way when the server ends is waited for too, for seconds: native code that is cut off would end the process.
   */
  finishes?: boolean
  /** How long it is kept without a task; default a minute. */
  idleMs?: number
}

export interface ThreadUse {
  /** Who asks: callers take turns. */
  workspaceId: string
  /** A caller that leaves waits no longer; see {@link ChildThreadOptions.finishes} for its task. */
  signal: AbortSignal
  timeoutMs?: number
}

/** A thread that does one task after the other; a new one is started where a task ended it. */
export interface ChildThread<Task, Answer> {
  readonly isRunning: boolean
  /** @throws ChildMethodError with what the task threw, ChildEndedError with what ended it, RateLimitedError when too many wait, the signal's reason */
  run(task: Task | Transferred<Task>, use: ThreadUse): Promise<Answer>
  /** Refuses who waits, and ends the thread. */
  close(): Promise<void>
}

export interface OperatorProgram {
  /** A path, or a name that is looked up in `PATH`. No shell stands between. */
  command: string
  args: readonly string[]
  /** All of its environment, beside `PATH`. */
  env: Readonly<Record<string, string>>
  /** Its working folder. */
  cwd: string
}

/** A program under way that is spoken to over its standard input and output. */
export interface RunningProgram {
  readonly pid: number
  readonly stdin: Writable
  readonly stdout: Readable
  /** SIGKILL, to it and to all it started. */
  kill(reason?: string): void
  readonly exited: Promise<ChildExit>
}

/**
 * Starts programs that the operator named, with this server's own rights and no walls around them: never one that a request names.
 * Each dies with the server's stop.
 */
export interface OperatorPrograms {
  /** @throws UnavailableError when it cannot be started */
  start(program: OperatorProgram): Promise<RunningProgram>
}

export const operatorPrograms = defineService<OperatorPrograms>('core.operator-programs')
