import { defaultTreeAdapter, parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import { documentFailure } from '../document-failure.ts'

export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.ChildNode

/** Browsers flatten what is deeper than 512. */
const maxDepth = 1000

/** The tree of an HTML document. @throws RemoteError when it is nested too deeply to be a page for people */
export function parseHtml(html: string): Node[] {
  let depth = 0
  const treeAdapter = {
    ...defaultTreeAdapter,
    onItemPush() {
      if (++depth > maxDepth) throw documentFailure(`The document is nested more than ${maxDepth} elements deep.`)
    },
    onItemPop() {
      depth -= 1
    },
  }
  return parse(html, { treeAdapter, scriptingEnabled: false }).childNodes
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node
}

export function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text'
}

export function attribute(element: Element, name: string): string | null {
  return element.attrs.find(each => each.name === name)?.value ?? null
}

/** The first element of the name, in document order. */
export function findElement(nodes: readonly Node[], name: string): Element | null {
  for (const node of nodes) {
    if (!isElement(node)) continue
    const found = node.tagName === name ? node : findElement(node.childNodes, name)
    if (found) return found
  }
  return null
}

/** All text in it, as it stands. */
export function textIn(node: Node): string {
  const parts: string[] = []
  collect(node, parts)
  return parts.join('')
}

function collect(node: Node, parts: string[]): void {
  if (isText(node)) parts.push(node.value)
  else if (isElement(node)) for (const child of node.childNodes) collect(child, parts)
}
