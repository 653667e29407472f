import { UnprocessableError } from '@svc/plugin'
import type { JsonObject, ToolHandler } from '@svc/plugin'
import type { Note } from './note.ts'
import type { Notes } from './notes.ts'

interface NoteWrite {
  note_id?: string
  title?: string
  body: string
  tags?: string[]
  append?: boolean
}

interface NoteSearch {
  query: string
  tag?: string
  limit?: number
}

const mostFound = 10

export function noteWriteTool(notes: Notes): ToolHandler<NoteWrite> {
  return async ({ note_id, title, body, tags, append = false }, { principal }) => {
    const rest = { body, ...(tags === undefined ? {} : { tags }) }
    if (note_id !== undefined && append) {
      return toolNote(notes.append(principal, note_id, { ...rest, ...(title === undefined ? {} : { title }) }))
    }
    if (note_id !== undefined) {
      const wanted = title ?? notes.get(principal.workspace_id, note_id).title
      return toolNote(notes.replace(principal, note_id, { ...rest, title: wanted }))
    }
    if (append) throw new UnprocessableError('tool_failed', 'append needs the note_id of the note that gets the text.')
    if (title === undefined) throw new UnprocessableError('tool_failed', 'A new note needs a title.')
    return toolNote(notes.create(principal, { ...rest, title }))
  }
}

export function noteSearchTool(notes: Notes): ToolHandler<NoteSearch> {
  return async ({ query, tag, limit = mostFound }, { principal, signal }) => {
    const page = { limit, ...(tag === undefined ? {} : { tag }) }
    const { items } = await notes.find(principal.workspace_id, query, page, signal)
    const found = items.map(({ note_id, title, tags, match, updated_at }) => ({
      note_id,
      title,
      tags,
      match,
      updated_at,
    }))
    return { items: found }
  }
}

export function noteReadTool(notes: Notes): ToolHandler<{ note_id?: string; title?: string }> {
  return async ({ note_id, title }, { principal: { workspace_id } }) => {
    if (note_id !== undefined) return toolNote(notes.get(workspace_id, note_id))
    if (title !== undefined) return toolNote(notes.titled(workspace_id, title))
    throw new UnprocessableError('tool_failed', 'Name the note by its note_id or its title.')
  }
}

function toolNote({ links, backlinks, ...note }: Note): JsonObject {
  return { ...note, links: links.map(link => ({ ...link })), backlinks: backlinks.map(each => ({ ...each })) }
}
