import { isElement } from './html-tree.ts'
import type { Element, Node } from './html-tree.ts'

const rowParents = new Set(['thead', 'tbody', 'tfoot'])
const maxColumns = 200

/** A table's rows as Markdown; null for one that only places what stands in it: with one column, headings or tables inside. */
export function tableLines(table: Element, inlineText: (nodes: readonly Node[]) => string): string[] | null {
  const captions = childrenOf(table, 'caption').map(({ childNodes }) => inlineText(childNodes))
  const rows = rowsOf(table)
  if (rows.some(cells => cells.some(cell => placesBlocks(cell.childNodes)))) return null
  const texts = rows.map(cells => cells.slice(0, maxColumns).map(({ childNodes }) => cellText(inlineText(childNodes))))
  const columns = Math.max(0, ...texts.slice(0, 10_000).map(cells => cells.length))
  if (columns < 2) return null
  const filled = texts.filter(cells => cells.some(Boolean))
  // The first row says how many columns there are. Renderers of Markdown fill up shorter rows.
  const [header, ...body] = filled.map(
    (cells, row) => `| ${(row === 0 ? padded(cells, columns) : cells).join(' | ')} |`,
  )
  if (header === undefined) return []
  const lines = [header, `|${' --- |'.repeat(columns)}`, ...body]
  return [...captions.filter(Boolean).flatMap(caption => [caption, '']), ...lines]
}

function rowsOf(table: Element): Element[][] {
  const groups = table.childNodes.filter(isElement)
  const rows = groups.flatMap(group => (rowParents.has(group.tagName) ? group.childNodes.filter(isElement) : [group]))
  return rows
    .filter(({ tagName }) => tagName === 'tr')
    .map(row => row.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'td' || tagName === 'th'))
}

function childrenOf(parent: Element, name: string): Element[] {
  return parent.childNodes.filter(isElement).filter(({ tagName }) => tagName === name)
}

function placesBlocks(nodes: readonly Node[]): boolean {
  return nodes.some(
    node => isElement(node) && (/^(?:table|h[1-6]|pre)$/.test(node.tagName) || placesBlocks(node.childNodes)),
  )
}

function cellText(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('|', '\\|')
}

function padded(cells: readonly string[], columns: number): string[] {
  return Array.from({ length: columns }, (_, index) => cells[index] ?? '')
}
