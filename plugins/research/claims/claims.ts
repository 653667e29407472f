import { bodyFault, decodeCursor, NotFoundError, pageOf, UnprocessableError } from '@svc/plugin'
import type { Actor, AuditLog, Clock, DataPlane, EventLog, Ids, Page, PageQuery, WorkspaceDatabase } from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import type { AllEvidence } from '../evidence/all-evidence.ts'
import type { EvidenceUse, GivenEvidence, ResolvedEvidence } from '../evidence/evidence.ts'
import { requireProject, tagText } from '../projects/projects.ts'
import type { Claim, ClaimKind, ClaimStatus, NewClaim, Writer } from './claim.ts'
import { statusOf } from './claim.ts'
import { claimStore } from './claim-store.ts'
import type { ClaimRow, EvidenceRow } from './claim-store.ts'
import { assertSound, chained } from './record-chain.ts'
import { problemOf, requireClaim, shownClaims } from './shown-claim.ts'

export interface ClaimsOptions {
  data: DataPlane
  evidence: AllEvidence
  events: EventLog
  audit: AuditLog
  ids: Ids
  clock: Clock
}

export interface ClaimQuery extends PageQuery {
  status?: ClaimStatus
  source_id?: string
}

/** Who claims, and within which conversation. */
export interface ClaimUse {
  actor: Actor
  signal: AbortSignal
  writer?: Writer
}

const last = '~'
const mostClaims = 10_000
const mostEvidence = 50

/** What a project claims, and what that rests on. */
export class Claims {
  readonly #options: ClaimsOptions

  constructor(options: ClaimsOptions) {
    this.#options = options
  }

