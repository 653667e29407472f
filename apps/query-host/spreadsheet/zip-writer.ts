import { closeSync, openSync, writeSync } from 'node:fs'
import { constants, crc32, deflateRawSync } from 'node:zlib'

interface Entry {
  name: Buffer
  at: number
  checksum: number
  size: number
  packedSize: number
}

const pieceLength = 512 * 1024
/** Beyond it the format wants other headers. */
const maxSize = 2 ** 32 - 1
/** 1980-01-01: a date in the file would make two equal exports differ. */
const dosDate = 33

/** What a ZIP file cannot hold in the form that every reader knows. */
export class ZipTooLargeError extends Error {}

/** Writes a ZIP file piece by piece: no part of it is ever whole in memory. */
export class ZipWriter {
  readonly #descriptor: number
  readonly #entries: Entry[] = []
  #position = 0
  #waiting = ''

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w')
  }

  get bytes(): number {
    return this.#position
  }

  /** Ends the part before it. */
  begin(name: string): void {
    this.#endEntry()
    this.#entries.push({ name: Buffer.from(name), at: this.#position, checksum: 0, size: 0, packedSize: 0 })
    this.#write(localHeader(this.#entries.at(-1)!))
  }

  add(text: string): void {
    this.#waiting += text
    if (this.#waiting.length >= pieceLength) this.#pack(constants.Z_SYNC_FLUSH)
  }

  /** @returns the size of the file. */
  finish(): number {
    this.#endEntry()
    const start = this.#position
    for (const entry of this.#entries) this.#write(directoryHeader(entry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.#position - start, 12)
    end.writeUInt32LE(start, 16)
    this.#write(end)
    this.close()
    return this.#position
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #endEntry(): void {
    const entry = this.#entries.at(-1)
    if (entry === undefined) return
    this.#pack(constants.Z_FINISH)
    // Checksum and sizes are known only now.
    this.#writeAt(localHeader(entry), entry.at)
  }

  /** Pieces that end flushed go on as one stream; the last one ends it. */
  #pack(finishFlush: number): void {
    const entry = this.#entries.at(-1)!
    const plain = Buffer.from(this.#waiting)
    this.#waiting = ''
    const packed = deflateRawSync(plain, { level: 4, finishFlush })
    entry.checksum = crc32(plain, entry.checksum)
    entry.size += plain.length
    entry.packedSize += packed.length
    if (entry.size > maxSize || this.#position + packed.length > maxSize)
      throw new ZipTooLargeError('The file is larger than a ZIP file of the common form can be.')
    this.#write(packed)
  }

  #write(bytes: Buffer): void {
    this.#writeAt(bytes, this.#position)
    this.#position += bytes.length
  }

  #writeAt(bytes: Buffer, position: number): void {
    let written = 0
    while (written < bytes.length)
      written += writeSync(this.#descriptor, bytes, written, bytes.length - written, position + written)
  }
}

function localHeader({ name, checksum, size, packedSize }: Entry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(8, 8)
  header.writeUInt16LE(dosDate, 12)
  header.writeUInt32LE(checksum, 14)
  header.writeUInt32LE(packedSize, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function directoryHeader({ name, at, checksum, size, packedSize }: Entry): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(8, 10)
  header.writeUInt16LE(dosDate, 14)
  header.writeUInt32LE(checksum, 16)
  header.writeUInt32LE(packedSize, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(at, 42)
  return Buffer.concat([header, name])
}
