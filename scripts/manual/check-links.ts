import { existsSync } from 'node:fs'
import { basename, join, normalize } from 'node:path'
import { anchorOf } from '../../sdk/plugin/src/library/manual/sections.ts'
import { nodesOf, plainText } from './read-pages.ts'
import type { Page } from './read-pages.ts'

const frontPage = 'docs/README.md'

/** Links that lead to no file or to no heading, and pages that are more than two clicks from the front page. */
export function checkLinks(pages: readonly Page[], root: string): string[] {
  const anchors = new Map(pages.map(page => [page.path, anchorsOf(page)]))
  const linked = new Map(pages.map(page => [page.path, linksOf(page)]))
  const broken = pages.flatMap(({ path }) =>
    (linked.get(path) ?? []).flatMap(({ line, file, anchor }) => {
      if (!existsSync(join(root, file))) return [`${path}:${line}: there is no ${file}`]
      if (anchor === '' || anchors.get(file)?.has(anchor) !== false) return []
      return [`${path}:${line}: ${file} has no heading #${anchor}`]
    }),
  )
  const next = (from: readonly string[]) =>
    from.flatMap(path => (linked.get(path) ?? []).map(({ file }) => file)).filter(file => file.endsWith('.md'))
  const first = next([frontPage])
  const near = new Set([frontPage, ...first, ...next(first)])
  const far = pages
    .filter(({ path }) => path.startsWith('docs/') && !path.startsWith('docs/decisions/') && !near.has(path))
    .map(({ path }) => `${path} is more than two clicks from ${frontPage}: name it there`)
  return [...broken, ...far]
}

interface Link {
  line: number
  /** In the repository. */
  file: string
  anchor: string
}

function linksOf({ path, tree }: Page): Link[] {
  return [...nodesOf(tree)].flatMap(node => {
    if ((node.type !== 'link' && node.type !== 'definition') || /^[a-z]+:/i.test(node.url)) return []
    const [target = '', anchor = ''] = node.url.split('#')
    const file = target === '' ? path : normalize(join(path, '..', target)).replace(/\/$/, '')
    return [{ line: node.position?.start.line ?? 0, file, anchor: decodeURIComponent(anchor) }]
  })
}

function anchorsOf({ tree }: Page): Set<string> {
  const anchors = new Set<string>()
  for (const node of nodesOf(tree)) {
    if (node.type !== 'heading') continue
    const anchor = anchorOf(plainText(node))
    // The second of two equal headings gets a number, as on GitHub.
    let number = 0
    while (anchors.has(number === 0 ? anchor : `${anchor}-${number}`)) number += 1
    anchors.add(number === 0 ? anchor : `${anchor}-${number}`)
  }
  return anchors
}

/** The kind of each page of the manual, by the part of the front page that lists it. */
export function kindsOf(pages: readonly Page[]): Map<string, string> {
  const kinds = new Map<string, string>()
  let kind = ''
  for (const line of pages.find(({ path }) => path === frontPage)?.text.split('\n') ?? []) {
    kind = /^(\p{L}[^:]*):$/u.exec(line)?.[1] ?? kind
    const [, file] = /^- \[[^\]]+\]\(([a-z0-9-]+\.md)\)/.exec(line) ?? []
    if (file !== undefined) kinds.set(`docs/${basename(file)}`, kind)
  }
  return kinds
}