  /** All of its evidence is looked up first: nothing is kept when one piece does not hold. @throws as {@link EvidenceKind.resolve} */
  async create(projectId: string, given: NewClaim, use: ClaimUse): Promise<Claim> {
    const { data, ids, clock, events } = this.#options
    const workspaceId = use.actor.workspace_id
    data.use(workspaceId, db => requireProject(db, projectId))
    const text = claimText(given.text)
    const resolved = await this.#resolved(projectId, given.evidence ?? [], use)
    return data.use(workspaceId, db =>
      db.transaction(() => {
        requireProject(db, projectId)
        if (claimStore.count(db, projectId) >= mostClaims)
          throw new UnprocessableError('unprocessable', `A research project may hold ${mostClaims} claims.`)
        const now = clock.now()
        const claim: ClaimRow = {
          claim_id: ids.create('clm'),
          project_id: projectId,
          text,
          kind: given.kind ?? 'finding',
          tags: tagText(given.tags ?? []),
          status: 'unsupported',
          problem_json: null,
          record_sha256: '',
          head_sha256: '',
          created_by: JSON.stringify(writerOf(use)),
          created_at: now,
          updated_at: now,
          verified_at: now,
        }
        claimStore.insert(db, claim)
        const rows = resolved.map((each, index) => this.#row(claim, each, index + 1, use))
        for (const row of rows) claimStore.insertEvidence(db, row)
        const written = this.#write(db, claim, rows)
        const about = { research_project_id: projectId, claim_id: claim.claim_id, status: written.status }
        events.append(db, workspaceId, [{ type: 'research.claim.created', data: about }])
        return shownClaims(db, [written])[0]!
      }),
    )
  }

  list(workspaceId: string, projectId: string, { limit, cursor, status, source_id }: ClaimQuery): Page<Claim> {
    const [before] = cursor === undefined ? [last] : decodeCursor<[string]>(cursor, ['string'])
    return this.#options.data.use(workspaceId, db => {
      requireProject(db, projectId)
      const filter = { status: status ?? null, source_id: source_id ?? null }
      const rows = claimStore.page(db, { project_id: projectId, before, limit: limit + 1, ...filter })
      const { items, next_cursor } = pageOf(
        rows,
        limit,
        row => [row.claim_id],
        row => row,
      )
      return { items: shownClaims(db, items), next_cursor }
    })
  }

  /** @throws NotFoundError */
  get(workspaceId: string, projectId: string, claimId: string): Claim {
    return this.#options.data.use(workspaceId, db => shownClaims(db, [requireClaim(db, projectId, claimId)])[0]!)
  }

  /** What is left out stays. @throws NotFoundError, ValidationError, ConflictError `record_altered` */
  update(
    actor: Actor,
    projectId: string,
    claimId: string,
    change: { text?: string; kind?: ClaimKind; tags?: string[] },
  ): Claim {
    return this.#change(actor, projectId, claimId, (_db, claim, evidence) => ({
      claim: {
        ...claim,
        ...(change.text === undefined ? {} : { text: claimText(change.text) }),
        ...(change.kind === undefined ? {} : { kind: change.kind }),
        ...(change.tags === undefined ? {} : { tags: tagText(change.tags) }),
      },
      evidence,
    }))
  }

  /** @throws NotFoundError */
  async delete(actor: Actor, projectId: string, claimId: string): Promise<void> {
    await deleteAudited(this.#options, actor, {
      find: db => requireClaim(db, projectId, claimId),
      entry: () => ({ action: 'research.claim.deleted', target: claimId }),
      delete: db => claimStore.delete(db, claimId),
    })
  }

  /** @throws NotFoundError, ConflictError `record_altered`, and as {@link EvidenceKind.resolve} */
  async addEvidence(projectId: string, claimId: string, given: GivenEvidence, use: ClaimUse): Promise<Claim> {
    this.get(use.actor.workspace_id, projectId, claimId)
    const [resolved] = await this.#resolved(projectId, [given], use)
    return this.#change(use.actor, projectId, claimId, (db, claim, evidence) => {
      if (evidence.length >= mostEvidence)
        throw new UnprocessableError('unprocessable', `A claim may have ${mostEvidence} pieces of evidence.`)
      const row = this.#row(claim, resolved!, (evidence.at(-1)?.position ?? 0) + 1, use)
      claimStore.insertEvidence(db, row)
      return { claim, evidence: [...evidence, row] }
    })
  }

  /** @throws NotFoundError, ConflictError `record_altered` */
  deleteEvidence(actor: Actor, projectId: string, claimId: string, evidenceId: string): Claim {
    return this.#change(actor, projectId, claimId, (db, claim, evidence) => {
      if (!evidence.some(({ evidence_id }) => evidence_id === evidenceId))
        throw new NotFoundError('There is no such evidence of this claim.')
      claimStore.deleteEvidence(db, evidenceId)
      return { claim, evidence: evidence.filter(({ evidence_id }) => evidence_id !== evidenceId) }
    })
  }

  #change(
    actor: Actor,
    projectId: string,
    claimId: string,
    change: (
      db: WorkspaceDatabase,
      claim: ClaimRow,
      evidence: EvidenceRow[],
    ) => { claim: ClaimRow; evidence: EvidenceRow[] },
  ): Claim {
    const { data, clock, events } = this.#options
    return data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const before = requireClaim(db, projectId, claimId)
        const present = claimStore.evidenceOf(db, [claimId]).get(claimId) ?? []
        assertSound(before, present)
        const { claim, evidence } = change(db, before, present)
        const written = this.#write(db, { ...claim, updated_at: clock.now() }, evidence)
        if (written.status !== before.status)
          events.append(db, actor.workspace_id, [statusChanged(projectId, claimId, before.status, written.status)])
        return shownClaims(db, [written])[0]!
      }),
    )
  }

  /** Hashes the records anew and derives the status. */
  #write(db: WorkspaceDatabase, claim: ClaimRow, evidence: readonly EvidenceRow[]): ClaimRow {
    const all = chained(claim, evidence)
    for (const row of all.evidence) claimStore.updateEvidence(db, row)
    const judged = all.evidence.map(({ relation, problem_json }) => ({ relation, problem: problemOf(problem_json) }))
    const written = { ...all.claim, problem_json: null, status: statusOf(judged, false) }
    claimStore.update(db, written)
    return written
  }

  async #resolved(projectId: string, given: readonly GivenEvidence[], use: ClaimUse): Promise<Resolved[]> {
    if (given.length > mostEvidence) throw bodyFault('/evidence', `must have at most ${mostEvidence} pieces`)
    const asking: EvidenceUse = { projectId, principal: use.actor, signal: use.signal }
    const resolved: Resolved[] = []
    for (const each of given)
      resolved.push({ given: each, ...(await this.#options.evidence.of(each.type).resolve(each, asking)) })
    return resolved
  }

  #row(claim: ClaimRow, { given, body, target, source_id }: Resolved, position: number, use: ClaimUse): EvidenceRow {
    const { ids, clock } = this.#options
    return {
      evidence_id: ids.create('evd'),
      claim_id: claim.claim_id,
      position,
      type: given.type,
      relation: given.relation ?? 'supports',
      note: given.note ?? null,
      source_id,
      target,
      body_json: JSON.stringify(body),
      problem_json: null,
      is_stale: 0,
      record_sha256: '',
      created_by: JSON.stringify(writerOf(use)),
      created_at: clock.now(),
    }
  }
}

interface Resolved extends ResolvedEvidence {
  given: GivenEvidence
}

/** The event of a claim that is judged otherwise than before. */
export function statusChanged(projectId: string, claimId: string, from: ClaimStatus, to: ClaimStatus) {
  const data = { research_project_id: projectId, claim_id: claimId, from, to }
  return { type: 'research.claim.status_changed', data }
}

function writerOf({ actor, writer }: ClaimUse): Writer {
  return writer ?? { user_id: actor.user_id }
}

function claimText(text: string): string {
  const plain = text.normalize('NFC').trim()
  if (plain === '') throw bodyFault('/text', 'must hold some text')
  if (!plain.isWellFormed()) throw bodyFault('/text', 'must be valid Unicode: it holds half of a surrogate pair')
  return plain
}
