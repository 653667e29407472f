import type { Claim } from '../claims/claim.ts'
import { missingOf } from './report-facts.ts'
import type { ReportFacts } from './report-facts.ts'
import type { CitationMark, RecordMark, Span } from './parsed-report.ts'
import { formatFault, valueOf } from './values.ts'

export type LintCode =
  | 'claim_without_evidence'
  | 'claim_unknown'
  | 'claim_broken'
  | 'claim_contradicted'
  | 'citation_unknown'
  | 'reference_unknown'
  | 'value_differs'
  | 'duplicate_id'
  | 'unsupported_number'
  | 'opinion_as_claim'
  | 'source_uncited'
  | 'source_changed'
  | 'unverified_marker'
  | 'missing_metadata'

/** What is wrong, where, and what to do. */
export interface Finding {
  code: LintCode
  message: string
  line: number
  column: number
  claim_id?: string
  key?: string
  /** `text` in place of the `length` code points from the finding's line and column on. */
  fix?: { title: string; line: number; column: number; length: number; text: string }
}

interface Findings {
  errors: Finding[]
  warnings: Finding[]
}

const mostUncited = 20

/** Every rule over a report, in the order of the text. `near` has the keys that unknown ones were probably meant to be. */
export function lintFindings(facts: ReportFacts, near: ReadonlyMap<string, string>): Findings {
  const found: Findings = { errors: [], warnings: [] }
  const { parsed } = facts
  const cited = new Set(parsed.citations.flatMap(({ items }) => items.map(({ id }) => id)))
  const targets = new Set([...facts.evidence.values()].map(({ target }) => target))
  for (const mark of parsed.records)
    if (mark.type === 'claim') lintClaim(mark, facts, cited, found)
    else if (!facts.links.has(`${mark.type}:${mark.id}`) && !targets.has(mark.id)) lintReference(mark, found)
  for (const mark of parsed.citations) lintCitation(mark, facts, near, found)
  for (const mark of parsed.values) {
    const row = facts.evidence.get(mark.evidence_id)
    if (row === undefined) {
      found.errors.push({
        code: 'reference_unknown',
        message: `There is no evidence ${mark.evidence_id} in this project.`,
        ...at(mark),
      })
      continue
    }
    const fault =
      row.problem_json === null
        ? formatFault(valueOf(row), mark.format)
        : (JSON.parse(row.problem_json) as { message: string }).message
    if (fault !== null)
      found.errors.push({
        code: 'value_differs',
        message: `The value of ${mark.evidence_id} cannot be printed: ${fault}`,
        claim_id: row.claim_id,
        ...at(mark),
      })
  }
  for (const { label, ...span } of parsed.duplicates)
    found.errors.push({
      code: 'duplicate_id',
      message: `The footnote [^${label}] is defined twice. Rename one.`,
      ...at(span),
    })
  for (const span of parsed.unverified)
    found.warnings.push({ code: 'unverified_marker', message: 'A sentence is marked as unverified.', ...at(span) })
  for (const { text, ...span } of parsed.bareFigures)
    found.warnings.push({
      code: 'unsupported_number',
      message: `A figure without a claim or a citation: "${text.slice(0, 80)}". Cite its source, or name the claim.`,
      ...at(span),
    })
  lintSources(facts, found)
  found.errors.sort(inOrder)
  found.warnings.sort(inOrder)
  return found
}

