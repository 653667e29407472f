import type { RecalledMemory } from '../records.ts'

const mostShown = 240

/** A memory as readers of a conversation see it: where it is, and how it begins. */
export interface ShownMemory {
  id: string
  source: string | null
  score: number
  chunk_text: string
}

export function shownMemory({
  id,
  source,
  score,
  text,
}: RecalledMemory): ShownMemory & Record<string, string | number | null> {
  return { id, source, score, chunk_text: beginningOf(text) }
}

function beginningOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (line.length <= mostShown) return line
  return `${line
    .slice(0, mostShown)
    .replace(/\s+\S*$/u, '')
    .toWellFormed()} …`
}
