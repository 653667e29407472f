import type { DecodedText } from './decode-text.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { findElement, parseHtml, textIn } from './html-tree.ts'
import { markdownTitle } from './read-plain.ts'
import type { DocumentText } from './document-text.ts'

export function readHtml({ text: html, warnings }: DecodedText): DocumentText {
  const nodes = parseHtml(html)
  const text = htmlToMarkdown(nodes)
  const title = findElement(nodes, 'title')
  const named = title ? textIn(title).trim() : ''
  return { text, format: 'markdown', title: named || markdownTitle(text), warnings }
}
