import { open } from 'node:fs/promises'

const pieceBytes = 1024 * 1024

/** The bytes of a file, a MiB at a time. Each piece is overwritten by the next. */
export async function* filePieces(path: string): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(pieceBytes)
  const file = await open(path, 'r')
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, pieceBytes, null)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

export async function fileHead(path: string, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes)
  const file = await open(path, 'r')
  try {
    let filled = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, filled, bytes - filled, filled)
      filled += bytesRead
      if (bytesRead === 0 || filled === bytes) return buffer.subarray(0, filled)
    }
  } finally {
    await file.close()
  }
}

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
