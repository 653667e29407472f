import { fileURLToPath } from 'node:url'
import { checkLinks, kindsOf } from './manual/check-links.ts'
import { checkWords } from './manual/check-words.ts'
import { readPages } from './manual/read-pages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = await readPages(root)
const faults = [...checkLinks(pages, root), ...checkWords(pages, kindsOf(pages))]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
console.log(`${pages.length} pages: links, lengths and words are well`)
