import { isUtf8 } from 'node:buffer'
import { headBytes } from '@svc/plugin'
import { nameOf } from '@svc/plugin/library/contents/file-path'

interface Magic {
  type: string
  at?: number
  bytes: string
  /** What stands after it, in ASCII, at `at2`. */
  then?: { at: number; bytes: string }
}

const magics: Magic[] = [
  { type: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image/gif', bytes: 'GIF87a' },
  { type: 'image/gif', bytes: 'GIF89a' },
  { type: 'image/webp', bytes: 'RIFF', then: { at: 8, bytes: 'WEBP' } },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
  { type: 'image/heic', at: 4, bytes: 'ftypheic' },
  { type: 'image/bmp', bytes: 'BM', then: { at: 6, bytes: '\0\0\0\0' } },
  { type: 'image/tiff', bytes: 'II*\0' },
  { type: 'image/tiff', bytes: 'MM\0*' },
  { type: 'image/x-icon', bytes: '\0\0\x01\0' },
  { type: 'audio/wav', bytes: 'RIFF', then: { at: 8, bytes: 'WAVE' } },
  { type: 'audio/mpeg', bytes: 'ID3' },
  { type: 'audio/mpeg', bytes: '\xff\xfb' },
  { type: 'audio/flac', bytes: 'fLaC' },
  { type: 'audio/ogg', bytes: 'OggS' },
  { type: 'audio/mp4', at: 4, bytes: 'ftypM4A' },
  { type: 'video/quicktime', at: 4, bytes: 'ftypqt' },
  { type: 'video/mp4', at: 4, bytes: 'ftyp' },
  { type: 'video/webm', bytes: '\x1aE\xdf\xa3' },
  { type: 'video/x-msvideo', bytes: 'RIFF', then: { at: 8, bytes: 'AVI ' } },
  { type: 'application/pdf', bytes: '%PDF-' },
  { type: 'application/zip', bytes: 'PK\x03\x04' },
  { type: 'application/zip', bytes: 'PK\x05\x06' },
  { type: 'application/gzip', bytes: '\x1f\x8b' },
  { type: 'application/zstd', bytes: '\x28\xb5\x2f\xfd' },
  { type: 'application/x-bzip2', bytes: 'BZh' },
  { type: 'application/x-xz', bytes: '\xfd7zXZ\0' },
  { type: 'application/x-7z-compressed', bytes: "7z\xbc\xaf'\x1c" },
  { type: 'application/vnd.rar', bytes: 'Rar!\x1a\x07' },
  { type: 'application/x-tar', at: 257, bytes: 'ustar' },
  { type: 'application/vnd.sqlite3', bytes: 'SQLite format 3\0' },
  { type: 'application/vnd.apache.parquet', bytes: 'PAR1' },
  { type: 'application/vnd.apache.arrow.file', bytes: 'ARROW1' },
  { type: 'application/wasm', bytes: '\0asm' },
  { type: 'application/x-elf', bytes: '\x7fELF' },
  { type: 'application/x-ole-storage', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { type: 'font/woff', bytes: 'wOFF' },
  { type: 'font/woff2', bytes: 'wOF2' },
]

/** Only the name says what a ZIP holds. It is always sent as an attachment. */
const zips = new Map(
  Object.entries<string>({
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    epub: 'application/epub+zip',
    jar: 'application/java-archive',
  }),
)
const texts = new Map(
  Object.entries<string>({
    css: 'text/css',
    csv: 'text/csv',
    htm: 'text/html',
    html: 'text/html',
    ics: 'text/calendar',
    js: 'text/javascript',
    json: 'application/json',
    jsonl: 'application/x-ndjson',
    md: 'text/markdown',
    markdown: 'text/markdown',
    mjs: 'text/javascript',
    ndjson: 'application/x-ndjson',
    rtf: 'application/rtf',
    svg: 'image/svg+xml',
    toml: 'application/toml',
    ts: 'text/x-typescript',
    tsv: 'text/tab-separated-values',
    txt: 'text/plain',
    vcf: 'text/vcard',
    xhtml: 'application/xhtml+xml',
    xml: 'application/xml',
    yaml: 'application/yaml',
    yml: 'application/yaml',
  }),
)
/** What a page or a picture begins with, behind a declaration and comments. */
const markup: [RegExp, string][] = [
  [/^(?:<!doctype\s+svg[^>]*>\s*)?<svg[\s>/]/i, 'image/svg+xml'],
  [/^<(?:!doctype\s+html|html|head|body)[\s>/]/i, 'text/html'],
]
const fragment = /^<(?:script|iframe|style|title|a|b|br|div|font|h1|img|p|table)[\s>/]/i
const declaration = /^<\?xml\s[^>]*>/i
const typePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,127}$/
/** Types that are recognizable by their bytes: a file with such a name and other bytes is not of that type. */
const recognizable =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip|x-|vnd\.|epub|java-archive|wasm|zstd))/

/** The type of a file: by its first bytes, else as the client said, else by its name. */
export function contentTypeOf(head: Uint8Array, said: string | null, path: string): string {
  const extension = /\.([A-Za-z0-9]+)$/.exec(nameOf(path))?.[1]?.toLowerCase() ?? ''
  const binary = head.toString === Buffer.prototype.toString ? (head as Buffer) : Buffer.from(head)
  const found = magics.find(magic => begins(binary, magic))?.type
  if (found === 'application/zip') return zips.get(extension) ?? found
  if (found !== undefined) return found
  const word = wordOf(said)
  if (!isText(binary))
    return word !== null && !recognizable.test(word) && !/^text\/|xml|json/.test(word)
      ? word
      : 'application/octet-stream'
  const marked = markupOf(
    binary
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart(),
  )
  if (marked !== null) return marked
  if (word !== null && !recognizable.test(word) && word !== 'text/plain') return word
  return texts.get(extension) ?? 'text/plain'
}

/** Null for what a browser would take for no markup. */
function markupOf(text: string): string | null {
  const declared = declaration.exec(text)?.[0] ?? ''
  const content = behindComments(text.slice(declared.length))
  const found = markup.find(([pattern]) => pattern.test(content))?.[1]
  if (found !== undefined) return found
  if (/^<\?xml\s/i.test(text)) return 'application/xml'
  return fragment.test(content) ? 'text/html' : null
}

/** Step by step: one pattern for any number of comments tries every way to divide them. */
function behindComments(text: string): string {
  let rest = text.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4)
    if (end < 0) break
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}

function begins(head: Buffer, { at = 0, bytes, then }: Magic): boolean {
  if (head.toString('latin1', at, at + bytes.length) !== bytes) return false
  return then === undefined || head.toString('latin1', then.at, then.at + then.bytes.length) === then.bytes
}

/** The client's word when it says something and is well written. Browsers and curl say these when they do not know. */
function wordOf(said: string | null): string | null {
  const word = said?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!typePattern.test(word)) return null
  if (/^(?:application\/(?:octet-stream|x-www-form-urlencoded|offset\+octet-stream)|multipart\/|message\/)/.test(word))
    return null
  return word
}

function isText(head: Buffer): boolean {
  if (head.includes(0)) return false
  if (head.length < headBytes) return isUtf8(head)
  // The last character may have been cut.
  return [0, 1, 2, 3].some(cut => isUtf8(head.subarray(0, head.length - cut)))
}
