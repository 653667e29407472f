import { closeSync, openSync, writeSync } from 'node:fs'
import { engineFailure } from '../../engine-failure.ts'

const pieceChars = 256 * 1024

/** A file of text that is written as it comes, of at most so many bytes. */
export class TextFile {
  readonly #descriptor: number
  readonly #maxBytes: number
  #waiting = ''
  #bytes = 0

  constructor(path: string, maxBytes: number) {
    this.#descriptor = openSync(path, 'w')
    this.#maxBytes = maxBytes
  }

  add(text: string): void {
    this.#waiting += text
    if (this.#waiting.length >= pieceChars) this.#write()
  }

  /** @returns its size. */
  finish(): number {
    this.#write()
    this.close()
    return this.#bytes
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #write(): void {
    const bytes = Buffer.from(this.#waiting)
    this.#waiting = ''
    this.#bytes += bytes.length
    if (this.#bytes > this.#maxBytes) throw exportTooLarge(this.#maxBytes)
    let from = 0
    while (from < bytes.length) from += writeSync(this.#descriptor, bytes, from)
  }
}

export function exportTooLarge(maxBytes: number): Error {
  return engineFailure('query_limit', `The export has more than ${maxBytes} bytes: take fewer rows or columns.`)
}
