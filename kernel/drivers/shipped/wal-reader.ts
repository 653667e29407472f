import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { endianness } from 'node:os'
import { codeOf, InternalError } from '@svc/plugin'

const headerBytes = 32
const frameHeaderBytes = 24
/** The numbers that a log begins with; the second one has its checksums in the order of bytes of a big-endian machine. */
const magic = endianness() === 'LE' ? 0x377f0682 : 0x377f0683
const blockBytes = 1024 * 1024
const mostHeldBytes = 64 * 1024
/** How much is read before others have their turn. */
const turnBytes = 8 * 1024 * 1024

/** What was committed since the last look: the newest place in the log of each page that was written. */
export interface LoggedPages {
  pageSize: number
  /** How many pages the file has after the last of these commits. */
  pageCount: number
  /** Where the content of a page begins in the log, by the number of the page. */
  places: ReadonlyMap<number, number>
  /** The part of the log that was read last: pages in it need not be read again. It holds until the next call. */
  block: Block
}

interface Block {
  start: number
  bytes: Buffer
}

/** The log was begun anew though pages in it may not have been read: what they held is in the file alone. */
export class RestartedLogError extends InternalError {}

interface Generation {
  salt1: number
  salt2: number
  pageSize: number
  /** Of the frame at `next`: where it begins, and the checksum that it continues. */
  next: number
  sums: readonly [number, number]
}

/**
 * Reads what was committed from a write-ahead log, over a descriptor of its own: no lock of SQLite lies on this file. One connection
 * writes to it, in the same thread, and nobody but its owner moves it into the file.
 */
export class WalReader {
  readonly #path: string
  #descriptor: number | null = null
  #generation: Generation | null = null
  #mayRestart = true
  /** Short blocks are read into it again and again: buffers made for each would keep the collector of garbage busy. */
  #held: Buffer = Buffer.alloc(0)

  constructor(path: string) {
    this.#path = path
  }

  /** How long the log is that was read and not yet moved into the file. */
  get unmovedBytes(): number {
    return this.#mayRestart ? 0 : (this.#generation?.next ?? 0)
  }

  /** About how much there is to read. */
  get unreadBytes(): number {
    const descriptor = this.#open()
    return descriptor === null ? 0 : fstatSync(descriptor).size - this.unmovedBytes
  }

  /** To be called after all of the log was read and moved into the file: the next commit may begin it anew. */
  expectRestart(): void {
    this.#mayRestart = true
  }

