import type { Block, Inline } from '@svc/plugin/contracts/export'
import type { Claim, Evidence } from '../claims/claim.ts'
import type { Cited, CiteCluster } from '../citing/cite-task.ts'
import { entryInlines, entryMarkdown, escapedMarkdown } from '../citing/entry-markup.ts'
import type { ReportFacts } from './report-facts.ts'
import type { CitationMark } from './parsed-report.ts'
import type { Report } from './report.ts'
import { printed, valueOf } from './values.ts'

/** The clusters of a report's citations, in their order. */
export function clustersOf(citations: readonly CitationMark[]): CiteCluster[] {
  return inOrder(citations).map(({ items, inText }) => ({ items, inText }))
}

const headings: Record<string, string> = {
  'en-US': 'References',
  'de-DE': 'Literatur',
  'fr-FR': 'Bibliographie',
  'es-ES': 'Referencias',
  'nl-NL': 'Literatuur',
}

/** A report as blocks: marks replaced by what they stand for, then the bibliography. */
export function renderReport(
  report: Report,
  facts: ReportFacts,
  cited: Extract<Cited, { html: string }>,
  locale: string,
): Block[] {
  const { body, notes } = replaced(report.body, facts, cited)
  const shown = withoutTitle(body, report.title)
  const text = notes.length === 0 ? shown : `${shown}\n\n${notes.join('\n\n')}\n`
  const references = cited.entries.map((entry, index): Block => {
    return { type: 'reference', key: cited.ids[index] ?? String(index), children: entryInlines(entry) }
  })
  if (references.length === 0) return [{ type: 'markdown', text }]
  const title: Inline[] = [{ type: 'text', text: headings[locale] ?? 'References' }]
  return [{ type: 'markdown', text }, { type: 'heading', level: 1, children: title }, ...references]
}

/** The chapter has the title of the report already: a first heading of the same words says it twice. */
function withoutTitle(body: string, title: string): string {
  const [whole, words] = /^\s*# +(.+?) *#* *(?:\n|$)/.exec(body) ?? []
  return whole !== undefined && words === title.trim() ? body.slice(whole.length) : body
}

/** Claims that the report names and that no sound evidence supports. */
export function unverifiedClaims({ parsed, claims }: ReportFacts): Claim[] {
  const named = new Set(parsed.records.filter(({ type }) => type === 'claim').map(({ id }) => id))
  return [...named].flatMap(id => {
    const claim = claims.get(id)
    return claim !== undefined && claim.status === 'unsupported' ? [claim] : []
  })
}

function replaced(body: string, facts: ReportFacts, cited: Extract<Cited, { html: string }>) {
  const { parsed, claims, evidence } = facts
  const notes = new Map<string, string>()
  const marks = [
    ...inOrder(parsed.citations).map((mark, index) => ({ ...mark, text: entryMarkdown(cited.citations[index] ?? '') })),
    ...parsed.values.map(mark => ({
      ...mark,
      text: escapedMarkdown(printed(valueOf(evidence.get(mark.evidence_id)!), mark.format)),
    })),
    ...parsed.records.map(mark => {
      if (mark.type !== 'claim')
        return {
          ...mark,
          text: escapedMarkdown(mark.version === null ? mark.id : `${mark.id}, version ${mark.version}`),
        }
      const claim = claims.get(mark.id)!
      notes.set(mark.id, `[^${mark.id}]: ${noteOf(claim, facts)}`)
      const isMarked = claim.status === 'unsupported' && !mark.isUnverified
      return { ...mark, text: `[^${mark.id}]${isMarked ? ' **\\[unverified\\]**' : ''}` }
    }),
  ].toSorted((one, other) => one.from - other.from)
  let at = 0
  const parts: string[] = []
  for (const { from, to, text } of marks) {
    parts.push(body.slice(at, from), text)
    at = to
  }
  parts.push(body.slice(at))
  return { body: parts.join(''), notes: [...notes.values()] }
}

/** What a claim rests on, for its footnote. */
function noteOf(claim: Claim, facts: ReportFacts): string {
  const rests = claim.evidence.filter(({ relation }) => relation !== 'context').map(each => restsOn(each, facts))
  const end = rests.length === 0 ? 'No evidence.' : `${rests.join('; ')}.`
  return escapedMarkdown(`${claim.text.replaceAll(/\s+/g, ' ')} — ${end}`)
}

function restsOn(evidence: Evidence, { keyOfSource, sources }: ReportFacts): string {
  const sign = evidence.relation === 'contradicts' ? 'against: ' : ''
  const page = (evidence['selector'] as { page?: number } | undefined)?.page
  const key = keyOfSource.get(String(evidence['source_id']))
  const quote =
    typeof evidence['quote'] === 'string' ? `“${evidence['quote'].replaceAll(/\s+/g, ' ').slice(0, 300)}”` : null
  if (evidence.type === 'quote')
    return `${sign}${quote} (${String(sources.get(key ?? '')?.['title'] ?? key)}${page === undefined ? '' : `, p. ${page}`})`
  if (quote !== null) return `${sign}${quote} (${evidence.type})`
  const value = evidence['value'] === undefined ? '' : ` = ${JSON.stringify(evidence['value'])}`
  const what =
    evidence['analysis_id'] ??
    evidence['run_id'] ??
    evidence['dataset_id'] ??
    evidence['file_id'] ??
    'receipt of a query'
  const of = evidence['pointer'] ?? evidence['metric'] ?? ''
  return `${sign}${evidence.type} ${String(what)} ${String(of)}${value}`.replaceAll(/ {2,}/g, ' ').trim()
}

function inOrder(citations: readonly CitationMark[]): CitationMark[] {
  return citations.toSorted((one, other) => one.from - other.from)
}
