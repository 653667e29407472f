import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { FairTurns, UnprocessableError } from '@svc/plugin'
import type { MailAnswer, MailTask } from './mail-thread.ts'
import type { AttachmentContent, ParsedMail } from './parsed-mail.ts'

const longestMs = 10_000
const idleMs = 60_000
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }

/** Whose message is read, and how long they wait. */
export interface MailReader {
  workspaceId: string
  signal: AbortSignal
}

/** The messages of those that wait are in memory. */
const turnOptions = {
  most: 1,
  mostEach: 1,
  mostWaitingEach: 8,
  refusal: 'Too many messages of this workspace are being read at once. Try again in a moment.',
}

/**
 * Reads messages in a thread of its own, one after the other and the workspaces by turns; the thread is started when it is needed and ended
 * when it is not.
 */
export class MailParser {
  #thread: Worker | null = null
  readonly #turns = new FairTurns(turnOptions)
  #idle: NodeJS.Timeout | null = null

  /** @throws UnprocessableError for a message that cannot be read within its limits; the signal's reason */
  async mail(source: Uint8Array, { workspaceId, signal }: MailReader): Promise<ParsedMail> {
    const answer = await this.#inTurn(workspaceId, { type: 'mail', source }, signal)
    if ('mail' in answer) return answer.mail
    throw unreadable(answer)
  }

  /** Null when the message has none at this place. @throws as {@link mail} */
  async attachment(
    source: Uint8Array,
    n: number,
    { workspaceId, signal }: MailReader,
  ): Promise<AttachmentContent | null> {
    const answer = await this.#inTurn(workspaceId, { type: 'attachment', source, n }, signal)
    if ('attachment' in answer) return answer.attachment
    throw unreadable(answer)
  }

  /** The beginnings of texts, from the beginnings of sources; of what cannot be read an empty one. */
  async previews(sources: readonly Uint8Array[], { workspaceId, signal }: MailReader): Promise<string[]> {
    try {
      const answer = await this.#inTurn(workspaceId, { type: 'previews', sources }, signal)
      if ('previews' in answer) return answer.previews
    } catch (error) {
      if (!(error instanceof UnprocessableError)) throw error
    }
    return sources.map(() => '')
  }

  async close(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }

  #inTurn(workspaceId: string, task: MailTask, signal: AbortSignal): Promise<MailAnswer> {
    return this.#turns.run(workspaceId, signal, () => this.#run(task, signal))
  }

  #start(): Worker {
    const thread = new Worker(new URL('./mail-thread.ts', import.meta.url), { resourceLimits })
    thread.unref()
    // Whoever waits is told by the event itself; after it the thread is gone.
    thread.on('error', () => {
      if (this.#thread === thread) this.#thread = null
    })
    return thread
  }

  async #run(task: MailTask, signal: AbortSignal): Promise<MailAnswer> {
    signal.throwIfAborted()
    if (this.#idle) clearTimeout(this.#idle)
    const until = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
    const thread = (this.#thread ??= this.#start())
    thread.postMessage(task)
    try {
      const [answer] = (await once(thread, 'message', { signal: until })) as [MailAnswer]
      this.#idle = setTimeout(() => void this.close(), idleMs)
      this.#idle.unref()
      return answer
    } catch (cause) {
      // Also when it ran out of memory: then it has ended itself.
      await this.close()
      signal.throwIfAborted()
      const reason = until.aborted ? `it takes longer than ${longestMs / 1000} s` : 'it takes more memory than it may'
      throw new UnprocessableError('unprocessable', `The message cannot be read: ${reason}.`, { cause })
    }
  }
}

function unreadable(answer: MailAnswer): UnprocessableError {
  const reason = 'message' in answer ? answer.message : 'it was answered with something else'
  return new UnprocessableError('unprocessable', `The message cannot be read: ${reason}.`)
}
