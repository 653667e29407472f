import { hash } from 'node:crypto'
import { ConflictError } from '@svc/plugin'
import { canonicalJson } from './canonical-json.ts'
import type { ClaimRow, EvidenceRow } from './claim-store.ts'

/** Where the chain of a claim's records does not hold: in the claim itself, or first in this evidence. */
export type ChainBreak = { evidence_id: string | null }

/** The beginning of a claim's chain: the hash of what the claim says. */
export function claimHash(claim: Omit<ClaimRow, 'record_sha256' | 'head_sha256'>): string {
  const { claim_id, project_id, text, kind, tags, created_by, created_at } = claim
  return hash('sha256', canonicalJson({ claim_id, created_at, created_by, kind, project_id, tags, text }))
}

/** Each piece of evidence is hashed with the claim's text and the hash before it, so that none can be changed, taken out or put in unseen. */
export function evidenceHash(
  previous: string,
  claimText: string,
  evidence: Omit<EvidenceRow, 'record_sha256'>,
): string {
  const {
    evidence_id,
    claim_id,
    position,
    type,
    relation,
    note,
    source_id,
    target,
    body_json,
    created_by,
    created_at,
  } = evidence
  // In the order of canonical JSON, which then has nothing to sort.
  const record = {
    body_json,
    claim_id,
    created_at,
    created_by,
    evidence_id,
    note,
    position,
    relation,
    source_id,
    target,
    type,
  }
  return hash('sha256', canonicalJson({ claim: claimText, previous, record }))
}

/** The rows with the hashes that they ought to have. */
export function chained(
  claim: ClaimRow,
  evidence: readonly EvidenceRow[],
): { claim: ClaimRow; evidence: EvidenceRow[] } {
  const record_sha256 = claimHash(claim)
  let head = record_sha256
  const rows = evidence.map(row => {
    head = evidenceHash(head, claim.text, row)
    return { ...row, record_sha256: head }
  })
  return { claim: { ...claim, record_sha256, head_sha256: head }, evidence: rows }
}

/** Where the stored hashes differ from those of the stored records; null when they agree. */
export function chainBreak(claim: ClaimRow, evidence: readonly EvidenceRow[]): ChainBreak | null {
  const sound = chained(claim, evidence)
  if (sound.claim.record_sha256 !== claim.record_sha256) return { evidence_id: null }
  const broken = evidence.find((row, index) => row.record_sha256 !== sound.evidence[index]?.record_sha256)
  if (broken) return { evidence_id: broken.evidence_id }
  return sound.claim.head_sha256 === claim.head_sha256 ? null : { evidence_id: null }
}

/** Before a change, which would otherwise hash altered records anew. @throws ConflictError */
export function assertSound(claim: ClaimRow, evidence: readonly EvidenceRow[]): void {
  if (chainBreak(claim, evidence) === null) return
  throw new ConflictError(
    'record_altered',
    `The records of the claim ${claim.claim_id} were altered outside svc: they do not fit their hashes. Delete the claim and make it anew.`,
  )
}
