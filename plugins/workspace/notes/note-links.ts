/** A link as it stands in a text. */
export interface WrittenLink {
  /** What is shown of it. */
  text: string
  /** The id of a note, or the key of a title. */
  target: string
  /** The same without what follows a `#`: a title may hold one, or it names a part of the note. */
  base: string
}

const mostLinks = 500
const link = /\[\[([^[\]\n]{1,400})\]\]|\b(note_[0-9a-z]{26})\b/g
const noteId = /^note_[0-9a-z]{26}$/

/** What titles are compared by: neither case nor space counts. */
export function titleKey(title: string): string {
  return title.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toLowerCase()
}

/** `[[Title]]`, `[[Title|shown]]`, `[[Title#part]]`, and ids of notes wherever they stand; each target once, the first 500. */
export function linksIn(body: string): WrittenLink[] {
  const found = new Map<string, WrittenLink>()
  for (const [, written, id] of body.matchAll(link)) {
    const each = id === undefined ? titleLink(written ?? '') : { text: id, target: id, base: id }
    if (each !== null && !found.has(each.target)) found.set(each.target, each)
    if (found.size === mostLinks) break
  }
  return [...found.values()]
}

function titleLink(written: string): WrittenLink | null {
  const text = written.split('|', 1)[0]?.trim() ?? ''
  if (noteId.test(text)) return { text, target: text, base: text }
  const target = titleKey(text)
  if (target === '') return null
  return { text, target, base: titleKey(text.split('#', 1)[0] ?? '') || target }
}
