interface Mark {
  type: string
  at: number
  bytes: string
}

/** The first bytes of the pictures that language models read; what a client calls them does not count. */
const marks: readonly (readonly Mark[])[] = [
  [{ type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' }],
  [{ type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' }],
  [{ type: 'image/gif', at: 0, bytes: 'GIF87a' }],
  [{ type: 'image/gif', at: 0, bytes: 'GIF89a' }],
  [
    { type: 'image/webp', at: 0, bytes: 'RIFF' },
    { type: 'image/webp', at: 8, bytes: 'WEBP' },
  ],
]

export const imageTypes = [...new Set(marks.flat().map(mark => mark.type))]

/** Null for what is no picture of a known kind. */
export function imageTypeOf(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 16)
  const fitting = marks.find(parts => parts.every(part => head.startsWith(part.bytes, part.at)))
  return fitting?.[0]?.type ?? null
}
