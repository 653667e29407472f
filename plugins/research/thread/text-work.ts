import { ChildEndedError, ChildMethodError, InternalError, TimeoutError, UnprocessableError } from '@svc/plugin'
import type { ChildProcesses, ChildThread } from '@svc/plugin'
import type { ResearchTask, ResearchWork } from './research-task.ts'

/** Who asks: workspaces take turns. */
export interface Asking {
  workspaceId: string
  signal: AbortSignal
}

const timeoutMs = 30_000

/** Does {@link ResearchWork} in a thread of its own, which a task that takes too long or too much ends. */
export class TextWork {
  readonly #thread: ChildThread<ResearchTask, unknown>

  constructor(children: ChildProcesses) {
    this.#thread = children.thread({
      entry: new URL('./research-thread.ts', import.meta.url),
      memoryMb: 768,
      mostWaitingEach: 32,
      refusal: 'Too many texts of this workspace are being read at once. Try again in a moment.',
      // Citation styles are dear to prepare.
      idleMs: 10 * 60_000,
    })
  }

  /** @throws TimeoutError, UnprocessableError (too large), RateLimitedError (too many wait), the signal's reason */
  async run<Kind extends keyof ResearchWork>(
    kind: Kind,
    task: ResearchWork[Kind]['task'],
    { workspaceId, signal }: Asking,
  ): Promise<ResearchWork[Kind]['answer']> {
    try {
      return (await this.#thread.run({ kind, ...task } as ResearchTask, { workspaceId, signal, timeoutMs })) as never
    } catch (error) {
      if (error instanceof ChildMethodError)
        throw new InternalError(`Work on a text (${kind}) failed: ${error.message}`, { cause: error })
      if (!(error instanceof ChildEndedError) || error.reason === 'ended') throw error
      if (error.reason === 'time')
        throw new TimeoutError(`The text takes longer than ${timeoutMs / 1000} s. Send less of it.`, { cause: error })
      throw new UnprocessableError('unprocessable', 'The text takes more memory than it may. Send less of it.', {
        cause: error,
      })
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
