import { ChildEndedError, ChildMethodError, InternalError, TimeoutError, UnprocessableError } from '@svc/plugin'
import type { ChildProcesses, ChildThread } from '@svc/plugin'
import type { Chapter } from '@svc/plugin/contracts/export'
import type { RenderTask, StoredAnalysis } from './report.ts'

/** Makes chapters and files of analyses in a thread of its own, one at a time and the workspaces by turns. */
export class Reports {
  readonly #timeoutMs: number
  readonly #thread: ChildThread<RenderTask, Uint8Array | Chapter>

  constructor({ children, timeoutMs }: { children: ChildProcesses; timeoutMs: number }) {
    this.#timeoutMs = timeoutMs
    this.#thread = children.thread({
      entry: new URL('./render-thread.ts', import.meta.url),
      memoryMb: 768,
      mostWaitingEach: 8,
      refusal: 'Too many reports of this workspace are being made at once. Try again in a moment.',
    })
  }

  /** A chapter of a document, with its plots drawn. @throws as {@link file} */
  chapter(workspaceId: string, analysis: StoredAnalysis, signal: AbortSignal): Promise<Chapter> {
    return this.#run(workspaceId, { kind: 'chapter', analysis }, signal) as Promise<Chapter>
  }

  /** @throws TimeoutError, UnprocessableError (too large), UnavailableError (too many wait), the signal's reason */
  file(
    workspaceId: string,
    task: Omit<Extract<RenderTask, { kind: 'file' }>, 'kind'>,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    return this.#run(workspaceId, { kind: 'file', ...task }, signal) as Promise<Uint8Array>
  }

  async #run(workspaceId: string, task: RenderTask, signal: AbortSignal): Promise<Uint8Array | Chapter> {
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
