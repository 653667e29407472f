import { hash } from 'node:crypto'
import { encodeCursor, NotFoundError, PayloadTooLargeError } from '@svc/plugin'
import type { Actor, AuditLog, ByteQuota, Clock, DataPlane, EventLog, Ids, Page, WorkspaceDatabase } from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import { searchExcerpts } from '@svc/plugin/library/search/excerpt'
import { searchTerms } from '@svc/plugin/library/search/terms'
import { binStore } from '../bin-store.ts'
import { sortedCursor } from '../sorted-cursor.ts'
import { bytesOf, checkTexts, tagsOf, titleOf } from '../text-checks.ts'
import { checkVersion, entityTag } from '../versions.ts'
import { linkStore } from './link-store.ts'
import type { FormerTitle } from './link-store.ts'
import { linksIn, titleKey } from './note-links.ts'
import { NoteGraph } from './note-graph.ts'
import type { FoundNote, ListedNote, Note, NoteQuery, WrittenNote } from './note.ts'
import { beginning, noteStore } from './note-store.ts'
import type { NoteEntry, NoteRow } from './note-store.ts'

export interface NotesOptions {
  data: DataPlane
  quota: Pick<ByteQuota, 'grow'>
  events: EventLog
  audit: AuditLog
  ids: Ids
  clock: Clock
}

export const mostText = 500_000
/** A list answers no more text at once, unless a single note has more. */
const mostPageBytes = 1024 * 1024

const none: Page<never> = { items: [], next_cursor: null }

/** What is kept of a note that was deleted. */
interface DeletedNote {
  row: NoteRow
  titles: readonly FormerTitle[]
}

/** The notes of the caller's workspace. */
export class Notes {
  readonly #options: NotesOptions

  constructor(options: NotesOptions) {
    this.#options = options
  }

  /** @throws ValidationError */
  create(actor: Actor, given: WrittenNote): Note {
    const { ids, clock, data } = this.#options
    const now = clock.now()
    const row: NoteRow = {
      ...written(given),
      note_id: ids.create('note'),
      version: 1,
      created_by: actor.user_id,
      created_at: now,
      updated_at: now,
    }
    return data.use(actor.workspace_id, db =>
      db.transaction(() => {
        this.#options.quota.grow(db, bytesOf(row))
        noteStore.insert(db, row)
        linkStore.replace(db, row.note_id, linksIn(row.body))
        this.#emit(db, actor, 'note.created', row.note_id)
        return whole(db, row)
      }),
    )
  }

