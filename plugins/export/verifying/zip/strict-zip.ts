/** An entry as both its own head and the list at the end describe it. */
export interface ZipEntry {
  name: string
  method: number
  /** Packed. */
  content: Buffer
  size: number
  crc: number
  isLink: boolean
}

export interface StrictZip {
  entries: ZipEntry[]
  /** What a reader could see otherwise, or not at all, as sentences. */
  faults: string[]
}

const localMark = 0x04034b50
const listMark = 0x02014b50
const endMark = 0x06054b50
const descriptorMark = 0x08074b50
const localBytes = 30
const listBytes = 46
const endBytes = 22
const mostEntries = 20_000
/** Encrypted, or of an odd kind: bits that no export has. */
const oddFlags = 0b1111_0111_1111_0001
const hasDescriptor = 0b1000
const linkMode = 0o120000

/** The file is cut off, or is not what it begins as. */
export class ZipError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ZipError'
  }
}

interface Listed {
  name: string
  flags: number
  method: number
  crc: number
  packed: number
  size: number
  offset: number
  isLink: boolean
}

/**
 * Reads a ZIP file so that no byte of it is left over: entries from the first byte on, one behind the other, then the list of them, then the end. Readers
 * that go by the heads and readers that go by the list see the same.
 * @throws ZipError when the list cannot be read
 */
export function readStrictZip(bytes: Buffer): StrictZip {
  const faults: string[] = []
  const end = bytes.length - endBytes
  if (end < 0 || bytes.readUInt32LE(end) !== endMark)
    throw new ZipError('The ZIP is cut off, or something was appended to it: its end is not that of a ZIP.')
  const count = bytes.readUInt16LE(end + 10)
  const listAt = bytes.readUInt32LE(end + 16)
  const isWhole = bytes.readUInt32LE(end + 4) === 0 && bytes.readUInt16LE(end + 8) === count
  if (!isWhole || count > mostEntries || bytes.readUInt16LE(end + 20) !== 0)
    throw new ZipError('The ZIP is one of several parts, or its end is damaged.')
  if (listAt + bytes.readUInt32LE(end + 12) !== end) throw new ZipError('The list of the ZIP does not reach its end.')
  const listed = readList(bytes, { at: listAt, end, count })
  const entries: ZipEntry[] = []
  let at = 0
  for (const facts of listed) {
    if (facts.offset !== at) faults.push(`Something lies hidden before ${JSON.stringify(facts.name)}.`)
    const { content, next, fault } = readEntry(bytes, facts, listAt)
    if (fault !== null) faults.push(fault)
    entries.push({ ...facts, content })
    at = next
  }
  if (at !== listAt) faults.push('Something lies hidden between the last file and the list.')
  const names = entries.map(({ name }) => name.normalize('NFC').toLowerCase())
  if (new Set(names).size !== names.length) faults.push('Two files have one name.')
  return { entries, faults }
}

function readList(bytes: Buffer, { at: from, end, count }: { at: number; end: number; count: number }): Listed[] {
  const listed: Listed[] = []
  let at = from
  for (let index = 0; index < count; index += 1) {
    if (at + listBytes > end || bytes.readUInt32LE(at) !== listMark)
      throw new ZipError('The list of the ZIP is damaged.')
    const nameBytes = bytes.readUInt16LE(at + 28)
    const extra = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32) + bytes.readUInt16LE(at + 34)
    if (extra !== 0 || at + listBytes + nameBytes > end)
      throw new ZipError('The ZIP carries remarks that nothing covers; it was packed by another program.')
    const name = decoded(bytes.subarray(at + listBytes, at + listBytes + nameBytes))
    listed.push({
      name,
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
      isLink: ((bytes.readUInt32LE(at + 38) >>> 16) & 0o170000) === linkMode,
    })
    at += listBytes + nameBytes
  }
  if (at !== end) throw new ZipError('Something lies hidden behind the list of the ZIP.')
  return listed
}

function readEntry(
  bytes: Buffer,
  { name, flags, method, crc, packed, size, offset }: Listed,
  listAt: number,
): { content: Buffer; next: number; fault: string | null } {
  const nameBytes = Buffer.byteLength(name)
  const start = offset + localBytes + nameBytes
  const fault = `The head of ${JSON.stringify(name)} is not what the list says of it.`
  if (start + packed > listAt || bytes.readUInt32LE(offset) !== localMark)
    throw new ZipError(`The list leads to no file ${JSON.stringify(name)}.`)
  const described = (flags & hasDescriptor) !== 0
  const isSame =
    (flags & oddFlags) === 0 &&
    bytes.readUInt16LE(offset + 6) === flags &&
    bytes.readUInt16LE(offset + 8) === method &&
    (described || (bytes.readUInt32LE(offset + 14) === crc && bytes.readUInt32LE(offset + 18) === packed)) &&
    (described || bytes.readUInt32LE(offset + 22) === size) &&
    bytes.readUInt16LE(offset + 26) === nameBytes &&
    bytes.readUInt16LE(offset + 28) === 0 &&
    bytes.subarray(offset + localBytes, start).equals(Buffer.from(name))
  const end = start + packed
  const content = bytes.subarray(start, end)
  if (!described) return { content, next: end, fault: isSame ? null : fault }
  const describes =
    end + 16 <= listAt &&
    bytes.readUInt32LE(end) === descriptorMark &&
    bytes.readUInt32LE(end + 4) === crc &&
    bytes.readUInt32LE(end + 8) === packed &&
    bytes.readUInt32LE(end + 12) === size
  return { content, next: end + 16, fault: isSame && describes ? null : fault }
}

function decoded(name: Buffer): string {
  const text = name.toString('utf8')
  if (Buffer.from(text).equals(name)) return text
  throw new ZipError('A name in the ZIP is no UTF-8.')
}
