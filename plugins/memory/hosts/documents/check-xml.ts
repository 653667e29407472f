import { documentFailure } from './document-failure.ts'

const maxDepth = 1000
const tag = /<(!DOCTYPE|!ENTITY|\/)?[^!?/<>][^<>]*?(\/)?>|<!DOCTYPE|<!ENTITY/g

/** Refuses XML that is made to exhaust its reader: with a DTD, whose entities may stand for others, or nested without end. */
export function checkXml(content: Buffer): void {
  // Parts of Word documents are UTF-8; in another encoding the parser finds no element.
  const xml = content.toString('latin1')
  let depth = 0
  for (const [found, closes, closed] of xml.matchAll(tag)) {
    if (found.startsWith('<!')) throw documentFailure('The document holds XML with a DTD, which no Word document has.')
    if (closes === '/') depth -= 1
    else if (closed === undefined) depth += 1
    if (depth > maxDepth) throw documentFailure(`The document is nested more than ${maxDepth} elements deep.`)
  }
}
