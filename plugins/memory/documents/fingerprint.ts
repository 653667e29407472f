import { createHash, hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

// Folding so many characters takes some milliseconds.
const pieceLength = 50_000
const wordEnd = /\S(?=\s)/gu

/** The same for texts that differ in nothing but Unicode form, case and white space. */
export function fingerprintOf(content: string): string {
  return hash('sha256', foldedText(content), 'base64url')
}

/** The same, for long texts: lets other work go on between its pieces. @throws the signal's reason */
export async function fingerprintInPieces(content: string, signal: AbortSignal): Promise<string> {
  if (content.length <= pieceLength) return fingerprintOf(content)
  const text = content.trim()
  const digest = createHash('sha256')
  for (let start = 0; start < text.length;) {
    const end = endOfWord(text, start + pieceLength)
    digest.update(folded(text.slice(start, end)))
    start = end
    await nextTurn()
    signal.throwIfAborted()
  }
  return digest.digest('base64url')
}

export function foldedText(content: string): string {
  return folded(content).trim()
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ')
}

/** Where the next word from there on ends: what stands before and after white space is folded by itself. */
function endOfWord(text: string, from: number): number {
  wordEnd.lastIndex = from
  const found = wordEnd.exec(text)
  return found === null ? text.length : found.index + found[0].length
}
