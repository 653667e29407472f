import { crc32 } from 'node:zlib'
import type { FigureImage } from '@svc/plugin/contracts/export'

export interface ImageSize {
  width: number
  height: number
}

/** What a reader's memory bears: a picture is unpacked to four bytes a pixel. */
const mostPixels = 40_000_000
const mostDataUrl = 8 * 1024 * 1024

/** A PNG or JPEG by its bytes; null for anything else, and for one too large to draw. */
export function imageOfBytes(bytes: Uint8Array): FigureImage | null {
  const kind = pngSize(bytes) === null ? 'jpeg' : 'png'
  const image: FigureImage = { kind, bytes }
  return imageSize(image) === null ? null : image
}

export function imageOfDataUrl(url: string): FigureImage | null {
  if (url.length > mostDataUrl) return null
  const data = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)$/.exec(url)?.[1]
  return data === undefined ? null : imageOfBytes(new Uint8Array(Buffer.from(data, 'base64')))
}

/** In pixels; null for what is no image that can be shown: of another kind, empty, too large, or an SVG that is not inert. */
export function imageSize(image: FigureImage): ImageSize | null {
  const size = image.kind === 'svg' ? svgSize(image.svg) : (pngSize(image.bytes) ?? jpegSize(image.bytes))
  if (size === null || size.width < 1 || size.height < 1) return null
  return size.width * size.height > mostPixels ? null : size
}

const tag = /<\/?([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/g
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const refusedTags = new Set([
  'script',
  'foreignobject',
  'iframe',
  'image',
  'object',
  'embed',
  'a',
  'style',
  'animate',
  'set',
])

/** An SVG is drawn by programs that run scripts and follow references; only what has neither passes. What is no plain tag is refused too. */
function isInert(svg: string): boolean {
  for (const [, name = '', attributes = ''] of svg.matchAll(tag)) {
    if (refusedTags.has(name.toLowerCase().replace(/^.*:/, ''))) return false
    for (const [, key = '', double, single] of attributes.matchAll(attribute))
      if (!isInertAttribute(key.toLowerCase(), double ?? single ?? '')) return false
  }
  return !svg
    .replace(/^\s*<\?xml[^<>]*\?>/, '')
    .replaceAll(tag, '')
    .includes('<')
}

function isInertAttribute(name: string, value: string): boolean {
  if (name.startsWith('on')) return false
  if (/(?:^|:)href$|^src$/.test(name)) return value.startsWith('#')
  return name === 'aria-label' || !/url\(\s*(?!\s|#|&quot;#|'#)/i.test(value)
}

function svgSize(svg: string): ImageSize | null {
  if (!isInert(svg)) return null
  const head = /<svg\b[^>]*>/i.exec(svg)?.[0]
  if (head === undefined) return null
  const read = (name: string): number | undefined => {
    const text = new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`, 'i').exec(head)?.[1]
    return text === undefined ? undefined : Number(text)
  }
  const box = /\sviewBox\s*=\s*["'][-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)["']/i.exec(head)
  return { width: read('width') ?? Number(box?.[1] ?? 400), height: read('height') ?? Number(box?.[2] ?? 300) }
}

function pngSize(bytes: Uint8Array): ImageSize | null {
  const view = viewOf(bytes)
  const isPng = bytes.length > 57 && view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a
  if (!isPng || view.getUint32(12) !== 0x49484452 || !isWholePng(bytes, view)) return null
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Each chunk has its checksum, up to the one that ends the file: the libraries that draw it throw at less. */
function isWholePng(bytes: Uint8Array, view: DataView): boolean {
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 8 + view.getUint32(at)
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) return false
    if (view.getUint32(at + 4) === 0x49454e44) return true
    at = end + 4
  }
  return false
}

/** From the first frame header. */
function jpegSize(bytes: Uint8Array): ImageSize | null {
  const view = viewOf(bytes)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
