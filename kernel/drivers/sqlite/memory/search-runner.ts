import { ChildEndedError, ChildMethodError, UnavailableError } from '@svc/plugin'
import type { ChildThread, Logger, MemoryFindings } from '@svc/plugin'
import { ThreadRunner } from '../../../children/index.ts'
import type { SearchTask } from './search-thread.ts'

/** Searches in a thread of their own, one after the other, the workspaces by turns; it starts at the first one. */
export class SearchRunner {
  readonly #log: Logger
  readonly #thread: ChildThread<SearchTask, MemoryFindings>

  /** Another entry is given by tests alone. */
  constructor(log: Logger, entry = new URL('./search-thread.ts', import.meta.url)) {
    this.#log = log
    this.#thread = new ThreadRunner({
      entry,
      // It keeps open files and the sketches of their vectors.
      finishes: true,
      idleMs: 30 * 60_000,
      mostWaiting: 256,
      // More of one workspace would be waited for longer than anybody waits, and leave no room for others.
      mostWaitingEach: 64,
      refusal: 'Too many searches wait already. Try again.',
    })
  }

  get isRunning(): boolean {
    return this.#thread.isRunning
  }

  /** @throws UnavailableError, the signal's reason */
  async run(task: SearchTask, signal: AbortSignal): Promise<MemoryFindings> {
    try {
      return await this.#thread.run(task, { workspaceId: task.path, signal })
    } catch (cause) {
      if (cause instanceof ChildMethodError) throw failureOf(cause)
      if (!(cause instanceof ChildEndedError)) throw cause
      if (cause.reason === 'ended') throw new UnavailableError('The server is stopping.', { cause })
      this.#log.error({ err: cause }, 'the search thread failed; the next search starts another one')
      throw new UnavailableError('The search failed and can be tried again.', { cause })
    }
  }

  /** Lets go of every file; searches that wait are refused. */
  close(): Promise<void> {
    return this.#thread.close()
  }
}

function failureOf(cause: ChildMethodError): Error {
  if (!cause.code.startsWith('SQLITE_')) return cause
  return new UnavailableError(`The workspace's memory cannot be searched now (${cause.code}).`, { cause })
}
