import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'

const skipped = new Set(
  'head script style template noscript svg math iframe object embed canvas audio video select button'.split(' '),
)
const blocks = new Set(
  'address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
const hidden =
  /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(px|pt|em)?\s*(;|$|!)|opacity\s*:\s*0(\.0+)?\s*(;|$|!))/i
const maxHtml = 2_000_000

type Step = { node: Tree.Node } | { text: string }

/**
 * What a reader of the HTML sees, as text: no script, no style, nothing that is hidden, and nothing is loaded. Links are followed by where they
 * lead. Without recursion: a message may nest as deep as it likes.
 */
export function htmlText(html: string): string {
  const steps: Step[] = [{ node: parse(html.slice(0, maxHtml)) }]
  const parts: string[] = []
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('text' in step) parts.push(step.text)
    // One by one: a message may hold more beside each other than a call has arguments.
    else for (const next of stepsOf(step.node).reverse()) steps.push(next)
  }
  return tidy(parts.join(''))
}

function stepsOf(node: Tree.Node): Step[] {
  if ('value' in node && node.nodeName === '#text') return [{ text: node.value.replace(/\s+/g, ' ') }]
  if (!('childNodes' in node)) return []
  if (!('tagName' in node)) return node.childNodes.map(child => ({ node: child }))
  if (skipped.has(node.tagName) || isHidden(node)) return []
  const children = node.childNodes.map(child => ({ node: child }))
  switch (node.tagName) {
    case 'br':
      return [{ text: '\n' }]
    case 'img':
      return [{ text: attribute(node, 'alt').trim() }]
    case 'li':
      return [{ text: '\n- ' }, ...children]
    case 'td':
    case 'th':
      return [...children, { text: ' ' }]
    case 'a':
      return [...children, { text: target(node) }]
    default:
      return blocks.has(node.tagName) ? [{ text: '\n\n' }, ...children, { text: '\n\n' }] : children
  }
}

function isHidden(node: Tree.Element): boolean {
  return node.attrs.some(({ name, value }) => name === 'hidden' || (name === 'style' && hidden.test(value)))
}

function attribute(node: Tree.Element, name: string): string {
  return node.attrs.find(each => each.name === name)?.value ?? ''
}

/** Where a link leads, which may be elsewhere than its words say. */
function target(node: Tree.Element): string {
  const href = attribute(node, 'href').trim()
  if (!/^(https?|mailto):/i.test(href) || href.length > 1000) return ''
  const [only] = node.childNodes
  const says = node.childNodes.length === 1 && only && 'value' in only ? only.value.trim() : ''
  return says === href ? '' : ` <${href}>`
}

function tidy(text: string): string {
  return text
    .replace(/(?:[ \t\u00a0\u200b\u200c\u2060\ufeff\u00ad]|\u034f|\u200d)+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
