import { closestWord } from '@svc/plugin/library/closest-word'

const mostShown = 8
const longest = 60
/** Two letters that changed places. */
const swapped = 1.5

/** A column's name as a message shows it. */
export function shownName(name: string): string {
  const printable = name.toWellFormed().replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
  return JSON.stringify(printable.length > longest ? `${printable.slice(0, longest)}…`.toWellFormed() : printable)
}

/** What is wrong with a column's name that the dataset does not have: the nearest, or the first of those that there are. */
export function unknownColumn(name: string, known: readonly string[]): string {
  const nearest = name.length > 200 ? null : closestWord(name, known, name.length < 4 ? swapped : undefined)
  if (nearest !== null)
    return `names the column ${shownName(name)}, which there is not; did you mean ${shownName(nearest)}?`
  const shown = known.slice(0, mostShown).map(shownName).join(', ')
  const more = known.length > mostShown ? ', …' : ''
  return `names the column ${shownName(name)}, which there is not; the columns are ${shown}${more}`
}
