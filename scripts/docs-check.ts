import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { askedFile } from '../sdk/plugin/src/library/manual/asked-questions.ts'
import { checkAsked } from './manual/check-asked.ts'
import { checkLinks, kindsOf } from './manual/check-links.ts'
import { checkRoutes } from './manual/check-routes.ts'
import { checkWords } from './manual/check-words.ts'
import { readPages } from './manual/read-pages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = await readPages(root)
const asked = await readFile(join(root, 'docs', askedFile), 'utf8')
const faults = [
  ...checkLinks(pages, root),
  ...checkRoutes(pages),
  ...checkWords(pages, kindsOf(pages)),
  ...checkAsked(asked, pages),
]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
console.log(`${pages.length} pages: links, routes, lengths and words are well`)
