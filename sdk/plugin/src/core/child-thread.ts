import type { FairTurnsOptions } from '../fair-turns.ts'

export interface ChildThreadOptions extends Partial<Omit<FairTurnsOptions, 'most' | 'mostEach'>> {
  /** The module that it runs, which calls `serveThread` of `@svc/plugin/child`; its name ends with `-thread.ts`. */
  entry: URL
  /** Of its heap, MiB; a task that needs more ends the thread. */
  memoryMb?: number
  /** How long it is kept without a task; default a minute. */
  idleMs?: number
}

export interface ThreadUse {
  /** Who asks: callers take turns. */
  workspaceId: string
  /** A task whose caller leaves is ended with its thread. */
  signal: AbortSignal
  timeoutMs?: number
}

/** A thread that does one task after the other; a new one is started where a task ended it. */
export interface ChildThread<Task, Answer> {
  readonly isRunning: boolean
  /** @throws ChildMethodError with what the task threw, ChildEndedError with what ended it, UnavailableError when too many wait, the signal's reason */
  run(task: Task, use: ThreadUse): Promise<Answer>
  /** Refuses who waits, and ends the thread. */
  close(): Promise<void>
}
