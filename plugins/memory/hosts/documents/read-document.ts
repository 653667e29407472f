import { messageOf } from '@svc/plugin'
import { RemoteError } from '@svc/plugin/child'
import { decodeText } from './decode-text.ts'
import type { DecodedText } from './decode-text.ts'
import { documentFailure, tooLong } from './document-failure.ts'
import type { DocumentText, SentDocument } from './document-text.ts'
import { htmlToMarkdown } from './html/html-to-markdown.ts'
import { findElement, parseHtml, textIn } from './html/html-tree.ts'
import { visibleText } from './html/visible-text.ts'
import { readPdf } from './pdf/read-pdf.ts'
import { readDocx } from './read-docx.ts'
import { markdownTitle, readPlain } from './read-plain.ts'
import { namedKind, recognize, titles } from './recognize.ts'
import type { DocumentKind } from './recognize.ts'

/** Reads the text of a document of any kind. Its bytes decide the kind, then its name. */
export async function readDocument(sent: SentDocument): Promise<DocumentText> {
  const { bytes, name, maxTextBytes } = sent
  if (bytes.length === 0) throw documentFailure('The file is empty.')
  const found = recognize(bytes, name)
  const read = await reading(() => readKind(found, sent))
  const lie = mismatch(found, sent)
  const text = cleaned(read.text)
  if (text.trim() === '') throw documentFailure('The document has no text.')
  checkLength(text, maxTextBytes)
  const title = read.title === null ? '' : cleaned(read.title).replaceAll(/\s+/g, ' ').trim().slice(0, 300)
  return { ...read, text, title: title || null, warnings: lie === null ? read.warnings : [lie, ...read.warnings] }
}

async function readKind(kind: 'pdf' | 'docx' | 'characters', sent: SentDocument): Promise<DocumentText> {
  if (kind === 'pdf') return readPdf(sent)
  if (kind === 'docx') return readDocx(sent)
  const decoded = decodeText(sent)
  return decoded.kind === 'html' ? readHtml(decoded, sent.form) : readPlain(decoded)
}

/** What a parser throws is about the document; its words are not for people. */
async function reading(read: () => Promise<DocumentText>): Promise<DocumentText> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof RemoteError) throw error
    console.error('reading a document failed:', messageOf(error).slice(0, 500))
    if (error instanceof RangeError)
      throw documentFailure('The document cannot be read: it is nested too deeply, or made of too large a piece.')
    throw documentFailure('The document cannot be read: it is damaged, or not made by the rules of its format.')
  }
}

/** A sentence when the name says another kind than the bytes. */
function mismatch(found: 'pdf' | 'docx' | 'characters', { name }: SentDocument): string | null {
  const named = namedKind(name)
  if (found === 'characters' || named === null || named === found) return null
  return `The name says ${titles[named]}; the file is ${titles[found as DocumentKind]} and was read as that.`
}

function checkLength(text: string, maxTextBytes: number): void {
  if (text.length <= maxTextBytes / 3 || Buffer.byteLength(text) <= maxTextBytes) return
  throw tooLong(maxTextBytes)
}

/** Without characters that nobody sees and some programs end a text at. */
function cleaned(text: string): string {
  return text.replaceAll(/[[\p{Cc}&&\p{ASCII}]--[\t\n\f\r]]/gv, '').toWellFormed()
}

function readHtml({ text: html, warnings }: DecodedText, form: SentDocument['form']): DocumentText {
  const nodes = parseHtml(html)
  const text = form === 'visible' ? visibleText(nodes) : htmlToMarkdown(nodes)
  const title = findElement(nodes, 'title')
  const named = title ? textIn(title).trim() : ''
  return { text, format: 'markdown', title: named || markdownTitle(text), warnings }
}
