import { crc32 } from 'node:zlib'

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
