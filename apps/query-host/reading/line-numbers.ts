import { filePieces } from './file-pieces.ts'

const lineFeed = 10

/** The numbers, from 1, of the lines at these places of a file; the places ascend. */
export async function lineNumbers(path: string, places: readonly number[]): Promise<number[]> {
  const numbers: number[] = []
  let line = 1
  let at = 0
  if (places.length === 0) return numbers
  for await (const piece of filePieces(path)) {
    let from = 0
    for (;;) {
      const next = piece.indexOf(lineFeed, from)
      const end = next === -1 ? piece.length : next + 1
      while (numbers.length < places.length && places[numbers.length]! < at + end) numbers.push(line)
      if (numbers.length === places.length) return numbers
      if (next === -1) break
      line += 1
      from = end
    }
    at += piece.length
  }
  while (numbers.length < places.length) numbers.push(line)
  return numbers
}
