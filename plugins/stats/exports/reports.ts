import { ChildEndedError, ChildMethodError, InternalError, TimeoutError, UnprocessableError } from '@svc/plugin'
import type { ChildProcesses, ChildThread } from '@svc/plugin'
import type { RenderTask } from './report.ts'

/** Makes reports in a thread of its own, one at a time and the workspaces by turns. */
export class Reports {
  readonly #timeoutMs: number
  readonly #thread: ChildThread<RenderTask, Uint8Array>

  constructor({ children, timeoutMs }: { children: ChildProcesses; timeoutMs: number }) {
    this.#timeoutMs = timeoutMs
    this.#thread = children.thread({
      entry: new URL('./render-thread.ts', import.meta.url),
      memoryMb: 768,
      mostWaitingEach: 8,
      refusal: 'Too many reports of this workspace are being made at once. Try again in a moment.',
    })
  }

  /** @throws TimeoutError, UnprocessableError (too large), UnavailableError (too many wait), the signal's reason */
  async render(workspaceId: string, task: RenderTask, signal: AbortSignal): Promise<Uint8Array> {
    try {
      return await this.#thread.run(task, { workspaceId, signal, timeoutMs: this.#timeoutMs })
    } catch (error) {
      if (error instanceof ChildMethodError)
        throw new InternalError(`The report could not be made: ${error.message}`, { cause: error })
      if (!(error instanceof ChildEndedError) || error.reason === 'ended') throw error
      throw error.reason === 'time' ? this.#overTime(error) : tooLarge(error)
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  #overTime(cause: unknown): TimeoutError {
    const message = `The report was not done after ${this.#timeoutMs / 1000} seconds. Take fewer analyses, or a format without plots.`
    return new TimeoutError(message, { cause })
  }
}

function tooLarge(cause: unknown): UnprocessableError {
  const message = 'The report takes more memory than it may. Take fewer analyses, or a format without plots.'
  return new UnprocessableError('unprocessable', message, { cause })
}
