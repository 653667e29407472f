import { ChildEndedError, ChildMethodError, UnprocessableError } from '@svc/plugin'
import type { ChildProcesses, ChildThread } from '@svc/plugin'
import type { MailAnswer, MailTask } from './mail-thread.ts'
import type { AttachmentContent, ParsedMail } from './parsed-mail.ts'

const timeoutMs = 10_000

/** Whose message is read, and how long they wait. */
export interface MailReader {
  workspaceId: string
  signal: AbortSignal
}

/** Reads messages in a thread of its own, one after the other and the workspaces by turns. */
export class MailParser {
  readonly #thread: ChildThread<MailTask, MailAnswer>

  constructor(children: ChildProcesses) {
    this.#thread = children.thread({
      entry: new URL('./mail-thread.ts', import.meta.url),
      memoryMb: 512,
      // The messages of those that wait are in memory.
      mostWaitingEach: 8,
      refusal: 'Too many messages of this workspace are being read at once. Try again in a moment.',
    })
  }

  /** @throws UnprocessableError for a message that cannot be read within its limits; the signal's reason */
  async mail(source: Uint8Array, reader: MailReader): Promise<ParsedMail> {
    const answer = await this.#run({ type: 'mail', source }, reader)
    if ('mail' in answer) return answer.mail
    throw unreadable('it was answered with something else')
  }

  /** Null when the message has none at this place. @throws as {@link mail} */
  async attachment(source: Uint8Array, n: number, reader: MailReader): Promise<AttachmentContent | null> {
    const answer = await this.#run({ type: 'attachment', source, n }, reader)
    if ('attachment' in answer) return answer.attachment
    throw unreadable('it was answered with something else')
  }

  /** The beginnings of texts, from the beginnings of sources; of what cannot be read an empty one. */
  async previews(sources: readonly Uint8Array[], reader: MailReader): Promise<string[]> {
    try {
      const answer = await this.#run({ type: 'previews', sources }, reader)
      if ('previews' in answer) return answer.previews
    } catch (error) {
      if (!(error instanceof UnprocessableError)) throw error
    }
    return sources.map(() => '')
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  async #run(task: MailTask, { workspaceId, signal }: MailReader): Promise<MailAnswer> {
    try {
      return await this.#thread.run(task, { workspaceId, signal, timeoutMs })
    } catch (error) {
      if (error instanceof ChildMethodError) throw unreadable(error.message, error)
      if (!(error instanceof ChildEndedError) || error.reason === 'ended') throw error
      const isLate = error.reason === 'time'
      throw unreadable(
        isLate ? `it takes longer than ${timeoutMs / 1000} s` : 'it takes more memory than it may',
        error,
      )
    }
  }
}

function unreadable(reason: string, cause?: unknown): UnprocessableError {
  return new UnprocessableError('unprocessable', `The message cannot be read: ${reason}.`, { cause })
}
