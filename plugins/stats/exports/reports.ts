import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { FairTurns, InternalError, TimeoutError, UnprocessableError } from '@svc/plugin'
import type { RenderAnswer, RenderTask } from './report.ts'

const idleMs = 60_000
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }
const turnOptions = {
  most: 1,
  mostEach: 1,
  mostWaitingEach: 8,
  refusal: 'Too many reports of this workspace are being made at once. Try again in a moment.',
}

/** Makes reports in a thread of its own, one at a time and the workspaces by turns. */
export class Reports {
  readonly #timeoutMs: number
  readonly #turns = new FairTurns(turnOptions)
  #thread: Worker | null = null
  #idle: NodeJS.Timeout | null = null

  constructor({ timeoutMs }: { timeoutMs: number }) {
    this.#timeoutMs = timeoutMs
  }

  /** @throws TimeoutError, UnprocessableError (too large), UnavailableError (too many wait), the signal's reason */
  render(workspaceId: string, task: RenderTask, signal: AbortSignal): Promise<Uint8Array> {
    return this.#turns.run(workspaceId, signal, () => this.#run(task, signal))
  }

  async close(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }

  async #run(task: RenderTask, signal: AbortSignal): Promise<Uint8Array> {
    if (this.#idle) clearTimeout(this.#idle)
    const until = AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)])
    const answer = await this.#answer(task, until).catch(async (cause: unknown) => {
      // Also when it ran out of memory: then it has ended itself.
      await this.close()
      signal.throwIfAborted()
      throw until.aborted ? this.#overTime(cause) : tooLarge(cause)
    })
    this.#idle = setTimeout(() => void this.close(), idleMs)
    this.#idle.unref()
    if ('content' in answer) return answer.content
    throw new InternalError(`The report could not be made: ${answer.fault}`)
  }

  async #answer(task: RenderTask, until: AbortSignal): Promise<RenderAnswer> {
    until.throwIfAborted()
    const thread = (this.#thread ??= this.#start())
    thread.postMessage(task)
    const [answer] = (await once(thread, 'message', { signal: until })) as [RenderAnswer]
    return answer
  }

  #start(): Worker {
    const thread = new Worker(new URL('./render-thread.ts', import.meta.url), { resourceLimits })
    thread.unref()
    // Whoever waits is told by the event itself; after it the thread is gone.
    thread.on('error', () => {
      if (this.#thread === thread) this.#thread = null
    })
    return thread
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
