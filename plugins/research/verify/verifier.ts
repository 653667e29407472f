import { setImmediate as nextTurn } from 'node:timers/promises'
import { ForbiddenError, NotFoundError, UnavailableError } from '@svc/plugin'
import type { Clock, DataPlane, EventLog, JsonObject, NewEvent, Principal } from '@svc/plugin'
import { statusChanged } from '../claims/claims.ts'
import type { ClaimStatus } from '../claims/claim.ts'
import { statusOf } from '../claims/claim.ts'
import { claimStore } from '../claims/claim-store.ts'
import type { ClaimRow, EvidenceRow } from '../claims/claim-store.ts'
import { chainBreak } from '../claims/record-chain.ts'
import { problemOf } from '../claims/shown-claim.ts'
import type { AllEvidence } from '../evidence/all-evidence.ts'
import { isWarning } from '../evidence/evidence.ts'
import type { EvidenceProblem, EvidenceUse } from '../evidence/evidence.ts'
import { requireProject, timeOf } from '../projects/projects.ts'
import type { SourceState } from '../sources/source.ts'
import { sourceStore } from '../sources/source-store.ts'
import type { SourceRow } from '../sources/source-store.ts'

export interface FoundProblem extends EvidenceProblem {
  claim_id: string | null
  evidence_id: string | null
  source_id?: string
}

export interface Verification {
  /** Nothing but warnings was found. */
  ok: boolean
  checked: { claims: number; evidence: number; sources: number }
  problems: FoundProblem[]
  verified_at: string
}

export interface VerifierOptions {
  data: DataPlane
  evidence: AllEvidence
  events: EventLog
  clock: Clock
}

export interface VerifyUse {
  principal: Principal
  signal: AbortSignal
  progress?: (fraction: number) => void
}

interface Judged {
  claim: ClaimRow
  evidence: EvidenceRow[]
  /** Of the claim's own records. */
  problem: (EvidenceProblem & { evidence_id: string | null }) | null
  problems: Map<string, EvidenceProblem>
  /** Evidence whose record the caller may not read, or whose plugin is off. */
  unchecked: Map<string, EvidenceProblem>
}

/** Other requests wait no longer than this for a verification, in milliseconds. */
const longestTurn = 10

/** Recomputes what claims rest on from the bytes up. It trusts no stored outcome. */
export class Verifier {
  readonly #options: VerifierOptions

  constructor(options: VerifierOptions) {
    this.#options = options
  }

  /** All claims and sources of a project, or only these claims. @throws NotFoundError, ForbiddenError, the signal's reason */
  async verify(projectId: string, use: VerifyUse, claimIds?: readonly string[]): Promise<Verification> {
    const { data, clock } = this.#options
    const { workspace_id: workspaceId } = use.principal
    const { claims, evidence, sources } = data.use(workspaceId, db => {
      requireProject(db, projectId)
      const all = claimStore.all(db, projectId)
      const wanted = claimIds === undefined ? all : chosen(all, claimIds)
      const rows = claimStore.evidenceOf(
        db,
        wanted.map(({ claim_id }) => claim_id),
      )
      return { claims: wanted, evidence: rows, sources: claimIds === undefined ? sourceStore.all(db, projectId) : [] }
    })
    const kinds = this.#options.evidence.remembering()
    const asking = { projectId, ...use }
    const rows = [...evidence.values()].flat()
    const outcomes = await outcomesOf(rows, kinds, asking)
    const states = await sourceStates(sources, kinds, asking)
    const judged = claims.map(claim => judge(claim, evidence.get(claim.claim_id) ?? [], outcomes))
    const now = clock.now()
    this.#keep(projectId, use.principal, judged, states, now)
    const problems = [...judged.flatMap(problemsOf), ...sourceProblems(states, judged)]
    return {
      ok: problems.every(isWarning),
      checked: {
        claims: claims.length,
        evidence: judged.reduce((sum, each) => sum + each.evidence.length, 0),
        sources: sources.length,
      },
      problems,
      verified_at: timeOf(now),
    }
  }

