import { UpstreamError } from '@svc/plugin'

/** An element of an answer: those within it, or its text. */
export interface XmlElement {
  name: string
  children: XmlElement[]
  text: string
}

const piece = /<\?[^?]*\?>|<(?<end>\/)?(?<name>[A-Za-z][\w.-]*)(?:\s+[^<>]*?)?(?<empty>\/)?>|(?<text>[^<]+)/y
const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi
const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The root of an answer of S3: elements and text, neither attributes nor anything that a DTD could bring.
 * @throws UpstreamError for what is none, such as the page of a proxy
 */
export function readXml(xml: string): XmlElement {
  const top: XmlElement = { name: '', children: [], text: '' }
  const open = [top]
  piece.lastIndex = 0
  while (piece.lastIndex < xml.length) {
    const { end, name, empty, text } = piece.exec(xml)?.groups ?? {}
    const parent = open.at(-1)
    if (!parent) throw notXml()
    if (text !== undefined) parent.text += decoded(text)
    else if (end) close(open, name)
    else if (name !== undefined) {
      const element = { name, children: [], text: '' }
      parent.children.push(element)
      if (!empty) open.push(element)
    } else if (piece.lastIndex === 0) throw notXml()
  }
  const [root, another] = top.children
  if (!root || another || open.length > 1) throw notXml()
  return root
}

/** The elements of this name that stand directly in it. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(child => child.name === name)
}

/** The text of the element of this name, empty when there is none. */
export function textOf(element: XmlElement, name: string): string {
  return childrenOf(element, name)[0]?.text ?? ''
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function close(open: XmlElement[], name: string | undefined): void {
  if (open.length === 1 || open.pop()?.name !== name) throw notXml()
}

function decoded(text: string): string {
  return text.replace(entity, (whole, hex?: string, decimal?: string, named = '') => {
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16))
    if (decimal !== undefined) return characterOf(Number(decimal))
    return namedEntities[named] ?? whole
  })
}

function characterOf(code: number): string {
  if (code > 0x10ffff) throw notXml()
  return String.fromCodePoint(code)
}

function notXml(): UpstreamError {
  return new UpstreamError('The answer is not XML of S3.')
}
