import { CodePoints } from './code-points.ts'
import { foldText, lineBreakMark } from './fold-text.ts'
import type { FoldedText } from './fold-text.ts'
import { nearestPassage } from './nearest-passage.ts'
import type { Passage } from './nearest-passage.ts'

/** A place of a text, in code points; `page` from 1 where the text has pages. */
export interface QuotePlace {
  exact: string
  prefix: string
  suffix: string
  start: number
  end: number
  page: number | null
}

export type QuoteSearch =
  | { outcome: 'found'; place: QuotePlace }
  | { outcome: 'ambiguous'; places: QuotePlace[]; count: number }
  | { outcome: 'missing'; nearest: Passage | null }

export interface WantedQuote {
  quote: string
  /** Of several places the one that begins nearest to here, in code points. */
  start?: number | undefined
  /** Places on this page alone. */
  page?: number | undefined
}

const ellipsis = /\[(?:…|\.{3})\]/u
/** Characters that an ellipsis may leave out. */
const mostLeftOut = 2000
const special = /[\\^$.*+?()[\]{}|/]/
const contextLength = 32
const mostPlaces = 10_000
const mostShown = 10

/** Where a quote stands in a text, compared as {@link foldText} folds both; the parts around `[…]` follow each other. */
export function findQuote(text: string, wanted: WantedQuote): QuoteSearch {
  const folded = foldText(text)
  const parts = wanted.quote
    .normalize('NFC')
    .split(ellipsis)
    .map(part => foldText(part.trim()).text.trim())
    .filter(part => part !== '')
  const spans = spansOf(folded, parts)
  const points = new CodePoints(text)
  const all = spans.map(([from, to]) => placeOf(points, folded, from, to))
  const places = wanted.page === undefined ? all : all.filter(({ page }) => page === wanted.page)
  const [first] = places
  if (first === undefined) return { outcome: 'missing', nearest: nearestPassage(points, wanted.quote) }
  if (places.length === 1) return { outcome: 'found', place: first }
  const { start } = wanted
  if (start === undefined) return { outcome: 'ambiguous', places: places.slice(0, mostShown), count: places.length }
  const place = places.reduce((best, each) => (distance(each, start) < distance(best, start) ? each : best))
  return { outcome: 'found', place }
}

function distance(place: QuotePlace, start: number): number {
  return Math.abs(place.start - start)
}

/** Places of the folded text where the parts stand one after the other. */
function spansOf(folded: FoldedText, parts: readonly string[]): [number, number][] {
  const [first, ...rest] = parts.map(part => occurrences(folded.text, part))
  const spans: [number, number][] = []
  for (const [from, end] of first ?? []) {
    const to = rest.reduce<number | null>((before, part) => (before === null ? null : nextEnd(part, before)), end)
    if (to !== null) spans.push([from, to])
  }
  return spans
}

function nextEnd(part: readonly (readonly [number, number])[], after: number): number | null {
  const next = part.find(([from]) => from >= after)
  return next !== undefined && next[0] - after <= mostLeftOut ? next[1] : null
}

function occurrences(text: string, part: string): [number, number][] {
  return text.includes(lineBreakMark) ? patternPlaces(text, part) : plainPlaces(text, part)
}

function plainPlaces(text: string, part: string): [number, number][] {
  const found: [number, number][] = []
  for (let at = text.indexOf(part); at !== -1 && found.length < mostPlaces; at = text.indexOf(part, at + 1))
    found.push([at, at + part.length])
  return found
}

/** Where a line was broken, a hyphen of the quote may stand, or nothing. */
function patternPlaces(text: string, part: string): [number, number][] {
  const units = Array.from(part, unit => {
    if (unit === '-') return `(?:-|${lineBreakMark})`
    return `${lineBreakMark}?${unit.replace(special, '\\$&')}`
  })
  const pattern = new RegExp(units.join('').replace(`${lineBreakMark}?`, ''), 'gu')
  const found: [number, number][] = []
  for (const match of text.matchAll(pattern)) {
    found.push([match.index, match.index + match[0].length])
    if (found.length >= mostPlaces) break
  }
  return found
}

function placeOf(points: CodePoints, { starts, ends }: FoldedText, from: number, to: number): QuotePlace {
  const start = points.pointAt(starts[from]!)
  const end = points.pointAt(ends[to - 1]!)
  return {
    exact: points.slice(start, end),
    prefix: points.slice(start - contextLength, start),
    suffix: points.slice(end, end + contextLength),
    start,
    end,
    page: pageAt(points.text, starts[from]!),
  }
}

/** Pages are parted by form feeds; null where there are none. */
export function pageAt(text: string, unit: number): number | null {
  if (!text.includes('\f')) return null
  let page = 1
  for (let at = text.indexOf('\f'); at !== -1 && at < unit; at = text.indexOf('\f', at + 1)) page += 1
  return page
}
