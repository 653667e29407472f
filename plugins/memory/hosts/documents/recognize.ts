import { notTaken } from './document-failure.ts'
import { openDocumentZip } from './open-document-zip.ts'

export type DocumentKind = 'text' | 'markdown' | 'html' | 'pdf' | 'docx'

export const titles: Record<DocumentKind, string> = {
  text: 'text',
  markdown: 'Markdown',
  html: 'HTML',
  pdf: 'a PDF',
  docx: 'a Word document (DOCX)',
}

const endings: Record<string, DocumentKind> = {
  txt: 'text',
  text: 'text',
  log: 'text',
  csv: 'text',
  tsv: 'text',
  json: 'text',
  jsonl: 'text',
  yaml: 'text',
  yml: 'text',
  xml: 'text',
  md: 'markdown',
  markdown: 'markdown',
  mdown: 'markdown',
  mkd: 'markdown',
  mdx: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  pdf: 'pdf',
  docx: 'docx',
}

/** First bytes by which a file is recognized, and the name of that type. */
const signatures: [bytes: string, name: string, offset?: number][] = [
  ['\x89PNG\r\n\x1a\n', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['II*\0', 'a TIFF image'],
  ['MM\0*', 'a TIFF image'],
  ['BM', 'a bitmap image', 0],
  ['\0\0\x01\0', 'an icon'],
  ['8BPS', 'a Photoshop image'],
  ['ftyp', 'a video, sound or image', 4],
  ['\x7fELF', 'a program'],
  ['MZ', 'a program'],
  ['\xca\xfe\xba\xbe', 'a program'],
  ['\xcf\xfa\xed\xfe', 'a program'],
  ['\0asm', 'a program (WebAssembly)'],
  ['\x1f\x8b', 'a compressed file (gzip)'],
  ['BZh', 'a compressed file (bzip2)'],
  ['\xfd7zXZ\0', 'a compressed file (xz)'],
  ['\x28\xb5\x2f\xfd', 'a compressed file (zstd)'],
  ['7z\xbc\xaf\x27\x1c', 'an archive (7z)'],
  ['Rar!\x1a\x07', 'an archive (RAR)'],
  ['ustar', 'an archive (tar)', 257],
  ['ID3', 'a sound'],
  ['fLaC', 'a sound'],
  ['OggS', 'a sound or video'],
  ['\x1aE\xdf\xa3', 'a video'],
  ['SQLite format 3\0', 'a database (SQLite)'],
  ['wOFF', 'a font'],
  ['wOF2', 'a font'],
  ['PAR1', 'a table (Parquet)'],
  ['{\\rtf', 'a document in Rich Text Format; save it as DOCX'],
  ['%!PS', 'a PostScript file; save it as PDF'],
  ['RIFF', 'an image, sound or video'],
]
const compound = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const zip = 'PK\x03\x04'
const emptyZip = 'PK\x05\x06'

/** What the name says the file is; null when it says nothing known. */
export function namedKind(name: string): DocumentKind | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && Object.hasOwn(endings, ending) ? endings[ending]! : null
}

/** What the bytes are. @throws RemoteError for what is no document */
export function recognize(bytes: Uint8Array, name: string): 'pdf' | 'docx' | 'characters' {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  if (head.includes('%PDF-')) return 'pdf'
  if (head.startsWith(zip) || head.startsWith(emptyZip)) return recognizeZip(bytes, name)
  if (head.startsWith(compound))
    throw refusal(name, 'an older Office document (DOC, XLS, PPT), or one with a password; save it as DOCX without one')
  const known = signatures.find(([mark, , offset = 0]) => head.startsWith(mark, offset) && isBinary(head, mark))
  if (known) throw refusal(name, known[1])
  return 'characters'
}

/** Two letters are also the beginning of words: there has to be something that is no text. */
function isBinary(head: string, mark: string): boolean {
  return mark.length > 3 || head.includes('\0')
}

function recognizeZip(bytes: Uint8Array, name: string): 'docx' {
  const archive = openDocumentZip(bytes)
  if (archive.has('word/document.xml')) return 'docx'
  const names = archive.names
  const isWord = archive.has('[Content_Types].xml') && names.some(each => /^word\/document\d*\.xml$/.test(each))
  if (isWord) return 'docx'
  if (names.some(each => each.startsWith('xl/'))) throw refusal(name, 'a spreadsheet; save the sheet as CSV')
  if (names.some(each => each.startsWith('ppt/'))) throw refusal(name, 'a presentation; save it as PDF')
  if (archive.has('META-INF/container.xml')) throw refusal(name, 'an e-book (EPUB)')
  if (archive.has('content.xml')) throw refusal(name, 'an OpenDocument file; save it as DOCX or PDF')
  throw refusal(name, 'an archive (ZIP); import the files in it one by one')
}

function refusal(name: string, what: string) {
  const named = namedKind(name)
  const but = named === null ? '' : `, though its name says ${titles[named]}`
  return notTaken(`The file is ${what}${but}.`)
}
