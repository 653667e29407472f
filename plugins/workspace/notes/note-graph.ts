import type { WorkspaceDatabase } from '@svc/plugin'
import { linkStore } from './link-store.ts'
import type { Backlink, NoteLink } from './note.ts'
import { noteStore } from './note-store.ts'

interface Target {
  target: string
  base: string
}

const mostShown = 200

/** Where links lead, found out when somebody looks: titles come, change and go. */
export class NoteGraph {
  readonly #db: WorkspaceDatabase
  readonly #known = new Map<string, string | null>()

  constructor(db: WorkspaceDatabase) {
    this.#db = db
  }

  links(noteId: string): NoteLink[] {
    return linkStore.of(this.#db, noteId).map(link => ({ text: link.text, note_id: this.resolve(link) }))
  }

  /** Those changed last first, at most 200. */
  backlinks(noteId: string): Backlink[] {
    const pointers = linkStore.pointersTo(this.#db, noteId).filter(pointer => this.resolve(pointer) === noteId)
    return noteStore.titles(this.#db, [...new Set(pointers.map(pointer => pointer.note_id))]).slice(0, mostShown)
  }

  /** The note with the id; else the oldest that has the title, or had it last; else the same without what follows a `#`. */
  resolve({ target, base }: Target): string | null {
    return this.#find(target) ?? (base === target ? null : this.#find(base))
  }

  #find(name: string): string | null {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const db = this.#db
    const found = noteStore.get(db, name)?.note_id ?? noteStore.titled(db, name) ?? linkStore.formerly(db, name) ?? null
    this.#known.set(name, found)
    return found
  }
}