function lintClaim(
  mark: RecordMark,
  facts: ReportFacts,
  cited: ReadonlySet<string>,
  { errors, warnings }: Findings,
): void {
  const claim = facts.claims.get(mark.id)
  const about = { claim_id: mark.id, ...at(mark) }
  if (claim === undefined) {
    errors.push({ code: 'claim_unknown', message: `There is no claim ${mark.id} in this project.`, ...about })
    return
  }
  const said = `"${claim.text.slice(0, 80)}"`
  if (claim.status === 'broken') {
    const problem =
      claim.problem ?? claim.evidence.find(each => each.problem && each.problem.code !== 'source_changed')?.problem
    errors.push({
      code: 'claim_broken',
      message: `The claim ${said} no longer holds: ${problem?.message ?? 'its evidence fails.'}`,
      ...about,
    })
  } else if (claim.status === 'contradicted' && !citesBothSides(claim, facts, cited))
    errors.push({
      code: 'claim_contradicted',
      message: `Evidence contradicts the claim ${said}. Cite both sides, or take it out.`,
      ...about,
    })
  else if (claim.status === 'unsupported' && claim.kind === 'finding' && !mark.isUnverified)
    errors.push({
      code: 'claim_without_evidence',
      message: `The claim ${said} rests on nothing. Add evidence that supports it, or write [unverified] behind it.`,
      ...about,
      fix: marking(mark),
    })
  if (claim.kind === 'opinion')
    warnings.push({ code: 'opinion_as_claim', message: `The claim ${said} is an opinion: say whose.`, ...about })
  if (claim.evidence.some(each => each.problem?.code === 'source_changed'))
    warnings.push({
      code: 'source_changed',
      message: `A source of the claim ${said} was fetched again and no longer has the quote.`,
      ...about,
    })
}

function marking({ line, column, from, to }: RecordMark): NonNullable<Finding['fix']> {
  return { title: 'Mark it as unverified', line, column: column + (to - from), length: 0, text: ' [unverified]' }
}

function citesBothSides(claim: Claim, { keyOfSource }: ReportFacts, cited: ReadonlySet<string>): boolean {
  const isCited = (relation: string): boolean =>
    claim.evidence.some(
      each => each.relation === relation && cited.has(keyOfSource.get(String(each['source_id'])) ?? ''),
    )
  return isCited('supports') && isCited('contradicts')
}

function lintReference(mark: RecordMark, { errors }: Findings): void {
  const message = `The project knows no ${mark.type} ${mark.id}. Link it to the project, or give it as evidence.`
  errors.push({ code: 'reference_unknown', message, ...at(mark) })
}

function lintCitation(
  mark: CitationMark,
  { sources }: ReportFacts,
  nearKeys: ReadonlyMap<string, string>,
  { errors }: Findings,
): void {
  for (const { id } of mark.items) {
    if (sources.has(id)) continue
    const near = nearKeys.get(id)
    const hint = near === undefined ? 'Add the source, or correct the key.' : `Did you mean "${near}"?`
    const finding: Finding = {
      code: 'citation_unknown',
      message: `No source of the project has the key "${id}". ${hint}`,
      key: id,
      ...at(mark),
    }
    if (near !== undefined && mark.items.length === 1 && mark.inText)
      finding.fix = {
        title: `Cite ${near}`,
        line: mark.line,
        column: mark.column + 1,
        length: [...id].length,
        text: near,
      }
    errors.push(finding)
  }
}

function lintSources({ parsed, sources }: ReportFacts, { warnings }: Findings): void {
  const cited = new Map<string, CitationMark>()
  for (const mark of parsed.citations) for (const { id } of mark.items) if (!cited.has(id)) cited.set(id, mark)
  for (const [key, mark] of cited) {
    const missing = sources.has(key) ? missingOf(sources.get(key)!) : []
    if (missing.length > 0)
      warnings.push({
        code: 'missing_metadata',
        message: `The source ${key} has no ${missing.join(', no ')}, which a bibliography needs.`,
        key,
        ...at(mark),
      })
  }
  const uncited = [...sources.keys()].filter(key => !cited.has(key))
  for (const key of uncited.slice(0, mostUncited))
    warnings.push({ code: 'source_uncited', message: `The source ${key} is not cited.`, key, line: 1, column: 1 })
}

function at({ line, column }: Span) {
  return { line, column }
}

function inOrder(one: Finding, other: Finding): number {
  return one.line - other.line || one.column - other.column
}
