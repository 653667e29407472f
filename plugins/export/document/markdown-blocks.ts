import type { Definition, FootnoteDefinition, Nodes, PhrasingContent, Root, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Block, ExportWarning, Inline, ListItem, TextMark } from '@svc/plugin/contracts/export'
import { imageOfDataUrl } from './images.ts'

/** Lists in lists and quotes in quotes; what is deeper becomes text. */
const mostDepth = 12

/** Markdown (GitHub's) as blocks. HTML stays the text that it is, images from elsewhere are dropped with a warning. */
export function markdownBlocks(text: string, warn: (warning: ExportWarning) => void): Block[] {
  const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  return new MarkdownReader(root, text, warn).blocks(root.children, 0)
}

class MarkdownReader {
  readonly #text: string
  readonly #warn: (warning: ExportWarning) => void
  readonly #links = new Map<string, Definition>()
  readonly #footnotes = new Map<string, FootnoteDefinition>()

  constructor(root: Root, text: string, warn: (warning: ExportWarning) => void) {
    this.#text = text
    this.#warn = warn
    for (const node of root.children) this.#define(node)
  }

  blocks(nodes: readonly RootContent[], depth: number): Block[] {
    if (depth > mostDepth)
      return nodes.map(node => ({ type: 'paragraph', children: [{ type: 'text', text: this.#source(node) }] }))
    return nodes.flatMap(node => this.#block(node, depth))
  }

  #define(node: RootContent): void {
    if (node.type === 'definition' && !this.#links.has(node.identifier)) this.#links.set(node.identifier, node)
    if (node.type === 'footnoteDefinition') this.#footnotes.set(node.identifier, node)
    // Definitions may stand within quotes and lists.
    if (node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem')
      for (const child of node.children) this.#define(child)
  }

  #block(node: RootContent, depth: number): Block[] {
    switch (node.type) {
      case 'heading':
        return [{ type: 'heading', level: Math.min(node.depth, 5) as 1, children: this.#inlines(node.children) }]
      case 'paragraph':
        return this.#paragraph(node.children)
      case 'blockquote':
        return [{ type: 'quote', children: this.blocks(node.children, depth + 1) }]
      case 'list':
        return [
          {
            type: 'list',
            ordered: node.ordered === true,
            ...(typeof node.start === 'number' && { start: node.start }),
            items: node.children.map((item): ListItem => {
              const children = this.blocks(item.children, depth + 1)
              return typeof item.checked === 'boolean' ? { children, checked: item.checked } : { children }
            }),
          },
        ]
      case 'code':
        return [{ type: 'code', text: node.value, ...(node.lang && { language: node.lang }) }]
      case 'table':
        return [this.#table(node)]
      case 'thematicBreak':
        return [{ type: 'rule' }]
      case 'html':
        return [{ type: 'paragraph', children: [{ type: 'text', text: node.value }] }]
      case 'definition':
      case 'footnoteDefinition':
        return []
      default:
        return [{ type: 'paragraph', children: [{ type: 'text', text: this.#source(node) }] }]
    }
  }

  /** Images stand in blocks of their own, below the words around them. */
  #paragraph(children: readonly PhrasingContent[]): Block[] {
    const figures: Block[] = []
    const words: PhrasingContent[] = []
    for (const child of children) {
      const address = child.type === 'image' ? child.url : null
      const image = address === null ? null : imageOfDataUrl(address)
      if (image !== null && child.type === 'image')
        figures.push({ type: 'figure', image, alt: child.alt ?? '', ...(child.title && { caption: child.title }) })
      else words.push(child)
    }
    const inlines = this.#inlines(words)
    const isEmpty = inlines.every(inline => inline.type === 'text' && inline.text.trim() === '')
    return [...(isEmpty ? [] : [{ type: 'paragraph' as const, children: inlines }]), ...figures]
  }

  #table({ align, children }: Table): Block {
    const [head, ...rows] = children
    const columns = (head?.children ?? []).map((cell, index) => ({
      name: plainText(this.#inlines(cell.children)),
      kind: align?.[index] === 'right' ? ('number' as const) : ('text' as const),
    }))
    return {
      type: 'table',
      columns,
      rows: rows.map(row => columns.map((_, index) => this.#inlines(row.children[index]?.children ?? []))),
    }
  }

  #inlines(nodes: readonly PhrasingContent[], marks: readonly TextMark[] = [], open: readonly string[] = []): Inline[] {
    const text = (value: string, more?: TextMark): Inline => {
      const all = more === undefined ? marks : [...marks, more]
      return { type: 'text', text: value, ...(all.length > 0 && { marks: all }) }
    }
    // Marks in marks without end are text.
    if (marks.length > mostDepth) return nodes.map(node => text(this.#source(node)))
    return nodes.flatMap((node): Inline[] => {
      switch (node.type) {
        case 'text':
          return [text(node.value.replaceAll('\n', ' '))]
        case 'strong':
        case 'emphasis':
          return this.#inlines(node.children, [...marks, node.type], open)
        case 'delete':
          return this.#inlines(node.children, [...marks, 'strike'], open)
        case 'inlineCode':
          return [text(node.value, 'code')]
        case 'break':
          return [{ type: 'break' }]
        case 'link':
          return [{ type: 'link', url: node.url, children: this.#inlines(node.children, marks, open) }]
        case 'linkReference': {
          const children = this.#inlines(node.children, marks, open)
          const definition = this.#links.get(node.identifier)
          return definition ? [{ type: 'link', url: definition.url, children }] : children
        }
        case 'image':
          return [this.#dropped(node.url, node.alt, marks)]
        case 'imageReference':
          return [this.#dropped(this.#links.get(node.identifier)?.url ?? '', node.alt, marks)]
        case 'footnoteReference':
          return this.#footnote(node.identifier, open)
        default:
          return [text(this.#source(node))]
      }
    })
  }

  #footnote(identifier: string, open: readonly string[]): Inline[] {
    const definition = this.#footnotes.get(identifier)
    // A footnote that names itself would have no end.
    if (!definition || open.includes(identifier)) return []
    const children = definition.children.flatMap((child, index): Inline[] => {
      const own =
        child.type === 'paragraph'
          ? this.#inlines(child.children, [], [...open, identifier])
          : [{ type: 'text' as const, text: this.#source(child) }]
      return index === 0 ? own : [{ type: 'break' }, ...own]
    })
    return [{ type: 'footnote', children }]
  }

  #dropped(url: string, alt: string | null | undefined, marks: readonly TextMark[]): Inline {
    const shown = url.startsWith('data:') ? 'of data that is no PNG or JPEG' : url.slice(0, 200)
    this.#warn({
      code: 'image_dropped',
      message: `The image ${shown} was left out: only images that stand in the document itself are shown.`,
    })
    return { type: 'text', text: alt ? `[${alt}]` : '[image]', marks: [...marks, 'emphasis'] }
  }

  #source(node: Nodes): string {
    const { position } = node
    return position ? this.#text.slice(position.start.offset, position.end.offset) : ''
  }
}

/** The words alone. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map(inline => {
      if (inline.type === 'text' || inline.type === 'citation') return inline.text
      if (inline.type === 'link') return plainText(inline.children)
      return inline.type === 'break' ? ' ' : ''
    })
    .join('')
}
