import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import {
  CallerError,
  ChildEndedError,
  ChildMethodError,
  messageOf,
  PayloadTooLargeError,
  UnprocessableError,
} from '@svc/plugin'
import type { ChildEnd, ChildProcesses, JsonValue, Logger, WorkingChild } from '@svc/plugin'
import type { DocumentFile, DocumentForm } from '@svc/plugin/contracts/memory'
import { defaultDocumentLimits } from './document-limits.ts'
import type { DocumentLimits } from './document-limits.ts'

export interface ReadDocument {
  text: string
  format: 'markdown' | 'text'
  /** What the document calls itself. */
  title: string | null
  /** What could not be read of it, in words. */
  warnings: string[]
}

/** Who asks: documents of different workspaces never meet in one process. */
export interface DocumentReading {
  workspaceId: string
  /** By user id: the persons of a workspace take turns. */
  person?: string | undefined
  signal: AbortSignal
  /** Default: Markdown. */
  form?: DocumentForm | undefined
}

/** What reads documents; its version changes when it would give another text of the same bytes. */
export const documentReading = { name: 'svc-documents', version: '1' }

/** Reads people's documents into text. */
export interface DocumentReader {
  /**
   * Reads in a process of its own that is killed when the document takes too long or too much.
   * @throws UnprocessableError `import_failed`, CallerError 415 `unsupported_media_type`, PayloadTooLargeError, UnavailableError, the signal's reason
   */
  read(file: DocumentFile, reading: DocumentReading): Promise<ReadDocument>
  close(): Promise<void>
}

export interface DocumentReaderOptions {
  children: ChildProcesses
  log: Logger
  limits?: Partial<DocumentLimits>
}

const pieceBytes = 192 * 1024
const poolOptions = {
  program: 'document-host',
  refusal: 'Too many documents are waiting to be read. Try again in a moment.',
  /** Well before the last stop that `program.json` sets for the process's whole life. */
  recycle: { rssMb: 256, cpuMs: 120_000 },
  idleMs: 60_000,
}

/** Reads in killable child processes that stay warm for a while. */
export function createDocumentReader({ children, log, limits: chosen }: DocumentReaderOptions): DocumentReader {
  const limits = { ...defaultDocumentLimits, ...chosen }
  const { wallMs: timeoutMs, cpuMs, memoryMb, maxBytes, maxTextBytes, processes, waiting } = limits
  const pool = children.pool({
    ...poolOptions,
    size: processes,
    // A workspace whose documents take their minute leaves the other half to everybody else's.
    mostEach: Math.ceil(processes / 2),
    mostWaitingEach: waiting,
    heapMb: Math.floor(memoryMb * 0.75),
    rssMb: memoryMb,
  })

  function explained(error: unknown, file: DocumentFile): unknown {
    if (error instanceof ChildMethodError) return failure(error)
    if (!(error instanceof ChildEndedError) || error.reason === 'ended') return error
    const { reason } = error
    log.warn(
      { file: file.name, overrun: reason, reason: messageOf(error) },
      'A document ended the process that read it.',
    )
    return new UnprocessableError('import_failed', endText(reason, limits), { cause: error })
  }

  return {
    async read(file, { workspaceId, person, signal, form = 'markdown' }) {
      const handle = await open(file.path, 'r')
      try {
        const { size } = await handle.stat()
        if (size > maxBytes) throw tooLarge(maxBytes)
        return await pool.use(
          { workspaceId, ...(person !== undefined && { person }), signal, timeoutMs, cpuMs },
          child => readWith(child, { file, handle, size, maxTextBytes, form }),
        )
      } catch (error) {
        throw explained(error, file)
      } finally {
        await handle.close()
      }
    },
    close: () => pool.close(),
  }
}

interface Sending {
  file: DocumentFile
  handle: FileHandle
  size: number
  maxTextBytes: number
  form: DocumentForm
}

async function readWith(
  child: WorkingChild<null>,
  { file, handle, size, maxTextBytes, form }: Sending,
): Promise<ReadDocument> {
  const buffer = Buffer.alloc(Math.min(pieceBytes, Math.max(size, 1)))
  let sent = 0
  do {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, size - sent), sent)
    const piece = buffer.toString('base64', 0, bytesRead)
    if (sent === 0) await child.request('open', { bytes: size, piece })
    else await child.request('piece', piece)
    sent += bytesRead
    if (bytesRead === 0) break
  } while (sent < size)
  const params = { name: file.name, content_type: file.content_type, max_text_bytes: maxTextBytes, form }
  const answer = asAnswer(await child.request('read', params))
  const parts = [answer.text]
  for (let length = answer.text.length; length < answer.characters; length += parts.at(-1)!.length) {
    const part = await child.request('more', length)
    // A child that babbles is no reason to loop for ever.
    if (typeof part !== 'string' || part === '') throw new TypeError('The reader of documents stopped in the middle.')
    parts.push(part)
  }
  return { text: parts.join(''), format: answer.format, title: answer.title, warnings: answer.warnings }
}

/** What came out of a process that has read a stranger's document is looked at like any stranger's. */
function asAnswer(answer: JsonValue): ReadDocument & { characters: number } {
  const { text, format, title, warnings, characters } = answer as Record<string, unknown>
  if (typeof text !== 'string' || typeof characters !== 'number' || !Array.isArray(warnings))
    throw new TypeError('The reader of documents answered something else.')
  return {
    text,
    characters,
    format: format === 'markdown' ? 'markdown' : 'text',
    title: typeof title === 'string' ? title.slice(0, 300) : null,
    warnings: warnings.slice(0, 100).map(warning => String(warning).slice(0, 1000)),
  }
}

function failure(error: ChildMethodError): CallerError {
  const details = { cause: error }
  return error.code === 'unsupported_media_type'
    ? new CallerError(415, 'unsupported_media_type', error.message, details)
    : new UnprocessableError('import_failed', error.message, details)
}

function tooLarge(maxBytes: number): PayloadTooLargeError {
  return new PayloadTooLargeError(
    `The document is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB. Import it in parts.`,
  )
}

function endText(end: ChildEnd, { wallMs, cpuMs, memoryMb }: DocumentLimits): string {
  if (end === 'memory')
    return `The document needs more than ${memoryMb} MiB of memory to be read. Import it in parts, or save it in a simpler form.`
  if (end === 'crash') return 'The document cannot be read: it is damaged, or made to end its reader.'
  const limit = end === 'time' ? `${wallMs / 1000} s` : `${cpuMs / 1000} s of computing`
  return `The document takes longer than ${limit} to be read. Import it in parts, or save it in a simpler form.`
}