  /** The newest first. A page has less than was asked for when its notes are long. @throws ValidationError */
  list(workspaceId: string, { limit, cursor, tag, sort = 'created' }: NoteQuery): Page<ListedNote> {
    const from = cursor === undefined ? beginning(sort) : sortedCursor(cursor, sort)
    return this.#options.data.use(workspaceId, db => {
      const entries = noteStore.page(db, sort, from, { tag: tag ?? null, limit: limit + 1 })
      return pageOfText(db, sort, limit, entries)
    })
  }

  /** Finds notes in which every word occurs, the best first. @throws ValidationError */
  async find(
    workspaceId: string,
    text: string,
    { limit, cursor, tag }: NoteQuery,
    signal?: AbortSignal,
  ): Promise<Page<FoundNote>> {
    const from = cursor === undefined ? beginning('match') : sortedCursor(cursor, 'match')
    const terms = searchTerms(text)
    if (terms === null) return none
    const { data } = this.#options
    const statement = noteStore.found(terms, from, { tag: tag ?? null, limit: limit + 1 })
    const entries = await data.read<NoteEntry>(workspaceId, statement, signal)
    const { items, next_cursor } = data.use(workspaceId, db => pageOfText(db, 'match', limit, entries))
    const excerpts = await searchExcerpts(items, ({ title, body }) => [title, body], text)
    return { items: items.map((note, index) => ({ ...note, match: excerpts[index] ?? '' })), next_cursor }
  }

  /** @throws NotFoundError */
  get(workspaceId: string, noteId: string): Note {
    return this.#options.data.use(workspaceId, db => whole(db, requireNote(db, noteId)))
  }

  /** The note that a link with this title leads to. @throws NotFoundError */
  titled(workspaceId: string, title: string): Note {
    return this.#options.data.use(workspaceId, db => {
      const noteId = ledTo(db, title)
      if (noteId !== null) return whole(db, requireNote(db, noteId))
      throw new NotFoundError('No note of this workspace has that title; search for it, or name its note_id.')
    })
  }

  /** The same as a page: it is empty where a link with this title leads nowhere. */
  ledToBy(workspaceId: string, title: string): Page<ListedNote> {
    return this.#options.data.use(workspaceId, db => {
      const noteId = ledTo(db, title)
      return noteId === null ? none : { items: [listed(requireNote(db, noteId))], next_cursor: null }
    })
  }

  /** Tags that are left out stay. What changes nothing is no change. @throws NotFoundError, ValidationError, PreconditionFailedError */
  replace(actor: Actor, noteId: string, given: WrittenNote, ifMatch?: string): Note {
    return this.#change(actor, noteId, ifMatch, () => given)
  }

  /** Adds text in a paragraph of its own. @throws NotFoundError, ValidationError, PayloadTooLargeError */
  append(actor: Actor, noteId: string, { title, body, tags }: { title?: string; body: string; tags?: string[] }): Note {
    return this.#change(actor, noteId, undefined, old => ({
      title: title ?? old.title,
      body: longer(old.body, body),
      ...(tags === undefined ? {} : { tags }),
    }))
  }

  /** Links to it lead nowhere, unless it is brought back within a day. @throws NotFoundError, PreconditionFailedError */
  async delete(actor: Actor, noteId: string, ifMatch?: string): Promise<void> {
    await deleteAudited(this.#options, actor, {
      find: db => {
        const row = requireNote(db, noteId)
        checkVersion(ifMatch, row.version)
        return row
      },
      entry: () => ({ action: 'note.deleted', target: noteId }),
      delete: (db, row) => {
        const deleted: DeletedNote = { row, titles: linkStore.formerTitles(db, noteId) }
        binStore.put(db, noteId, deleted, this.#options.clock.now())
        noteStore.delete(db, noteId)
        this.#emit(db, actor, 'note.deleted', noteId)
      },
    })
  }

  /** A note that was deleted within a day, with its id, as its next version: links lead to it again. @throws NotFoundError */
  async restore(actor: Actor, noteId: string): Promise<Note> {
    const { audit, data, quota, clock } = this.#options
    const note = data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const now = clock.now()
        const deleted = binStore.take<DeletedNote>(db, noteId, now)
        if (!deleted) throw new NotFoundError('No such note was deleted here within the last day.')
        const row = { ...deleted.row, version: deleted.row.version + 1, updated_at: now }
        quota.grow(db, bytesOf(row))
        noteStore.insert(db, row)
        for (const { title_key, until } of deleted.titles) linkStore.keepTitle(db, noteId, title_key, until)
        linkStore.replace(db, noteId, linksIn(row.body))
        this.#emit(db, actor, 'note.created', noteId)
        return whole(db, row)
      }),
    )
    const { ip = null, request_id = null } = actor
    await audit.append({ principal: actor, action: 'note.restored', target: noteId, ip, request_id })
    return note
  }

  #change(actor: Actor, noteId: string, ifMatch: string | undefined, change: (old: NoteRow) => WrittenNote): Note {
    const now = this.#options.clock.now()
    return this.#options.data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const old = requireNote(db, noteId)
        checkVersion(ifMatch, old.version)
        const row = { ...old, ...written(change(old), old.tags) }
        if (row.title === old.title && row.body === old.body && row.tags === old.tags) return whole(db, old)
        const next = { ...row, version: old.version + 1, updated_at: now }
        this.#options.quota.grow(db, bytesOf(next) - bytesOf(old))
        noteStore.update(db, next)
        if (next.title_key !== old.title_key) linkStore.keepTitle(db, noteId, old.title_key, now)
        if (next.body !== old.body) linkStore.replace(db, noteId, linksIn(next.body))
        this.#emit(db, actor, 'note.updated', noteId)
        return whole(db, next)
      }),
    )
  }

  #emit(
    db: WorkspaceDatabase,
    actor: Actor,
    type: 'note.created' | 'note.updated' | 'note.deleted',
    noteId: string,
  ): void {
    const data = { note_id: noteId, user_id: actor.user_id }
    this.#options.events.append(db, actor.workspace_id, [{ type, data }])
  }
}

/** Changes when the note does, or what it links to or is linked from. */
export function noteTag({ version, links, backlinks }: Note): string {
  return entityTag(version, hash('sha1', JSON.stringify([links, backlinks]), 'base64url').slice(0, 8))
}

function requireNote(db: WorkspaceDatabase, noteId: string): NoteRow {
  const row = noteStore.get(db, noteId)
  if (row) return row
  throw new NotFoundError('There is no such note in this workspace.')
}

function written({ title, body, tags }: WrittenNote, oldTags = '[]') {
  checkTexts({ title, body, tags })
  const line = titleOf(title)
  const tagged = tags === undefined ? oldTags : JSON.stringify(tagsOf(tags))
  return { title: line, title_key: titleKey(line), body, tags: tagged }
}

function longer(old: string, more: string): string {
  const text = old === '' ? more : `${old.replace(/\n+$/, '')}\n\n${more}`
  if (text.length <= mostText) return text
  throw new PayloadTooLargeError(
    `The note would have ${text.length} characters; at most ${mostText} are taken. Write another note.`,
  )
}

/** Reads the texts of as many entries as fit. */
function ledTo(db: WorkspaceDatabase, title: string): string | null {
  const target = titleKey(title)
  return new NoteGraph(db).resolve({ target, base: titleKey(title.split('#', 1)[0] ?? '') || target })
}

function pageOfText(
  db: WorkspaceDatabase,
  sort: string,
  limit: number,
  entries: readonly NoteEntry[],
): Page<ListedNote> {
  let bytes = 0
  const fitting = entries
    .slice(0, limit)
    .filter((entry, index) => (bytes += entry.size) <= mostPageBytes || index === 0)
  const rows = noteStore.getAll(
    db,
    fitting.map(({ note_id }) => note_id),
  )
  const items = rows.map(listed)
  const last = fitting.length < entries.length ? fitting.at(-1) : undefined
  if (last === undefined) return { items, next_cursor: null }
  return { items, next_cursor: encodeCursor([sort, last.rank, last.updated_at, last.note_id]) }
}

function listed({ title_key: _key, ...row }: NoteRow): ListedNote {
  return {
    ...row,
    tags: JSON.parse(row.tags) as string[],
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}

function whole(db: WorkspaceDatabase, row: NoteRow): Note {
  const graph = new NoteGraph(db)
  return { ...listed(row), links: graph.links(row.note_id), backlinks: graph.backlinks(row.note_id) }
}
