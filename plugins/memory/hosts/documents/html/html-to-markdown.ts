import { attribute, isElement, isText, textIn } from './html-tree.ts'
import type { Element, Node } from './html-tree.ts'
import { tableLines } from './html-table.ts'

/** What nobody reads on a page, or reads as no part of what it says. */
const left = new Set(
  'head,script,style,noscript,template,nav,iframe,object,embed,svg,math,canvas,audio,video,map,button,input,select,textarea,datalist,dialog'.split(
    ',',
  ),
)
const blocks = new Set(
  'html,body,address,article,aside,blockquote,center,dd,details,div,dl,dt,fieldset,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,header,hgroup,hr,legend,li,main,menu,ol,p,pre,search,section,summary,table,tbody,td,tfoot,th,thead,tr,ul'.split(
    ',',
  ),
)
const maxIndent = 8

/** The text of a page as Markdown: headings, lists, tables and code as such, links by their words alone. */
export function htmlToMarkdown(nodes: readonly Node[]): string {
  return blocksOf(nodes, 0).join('\n\n')
}

/** Paragraphs and the like; what stands between them is a paragraph too. */
function blocksOf(nodes: readonly Node[], depth: number): string[] {
  const found: string[] = []
  let inline: Node[] = []
  const closeParagraph = (): void => {
    const text = inlineText(inline)
    if (text !== '') found.push(escapedLines(text))
    inline = []
  }
  for (const node of nodes) {
    if (isElement(node) && isLeft(node)) continue
    if (!isElement(node) || !holdsBlocks(node)) {
      inline.push(node)
      continue
    }
    closeParagraph()
    for (const block of blockOf(node, depth)) found.push(block)
  }
  closeParagraph()
  return found
}

function blockOf(element: Element, depth: number): string[] {
  const { tagName, childNodes } = element
  const level = /^h([1-6])$/.exec(tagName)?.[1]
  if (level !== undefined) {
    const title = inlineText(childNodes).replaceAll('\n', ' ')
    return title === '' ? [] : [`${'#'.repeat(Number(level))} ${title}`]
  }
  switch (tagName) {
    case 'pre':
      return fenced(textIn(element))
    case 'hr':
      return []
    case 'ul':
    case 'menu':
    case 'ol':
      return listOf(element, depth)
    case 'table': {
      const lines = tableLines(element, inlineText)
      return lines === null ? blocksOf(childNodes, depth) : [lines.join('\n')].filter(Boolean)
    }
    case 'blockquote':
      return blocksOf(childNodes, depth).map(block => block.replaceAll(/^/gm, depth > maxIndent ? '' : '> '))
    default:
      return blocksOf(childNodes, depth)
  }
}

function listOf({ tagName, childNodes, ...list }: Element, depth: number): string[] {
  const items: string[] = []
  let number = Number.parseInt(attribute({ tagName, childNodes, ...list } as Element, 'start') ?? '1', 10)
  if (!Number.isSafeInteger(number) || number < 0 || number > 1e6) number = 1
  for (const node of childNodes) {
    if (!isElement(node) || isLeft(node)) continue
    const inside = blocksOf(node.tagName === 'li' ? node.childNodes : [node], depth + 1).join('\n')
    if (inside === '') continue
    const mark = tagName === 'ol' ? `${number++}. ` : '- '
    const indent = depth >= maxIndent ? '' : ' '.repeat(mark.length)
    items.push(mark + inside.replaceAll('\n', `\n${indent}`))
  }
  return items.length === 0 ? [] : [items.join('\n')]
}

function fenced(text: string): string[] {
  const code = text.replace(/^\n/, '').trimEnd()
  if (code.trim() === '') return []
  const longest = Math.max(2, ...Array.from(code.matchAll(/`{3,}/g), ([ticks]) => ticks.length).slice(0, 1000))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}\n${code}\n${fence}`]
}

/** Words with single spaces; a `<br>` is a line break. */
export function inlineText(nodes: readonly Node[]): string {
  const parts: string[] = []
  collect(nodes, parts)
  return parts
    .join('')
    .replaceAll(/[ \t\r\n\f]+/g, ' ')
    .replaceAll(/ ?\v ?/g, '\n')
    .trim()
}

function collect(nodes: readonly Node[], parts: string[]): void {
  for (const node of nodes) {
    if (isText(node)) parts.push(node.value)
    if (!isElement(node) || isLeft(node)) continue
    if (node.tagName === 'br') parts.push('\v')
    else if (node.tagName === 'img') parts.push(` ${attribute(node, 'alt') ?? ''} `)
    else if (blocks.has(node.tagName)) {
      parts.push(' ')
      collect(node.childNodes, parts)
      parts.push(' ')
    } else collect(node.childNodes, parts)
  }
}

/** A link around a heading, say, is a block as much as the heading. */
export function holdsBlocks(element: Element): boolean {
  return blocks.has(element.tagName) || element.childNodes.some(child => isElement(child) && holdsBlocks(child))
}

export function isLeft(element: Element): boolean {
  if (left.has(element.tagName) || attribute(element, 'hidden') !== null) return true
  if (attribute(element, 'aria-hidden') === 'true') return true
  const style = attribute(element, 'style')
  return style !== null && /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style.slice(0, 1000))
}

/** What a line begins with is no mark of Markdown. */
export function escapedLines(text: string): string {
  return text.replaceAll(/^(?=#{1,6}(?:\s|$)|```|~~~|>|(?:-{3,}|={2,}|\*{3,}|_{3,})\s*$)/gm, '\\')
}
