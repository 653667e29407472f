import { inflateRawSync } from 'node:zlib'
import { engineFailure } from '../engine-failure.ts'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endBytes = 22
const maxComment = 65_535
const maxEntries = 10_000
const maxTotalBytes = 256 * 1024 * 1024

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

/** Reads the list at its end alone. @throws RemoteError */
export function openZip(bytes: Uint8Array): ZipArchive {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const entries = readEntries(buffer)
  let unpacked = 0
  return {
    names: [...entries.keys()],
    has: name => entries.has(name),
    read(name) {
      const entry = entries.get(name)
      if (!entry)
        throw engineFailure('import_failed', `The workbook has no part ${JSON.stringify(name.slice(0, 100))}.`)
      const content = unpack(buffer, entry, maxTotalBytes - unpacked)
      unpacked += content.length
      return content
    },
  }
}

function readEntries(buffer: Buffer): Map<string, Entry> {
  const end = findEnd(buffer)
  const count = buffer.readUInt16LE(end + 10)
  if (count > maxEntries)
    throw engineFailure('import_failed', `The workbook has ${count} parts; at most ${maxEntries} are read.`)
  const entries = new Map<string, Entry>()
  let at = buffer.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || buffer.readUInt32LE(at) !== entryMark) throw damaged()
    const nameBytes = buffer.readUInt16LE(at + 28)
    const name = buffer.toString('utf8', at + 46, at + 46 + nameBytes)
    if (isUnsafe(name))
      throw engineFailure(
        'import_failed',
        `The workbook holds a part with the unsafe name ${JSON.stringify(name.slice(0, 100))}.`,
      )
    if (entries.has(name)) throw damaged()
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
function findEnd(buffer: Buffer): number {
  for (let at = buffer.length - endBytes; at >= Math.max(0, buffer.length - endBytes - maxComment); at--)
    if (buffer.readUInt32LE(at) === endMark) return at
  throw engineFailure(
    'import_failed',
    'The workbook is cut off: the list of its parts is missing. Send the whole file again.',
  )
}

function unpack(buffer: Buffer, entry: Entry, most: number): Buffer {
  const { offset, compressed, method, encrypted } = entry
  if (encrypted)
    throw engineFailure('import_failed', 'The workbook is encrypted. Save it without a password and import that.')
  if (offset + 30 > buffer.length || buffer.readUInt32LE(offset) !== localMark) throw damaged()
  const start = offset + 30 + buffer.readUInt16LE(offset + 26) + buffer.readUInt16LE(offset + 28)
  if (start + compressed > buffer.length) throw damaged()
  const content = buffer.subarray(start, start + compressed)
  if (method !== 0 && method !== 8)
    throw engineFailure('import_failed', 'The workbook is packed in a way that is not read here.')
  if (method === 0 && compressed > most) throw tooLarge()
  return method === 0 ? content : inflate(content, most)
}

function inflate(content: Buffer, most: number): Buffer {
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(most, 1) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw damaged()
  }
}

function isUnsafe(name: string): boolean {
  return /^[/\\]|^[a-z]:|\\|\0|(?:^|\/)\.\.(?:\/|$)/i.test(name)
}

function tooLarge() {
  return engineFailure(
    'import_failed',
    'A part of the workbook unpacks to more than is read. It may be made to exhaust its reader.',
  )
}

function damaged() {
  return engineFailure('import_failed', 'The workbook is damaged: the list of its parts does not fit the file.')
}
