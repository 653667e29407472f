import { holdsBlocks, inlineText, isLeft } from './html-to-markdown.ts'
import { isElement, textIn } from './html-tree.ts'
import type { Element, Node } from './html-tree.ts'

/** What a reader of a page sees, one paragraph after the other, without marks of its structure: for those who quote it. */
export function visibleText(nodes: readonly Node[]): string {
  return paragraphsOf(nodes).join('\n\n')
}

function paragraphsOf(nodes: readonly Node[]): string[] {
  const found: string[] = []
  let inline: Node[] = []
  const closeParagraph = (): void => {
    const text = inlineText(inline)
    if (text !== '') found.push(text)
    inline = []
  }
  for (const node of nodes) {
    if (isElement(node) && isLeft(node)) continue
    if (!isElement(node) || !holdsBlocks(node)) {
      inline.push(node)
      continue
    }
    closeParagraph()
    for (const paragraph of blockText(node)) found.push(paragraph)
  }
  closeParagraph()
  return found
}

function blockText(element: Element): string[] {
  if (element.tagName === 'pre')
    return [textIn(element).replace(/^\n/, '').trimEnd()].filter(text => text.trim() !== '')
  // The cells of a row are read one after the other.
  if (element.tagName === 'tr')
    return [
      element.childNodes
        .map(cell => inlineText([cell]))
        .filter(Boolean)
        .join(' '),
    ]
  return paragraphsOf(element.childNodes)
}
