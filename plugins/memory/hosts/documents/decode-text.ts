import { notTaken } from './document-failure.ts'
import type { SentDocument } from './document-text.ts'
import { namedKind } from './recognize.ts'

export interface DecodedText {
  text: string
  kind: 'text' | 'markdown' | 'html'
  warnings: string[]
}

const declaredCharset = /<meta[^>]{0,200}charset\s*=\s*["']?([a-z0-9_:-]{2,40})/i
const ofContentType = /charset\s*=\s*"?([a-z0-9_:-]{2,40})/i
const htmlBeginning = /^<(?:!doctype\s+html|html)(?=[\s>])/i
const beforeHtml = /^\s*(?:<\?xml[^>]{0,200}\?>|<!--[^]{0,2000}?-->)/i

/** The characters of a file that is not of a binary format, and what kind of text they are. @throws RemoteError for bytes that are no text */
export function decodeText(sent: SentDocument): DecodedText {
  const { text, warnings } = decode(sent)
  const named = namedKind(sent.name)
  const type = sent.contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isHtml = htmlBeginning.test(behindComments(text.slice(0, 5000)))
  if (isHtml && named !== 'html' && named !== null)
    warnings.unshift(
      `The name says ${named === 'markdown' ? 'Markdown' : 'text'}; the file is HTML and was read as that.`,
    )
  if (named === 'pdf' || named === 'docx')
    warnings.unshift(`The name says ${named.toUpperCase()}; the file is text and was read as that.`)
  return { text, kind: textKind(), warnings }

  function textKind(): DecodedText['kind'] {
    if (isHtml || named === 'html') return 'html'
    if (named === 'markdown' || (named === null && /^text\/(x-)?markdown$/.test(type))) return 'markdown'
    return named === null && (type === 'text/html' || type === 'application/xhtml+xml') ? 'html' : 'text'
  }
}

/** Step by step: one pattern for any number of comments tries every way to divide them. */
function behindComments(text: string): string {
  let rest = text
  for (let found = beforeHtml.exec(rest); found; found = beforeHtml.exec(rest)) rest = rest.slice(found[0].length)
  return rest.trimStart()
}

function decode({ bytes, contentType, name }: SentDocument): { text: string; warnings: string[] } {
  const marked = byteOrderMark(bytes)
  if (marked) return { text: new TextDecoder(marked).decode(bytes), warnings: [] }
  const guessed = withoutMark(bytes)
  if (guessed) {
    const warnings = ['The text has no byte order mark; it was read as UTF-16.']
    return { text: checked(new TextDecoder(guessed).decode(bytes), name), warnings }
  }
  const utf8 = tryDecode('utf-8', bytes)
  if (utf8 !== null) return { text: checked(utf8, name), warnings: [] }
  const declared = declaredIn(bytes, contentType)
  const text = declared === null ? null : tryDecode(declared, bytes)
  if (text !== null) return { text: checked(text, name), warnings: [] }
  const warnings = [
    'The text is not UTF-8; it was read as Windows-1252 (Western European). Where letters are wrong, save it as UTF-8 and import it again.',
  ]
  return { text: checked(new TextDecoder('windows-1252').decode(bytes), name), warnings }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

/** In UTF-16 every second byte of most texts is zero. */
function withoutMark(bytes: Uint8Array): string | null {
  const looked = Math.min(bytes.length & ~1, 2000)
  if (looked < 4) return null
  const zeros = [0, 0]
  for (let index = 0; index < looked; index++) if (bytes[index] === 0) zeros[index % 2]! += 1
  const [even, odd] = zeros.map(count => count / (looked / 2)) as [number, number]
  if (odd > 0.6 && even < 0.05) return 'utf-16le'
  return even > 0.6 && odd < 0.05 ? 'utf-16be' : null
}

function declaredIn(bytes: Uint8Array, contentType: string | null): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2048)).toString('latin1')
  return ofContentType.exec(contentType ?? '')?.[1] ?? declaredCharset.exec(head)?.[1] ?? null
}

/** Null for an unknown name and for bytes that are not of the encoding. */
function tryDecode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Text has hardly any control characters, and no NUL. */
function checked(text: string, name: string): string {
  const beginning = text.slice(0, 100_000)
  // eslint-disable-next-line no-control-regex -- Escape is none of them: colours are in many logs
  const controls = beginning.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u0084\u0086-\u009f]/g)?.length ?? 0
  if (!text.includes('\0') && controls <= beginning.length / 200) return text
  const named = namedKind(name)
  throw notTaken(
    `The file is no text${named === null ? '' : ', though its name says so'}: it holds bytes that no text has.`,
  )
}