  /** Looks at claims anew whose records have changed elsewhere since, all of the project or of these; cheap when none has. */
  async refresh(projectId: string, use: VerifyUse, among?: readonly string[]): Promise<void> {
    const stale = this.#options.data.use(use.principal.workspace_id, db => claimStore.stale(db, projectId))
    const wanted = among === undefined ? stale : stale.filter(id => among.includes(id))
    if (wanted.length > 0) await this.verify(projectId, use, wanted)
  }

  #keep(
    projectId: string,
    principal: Principal,
    judged: readonly Judged[],
    states: ReadonlyMap<SourceRow, SourceState>,
    now: number,
  ): void {
    const { data, events } = this.#options
    data.use(principal.workspace_id, db =>
      db.transaction(() => {
        const said: NewEvent[] = []
        const present = claimStore.changeTimes(db, projectId)
        const marks = claimStore.staleMarks(
          db,
          judged.map(({ claim }) => claim.claim_id),
        )
        const same: string[] = []
        for (const each of judged) {
          const { claim, evidence, problem, problems, unchecked } = each
          // Changed meanwhile: the next look judges it.
          const isSame = evidence.every(({ evidence_id, is_stale }) => marks.get(evidence_id) === is_stale)
          if (present.get(claim.claim_id) !== claim.updated_at || !isSame) continue
          for (const row of evidence) {
            if (unchecked.has(row.evidence_id)) continue
            const found = problems.get(row.evidence_id)
            const problem_json = found === undefined ? null : JSON.stringify(found)
            if (problem_json !== row.problem_json || row.is_stale > 0)
              claimStore.updateEvidence(db, { ...row, problem_json, is_stale: -Math.abs(row.is_stale) })
          }
          const status = statusIn(each)
          if (status !== claim.status) said.push(statusChanged(projectId, claim.claim_id, claim.status, status))
          const problem_json = problem === null ? null : JSON.stringify(problem)
          if (status === claim.status && problem_json === claim.problem_json) same.push(claim.claim_id)
          else claimStore.update(db, { ...claim, status, problem_json, verified_at: now })
        }
        claimStore.setVerified(db, same, now)
        for (const [source, state] of states)
          if (state !== source.state) sourceStore.setState(db, source.source_id, state)
        const failed = judged.filter(each => statusIn(each) === 'broken')
        if (failed.length > 0) said.push(verifyFailed(projectId, failed))
        if (said.length > 0) events.append(db, principal.workspace_id, said)
      }),
    )
  }
}

type Outcome = { problem: EvidenceProblem | null; isChecked: boolean }

/** Every piece of evidence looked up anew. The quotes of one text follow each other, so that it is read once. */
async function outcomesOf(
  evidence: readonly EvidenceRow[],
  kinds: AllEvidence,
  use: EvidenceUse & VerifyUse,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  const asked = evidence.map(row => ({
    row,
    body: JSON.parse(row.body_json) as JsonObject & { selector?: { text_sha256: string } },
  }))
  const inOrder = [...Map.groupBy(asked, ({ body }) => body.selector?.text_sha256).values()].flat()
  let turn = performance.now()
  for (const [index, { row, body }] of inOrder.entries()) {
    if (performance.now() - turn > longestTurn) {
      use.signal.throwIfAborted()
      use.progress?.(index / inOrder.length)
      await nextTurn()
      turn = performance.now()
    }
    outcomes.set(row.evidence_id, await outcomeOf(row, body, kinds, use))
  }
  return outcomes
}

async function outcomeOf(row: EvidenceRow, body: JsonObject, kinds: AllEvidence, use: EvidenceUse): Promise<Outcome> {
  try {
    return { problem: await kinds.of(row.type).check(body, use), isChecked: true }
  } catch (error) {
    use.signal.throwIfAborted()
    if (!(error instanceof ForbiddenError) && !(error instanceof UnavailableError)) throw error
    const problem = { code: 'not_checked' as const, message: `The ${row.type} was not checked. ${error.message}` }
    return { problem, isChecked: false }
  }
}

