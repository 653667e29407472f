import type { JsonValue } from '../json-schema.ts'
import { defineService } from '../service.ts'

export interface ChildOptions {
  /** `--max-old-space-size`, MiB. */
  heapMb: number
  /** RSS over this is killed, MiB. */
  rssMb: number
  /** More node flags, such as `--no-node-snapshot`. */
  nodeFlags?: readonly string[]
  /** Answers what the child asks; each is named, unknown names are refused. */
  methods?: Record<string, (params: JsonValue) => Promise<JsonValue> | JsonValue>
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

/** A running child with one RPC over one pipe. */
export interface Child {
  readonly pid: number
  /** Rejects with UnavailableError when the child ends first, with {@link ChildMethodError} when its method threw. A signal only stops the wait: kill the child to stop its work. */
  request(method: string, params: JsonValue, signal?: AbortSignal): Promise<JsonValue>
  notify(method: string, params: JsonValue): void
  /** SIGKILL, to the child and to all it started. */
  kill(reason?: string): void
  /** Sets another limit for the memory watch, such as that of the run at hand. */
  limitRss(megabytes: number): void
  /** CPU milliseconds used so far; null where the system does not tell. */
  cpuMs(): number | null
  /** Resident bytes at the last look. */
  rssBytes(): number
  readonly exited: Promise<ChildExit>
}

/**
 * Spawns the programs that the composition root registered (`sandbox-host`, `build-host`, …): empty environment, empty working
 * folder, node's permission model, rlimits and no_new_privs on Linux, another uid and no network when root.
 * Every child dies with the server.
 */
export interface ChildProcesses {
  spawn(program: string, options: ChildOptions): Promise<Child>
}

export const childProcesses = defineService<ChildProcesses>('core.child-processes')
