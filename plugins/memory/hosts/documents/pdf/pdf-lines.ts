/** A line of a page. */
export interface Line {
  text: string
  /** The size of its letters in points. */
  size: number
  /** The distance of its baseline from the bottom. */
  y: number
}

interface TextItem {
  str: string
  transform: number[]
  height: number
  hasEOL: boolean
}

/** Joins the pieces that a page is printed in to lines, in the order it is printed. */
export function pageLines(items: readonly object[]): Line[] {
  const lines: Line[] = []
  let pieces: TextItem[] = []
  const close = (): void => {
    const line = lineOf(pieces)
    if (line) lines.push(line)
    pieces = []
  }
  for (const item of items) {
    if (!('str' in item)) continue
    const piece = item as TextItem
    const before = pieces.find(({ str }) => str.trim() !== '')
    if (before && piece.str.trim() !== '' && isOtherLine(before, piece)) close()
    pieces.push(piece)
    if (piece.hasEOL) close()
  }
  close()
  return lines
}

/** Raised letters and marks of notes stay in their line. */
function isOtherLine(before: TextItem, piece: TextItem): boolean {
  return Math.abs(place(before) - place(piece)) > Math.max(sizeOf(before), sizeOf(piece), 1) * 0.8
}

function lineOf(pieces: readonly TextItem[]): Line | null {
  const text = pieces
    .map(({ str }) => str)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text === '') return null
  const longest = pieces.reduce((best, piece) => (piece.str.length > best.str.length ? piece : best))
  return { text, size: Math.round(sizeOf(longest) * 2) / 2, y: place(longest) }
}

function place({ transform }: TextItem): number {
  return transform[5] ?? 0
}

function sizeOf({ transform, height }: TextItem): number {
  return Math.hypot(transform[2] ?? 0, transform[3] ?? 0) || height
}
