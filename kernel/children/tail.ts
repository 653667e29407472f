import type { Readable } from 'node:stream'

const maxBytes = 4096

/** Reads a stream to its end, so that its writer never blocks, and keeps the beginning and the end of what came. */
export class Tail {
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)

  constructor(stream: Readable) {
    stream.on('data', (chunk: Buffer) => this.#keep(chunk))
    stream.on('error', () => stream.destroy())
  }

  /** The text, without colours and control characters. */
  text(): string {
    const text = Buffer.concat([this.#head, this.#tail]).toString('utf8')
    // eslint-disable-next-line no-control-regex
    return text.replace(/\u001b\[[\d;]*m|[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
  }

  #keep(chunk: Buffer): void {
    const room = maxBytes / 2 - this.#head.length
    if (room > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, room)])
    const rest = chunk.subarray(Math.max(room, 0))
    if (rest.length > 0) this.#tail = Buffer.concat([this.#tail, rest]).subarray(-maxBytes / 2)
  }
}
