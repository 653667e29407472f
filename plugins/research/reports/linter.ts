import { ForbiddenError } from '@svc/plugin'
import type { DataPlane } from '@svc/plugin'
import { claimStore } from '../claims/claim-store.ts'
import type { EvidenceRow } from '../claims/claim-store.ts'
import { shownClaims } from '../claims/shown-claim.ts'
import { requireProject } from '../projects/projects.ts'
import type { CslItem } from '../sources/csl-item.ts'
import { sourceStore } from '../sources/source-store.ts'
import type { TextWork } from '../thread/text-work.ts'
import type { Verification, Verifier, VerifyUse } from '../verify/verifier.ts'
import { linkStore } from '../links/link-store.ts'
import { lintFindings } from './lint-rules.ts'
import type { Finding } from './lint-rules.ts'
import type { ParsedReport } from './parsed-report.ts'
import type { ReportFacts } from './report-facts.ts'
import type { Report } from './report.ts'

export interface LintResult {
  ok: boolean
  errors: Finding[]
  warnings: Finding[]
  stats: { claims: number; with_evidence: number; citations: number }
}

const mostHints = 50
/** As long as a key may be. */
const longestHinted = 100

/** Looks a report over: what it cites and claims, against what the project has and what still holds. */
export class Linter {
  readonly #data: DataPlane
  readonly #work: TextWork
  readonly #verifier: Verifier

  constructor({ data, work, verifier }: { data: DataPlane; work: TextWork; verifier: Verifier }) {
    this.#data = data
    this.#work = work
    this.#verifier = verifier
  }

  /** `verifies`: what the report's claims rest on is recomputed first; else stale evidence alone is. */
  async lint(report: Report, use: VerifyUse, verifies = false): Promise<{ result: LintResult; facts: ReportFacts }> {
    const facts = await this.facts(report, use, verifies)
    const { errors, warnings } = lintFindings(facts, await this.#nearKeys(facts, use))
    const named = [...new Set(facts.parsed.records.filter(({ type }) => type === 'claim').map(({ id }) => id))]
    const sound = named.filter(id => facts.claims.get(id)?.status === 'supported').length
    const stats = { claims: named.length, with_evidence: sound, citations: facts.parsed.citations.length }
    return { result: { ok: errors.length === 0, errors, warnings, stats }, facts }
  }

  /** Each unknown key is compared with all that there are, so only the first few are. */
  async #nearKeys({ parsed, sources }: ReportFacts, { principal, signal }: VerifyUse): Promise<Map<string, string>> {
    const cited = new Set(parsed.citations.flatMap(({ items }) => items.map(({ id }) => id)))
    const unknown = [...cited].filter(id => !sources.has(id) && id.length <= longestHinted)
    const words = unknown.slice(0, mostHints)
    if (words.length === 0) return new Map()
    const asking = { workspaceId: principal.workspace_id, signal }
    const { closest } = await this.#work.run('closest', { words, known: [...sources.keys()] }, asking)
    const near = words.map((word, index) => [word, closest[index] ?? null] as const)
    return new Map(near.filter((pair): pair is [string, string] => pair[1] !== null))
  }

  async facts(report: Report, use: VerifyUse, verifies: boolean): Promise<ReportFacts> {
    const { principal, signal } = use
    const { workspace_id: workspaceId } = principal
    const projectId = report.research_project_id
    const parsed = await this.#work.run('report', { body: report.body }, { workspaceId, signal })
    const read = () =>
      this.#data.use(workspaceId, db => {
        requireProject(db, projectId)
        const rows = claimStore.all(db, projectId)
        const wanted = claimsNamed(
          parsed,
          claimStore.evidenceOf(
            db,
            rows.map(({ claim_id }) => claim_id),
          ),
        )
        const evidence = [...claimStore.evidenceOf(db, [...wanted]).values()].flat()
        return {
          claims: shownClaims(
            db,
            rows.filter(({ claim_id }) => wanted.has(claim_id)),
          ),
          evidence,
          sources: sourceStore.all(db, projectId),
          links: linkStore.all(db, projectId),
        }
      })
    const ids = read().claims.map(({ claim_id }) => claim_id)
    if (verifies && ids.length > 0) assertChecked(await this.#verifier.verify(projectId, use, ids))
    else await this.#verifier.refresh(projectId, use, ids)
    const { claims, evidence, sources, links } = read()
    return {
      parsed,
      claims: new Map(claims.map(claim => [claim.claim_id, claim])),
      sources: new Map(sources.map(({ key, csl_json }) => [key, { ...(JSON.parse(csl_json) as CslItem), id: key }])),
      keyOfSource: new Map(sources.map(({ source_id, key }) => [source_id, key])),
      evidence: new Map(evidence.map(row => [row.evidence_id, row])),
      links: new Set(links.map(({ type, record_id }) => `${type}:${record_id}`)),
    }
  }
}

/** A report leaves only when all that it claims was looked at. @throws ForbiddenError */
function assertChecked({ problems }: Verification): void {
  const unchecked = problems.find(({ code }) => code === 'not_checked')
  if (unchecked) throw new ForbiddenError('forbidden', `The claim ${unchecked.claim_id}: ${unchecked.message}`)
}

/** Claims that the report names, and those whose values it prints. */
function claimsNamed(parsed: ParsedReport, all: ReadonlyMap<string, EvidenceRow[]>): Set<string> {
  const wanted = new Set(parsed.records.filter(({ type }) => type === 'claim').map(({ id }) => id))
  const values = new Set(parsed.values.map(({ evidence_id }) => evidence_id))
  if (values.size > 0)
    for (const [claimId, rows] of all) if (rows.some(({ evidence_id }) => values.has(evidence_id))) wanted.add(claimId)
  return wanted
}
