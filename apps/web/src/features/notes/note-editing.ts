import { NotFoundError, PreconditionFailedError } from '@svc/sdk'

export interface NoteText {
  readonly title: string
  readonly body: string
  readonly tags: readonly string[]
}

/** A note as the server has it. */
export interface StoredNote extends NoteText {
  readonly version: number
  /** For `If-Match`. */
  readonly etag: string
}

/** What was typed and not yet saved, and the version that it was typed over. */
export interface NoteDraft {
  readonly text: NoteText
  readonly etag: string
}

export type NoteState = { readonly text: NoteText } & (
  | { readonly phase: 'saved' | 'unsaved' | 'saving' | 'gone' }
  | { readonly phase: 'failed'; readonly error: unknown }
  | { readonly phase: 'conflict'; readonly theirs: StoredNote }
)

/** Where a note is read, written and drafted. */
export interface NotePlace {
  read: () => Promise<StoredNote>
  write: (text: NoteText, etag: string) => Promise<StoredNote>
  keep: (draft: NoteDraft | null) => void
}

export const savePauseMs = 1000

/**
 * One note while it is edited. It is saved when typing has paused, one save at a time, each over the version that was read last; when somebody else wrote
 * meanwhile, it stops and says so. Until the server has a text, the draft has it.
 */
export class NoteEditing {
  readonly #place: NotePlace
  readonly #listeners = new Set<() => void>()
  #base: StoredNote
  #state: NoteState
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(stored: StoredNote, draft: NoteDraft | null, place: NotePlace) {
    this.#place = place
    this.#base = draft === null ? stored : { ...stored, etag: draft.etag }
    this.#state = { phase: 'saved', text: textOf(stored) }
    if (draft !== null && !isSame(draft.text, stored)) this.#later(draft.text)
    else if (draft !== null) this.#settle(stored)
  }

  get state(): NoteState {
    return this.#state
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  type(change: Partial<NoteText>): void {
    this.#later({ ...this.#state.text, ...change })
  }

  /** The server has another version; it is shown unless something typed would be lost. */
  adopt(stored: StoredNote): void {
    if (this.#state.phase === 'saved' && stored.version > this.#base.version) this.#settle(stored)
  }

  /** Saves now what waits to be saved. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    const { phase, text } = this.#state
    if ((phase !== 'unsaved' && phase !== 'failed') || text.title.trim() === '') return
    this.#set({ phase: 'saving', text })
    try {
      this.#base = await this.#place.write(text, this.#base.etag)
    } catch (error) {
      await this.#failed(error)
      return
    }
    const now = this.#state.text
    if (isSame(now, text)) {
      this.#place.keep(null)
      this.#set({ phase: 'saved', text: now })
    } else this.#wait(now)
  }

  /** Ends a conflict: the text of this page replaces the other one. */
  async keepMine(): Promise<void> {
    if (this.#state.phase !== 'conflict') return
    this.#base = this.#state.theirs
    this.#set({ phase: 'unsaved', text: this.#state.text })
    await this.save()
  }

  /** Ends a conflict: what was typed here is given up. */
  useTheirs(): void {
    if (this.#state.phase === 'conflict') this.#settle(this.#state.theirs)
  }

  /** Gives up what was typed here. */
  discard(): void {
    clearTimeout(this.#timer)
    this.#place.keep(null)
    this.#set({ phase: 'saved', text: this.#state.text })
  }

  async #failed(error: unknown): Promise<void> {
    const { text } = this.#state
    if (error instanceof NotFoundError) return this.#set({ phase: 'gone', text })
    if (!(error instanceof PreconditionFailedError)) return this.#set({ phase: 'failed', text, error })
    try {
      const theirs = await this.#place.read()
      // The answer to an earlier save was lost: it is this text that the server has.
      if (isSame(theirs, this.#state.text)) this.#settle(theirs)
      else this.#set({ phase: 'conflict', text: this.#state.text, theirs })
    } catch (problem) {
      await this.#failed(problem)
    }
  }

  #later(text: NoteText): void {
    if (this.#state.phase !== 'saving') return this.#wait(text)
    // It goes when the save under way has ended.
    this.#place.keep({ text, etag: this.#base.etag })
    this.#set({ phase: 'saving', text })
  }

  #wait(text: NoteText): void {
    this.#place.keep({ text, etag: this.#base.etag })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.save(), savePauseMs)
    this.#set({ phase: 'unsaved', text })
  }

  #settle(stored: StoredNote): void {
    clearTimeout(this.#timer)
    this.#base = stored
    this.#place.keep(null)
    this.#set({ phase: 'saved', text: textOf(stored) })
  }

  #set(state: NoteState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

function textOf({ title, body, tags }: NoteText): NoteText {
  return { title, body, tags }
}

function isSame(a: NoteText, b: NoteText): boolean {
  return a.title.trim() === b.title.trim() && a.body === b.body && a.tags.join('\n') === b.tags.join('\n')
}
