import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { checkAsked } from './check-asked.ts'
import { checkLinks, kindsOf } from './check-links.ts'
import { checkRoutes } from './check-routes.ts'
import { checkWords } from './check-words.ts'
import { parsed } from './read-pages.ts'
import type { Page } from './read-pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = (path: string, text: string): Page => ({ path, text, tree: parsed(text) })
const front = page(
  'docs/README.md',
  'Tutorials:\n\n- [Host](tutorial-host.md): it\n\nHow-to guides:\n\n- [Upgrade](upgrade.md): it\n',
)

it('finds a link to no file, a link to no heading, and a page that nothing leads to', () => {
  const upgrade = page('docs/upgrade.md', '# Upgrade\n\n## Go back\n\n[A](nothing.md) [B](#go-back) [C](#go-on)\n')
  const jobs = page('docs/jobs.md', '# Jobs\n')
  expect(checkLinks([front, upgrade, jobs], root)).toEqual([
    'docs/upgrade.md:5: there is no docs/nothing.md',
    'docs/upgrade.md:5: docs/upgrade.md has no heading #go-on',
    'docs/jobs.md is more than two clicks from docs/README.md: name it there',
  ])
})

it('finds a route that a page names and the server does not have', () => {
  const routes = page('docs/routes.md', '| route | what |\n| --- | --- |\n| `GET /api/files/{file_id}/link` | Link |\n')
  const files = page(
    'docs/files.md',
    '`GET /api/files/file_1/link?a=b`, `GET /api/files/…/x`, `GET /api/*`,\nand `POST /api/files/file_1/link`.\n',
  )
  expect(checkRoutes([routes, files])).toEqual(['docs/files.md:2: there is no route POST /api/files/file_1/link'])
})

it('finds what is hard to read in tutorials and how-to guides, and leaves code alone', () => {
  const long = `${'Words follow words here. '.repeat(25)}\n`
  const pages = [
    front,
    page('docs/tutorial-host.md', `# Host\n\n${long}`),
    page('docs/upgrade.md', `# Upgrade\n\nSimply stop it.\n\n\`\`\`sh\njust stop\n\`\`\`\n${'\nStop.\n'.repeat(40)}`),
    page('docs/jobs.md', `# Jobs\n\n${long}`),
    page('README.md', `# svc\n\nAs we told you.\n${'\nStop.\n'.repeat(60)}`),
  ]
  expect(checkWords(pages, kindsOf(pages))).toEqual([
    'docs/tutorial-host.md: a tutorial begins with what one has at its end: "At the end, …"',
    'docs/tutorial-host.md:3: a paragraph of 624 letters; at most 500 are read',
    'docs/upgrade.md: 87 lines; a how-to guide has at most 60',
    'docs/upgrade.md:3: say it without "Simply"',
    'README.md: 123 lines; the README has at most 120',
    'README.md:3: say it without "told"',
  ])
})

it('finds questions whose section is not there, stands twice, or is missing', () => {
  const upgrade = page('docs/upgrade.md', '# Upgrade\n\nStop it.\n\n## Go back\n\nStart it.\n')
  const lines = [
    'upgrade: new version',
    'upgrade#go-back: downgrade; old version',
    'upgrade: update',
    'upgrade#on: x',
    'y',
  ]
  expect(checkAsked(`${lines.join('\n')}\n`, [upgrade])).toEqual([
    'docs/asked.txt:3: /docs/upgrade has a line already',
    'docs/asked.txt:4: there is no section /docs/upgrade#on',
    'docs/asked.txt:5: write "page#place: a question; another"',
  ])
})
