import type { JsonObject } from '@svc/plugin'

/** A file of references in one of two formats. */
export interface ReferenceText {
  format: 'bibtex' | 'ris'
  text: string
}

export type ReadReferences =
  { items: { key: string | null; csl: JsonObject }[]; fault?: undefined } | { fault: ReferenceFault }

/** What is wrong with a file of references, and in which line. */
export interface ReferenceFault {
  line: number
  message: string
}

interface Entry {
  key: string
  line: number
}

const inputTypes = { bibtex: '@bibtex/text', ris: '@ris/file' } as const
const entryStart = /^[ \t]*@[ \t]*([A-Za-z]+)[ \t]*\{/
const lineInError = /line (\d+)/
const options = { generateGraph: false, maxChainLength: 10, strict: true, target: '@csl/list+object' } as const
const mostItems = 2000

/** Reads references, all or none: one that is broken is named by its line. Runs in a thread. */
export async function readReferences({ format, text }: ReferenceText): Promise<ReadReferences> {
  const entries = format === 'bibtex' ? entriesIn(text) : []
  if (!Array.isArray(entries)) return { fault: entries }
  const twice = entries.find((entry, index) => entries.findIndex(({ key }) => key === entry.key) < index)
  if (twice) return { fault: { line: twice.line, message: `has the key "${twice.key}", which an entry before it has` } }
  const parsed = await parse(format, text)
  if ('line' in parsed) return { fault: parsed }
  if (parsed.length === 0)
    return {
      fault: {
        line: 1,
        message: format === 'ris' ? 'begins no reference ("TY  - …")' : 'begins no entry ("@article{key, …}")',
      },
    }
  if (parsed.length > mostItems)
    return { fault: { line: 1, message: `begins ${parsed.length} references; at most ${mostItems} are taken at once` } }
  return { items: parsed.map(csl => ({ key: keyOf(csl), csl })) }
}

async function parse(format: ReferenceText['format'], text: string): Promise<JsonObject[] | ReferenceFault> {
  const { plugins } = await import('@citation-js/core')
  if (format === 'bibtex') await import('@citation-js/plugin-bibtex')
  else await import('@citation-js/plugin-ris')
  try {
    // The type is forced: one that is guessed may be an address, which the library would fetch.
    return plugins.input.chain(text, { ...options, forceType: inputTypes[format] }) as JsonObject[]
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    return { line: Number(lineInError.exec(message)?.[1] ?? 1), message: `cannot be read: ${message.slice(0, 200)}` }
  }
}

function keyOf(csl: JsonObject): string | null {
  const key = csl['citation-key'] ?? csl['id']
  return typeof key === 'string' && !key.startsWith('temp_id_') ? key : null
}

/** The entries of a BibTeX file, or the one whose braces do not close before the next begins: the parser would only see where that ends. */
function entriesIn(text: string): Entry[] | ReferenceFault {
  const entries: Entry[] = []
  let open: { line: number; head: string } | null = null
  let depth = 0
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const start = entryStart.exec(line)
    if (start !== null && open !== null) return unclosed(open)
    if (start !== null) {
      const head = line.trim()
      open = { line: index + 1, head }
      depth = 0
      const key = /\{\s*([^,\s{}]+)\s*,/.exec(head)?.[1]
      if (key !== undefined && !/^(?:string|preamble|comment)$/i.test(start[1]!)) entries.push({ key, line: index + 1 })
    }
    if (open === null) continue
    depth += depthOf(line)
    if (depth < 0) return { line: index + 1, message: 'closes a brace that none opened' }
    if (depth === 0) open = null
  }
  return open === null ? entries : unclosed(open)
}

function unclosed({ line, head }: { line: number; head: string }): ReferenceFault {
  return { line, message: `begins an entry that is not closed, a brace is missing: ${head.slice(0, 80)}` }
}

function depthOf(line: string): number {
  let depth = 0
  for (let index = 0; index < line.length; index += 1) {
    if (line[index] === '\\') index += 1
    else if (line[index] === '{') depth += 1
    else if (line[index] === '}') depth -= 1
  }
  return depth
}
