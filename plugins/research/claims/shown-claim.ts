import { NotFoundError } from '@svc/plugin'
import type { JsonObject, WorkspaceDatabase } from '@svc/plugin'
import type { EvidenceProblem } from '../evidence/evidence.ts'
import { timeOf } from '../projects/projects.ts'
import type { Claim, Evidence, Writer } from './claim.ts'
import { claimStore } from './claim-store.ts'
import type { ClaimRow, EvidenceRow } from './claim-store.ts'

/** @throws NotFoundError */
export function requireClaim(db: WorkspaceDatabase, projectId: string, claimId: string): ClaimRow {
  const row = claimStore.get(db, projectId, claimId)
  if (row) return row
  throw new NotFoundError('There is no such claim in this research project.')
}

/** Rows as the API shows them. */
export function shownClaims(db: WorkspaceDatabase, rows: readonly ClaimRow[]): Claim[] {
  const evidence = claimStore.evidenceOf(
    db,
    rows.map(({ claim_id }) => claim_id),
  )
  return rows.map(row => shownClaim(row, evidence.get(row.claim_id) ?? []))
}

export function problemOf(json: string | null): EvidenceProblem | null {
  return json === null ? null : (JSON.parse(json) as EvidenceProblem)
}

function shownClaim(row: ClaimRow, evidence: readonly EvidenceRow[]): Claim {
  return {
    claim_id: row.claim_id,
    text: row.text,
    kind: row.kind,
    tags: JSON.parse(row.tags) as string[],
    status: row.status,
    problem: problemOf(row.problem_json),
    evidence: evidence.map(shownEvidence),
    created_by: JSON.parse(row.created_by) as Writer,
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
    verified_at: row.verified_at === null ? null : timeOf(row.verified_at),
  }
}

function shownEvidence(row: EvidenceRow): Evidence {
  return {
    ...(JSON.parse(row.body_json) as JsonObject),
    evidence_id: row.evidence_id,
    type: row.type,
    relation: row.relation,
    note: row.note,
    problem: problemOf(row.problem_json),
    created_by: JSON.parse(row.created_by) as Writer,
    created_at: timeOf(row.created_at),
  }
}
