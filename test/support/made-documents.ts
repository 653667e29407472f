import { createRequire } from 'node:module'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

interface PdfMaker {
  setFonts(fonts: object): void
  setUrlAccessPolicy(allows: () => boolean): void
  setLocalAccessPolicy(allows: () => boolean): void
  createPdf(definition: object): { getBuffer(): Promise<Buffer> }
}

const require = createRequire(import.meta.url)

/** A PDF as pdfmake makes it, in a font that every reader has. */
export async function madePdf(definition: object): Promise<Buffer> {
  const maker = require('pdfmake') as PdfMaker
  maker.setFonts(require('pdfmake/standard-fonts/Helvetica') as object)
  maker.setUrlAccessPolicy(() => false)
  maker.setLocalAccessPolicy(() => true)
  return maker.createPdf({ defaultStyle: { font: 'Helvetica' }, ...definition }).getBuffer()
}

export interface PdfObject {
  dictionary: string
  stream?: Buffer
}

/** A PDF of these objects, numbered from 1; the first is its catalogue. */
export function pdfOf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = pieces[0]!.length
  const add = (piece: Buffer): void => {
    pieces.push(piece)
    length += piece.length
  }
  objects.forEach(({ dictionary, stream }, index) => {
    offsets.push(length)
    const body = stream
      ? [Buffer.from(`${dictionary}\nstream\n`), stream, Buffer.from('\nendstream')]
      : [Buffer.from(dictionary)]
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), ...body, Buffer.from('\nendobj\n')]))
  })
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const place = length
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`))
  add(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${place}\n%%EOF\n`))
  return Buffer.concat(pieces)
}

/** A PDF with one page that draws `content`; packed when it is given as it unpacks. */
export function onePagePdf(content: Buffer | string, packed = true): Buffer {
  const bytes = Buffer.from(content)
  const stream = packed ? deflateSync(bytes, { level: 1 }) : bytes
  return pdfOf([
    { dictionary: '<< /Type /Catalog /Pages 2 0 R >>' },
    { dictionary: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
    {
      dictionary:
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    },
    { dictionary: `<< /Length ${stream.length}${packed ? ' /Filter /FlateDecode' : ''} >>`, stream },
    { dictionary: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>' },
  ])
}

export interface ZipPart {
  name: string
  content: Buffer | string
  /** Already packed: for parts that are packed once and stand there many times. */
  packed?: Buffer
}

/** A ZIP file of these parts, names as they are given. */
export function madeZip(parts: readonly ZipPart[]): Buffer {
  const pieces: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const { name, content, packed } of parts) {
    const bytes = Buffer.from(content)
    const label = Buffer.from(name)
    const body = packed ?? deflateRawSync(bytes, { level: 1 })
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(packed ? 0 : crc32(bytes), 10)
    facts.writeUInt32LE(body.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(label.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    pieces.push(Buffer.from('PK\x03\x04'), facts, label, body)
    list.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, label)
    offset += 30 + label.length + body.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Math.min(parts.length, 0xffff), 4)
  end.writeUInt16LE(Math.min(parts.length, 0xffff), 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...pieces, listed, Buffer.from('PK\x05\x06'), end])
}

const contentTypes =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
const relationships =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'

/** A Word document whose body is this XML, with more parts beside it. */
export function wordFile(body: Buffer | string, more: readonly ZipPart[] = [], doctype = ''): Buffer {
  const opening = `<?xml version="1.0"?>${doctype}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`
  const document = Buffer.concat([Buffer.from(opening), Buffer.from(body), Buffer.from('</w:body></w:document>')])
  return madeZip([
    { name: '[Content_Types].xml', content: contentTypes },
    { name: '_rels/.rels', content: relationships },
    { name: 'word/document.xml', content: document },
    ...more,
  ])
}

export function wordParagraph(text: string): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
}
