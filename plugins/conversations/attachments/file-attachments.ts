import { fieldName, ForbiddenError, hasScope, UnprocessableError } from '@svc/plugin'
import type { Principal } from '@svc/plugin'
import type { Files, StoredFile } from '@svc/plugin/contracts/files'
import type { Memories } from '@svc/plugin/contracts/memory'
import type { Attachment } from '../records.ts'
import { bytesAttachment, checkSize, unsuitable } from './read-attachments.ts'

const permission = 'files:read'
/** What must be read by a program to become text. */
const documentTypes = new Set([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/xhtml+xml',
  'text/html',
])

/** Who attaches, and where the attachment stands in the body. */
export interface Attaching {
  principal: Principal
  path: string
  signal: AbortSignal
}

/** Files of the workspace as attachments. */
export class FileAttachments {
  readonly #files: Files | undefined
  readonly #memories: Memories | undefined

  constructor({ files, memories }: { files: Files | undefined; memories: Memories | undefined }) {
    this.#files = files
    this.#memories = memories
  }

  /**
   * @throws NotFoundError, also for a file of another workspace; ForbiddenError; PayloadTooLargeError; UnprocessableError for what has no text and
   * is no image
   */
  async read(fileId: string, attaching: Attaching): Promise<Attachment> {
    const { principal, path } = attaching
    if (this.#files === undefined) throw new UnprocessableError('unprocessable', noFiles(path, fileId))
    if (!hasScope(principal.scopes, permission))
      throw new ForbiddenError(
        'forbidden',
        `Attaching a file needs the scope ${permission}, which the caller does not have.`,
      )
    const file = this.#files.get(principal.workspace_id, fileId)
    const attachment = documentTypes.has(typeOf(file))
      ? await this.#document(this.#files, file, attaching)
      : await this.#bytes(this.#files, file, attaching)
    return { ...attachment, file_id: file.file_id, size: file.size }
  }

  async #document(files: Files, { file_id, name }: StoredFile, attaching: Attaching): Promise<Attachment> {
    const { principal, path, signal } = attaching
    const memories = this.#memories
    if (memories === undefined) throw unsuitable(`${fieldName(path)} is a document, and nothing here reads its text`)
    const { workspace_id, user_id } = principal
    const { text } = await files.withPath(workspace_id, file_id, (where, { content_type }) =>
      memories.readText({ name, content_type, path: where }, { workspace_id, user_id, signal }),
    )
    if (text.trim() === '') throw unsuitable(`${fieldName(path)} is a document without text`)
    checkSize(Buffer.from(text), path)
    return { name, content_type: 'text/plain', kind: 'text', content: text.replaceAll('\0', '').toWellFormed() }
  }

  async #bytes(files: Files, file: StoredFile, { principal, path, signal }: Attaching): Promise<Attachment> {
    checkSize({ length: file.size }, path)
    const { content } = await files.open(principal.workspace_id, file.file_id)
    const pieces: Buffer[] = []
    for await (const piece of content) {
      signal.throwIfAborted()
      pieces.push(piece as Buffer)
    }
    return bytesAttachment({ name: file.name, type: typeOf(file), bytes: Buffer.concat(pieces), path })
  }
}

function typeOf({ content_type }: StoredFile): string {
  return content_type.split(';')[0]?.trim().toLowerCase() ?? ''
}

function noFiles(path: string, fileId: string): string {
  return `${fieldName(path)} names the file "${fileId}", but files are not available here. Send the attachment itself: {"name", "content_type", "text" or "data"}.`
}
