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
