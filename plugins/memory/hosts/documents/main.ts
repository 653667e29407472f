import { serveParent } from '@svc/plugin/child'
import { documentFailure } from './document-failure.ts'
import { readDocument } from './read-document.ts'

interface OpenParams {
  bytes: number
  piece: string
}

interface ReadParams {
  name: string
  content_type: string | null
  max_text_bytes: number
  form: 'markdown' | 'visible'
}

const pieceCharacters = 128 * 1024

// One document at a time: the server asks for the next one when this one's text is out.
let document = Buffer.alloc(0)
let filled = 0
let text = ''

function take(piece: string): null {
  filled += document.write(piece, filled, 'base64')
  return null
}

serveParent({
  methods: {
    open({ bytes, piece }: OpenParams) {
      document = Buffer.allocUnsafe(bytes)
      filled = 0
      text = ''
      return take(piece)
    },
    piece: take,
    async read({ name, content_type: contentType, max_text_bytes: maxTextBytes, form }: ReadParams) {
      if (filled !== document.length) throw documentFailure('The document changed while it was read. Import it again.')
      const bytes = new Uint8Array(document.buffer, document.byteOffset, document.length)
      const read = await readDocument({ name, contentType, bytes, maxTextBytes, form })
      document = Buffer.alloc(0)
      filled = 0
      text = read.text
      return { ...read, text: text.slice(0, pieceCharacters), characters: text.length }
    },
    more: (from: number) => text.slice(from, from + pieceCharacters),
  },
})
