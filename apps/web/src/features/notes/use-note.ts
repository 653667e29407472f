import { useQuery } from '@tanstack/react-query'
import type { Note } from '@svc/sdk'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { draftOf, keepDraft } from '../../live/drafts.ts'
import { onLiveNews } from '../../live/events/live-events.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { NoteEditing } from './note-editing.ts'
import type { NoteDraft, NoteState, NoteText, StoredNote } from './note-editing.ts'

/** The name of a note that nobody has named yet. */
export const newTitle = 'New note'

export type ReadNote = Note & StoredNote

const one = (noteId: string) => ['notes', 'one', noteId] as const

async function readNote(noteId: string, signal?: AbortSignal): Promise<ReadNote> {
  const { data, response } = await svc.workspace.notes.get(noteId, { signal }).withResponse()
  return { ...data, etag: response.headers.get('etag') ?? '' }
}

export function useNote(noteId: string) {
  return useQuery({ queryKey: one(noteId), queryFn: ({ signal }) => readNote(noteId, signal) })
}

/** Notes with unsaved text live on when another page is shown, until they are saved. */
const open = new Map<string, NoteEditing>()
const shown = new Set<NoteEditing>()

function editingOf(note: ReadNote): NoteEditing {
  const { note_id } = note
  const known = open.get(note_id)
  if (known) return known
  const name = `note:${note_id}`
  const draft = draftOf(name)
  const editing = new NoteEditing(note, draft === null ? null : (JSON.parse(draft) as NoteDraft), {
    read: () => readNote(note_id),
    keep: next => keepDraft(name, next === null ? null : JSON.stringify(next)),
    async write({ title, body, tags }, ifMatch) {
      const text = { title: title.trim(), body, tags: [...tags] }
      const { data, response } = await svc.workspace.notes.replace(note_id, text, { ifMatch }).withResponse()
      const stored = { ...data, etag: response.headers.get('etag') ?? '' }
      queries.setQueryData(one(note_id), stored)
      void queries.invalidateQueries({ queryKey: ['notes', 'list'] })
      return stored
    },
  })
  open.set(note_id, editing)
  return editing
}

/** The note as it is edited on this page; the component that asks is of one note for its life. */
export function useNoteEditing(note: ReadNote): [editing: NoteEditing, state: NoteState] {
  const [editing] = useState(() => editingOf(note))
  const state = useSyncExternalStore(editing.subscribe, () => editing.state)
  useEffect(() => editing.adopt(note), [editing, note])
  useEffect(() => {
    open.set(note.note_id, editing)
    shown.add(editing)
    const save = (): void => void editing.save()
    const hide = (): void => {
      if (document.visibilityState === 'hidden') save()
    }
    const leave = (event: BeforeUnloadEvent): void => {
      if (editing.state.phase === 'saved') return
      save()
      event.preventDefault()
    }
    document.addEventListener('visibilitychange', hide)
    addEventListener('beforeunload', leave)
    // What could not be sent while the server was away goes now.
    const stop = onLiveNews(news => {
      if (news.kind === 'state' && news.state === 'connected' && editing.state.phase === 'failed') save()
    })
    return () => {
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('beforeunload', leave)
      stop()
      shown.delete(editing)
      void editing.save().finally(() => {
        if (editing.state.phase === 'saved' && !shown.has(editing)) open.delete(note.note_id)
      })
    }
  }, [editing, note.note_id])
  return [editing, state]
}

/** Nothing of it is to be saved any more. */
export function forgetNote(noteId: string): void {
  open.get(noteId)?.discard()
  open.delete(noteId)
  keepDraft(`note:${noteId}`, null)
}

/** Brings back a note that was deleted. */
export async function restoreNote(noteId: string): Promise<void> {
  await svc.workspace.notes.restore(noteId)
  void queries.invalidateQueries({ queryKey: ['notes'] })
}

export async function createNote({ title, body, tags }: NoteText): Promise<Note> {
  const note = await svc.workspace.notes.create({ title, body, tags: [...tags] })
  void queries.invalidateQueries({ queryKey: ['notes', 'list'] })
  return note
}
