import { Buffer } from 'node:buffer'
import type { Readable } from 'node:stream'
import { PayloadTooLargeError, UnprocessableError } from '@svc/plugin'
import type { Principal, ToolHandler } from '@svc/plugin'
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

/** A text is read to its end for any part of it, for a character has no fixed place in a file. */
const mostTextBytes = 16 * 1024 * 1024
const documents =
  /^(?:application\/pdf|application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document|text\/html|application\/xhtml\+xml)$/

export function listTool(list: FileList): ToolHandler<ListInput> {
  return async ({ folder, search, limit = 50, cursor }, { principal: { workspace_id } }) => {
    const page = cursor === undefined ? { limit } : { limit, cursor }
    if (search !== undefined) {
      const prefix = folder ? `${folder.replace(/\/$/, '')}/` : ''
      const { items, next_cursor } = list.list(workspace_id, { ...page, search, prefix })
      return { folders: [], files: items, next_cursor }
    }
    const { folders, items, next_cursor } = list.folder(workspace_id, folder ?? '', page)
    return { folders: folders.map(({ path }) => path), files: items, next_cursor }
  }
}

export function readTool(library: Library, memories: Memories | undefined): ToolHandler<ReadInput> {
  return async ({ file_id, path = '', offset = 0, length = 20_000 }, { principal, signal }) => {
    const { workspace_id } = principal
    const id = file_id ?? library.atPath(workspace_id, path).file_id
    const file = library.get(workspace_id, id)
    const wanted = { offset, length }
    const { part, characters, warnings } = await partOf(library, memories, { principal, file, wanted, signal })
    const end = offset + part.length
    return {
      file_id: file.file_id,
      path: file.path,
      content_type: file.content_type,
      text: part.toWellFormed(),
      offset,
      next_offset: end < characters ? end : null,
      characters,
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
    return files[0] ?? null
  }
}

interface Wanted {
  offset: number
  length: number
}

async function partOf(
  library: Library,
  memories: Memories | undefined,
  asked: { principal: Principal; file: StoredFile; wanted: Wanted; signal: AbortSignal },
): Promise<{ part: string; characters: number; warnings: string[] }> {
  const { file, wanted, signal } = asked
  const { workspace_id, user_id } = asked.principal
  const { file_id, name, content_type, path } = file
  if (documents.test(content_type) && memories) {
    const { text, warnings } = await library.withPath(workspace_id, file_id, at =>
      memories.readText({ name, content_type, path: at }, { workspace_id, user_id, signal }),
    )
    return { part: text.slice(wanted.offset, wanted.offset + wanted.length), characters: text.length, warnings }
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
  const { content } = await library.open(workspace_id, file_id)
  return { ...(await partOfText(content, wanted)), warnings: [] }
}

/** Keeps no more than the part: many may read large files at once. */
async function partOfText(
  content: Readable,
  { offset, length }: Wanted,
): Promise<{ part: string; characters: number }> {
  const decoder = new TextDecoder()
  let part = ''
  let characters = 0
  const take = (piece: string) => {
    part += piece.slice(Math.max(0, offset - characters), Math.max(0, offset + length - characters))
    characters += piece.length
  }
  for await (const bytes of content) take(decoder.decode(bytes as Buffer, { stream: true }))
  take(decoder.decode())
  return { part, characters }
}

function isText(type: string): boolean {
  return /^text\/|^application\/(?:json|xml|x-ndjson|yaml|toml|xhtml\+xml|javascript|sql)$|\+(?:json|xml)$/.test(type)
}
