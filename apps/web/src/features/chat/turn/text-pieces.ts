/** Characters of a piece, about four screens. */
export const pieceSize = 12_000

/**
 * A long text in pieces that can be drawn each by itself as Markdown: cut between paragraphs where that is possible, and a block of code that is cut goes
 * on as one. Text that is added behind leaves the pieces before the last as they are.
 */
export function textPieces(text: string, size = pieceSize): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > size) {
    const at = cutIn(rest, size)
    const fence = openFence(rest.slice(0, at))
    pieces.push(fence === null ? rest.slice(0, at) : `${rest.slice(0, at).trimEnd()}\n${fence.marks}`)
    rest = fence === null ? rest.slice(at) : `${fence.line}\n${rest.slice(at).replace(/^\n+/, '')}`
  }
  return [...pieces, rest]
}

function cutIn(text: string, size: number): number {
  const head = text.slice(0, size)
  const paragraph = head.lastIndexOf('\n\n')
  if (paragraph > size / 2) return paragraph + 2
  const line = head.lastIndexOf('\n')
  if (line > size / 2) return line + 1
  const space = head.lastIndexOf(' ')
  if (space > size / 2) return space + 1
  const isHalfPair = /[\ud800-\udbff]/.test(head.at(-1) ?? '')
  return isHalfPair ? size - 1 : size
}

/** The fence of a block of code that the text begins and does not end. */
function openFence(text: string): { line: string; marks: string } | null {
  let open: { line: string; marks: string } | null = null
  for (const [line, marks = '', info = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gm)) {
    if (open === null) open = { line, marks }
    else if (marks.startsWith(open.marks) && info.trim() === '') open = null
  }
  return open
}
