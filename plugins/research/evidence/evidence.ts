import type { JsonObject, JsonValue, Principal } from '@svc/plugin'

export const relations = ['supports', 'contradicts', 'context'] as const
export type Relation = (typeof relations)[number]
export const evidenceTypes = ['quote', 'dataset', 'analysis', 'query', 'run', 'note', 'file'] as const
export type EvidenceType = (typeof evidenceTypes)[number]

/** Evidence as a caller gives it; its type says which other fields it has. */
export interface GivenEvidence {
  type: EvidenceType
  relation?: Relation
  note?: string
  [field: string]: JsonValue | undefined
}

export type ProblemCode =
  | 'source_missing'
  | 'source_altered'
  | 'text_altered'
  | 'quote_missing'
  | 'source_changed'
  | 'dataset_version_missing'
  | 'dataset_altered'
  | 'analysis_missing'
  | 'value_differs'
  | 'receipt_invalid'
  | 'run_missing'
  | 'note_changed'
  | 'file_altered'
  | 'record_altered'
  /** The caller may not read the record, or its plugin is off: what was found before stays. */
  | 'not_checked'

/** Why evidence does not hold, or with `source_changed` what to look at. */
export interface EvidenceProblem {
  code: ProblemCode
  message: string
  /** What was kept, and what is there now, where that can be shown. */
  was?: string
  is?: string
}

/** A warning says that something changed elsewhere; the evidence holds. */
export function isWarning({ code }: EvidenceProblem): boolean {
  return code === 'source_changed'
}

export interface EvidenceUse {
  projectId: string
  principal: Principal
  signal: AbortSignal
}

/** What is kept of evidence: its own fields, and the record or source that it rests on. */
export interface ResolvedEvidence {
  body: JsonObject
  target: string | null
  source_id: string | null
}

/** One kind of evidence: how it is looked up when it is given, and looked up anew when it is verified. */
export interface EvidenceKind<Body extends object = object> {
  /** @throws ValidationError, NotFoundError, UnprocessableError, ForbiddenError */
  resolve(given: Body, use: EvidenceUse): Promise<ResolvedEvidence>
  /** Trusts nothing that was stored about the outcome. @throws ForbiddenError, UnavailableError, the world's other faults */
  check(body: Body, use: EvidenceUse): Promise<EvidenceProblem | null>
}
