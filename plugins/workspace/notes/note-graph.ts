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
    const links = linkStore.of(this.#db, noteId)
    this.#learn(links)
    return links.map(link => ({ text: link.text, note_id: this.resolve(link) }))
  }

  /** The notes that link here, the last changed first, at most 200. */
  backlinks(noteId: string): Backlink[] {
    const candidates = linkStore.pointersTo(this.#db, noteId)
    this.#learn(candidates)
    const pointers = candidates.filter(pointer => this.resolve(pointer) === noteId)
    return noteStore.titles(this.#db, [...new Set(pointers.map(pointer => pointer.note_id))]).slice(0, mostShown)
  }

  /** The note with the id; else the oldest that has the title, or had it last; else the same without what follows a `#`. */
  resolve({ target, base }: Target): string | null {
    return this.#find(target) ?? (base === target ? null : this.#find(base))
  }

  #find(name: string): string | null {
    if (!this.#known.has(name)) this.#learn([{ target: name, base: name }])
    return this.#known.get(name) ?? null
  }

  /** All at once: a note may have hundreds of links. */
  #learn(targets: readonly Target[]): void {
    const names = new Set(targets.flatMap(({ target, base }) => [target, base]))
    const unknown = [...names].filter(name => !this.#known.has(name))
    for (const { name, note_id } of linkStore.named(this.#db, unknown)) this.#known.set(name, note_id)
  }
}
