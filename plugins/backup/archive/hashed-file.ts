import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Bytes at a time: each piece waits for its turn in the event loop of a server that may be busy, and takes a millisecond of it. */
export const pieceBytes = 512 * 1024

export interface HashedFile {
  bytes: number
  sha256: string
}

/** Lets everything through and knows how much it was, and its SHA-256. */
export class Tally extends Transform {
  readonly #hash = createHash('sha256')
  #bytes = 0

  constructor() {
    super({ highWaterMark: pieceBytes })
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.add(chunk)
    done(null, chunk)
  }

  /** Counts bytes that go another way. */
  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    this.#hash.update(chunk)
  }

  /** So far; more may follow. */
  get result(): HashedFile {
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') }
  }
}

export async function hashFile(
  path: string,
  { end = Infinity, signal }: { end?: number; signal?: AbortSignal } = {},
): Promise<HashedFile> {
  const tally = new Tally()
  await pipeline(createReadStream(path, { end, highWaterMark: pieceBytes }), tally, drained, options(signal))
  return tally.result
}

/** Copies a file, or what a stream gives, into a new file, mode 0600. */
export async function copyHashed(from: string | Readable, to: string, signal?: AbortSignal): Promise<HashedFile> {
  const tally = new Tally()
  await pipeline(
    typeof from === 'string' ? createReadStream(from, { highWaterMark: pieceBytes }) : from,
    tally,
    createWriteStream(to, { flags: 'wx', mode: 0o600 }),
    options(signal),
  )
  return tally.result
}

async function drained(source: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of source) void chunk
}

function options(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {}
}
