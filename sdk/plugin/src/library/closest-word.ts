import leven from 'leven'

/**
 * The known word that `word` was probably meant to be, or null. `-` and `_`, upper and lower case are the same. `limit` is how many
 * letters may differ; by default a third of the word, at most three; none of a single letter.
 */
export function closestWord(word: string, known: Iterable<string>, limit = limitOf(word)): string | null {
  const wanted = plain(word)
  let closest: { word: string; distance: number } | null = null
  for (const candidate of known) {
    const other = plain(candidate)
    // Letters that only changed places are likelier than others that were mistyped.
    const distance = leven(wanted, other, { maxDistance: limit + 1 }) - (sorted(wanted) === sorted(other) ? 0.5 : 0)
    if (distance < (closest?.distance ?? Infinity)) closest = { word: candidate, distance }
  }
  return closest && closest.distance <= limit ? closest.word : null
}

const longestGiven = 200

/** `Did you mean "…"?` with the known word that was probably meant; `otherwise` when none is near. */
export function didYouMean(word: string, known: Iterable<string>, otherwise: string): string {
  // A text of any length came from a client; no name is this long.
  const near = word.length > longestGiven ? null : closestWord(word, known)
  return near === null ? otherwise : `Did you mean "${near}"?`
}

function limitOf(word: string): number {
  // Any letter is one letter away from any other.
  if (word.length < 2) return 0
  return word.length < 4 ? 1 : Math.min(3, Math.max(2, Math.floor(word.length / 3)))
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll('-', '_')
}

function sorted(word: string): string {
  return [...word].toSorted().join('')
}
