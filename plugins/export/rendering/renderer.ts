import {
  ChildEndedError,
  ChildMethodError,
  FairTurns,
  InternalError,
  UnavailableError,
  UnprocessableError,
  storageFull,
} from '@svc/plugin'
import type { ChildProcesses, ChildThread } from '@svc/plugin'
import type { RenderAnswer, RenderTask } from './render-task.ts'

export interface RenderUse {
  workspaceId: string
  signal: AbortSignal
  timeoutMs: number
}

/** At once, of one workspace. */
const mostEach = 2

/** Writes documents in threads of their own: a few at once, and the workspaces by turns. */
export class Renderer {
  readonly #children: ChildProcesses
  readonly #turns: FairTurns
  readonly #idle: ChildThread<RenderTask, RenderAnswer>[] = []
  readonly #all: ChildThread<RenderTask, RenderAnswer>[] = []

  constructor({ children, threads }: { children: ChildProcesses; threads: number }) {
    this.#children = children
    this.#turns = new FairTurns({
      most: threads,
      mostEach,
      mostWaitingEach: 16,
      refusal: 'Too many exports of this workspace are being made at once. Try again in a moment.',
    })
  }

  /** @throws UnprocessableError `export_limit` (time, memory, pages), RateLimitedError (too many wait), StorageFullError, the signal's reason */
  render(task: RenderTask, { workspaceId, signal, timeoutMs }: RenderUse): Promise<RenderAnswer> {
    return this.#turns.run(workspaceId, signal, async () => {
      const thread = this.#idle.pop() ?? this.#start()
      try {
        return await thread.run(task, { workspaceId, signal, timeoutMs })
      } catch (error) {
        throw failureOf(error, timeoutMs)
      } finally {
        this.#idle.push(thread)
      }
    })
  }

  async close(): Promise<void> {
    this.#turns.close(new UnavailableError('The server is stopping.'))
    await Promise.all(this.#all.map(thread => thread.close()))
  }

  #start(): ChildThread<RenderTask, RenderAnswer> {
    const thread = this.#children.thread<RenderTask, RenderAnswer>({
      entry: new URL('./render-thread.ts', import.meta.url),
      memoryMb: 1024,
      refusal: 'Too many exports are being made at once. Try again in a moment.',
    })
    this.#all.push(thread)
    return thread
  }
}

function failureOf(error: unknown, timeoutMs: number): unknown {
  if (error instanceof ChildMethodError) {
    if (error.code === 'export_limit') return new UnprocessableError('export_limit', error.message, { cause: error })
    if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return storageFull('the export', error)
    return new InternalError(`The document could not be written: ${error.message}`, { cause: error })
  }
  if (!(error instanceof ChildEndedError) || error.reason === 'ended') return error
  return error.reason === 'time' ? overTime(timeoutMs, error) : tooLarge(error)
}

/** What a request does not get done, a job may. */
export function overTime(timeoutMs: number, cause?: unknown): UnprocessableError {
  const message = `The export was not done after ${timeoutMs / 1000} seconds. Take fewer items, or make it in the background with "mode": "job".`
  return new UnprocessableError('export_limit', message, { cause })
}

function tooLarge(cause: unknown): UnprocessableError {
  const message = 'The document takes more memory than it may. Take fewer items or fewer rows, or the format zip.'
  return new UnprocessableError('export_limit', message, { cause })
}
