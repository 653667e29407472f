import type { Inline, TextMark } from '@svc/plugin/contracts/export'

const token = /<(\/?)([a-z]+)((?:\s[^<>]*)?)>|&(#?\w+);|([^<&]+|[<&])/gi
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const marks: Record<string, TextMark> = { i: 'emphasis', em: 'emphasis', b: 'strong', strong: 'strong' }

/** The processor's markup as text with marks; its tags are few, and what else stands there is text. */
export function entryInlines(html: string): Inline[] {
  const open: (TextMark | null)[] = []
  const found: Inline[] = []
  const put = (text: string): void => {
    const all = [...new Set(open.filter(mark => mark !== null))]
    const before = found.at(-1)
    if (before?.type === 'text' && JSON.stringify(before.marks ?? []) === JSON.stringify(all))
      found[found.length - 1] = { ...before, text: before.text + text }
    else found.push({ type: 'text', text, ...(all.length > 0 && { marks: all }) })
  }
  for (const [, closes, tag, , entity, text] of html.matchAll(token)) {
    if (text !== undefined) put(text.replaceAll(/\s+/g, ' '))
    else if (entity !== undefined) put(decoded(entity))
    else if (closes === '/') {
      open.pop()
      if (tag === 'div') put(' ')
    } else open.push(marks[(tag ?? '').toLowerCase()] ?? null)
  }
  return trimmed(found)
}

/** Plain text of the processor's markup. */
export function entryText(html: string): string {
  return entryInlines(html)
    .map(inline => (inline.type === 'text' ? inline.text : ''))
    .join('')
}

/** Markdown of the processor's markup. */
export function entryMarkdown(html: string): string {
  return entryInlines(html)
    .map(inline => {
      if (inline.type !== 'text') return ''
      const text = escapedMarkdown(inline.text)
      const sign = signOf(inline.marks ?? [])
      const [, before = '', middle = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? []
      return middle === '' ? text : `${before}${sign}${middle}${sign}${after}`
    })
    .join('')
}

/** Text that Markdown shows as it is. */
export function escapedMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>{}$|~]/g, '\\$&').replaceAll(/^(\s*)([#+-]|\d+[.)])(?=\s)/gm, '$1\\$2')
}

function decoded(entity: string): string {
  if (!entity.startsWith('#')) return entities[entity] ?? `&${entity};`
  const code = entity[1] === 'x' ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  return Number.isInteger(code) && code > 0 && code < 0x110000 ? String.fromCodePoint(code) : ''
}

function trimmed(inlines: Inline[]): Inline[] {
  const all = inlines.map(inline =>
    inline.type === 'text' ? { ...inline, text: inline.text.replaceAll(/ {2,}/g, ' ') } : inline,
  )
  const [first] = all
  if (first?.type === 'text') all[0] = { ...first, text: first.text.trimStart() }
  const final = all.at(-1)
  if (final?.type === 'text') all[all.length - 1] = { ...final, text: final.text.trimEnd() }
  return all.filter(inline => inline.type !== 'text' || inline.text !== '')
}

function signOf(marked: readonly TextMark[]): string {
  if (marked.includes('strong')) return '**'
  return marked.includes('emphasis') ? '*' : ''
}
