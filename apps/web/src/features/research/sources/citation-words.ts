import type { Source } from '../records.ts'

type Csl = Source['csl']
interface Name {
  family?: string
  given?: string
  literal?: string
}

/** The authors as people write them: one a line, `Family, Given`, or a name as a whole. */
export function authorsOf(csl: Csl): string {
  const names = Array.isArray(csl['author']) ? (csl['author'] as Name[]) : []
  return names
    .map(({ family, given, literal }) => literal ?? [family, given].filter(part => part !== undefined).join(', '))
    .join('\n')
}

export function namesIn(text: string): Name[] {
  return linesOf(text).map(line => {
    const comma = line.indexOf(',')
    if (comma === -1) return { literal: line }
    const [family, given] = [line.slice(0, comma).trim(), line.slice(comma + 1).trim()]
    return given === '' ? { literal: family } : { family, given }
  })
}

/** `2024`, `2024-05` or `2024-05-31`, or what the source says in words. */
export function dateOf(csl: Csl): string {
  const issued = csl['issued'] as { 'date-parts'?: (number | string)[][]; literal?: string; raw?: string } | undefined
  const [first = []] = issued?.['date-parts'] ?? []
  if (first.length === 0) return issued?.literal ?? issued?.raw ?? ''
  return first.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
}

export function dateIn(text: string): object {
  const parts = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/.exec(text)?.slice(1)
  if (parts === undefined) return { literal: text }
  return { 'date-parts': [parts.filter(part => part !== undefined).map(Number)] }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}
