import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The file of the manual that lists all others. */
const frontPage = 'README.md'
/** Questions that its sections answer, for its search on the server. */
const askedFile = 'asked.txt'

/** The manual as it is written beside the app's files; for language models a list of it, as llmstxt.org has it, and all of it in one text. */
export function manualFiles(folder: string): Plugin {
  return {
    name: 'manual-files',
    apply: 'build',
    async generateBundle() {
      const names = (await readdir(folder)).filter(name => name.endsWith('.md')).toSorted()
      const pages = new Map<string, string>()
      for (const name of names) pages.set(name, await readFile(join(folder, name), 'utf8'))
      for (const [name, source] of pages) this.emitFile({ type: 'asset', fileName: `web/${name}`, source })
      const asked = await readFile(join(folder, askedFile), 'utf8')
      this.emitFile({ type: 'asset', fileName: `web/${askedFile}`, source: asked })
      const front = pages.get(frontPage) ?? ''
      const whole = [front, ...linkedIn(front).map(name => pages.get(name) ?? '')].join('\n')
      this.emitFile({ type: 'asset', fileName: 'web/llms.txt', source: listOf(front) })
      this.emitFile({ type: 'asset', fileName: 'web/llms-full.txt', source: whole })
    },
  }
}

/** The pages in the order of the front page; not the names of what stands in the app, which are for its tests. */
function linkedIn(page: string): string[] {
  const names = [...page.matchAll(/^- \[[^\]]+\]\(([a-z0-9-]+\.md)\)/gm)].map(([, name = '']) => name)
  return names.filter(name => name !== 'web-names.md')
}

/** The front page as a list: its links lead to the files as they are served. */
function listOf(page: string): string {
  const lines = page.split('\n').flatMap(line => {
    const [, part] = /^(\p{L}[^:]*):$/u.exec(line) ?? []
    if (part !== undefined) return [`## ${part}`]
    if (/^- \[[^\]]+\]\([a-z0-9-]+\.md\)/.test(line)) return [line.replace(/\(([a-z0-9-]+\.md)\)/, '(web/$1)')]
    // Links to what is not served.
    return line.startsWith('- ') || line.startsWith('# ') ? [] : [line]
  })
  const head = [
    '# svc',
    '',
    '> A self-hosted workspace for AI agents: agent apps, conversations with tools and approvals, memory, datasets in SQL, statistics, jobs, webhooks.',
    '',
    'The API is described at api/openapi.json; [every method of the SDKs](web/sdk-methods.md) has its route. All pages in one text: llms-full.txt.',
  ]
  return `${[...head, ...lines]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}
