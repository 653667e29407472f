export interface Page {
  title: string
  /** Paragraphs of the page's text, in order. */
  paragraphs: string[]
}

/** Elements whose text is not what the page says. */
const silent = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
  'nav',
  'header',
  'footer',
  'aside',
  'form',
  'button',
  'select',
  'iframe',
])
/** Elements whose content the browser does not read as HTML. */
const raw = new Set(['script', 'style', 'textarea', 'title', 'iframe', 'noscript'])
const inline = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'cite',
  'code',
  'em',
  'i',
  'kbd',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
  'var',
  'wbr',
])
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
}

/** The text of an HTML page or, of another kind of text, its paragraphs. One pass, whatever the page is. */
export function readPage(text: string, contentType: string): Page {
  if (!/html|xml/i.test(contentType) && !/^\s*<(!doctype|html)/i.test(text))
    return { title: '', paragraphs: plainParagraphs(text) }
  const page: Page = { title: '', paragraphs: [] }
  let paragraph = ''
  let muted: { name: string; depth: number } | null = null
  const end = () => {
    const clean = tidy(paragraph)
    if (clean !== '') page.paragraphs.push(clean)
    paragraph = ''
  }
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('<', at)
    const upTo = open === -1 ? text.length : open
    if (!muted) paragraph += text.slice(at, upTo)
    if (open === -1) break
    if (text.startsWith('<!--', open)) {
      const close = text.indexOf('-->', open + 4)
      at = close === -1 ? text.length : close + 3
      continue
    }
    const close = text.indexOf('>', open)
    if (close === -1) break
    const tag = /^<(\/?)([a-z][a-z0-9-]*)/i.exec(text.slice(open, Math.min(close + 1, open + 80)))
    at = close + 1
    if (!tag) continue
    const name = (tag[2] ?? '').toLowerCase()
    const closes = tag[1] === '/'
    if (raw.has(name) && !closes) {
      const stop = indexOfClosing(text, name, at)
      if (name === 'title' && page.title === '') page.title = tidy(text.slice(at, stop))
      const after = text.indexOf('>', stop)
      at = after === -1 ? text.length : after + 1
      continue
    }
    if (muted) {
      if (name === muted.name) muted.depth += closes ? -1 : 1
      if (muted.depth === 0) muted = null
      continue
    }
    if (silent.has(name) && !closes && name !== 'head') muted = { name, depth: 1 }
    if (!inline.has(name)) end()
  }
  end()
  return page
}

function indexOfClosing(text: string, name: string, from: number): number {
  const closing = `</${name}`
  for (let at = text.indexOf('</', from); at !== -1; at = text.indexOf('</', at + 2)) {
    if (text.slice(at, at + closing.length).toLowerCase() === closing) return at
  }
  return text.length
}

function plainParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map(tidy)
    .filter(paragraph => paragraph !== '')
}

function tidy(text: string): string {
  return text
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => entity(name) ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name.toLowerCase()]
  const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
