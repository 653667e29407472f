import type { JsonObject } from '@svc/plugin'
import type { EvidenceProblem, EvidenceType, GivenEvidence, Relation } from '../evidence/evidence.ts'

export const claimKinds = ['finding', 'assumption', 'opinion'] as const
export type ClaimKind = (typeof claimKinds)[number]
export const claimStatuses = ['supported', 'contradicted', 'unsupported', 'broken'] as const
/** `supported`: sound evidence supports it; `contradicted`: sound evidence contradicts it; `broken`: some evidence fails. */
export type ClaimStatus = (typeof claimStatuses)[number]

/** Who wrote a record; the agent's conversation where the agent did. */
export interface Writer {
  user_id: string
  session_id?: string
  turn_id?: string
}

/** Evidence as the API shows it: with the fields of its type. */
export interface Evidence {
  evidence_id: string
  type: EvidenceType
  relation: Relation
  note: string | null
  /** Null while it holds, as far as it was looked at last. */
  problem: EvidenceProblem | null
  created_by: Writer
  created_at: string
  [field: string]: unknown
}

export interface Claim {
  claim_id: string
  text: string
  kind: ClaimKind
  tags: string[]
  status: ClaimStatus
  /** What is wrong with the record itself. */
  problem: EvidenceProblem | null
  evidence: Evidence[]
  created_by: Writer
  created_at: string
  updated_at: string
  verified_at: string | null
}

export interface NewClaim {
  text: string
  kind?: ClaimKind
  tags?: string[]
  evidence?: GivenEvidence[]
}

/** Of sound and failing evidence. */
export function statusOf(
  evidence: readonly { relation: Relation; problem: EvidenceProblem | null }[],
  isAltered: boolean,
): ClaimStatus {
  const fails = evidence.some(({ problem }) => problem !== null && problem.code !== 'source_changed')
  if (isAltered || fails) return 'broken'
  if (evidence.some(({ relation }) => relation === 'contradicts')) return 'contradicted'
  return evidence.some(({ relation }) => relation === 'supports') ? 'supported' : 'unsupported'
}

export type EvidenceBody = JsonObject
