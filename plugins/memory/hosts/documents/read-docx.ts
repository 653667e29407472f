import { createRequire } from 'node:module'
import { storedZip } from '@svc/plugin/library/zip'
import type { ZipArchive } from '@svc/plugin/library/zip'
import { documentFailure } from './document-failure.ts'
import type { DocumentText, SentDocument } from './document-text.ts'
import { htmlToMarkdown } from './html/html-to-markdown.ts'
import { parseHtml } from './html/html-tree.ts'
import { visibleText } from './html/visible-text.ts'
import { openDocumentZip } from './open-document-zip.ts'
import { markdownTitle } from './read-plain.ts'

type Mammoth = typeof import('mammoth')

// The package's single file loads five times faster than its many, and needs no other package.
const mammoth = createRequire(import.meta.url)('mammoth/mammoth.browser.min.js') as Mammoth

const parts = /(?:^\[Content_Types\]|\.rels|\.xml)$|^\[Content_Types\]\.xml$/
const unread =
  /^(?:customXml|docProps)\/|\/(?:theme|glossary)\/|\/(?:settings|webSettings|fontTable|header\d*|footer\d*)\.xml$/
const coreProperties = 'docProps/core.xml'

/** A Word document: mammoth makes HTML of it. Of the archive it is given no more than the checked parts with text. */
export async function readDocx({ bytes, form }: Pick<SentDocument, 'bytes' | 'form'>): Promise<DocumentText> {
  const archive = openDocumentZip(bytes)
  const names = archive.names.filter(name => parts.test(name) && !unread.test(name))
  const read = names.map(name => ({ name, content: archive.read(name) }))
  for (const { content } of read) checkXml(content)
  let images = 0
  const convertImage = mammoth.images.imgElement(() => {
    images += 1
    return Promise.resolve({ src: '' })
  })
  const arrayBuffer = storedZip(read)
  const html = await mammoth.convertToHtml(
    { arrayBuffer },
    {
      convertImage,
      includeEmbeddedStyleMap: false,
      styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
    },
  )
  const nodes = parseHtml(html.value)
  const text = form === 'visible' ? visibleText(nodes) : htmlToMarkdown(nodes)
  if (text.trim() === '' && images > 0)
    throw documentFailure('The document holds only images. Recognize their text (OCR) first, and import that.')
  const warnings = images === 0 ? [] : [`${images === 1 ? 'An image was' : `${images} images were`} left out.`]
  return { text, format: 'markdown', title: titleOf(archive) ?? markdownTitle(text), warnings }
}

function titleOf(archive: ZipArchive): string | null {
  if (!archive.has(coreProperties)) return null
  const title = /<dc:title>([^<]{1,500})<\/dc:title>/.exec(archive.read(coreProperties).toString('utf8'))?.[1]
  return title === undefined
    ? null
    : title.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => characters[name]!)
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const maxDepth = 1000
const tag = /<(!DOCTYPE|!ENTITY|\/)?[^!?/<>][^<>]*?(\/)?>|<!DOCTYPE|<!ENTITY/g

/** Refuses XML that is made to exhaust its reader: with a DTD, whose entities may stand for others, or nested without end. */
function checkXml(content: Buffer): void {
  // Parts of Word documents are UTF-8; in another encoding the parser finds no element.
  const xml = content.toString('latin1')
  let depth = 0
  for (const [found, closes, closed] of xml.matchAll(tag)) {
    if (found.startsWith('<!')) throw documentFailure('The document holds XML with a DTD, which no Word document has.')
    if (closes === '/') depth -= 1
    else if (closed === undefined) depth += 1
    if (depth > maxDepth) throw documentFailure(`The document is nested more than ${maxDepth} elements deep.`)
  }
}
