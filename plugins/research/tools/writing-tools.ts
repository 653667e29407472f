import { assertNoBodyFaults } from '@svc/plugin'
import type { PluginEnv, ToolContext } from '@svc/plugin'
import type { ClaimKind, Writer } from '../claims/claim.ts'
import type { Claims } from '../claims/claims.ts'
import type { GivenEvidence, Relation } from '../evidence/evidence.ts'
import { fieldsOfType, requiredFields } from '../evidence/given-evidence.ts'
import type { WrittenReport } from '../reports/report.ts'
import type { Linter } from '../reports/linter.ts'
import type { Reports } from '../reports/reports.ts'
import { briefSource } from '../sources/shown-source.ts'
import type { NewSource } from '../sources/source.ts'
import type { Sources } from '../sources/sources.ts'

/** `schemas/tools/claim-add.input.json`. */
interface ClaimInput {
  research_project_id: string
  text: string
  kind?: ClaimKind
  tags?: string[]
  quotes?: { source_id: string; quote: string; start?: number; page?: number; relation?: Relation; note?: string }[]
}
/** `schemas/tools/evidence-add.input.json`. */
interface EvidenceInput extends GivenEvidence {
  research_project_id: string
  claim_id: string
}
/** `schemas/tools/report-write.input.json`. */
interface ReportInput extends WrittenReport {
  research_project_id: string
  report_id?: string
  version?: number
}

export interface WritingToolsOptions {
  sources: Sources
  claims: Claims
  reports: Reports
  linter: Linter
}

/** What an agent adds to a project. What it claims and writes carries its conversation. */
export function bindWritingTools(
  env: PluginEnv<unknown>,
  { sources, claims, reports, linter }: WritingToolsOptions,
): void {
  env.tool<NewSource & { research_project_id: string }>('research_source_add', async (input, { principal, signal }) => {
    const { research_project_id, ...given } = input
    const { items, warnings } = await sources.add(research_project_id, given, { actor: principal, signal })
    return {
      sources: items.map(each => ({ ...briefSource(each), ...(each.duplicate && { duplicate: true }) })),
      warnings,
    }
  })

  env.tool<ClaimInput>('research_claim_add', async (input, context) => {
    const { research_project_id, quotes = [], ...claim } = input
    const evidence = quotes.map((quote): GivenEvidence => ({ type: 'quote', ...quote }))
    return claims.create(research_project_id, { ...claim, evidence }, useOf(context))
  })

  env.tool<EvidenceInput>('research_evidence_add', async (input, context) => {
    const { research_project_id, claim_id, ...evidence } = input
    return claims.addEvidence(research_project_id, claim_id, ownFields(evidence), useOf(context))
  })

  env.tool<ReportInput>('research_report_write', async (input, context) => {
    const { research_project_id, report_id, version, ...written } = input
    const use = useOf(context)
    const ifMatch = version === undefined ? undefined : `"${version}"`
    const report =
      report_id === undefined
        ? await reports.create(research_project_id, written, use)
        : await reports.replace(research_project_id, report_id, written, { ...use, ifMatch })
    const { result } = await linter.lint(report, { principal: context.principal, signal: context.signal })
    const { title, citations, claims: named } = report
    return { report_id: report.report_id, version: report.version, title, citations, claims: named, lint: result }
  })
}

/** A model may send fields of other types along, which are left out. @throws ValidationError for one that lacks a field of its type */
function ownFields(given: GivenEvidence): GivenEvidence {
  const own = fieldsOfType(given)
  assertNoBodyFaults(
    requiredFields(given.type)
      .filter(name => own[name] === undefined)
      .map(name => ({ path: `/${name}`, message: `must be given with evidence of the type ${given.type}` })),
  )
  return own
}

function useOf({ principal, signal, origin }: ToolContext) {
  const { user_id } = principal
  if (origin?.kind !== 'turn') return { actor: principal, signal }
  const writer: Writer = { user_id, session_id: origin.session_id, turn_id: origin.turn_id }
  return { actor: principal, signal, writer }
}
