import { ChildEndedError, ChildMethodError, FairTurns, TimeoutError, UnavailableError } from '@svc/plugin'
import { ThreadRunner } from '../../../children/index.ts'
import type { CheckpointTask, ReadTask } from './sqlite-read-thread.ts'

const threads = 2
const timeoutMs = 10_000
const never = new AbortController().signal

/** Statements that read for long, in threads of their own: a workspace has one of them at a time, and the other stays for the rest. */
export class ThreadedSqliteReads {
  readonly #turns = new FairTurns({
    most: threads,
    mostEach: 1,
    mostWaitingEach: 64,
    mostWaiting: 256,
    refusal: 'Too many searches and counts of this workspace wait already. Try again in a moment.',
  })
  readonly #idle = Array.from(
    { length: threads },
    () =>
      new ThreadRunner<ReadTask | CheckpointTask, unknown[]>({
        entry: new URL('./sqlite-read-thread.ts', import.meta.url),
      }),
  )
  readonly #threads = [...this.#idle]

  /** @throws TimeoutError, RateLimitedError when too many wait, UnavailableError, the signal's reason */
  async read(workspaceId: string, task: ReadTask | CheckpointTask, signal: AbortSignal = never): Promise<unknown[]> {
    return this.#turns.run(workspaceId, signal, async () => {
      const thread = this.#idle.pop()
      if (thread === undefined) throw new UnavailableError('The server is stopping.')
      try {
        // The signal ends the wait alone: a statement cannot be stopped, and to make a thread anew costs more than most of them.
        return await thread.run(task, { workspaceId, signal: never, timeoutMs })
      } catch (error) {
        throw explained(error)
      } finally {
        this.#idle.push(thread)
      }
    })
  }

  async close(): Promise<void> {
    this.#turns.close(new UnavailableError('The server is stopping.'))
    await Promise.all(this.#threads.map(thread => thread.close()))
  }
}

function explained(error: unknown): unknown {
  if (error instanceof ChildMethodError && error.code.startsWith('SQLITE_'))
    return new UnavailableError(`The workspace's data cannot be read now (${error.code}).`, { cause: error })
  if (!(error instanceof ChildEndedError)) return error
  if (error.reason === 'time')
    return new TimeoutError(
      `Reading this took longer than ${timeoutMs / 1000} s. Search for something rarer, or have fewer jobs wait.`,
      { cause: error },
    )
  return new UnavailableError('The search failed and can be tried again.', { cause: error })
}
