import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

export interface Page {
  /** In the repository, such as `docs/backup.md`. */
  path: string
  text: string
  tree: Root
}

/** Pages that nobody is led to by the front page of the manual. */
const besides = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/decisions/*.md', 'examples/README.md']

/** Every page that the repository shows to people, parsed. */
export async function readPages(root: string): Promise<Page[]> {
  const paths = globSync(['docs/*.md', ...besides], { cwd: root }).toSorted()
  return Promise.all(
    paths.map(async path => {
      const text = await readFile(join(root, path), 'utf8')
      return { path, text, tree: parsed(text) }
    }),
  )
}

export function parsed(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
}

/** Every node below this one and itself, in the order of the text. */
export function* nodesOf(node: Nodes): Generator<Nodes> {
  yield node
  if ('children' in node) for (const child of node.children) yield* nodesOf(child)
}

/** What a reader reads of a node. */
export function plainText(node: Nodes): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value
  return 'children' in node ? node.children.map(plainText).join('') : ''
}