async function sourceStates(
  sources: readonly SourceRow[],
  kinds: AllEvidence,
  { projectId, principal: { workspace_id: workspaceId }, signal }: EvidenceUse,
): Promise<Map<SourceRow, SourceState>> {
  const states = new Map<SourceRow, SourceState>()
  for (const source of sources) {
    signal.throwIfAborted()
    const found = await kinds.quotes.stateOf(workspaceId, projectId, source.source_id)
    if (found === null) continue
    const isSound = found === 'ok' || found === 'no_text'
    states.set(source, isSound && source.state === 'changed' ? 'changed' : found)
  }
  return states
}

function judge(claim: ClaimRow, evidence: EvidenceRow[], outcomes: ReadonlyMap<string, Outcome>): Judged {
  const broken = chainBreak(claim, evidence)
  const problems = new Map<string, EvidenceProblem>()
  const unchecked = new Map<string, EvidenceProblem>()
  for (const { evidence_id } of evidence) {
    const { problem = null, isChecked = true } = outcomes.get(evidence_id) ?? {}
    if (problem !== null) (isChecked ? problems : unchecked).set(evidence_id, problem)
  }
  const problem = broken && { ...altered(broken.evidence_id), ...broken }
  return { claim, evidence, problem, problems, unchecked }
}

function altered(evidenceId: string | null): EvidenceProblem {
  const what = evidenceId === null ? 'The claim' : 'Evidence of the claim'
  return { code: 'record_altered', message: `${what} was altered outside svc: the record does not fit its hash.` }
}

/** What could not be checked counts as it was found the last time. */
function statusIn({ evidence, problem, problems, unchecked }: Judged): ClaimStatus {
  const rows = evidence.map(({ relation, evidence_id, problem_json }) => ({
    relation,
    problem: unchecked.has(evidence_id) ? problemOf(problem_json) : (problems.get(evidence_id) ?? null),
  }))
  return statusOf(rows, problem !== null)
}

function problemsOf({ claim, evidence, problem, problems, unchecked }: Judged): FoundProblem[] {
  const own = problem === null ? [] : [{ ...problem, claim_id: claim.claim_id }]
  const others = evidence.flatMap(row => {
    const found = problems.get(row.evidence_id) ?? unchecked.get(row.evidence_id)
    if (found === undefined) return []
    const { evidence_id, source_id } = row
    return [{ ...found, claim_id: claim.claim_id, evidence_id, ...(source_id === null ? {} : { source_id }) }]
  })
  return [...own, ...others]
}

/** Sources that are gone or altered and that no claim has named already. */
function sourceProblems(states: ReadonlyMap<SourceRow, SourceState>, judged: readonly Judged[]): FoundProblem[] {
  const named = new Set(
    judged.flatMap(each => each.evidence.filter(row => each.problems.has(row.evidence_id)).map(row => row.source_id)),
  )
  return [...states].flatMap(([{ source_id, key }, state]) => {
    if ((state !== 'missing' && state !== 'altered') || named.has(source_id)) return []
    const message =
      state === 'missing'
        ? `What was kept of the source ${key} is gone. Add the source again.`
        : `What was kept of the source ${key} has other bytes.`
    const code = state === 'missing' ? ('source_missing' as const) : ('source_altered' as const)
    return [{ code, message, claim_id: null, evidence_id: null, source_id }]
  })
}

function verifyFailed(projectId: string, failed: readonly Judged[]): NewEvent {
  const claim_ids = failed.slice(0, 100).map(({ claim }) => claim.claim_id)
  return { type: 'research.verify.failed', data: { research_project_id: projectId, broken: failed.length, claim_ids } }
}

function chosen(all: readonly ClaimRow[], ids: readonly string[]): ClaimRow[] {
  const known = new Map(all.map(row => [row.claim_id, row]))
  const unknown = ids.find(id => !known.has(id))
  if (unknown !== undefined) throw new NotFoundError(`There is no claim ${unknown} in this research project.`)
  return [...new Set(ids)].map(id => known.get(id)!)
}
