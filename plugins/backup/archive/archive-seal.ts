const gzipHeader = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]
const withComment = 0x10
/** No bytes, compressed; their checksum and their number. */
const nothing = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
const label = 'svc-backup sha256 '

/**
 * The last bytes of an archive: an empty gzip member, whose comment is the SHA-256 of all bytes before it. Any program unpacks
 * the archive as before; we see every changed, missing or added byte, also where gzip and tar do not look.
 */
export function sealOf(sha256: string): Buffer {
  const header = Buffer.from(gzipHeader)
  header[3] = withComment
  return Buffer.concat([header, Buffer.from(`${label}${sha256}\0`, 'latin1'), Buffer.from(nothing)])
}

export const sealBytes = sealOf('0'.repeat(64)).length

/** The checksum that the seal names; null when these bytes are no seal. */
export function readSeal(bytes: Buffer): string | null {
  const start = gzipHeader.length + label.length
  const sha256 = bytes.subarray(start, start + 64).toString('latin1')
  return /^[0-9a-f]{64}$/.test(sha256) && sealOf(sha256).equals(bytes) ? sha256 : null
}
