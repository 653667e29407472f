import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { constants, createZstdDecompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { SvcError, UnavailableError } from '@svc/plugin'
import type { LoggedPages } from './wal-reader.ts'

/**
 * Pages of a workspace's file as a row of its log has them, compressed with zstd: the version of this form, the size of a page, how many
 * pages the file has then, how many follow; their numbers; their contents in the same order. Numbers have four bytes, the lowest first.
 */
const version = 1
const headBytes = 16
const mostPageSize = 65_536
const packing = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

const leastChunkBytes = 1024
/** What is about to be compressed, one row at a time: a buffer for each would keep the collector of garbage busy. */
const unpacked = Buffer.allocUnsafeSlow(256 * 1024)

/** Not compressed, piece by piece. */
export function* piecesOf(pages: LoggedPages, read: (place: number) => Buffer): Generator<Buffer> {
  const { pageSize, pageCount, places } = pages
  const numbers = [...places.keys()].sort((a, b) => a - b)
  const head = Buffer.alloc(headBytes + numbers.length * 4)
  for (const [index, value] of [version, pageSize, pageCount, numbers.length, ...numbers].entries()) {
    head.writeUInt32LE(value, index * 4)
  }
  yield head
  for (const number of numbers) yield read(places.get(number) as number)
}

export function packPages(pages: LoggedPages, read: (place: number) => Buffer): Buffer {
  const length = headBytes + pages.places.size * (4 + pages.pageSize)
  const bytes = length <= unpacked.length ? unpacked.subarray(0, length) : Buffer.allocUnsafe(length)
  let at = 0
  for (const piece of piecesOf(pages, read)) at += piece.copy(bytes, at)
  const chunkSize = Math.max(leastChunkBytes, Math.ceil(length / 2))
  return zstdCompressSync(bytes, { ...packing, pledgedSrcSize: length, chunkSize })
}

/**
 * Writes the pages of a row to the file, as SQLite would have done it.
 * @throws UnavailableError when the row is damaged; what was written until then is to be thrown away
 */
export async function applyPages(
  packed: Buffer | Readable,
  file: FileHandle,
): Promise<{ pageSize: number; numbers: number[] }> {
  const bytes = new ByteQueue(packed instanceof Readable ? packed.compose(createZstdDecompress()) : unpack(packed))
  const head = await bytes.take(headBytes)
  const [foundVersion, pageSize, pageCount, count] = [0, 4, 8, 12].map(at => head.readUInt32LE(at)) as Quad
  const isPageSize = pageSize >= 512 && pageSize <= mostPageSize && (pageSize & (pageSize - 1)) === 0
  if (foundVersion !== version || !isPageSize) throw damaged()
  const list = await bytes.take(count * 4)
  const numbers = Array.from({ length: count }, (_, index) => list.readUInt32LE(index * 4))
  for (const number of numbers) {
    if (number < 1 || number > pageCount) throw damaged()
    const page = await bytes.take(pageSize)
    await file.write(page, 0, pageSize, (number - 1) * pageSize)
  }
  await bytes.assertEmpty()
  await file.truncate(pageCount * pageSize)
  return { pageSize, numbers }
}

async function* unpack(packed: Buffer): AsyncGenerator<Buffer> {
  yield zstdDecompressSync(packed)
}

type Quad = [number, number, number, number]

class ByteQueue {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async take(length: number): Promise<Buffer> {
    while (this.#held.length < length) {
      const chunk = await this.#next()
      if (chunk === null) throw damaged()
      this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    }
    const taken = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(length)
    return taken
  }

  async assertEmpty(): Promise<void> {
    if (this.#held.length > 0 || (await this.#next()) !== null) throw damaged()
  }

  async #next(): Promise<Buffer | null> {
    try {
      const { value, done } = await this.#chunks.next()
      return done ? null : value
    } catch (error) {
      // That an object cannot be read now says nothing of what it holds.
      throw error instanceof SvcError ? error : damaged(error)
    }
  }
}

function damaged(cause?: unknown): UnavailableError {
  return new UnavailableError('Pages of the log are damaged.', { cause })
}
