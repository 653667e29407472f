import { inflateRawSync, crc32 } from 'node:zlib'
import { RemoteError } from '../child/rpc-peer.ts'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endBytes = 22
const maxComment = 65_535
const maxEntries = 10_000

/** How much there may be of what is unpacked next. */
interface Room {
  what: string
  most: number
}

interface Entry {
  method: number
  encrypted: boolean
  compressed: number
  offset: number
}

/** A ZIP file whose entries are unpacked one by one and never to more than a limit, whatever it says of their sizes. */
export interface ZipArchive {
  readonly names: string[]
  has(name: string): boolean
  /** @throws RemoteError when there is none, or it is too large or damaged */
  read(name: string): Buffer
}

export interface ZipLimits {
  /** What the file is, in sentences: `document`, `workbook`. */
  what: string
  /** The limit of one part, unpacked. */
  maxEntryBytes: number
  /** The limit of all parts that are read, unpacked. */
  maxTotalBytes: number
}

/** Reads the list at its end alone. @throws RemoteError `import_failed` */
export function openZip(bytes: Uint8Array, { what, maxEntryBytes, maxTotalBytes }: ZipLimits): ZipArchive {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const entries = readEntries(buffer, what)
  let unpacked = 0
  return {
    names: [...entries.keys()],
    has: name => entries.has(name),
    read(name) {
      const entry = entries.get(name)
      if (!entry) throw failure(`The ${what} has no part ${JSON.stringify(name.slice(0, 100))}.`)
      const content = unpack(buffer, entry, { what, most: Math.min(maxEntryBytes, maxTotalBytes - unpacked) })
      unpacked += content.length
      return content
    },
  }
}

function readEntries(buffer: Buffer, what: string): Map<string, Entry> {
  const end = findEnd(buffer, what)
  const count = buffer.readUInt16LE(end + 10)
  if (count > maxEntries) throw failure(`The ${what} has ${count} parts; at most ${maxEntries} are read.`)
  const entries = new Map<string, Entry>()
  let at = buffer.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || buffer.readUInt32LE(at) !== entryMark) throw damaged(what)
    const nameBytes = buffer.readUInt16LE(at + 28)
    // Some programs for Windows write their own separator.
    const name = buffer.toString('utf8', at + 46, at + 46 + nameBytes).replaceAll('\\', '/')
    if (isUnsafe(name))
      throw failure(`The ${what} holds a part with the unsafe name ${JSON.stringify(name.slice(0, 100))}.`)
    if (entries.has(name)) throw damaged(what)
    entries.set(name, {
      encrypted: (buffer.readUInt16LE(at + 8) & 1) === 1,
      method: buffer.readUInt16LE(at + 10),
      compressed: buffer.readUInt32LE(at + 20),
      offset: buffer.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
  }
  return entries
}

/** Its place from behind: a comment of any length may follow it. */
function findEnd(buffer: Buffer, what: string): number {
  for (let at = buffer.length - endBytes; at >= Math.max(0, buffer.length - endBytes - maxComment); at--)
    if (buffer.readUInt32LE(at) === endMark) return at
  throw failure(`The ${what} is cut off: the list of its parts is missing. Send the whole file again.`)
}

function unpack(buffer: Buffer, entry: Entry, { what, most }: Room): Buffer {
  const { offset, compressed, method, encrypted } = entry
  if (encrypted) throw failure(`The ${what} is encrypted. Save it without a password and import that.`)
  if (offset + 30 > buffer.length || buffer.readUInt32LE(offset) !== localMark) throw damaged(what)
  const start = offset + 30 + buffer.readUInt16LE(offset + 26) + buffer.readUInt16LE(offset + 28)
  if (start + compressed > buffer.length) throw damaged(what)
  const content = buffer.subarray(start, start + compressed)
  if (method !== 0 && method !== 8) throw failure(`The ${what} is packed in a way that is not read here.`)
  if (method === 0 && compressed > most) throw tooLarge(what)
  return method === 0 ? content : inflate(content, { what, most })
}

function inflate(content: Buffer, { what, most }: Room): Buffer {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(most, 1) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(what)
    throw damaged(what)
  }
}

function isUnsafe(name: string): boolean {
  return /^\/|^[a-z]:|\0|(?:^|\/)\.\.(?:\/|$)/i.test(name)
}

function tooLarge(what: string) {
  return failure(`A part of the ${what} unpacks to more than is read. It may be made to exhaust its reader.`)
}

function damaged(what: string) {
  return failure(`The ${what} is damaged: the list of its parts does not fit the file.`)
}

function failure(message: string): RemoteError {
  return new RemoteError('import_failed', message)
}

const isUtf8 = 0x0800

/** A ZIP file of parts as they are, without packing them again. */
export function storedZip(parts: readonly { name: string; content: Buffer }[]): ArrayBuffer {
  const pieces: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const { name, content } of parts) {
    const label = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(isUtf8, 2)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(label.length, 22)
    pieces.push(mark(0x04034b50), facts, label, content)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    list.push(mark(0x02014b50), Buffer.from([20, 0]), facts, place, label)
    offset += 30 + label.length + content.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  const whole = Buffer.concat([...pieces, listed, mark(0x06054b50), end])
  const copy = new ArrayBuffer(whole.length)
  new Uint8Array(copy).set(whole)
  return copy
}

function mark(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
