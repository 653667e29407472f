import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The file of the manual that lists all others. */
const frontPage = 'README.md'

/** The manual as it is written beside the app's files, and a list of it for language models, as llmstxt.org has it. */
export function manualFiles(folder: string): Plugin {
  return {
    name: 'manual-files',
    apply: 'build',
    async generateBundle() {
      const names = (await readdir(folder)).filter(name => name.endsWith('.md'))
      for (const name of names) {
        const source = await readFile(join(folder, name), 'utf8')
        this.emitFile({ type: 'asset', fileName: `web/${name}`, source })
        if (name === frontPage) this.emitFile({ type: 'asset', fileName: 'web/llms.txt', source: listOf(source) })
      }
    },
  }
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
    'The API is described at api/openapi.json; [every method of the SDKs](web/sdk-methods.md) has its route.',
  ]
  return `${[...head, ...lines]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}
