import { setImmediate as nextTurn } from 'node:timers/promises'

// Ranking a megabyte of nothing but one word takes some twenty milliseconds.
const mostBytes = 1024 * 1024
const mostRows = 2000

/** A row that a search finds, by its number in the search table. */
export interface FoundRow {
  number: number
  /** Bytes. */
  size: number
}

/** Ranks what was found a range of numbers at a time, and lets other requests go on in between. `found` is in the order of its numbers. */
export async function rankInSlices<T>(
  found: readonly FoundRow[],
  rank: (range: { from: number; to: number }) => readonly T[],
): Promise<T[]> {
  const ranked: T[] = []
  let [first, bytes] = [0, 0]
  for (const [index, { number, size }] of found.entries()) {
    bytes += size
    const isLast = index === found.length - 1
    if (!isLast && bytes < mostBytes && index - first < mostRows) continue
    ranked.push(...rank({ from: found[first]?.number ?? number, to: number }))
    if (!isLast) await nextTurn()
    first = index + 1
    bytes = 0
  }
  return ranked
}