  /**
   * The pages of all commits since the last call, null when there was none. Must be called outside of transactions; what is committed
   * later is left to the next call.
   * @throws RestartedLogError
   */
  async read(): Promise<LoggedPages | null> {
    const descriptor = this.#open()
    const { size } = descriptor === null ? { size: 0 } : fstatSync(descriptor)
    const found = descriptor === null || size < headerBytes ? null : readHeader(descriptor)
    if (descriptor === null || found === null) {
      if (this.#generation !== null && !this.#mayRestart) throw restarted(this.#path)
      return null
    }
    const generation = this.#continued(found)
    const places = new Map<number, number>()
    const unfinished = new Map<number, number>()
    let pageCount = 0
    let { next, sums } = generation
    const frameBytes = frameHeaderBytes + generation.pageSize
    const framesAtOnce = Math.max(1, Math.floor(blockBytes / frameBytes))
    let sinceTurn = 0
    let block: Block = { start: next, bytes: Buffer.alloc(0) }
    frames: while (next + frameBytes <= size) {
      if (sinceTurn >= turnBytes) {
        await nextTurn()
        sinceTurn = 0
      }
      const count = Math.min(framesAtOnce, Math.floor((size - next) / frameBytes))
      const bytes = readWhole(descriptor, next, this.#bufferOf(count * frameBytes))
      block = { start: next, bytes }
      sinceTurn += bytes.length
      const words = wordsOf(bytes)
      for (let at = 0; at < bytes.length; at += frameBytes) {
        const belongs =
          bytes.readUInt32BE(at + 8) === generation.salt1 && bytes.readUInt32BE(at + 12) === generation.salt2
        if (!belongs) break frames
        sums = checksum(words, at + frameHeaderBytes, generation.pageSize, checksum(words, at, 8, sums))
        // What a transaction wrote that was rolled back stays behind the last commit, until it is written over.
        if (bytes.readUInt32BE(at + 16) !== sums[0] || bytes.readUInt32BE(at + 20) !== sums[1]) break frames
        unfinished.set(bytes.readUInt32BE(at), next + frameHeaderBytes)
        next += frameBytes
        const pagesAfterCommit = bytes.readUInt32BE(at + 4)
        if (pagesAfterCommit === 0) continue
        for (const [page, place] of unfinished) places.set(page, place)
        unfinished.clear()
        pageCount = pagesAfterCommit
        this.#generation = { ...generation, next, sums }
      }
    }
    if (pageCount === 0) return null
    this.#mayRestart = false
    // What was cut off at the end of the file since it was written.
    for (const page of places.keys()) if (page > pageCount) places.delete(page)
    return { pageSize: generation.pageSize, pageCount, places, block }
  }

  /** The content of a page at its place. It stays there until the log was moved into the file. */
  page(place: number, { pageSize, block: { start, bytes } }: LoggedPages): Buffer {
    if (place >= start && place + pageSize <= start + bytes.length)
      return bytes.subarray(place - start, place - start + pageSize)
    if (this.#descriptor === null) throw new InternalError('A page is read from a log that is closed.')
    return readWhole(this.#descriptor, place, newBuffer(pageSize))
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
  }

  #bufferOf(length: number): Buffer {
    if (length > mostHeldBytes) return newBuffer(length)
    if (length > this.#held.length) this.#held = newBuffer(2 * length)
    return this.#held.subarray(0, length)
  }

  #open(): number | null {
    if (this.#descriptor !== null) return this.#descriptor
    try {
      this.#descriptor = openSync(this.#path, 'r')
      return this.#descriptor
    } catch (error) {
      // SQLite makes it with the first commit.
      if (codeOf(error) === 'ENOENT') return null
      throw error
    }
  }

  #continued(found: Generation): Generation {
    const known = this.#generation
    if (known !== null && known.salt1 === found.salt1 && known.salt2 === found.salt2) return known
    // The first salt counts: it says whether the log was begun anew more than once.
    const isNext = known === null || found.salt1 === (known.salt1 + 1) >>> 0
    if (!this.#mayRestart || !isNext) throw restarted(this.#path)
    return found
  }
}

function restarted(path: string): RestartedLogError {
  return new RestartedLogError(
    `The log ${path} was emptied by another program before its pages were in PostgreSQL. Let no other program write to the files of this server.`,
  )
}

function readHeader(descriptor: number): Generation | null {
  const header = readWhole(descriptor, 0, newBuffer(headerBytes))
  const sums = checksum(wordsOf(header), 0, 24, [0, 0])
  const isWhole = header.readUInt32BE(24) === sums[0] && header.readUInt32BE(28) === sums[1]
  if (header.readUInt32BE(0) !== magic || !isWhole) return null
  return {
    pageSize: header.readUInt32BE(8),
    salt1: header.readUInt32BE(16),
    salt2: header.readUInt32BE(20),
    next: headerBytes,
    sums,
  }
}

/** The checksum of SQLite's log, in the order of bytes of this machine, which wrote it. */
function checksum(words: Int32Array, start: number, length: number, [first, second]: readonly [number, number]) {
  const end = (start + length) / 4
  // With signs, so that the sums stay small integers for the compiler: three times as fast.
  let sum1 = first | 0
  let sum2 = second | 0
  for (let at = start / 4; at < end; at += 2) {
    sum1 = (sum1 + (words[at] as number) + sum2) | 0
    sum2 = (sum2 + (words[at + 1] as number) + sum1) | 0
  }
  return [sum1 >>> 0, sum2 >>> 0] as const
}

/** Of bytes that begin at a multiple of four. */
function wordsOf(bytes: Buffer): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

/** Not from the pool of buffers: words are read at places that are multiples of four. */
function newBuffer(length: number): Buffer {
  return Buffer.allocUnsafeSlow(length)
}

/** Fills `bytes` and returns them. */
function readWhole(descriptor: number, position: number, bytes: Buffer): Buffer {
  for (let done = 0; done < bytes.length;) {
    const count = readSync(descriptor, bytes, done, bytes.length - done, position + done)
    if (count === 0) throw new InternalError('A log ended before its last frame.')
    done += count
  }
  return bytes
}
