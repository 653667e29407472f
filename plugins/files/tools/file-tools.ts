import { Buffer } from 'node:buffer'
import { text as textOf } from 'node:stream/consumers'
import { PayloadTooLargeError, UnprocessableError } from '@svc/plugin'
import type { JsonValue, ToolHandler } from '@svc/plugin'
import type { StoredFile } from '@svc/plugin/contracts/files'
import type { Memories } from '@svc/plugin/contracts/memory'
import type { FileList } from '../library/file-list.ts'
import type { Library } from '../library/library.ts'

export interface ListInput {
  folder?: string
  search?: string
  limit?: number
  cursor?: string
}
export interface ReadInput {
  file_id?: string
  path?: string
  offset?: number
  length?: number
}
export interface WriteInput {
  path: string
  text: string
  if_new?: boolean
}

/** A text is read whole before a part of it is given, for a character has no fixed place in a file. */
const mostTextBytes = 16 * 1024 * 1024
const documents =
  /^(?:application\/pdf|application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document|text\/html|application\/xhtml\+xml)$/

export function listTool(list: FileList): ToolHandler<ListInput> {
  return async ({ folder, search, limit = 50, cursor }, { principal: { workspace_id } }) => {
    const page = cursor === undefined ? { limit } : { limit, cursor }
    if (search !== undefined) {
      const prefix = folder ? `${folder.replace(/\/$/, '')}/` : ''
      const { items, next_cursor } = list.list(workspace_id, { ...page, search, prefix })
      return { folders: [], files: items, next_cursor } as unknown as JsonValue
    }
    const { folders, items, next_cursor } = list.folder(workspace_id, folder ?? '', page)
    return { folders: folders.map(({ path }) => path), files: items, next_cursor } as unknown as JsonValue
  }
}

export function readTool(library: Library, memories: Memories | undefined): ToolHandler<ReadInput> {
  return async ({ file_id, path = '', offset = 0, length = 20_000 }, { principal: { workspace_id }, signal }) => {
    const id = file_id ?? library.atPath(workspace_id, path).file_id
    const file = library.get(workspace_id, id)
    const { text, warnings } = await fileText(library, memories, workspace_id, file, signal)
    const part = text.slice(offset, offset + length)
    const end = offset + part.length
    return {
      file_id: file.file_id,
      path: file.path,
      content_type: file.content_type,
      text: part.toWellFormed(),
      offset,
      next_offset: end < text.length ? end : null,
      characters: text.length,
      warnings,
    }
  }
}

export function writeTool(library: Library): ToolHandler<WriteInput> {
  return async ({ path, text, if_new = false }, { principal, signal }) => {
    const content = Buffer.from(text)
    const incoming = [{ path, content, content_type: null, length: content.byteLength }]
    const conditions = if_new ? { ifNoneMatch: '*' } : {}
    const { files } = await library.receive(principal, incoming, { conditions, signal })
    return files[0] as unknown as JsonValue
  }
}

async function fileText(
  library: Library,
  memories: Memories | undefined,
  workspaceId: string,
  file: StoredFile,
  signal: AbortSignal,
): Promise<{ text: string; warnings: string[] }> {
  const { file_id, name, content_type, path } = file
  if (documents.test(content_type) && memories) {
    return library.withPath(workspaceId, file_id, at =>
      memories.readText({ name, content_type, path: at }, { workspace_id: workspaceId, signal }),
    )
  }
  if (!isText(content_type))
    throw new UnprocessableError(
      'unprocessable',
      `${JSON.stringify(path)} is ${content_type}, which has no text that could be read.`,
    )
  if (file.size > mostTextBytes)
    throw new PayloadTooLargeError(
      `${JSON.stringify(path)} has ${file.size} bytes; at most ${mostTextBytes} are read as text.`,
    )
  const { content } = await library.open(workspaceId, file_id)
  return { text: await textOf(content), warnings: [] }
}

function isText(type: string): boolean {
  return /^text\/|^application\/(?:json|xml|x-ndjson|yaml|toml|xhtml\+xml|javascript|sql)$|\+(?:json|xml)$/.test(type)
}
