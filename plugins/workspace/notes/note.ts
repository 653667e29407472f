export const noteSorts = ['created', 'updated'] as const
export type NoteSort = (typeof noteSorts)[number]

/** A note as a list shows it. */
export interface ListedNote {
  note_id: string
  title: string
  /** Markdown. */
  body: string
  tags: string[]
  /** Counts changes, from 1. */
  version: number
  created_by: string
  created_at: string
  updated_at: string
}

/** What the text names: `[[Title]]`, or the id of a note. */
export interface NoteLink {
  text: string
  /** Null while there is no such note. */
  note_id: string | null
}

export interface Backlink {
  note_id: string
  title: string
}

/** A note as the API shows it by itself. */
export interface Note extends ListedNote {
  links: NoteLink[]
  /** The notes that link here, those changed last first. */
  backlinks: Backlink[]
}

export interface FoundNote extends ListedNote {
  /** The place that fits, in plain text; the words stand in `**`. */
  match: string
}

export interface WrittenNote {
  title: string
  body: string
  tags?: string[]
}

export interface NoteQuery {
  limit: number
  cursor?: string
  tag?: string
  search?: string
  sort?: NoteSort
}
