import { Type } from 'typebox'
import { claimKinds, claimStatuses } from '../claims/claim.ts'
import { relations } from '../evidence/evidence.ts'
import { newEvidence, receipt } from '../evidence/given-evidence.ts'
import { closed, id, nullable, pageQuery, tags } from './schemas.ts'

export const claimParams = Type.Object({ research_project_id: id, claim_id: id })
export const evidenceParams = Type.Object({ research_project_id: id, claim_id: id, evidence_id: id })

const problem = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    was: Type.Optional(Type.String({ description: 'What was kept.' })),
    is: Type.Optional(Type.String({ description: 'What is there now.' })),
  },
  { title: 'EvidenceProblem', additionalProperties: true },
)
/** Who wrote a record: a person, and the turn of a conversation where an agent did it for them. */
export const writer = Type.Object(
  {
    user_id: Type.String(),
    session_id: Type.Optional(Type.String()),
    turn_id: Type.Optional(Type.String()),
  },
  { title: 'RecordWriter' },
)
const evidence = Type.Object(
  {
    evidence_id: Type.String(),
    type: Type.Enum(['quote', 'dataset', 'analysis', 'query', 'run', 'note', 'file']),
    relation: Type.Enum([...relations]),
    note: nullable(Type.String()),
    problem: nullable(problem),
    source_id: Type.Optional(Type.String()),
    quote: Type.Optional(Type.String()),
    selector: Type.Optional(
      Type.Object(
        {
          exact: Type.String(),
          prefix: Type.String(),
          suffix: Type.String(),
          start: Type.Integer({ description: 'In code points.' }),
          end: Type.Integer(),
          page: Type.Optional(Type.Integer()),
          snapshot_sha256: Type.String(),
          text_sha256: Type.String(),
        },
        {
          title: 'QuoteSelector',
          description: 'A text quote and position selector of the W3C, bound to bytes and text.',
        },
      ),
    ),
    dataset_id: Type.Optional(Type.String()),
    version: Type.Optional(nullable(Type.Integer())),
    columns: Type.Optional(Type.Array(Type.String())),
    analysis_id: Type.Optional(Type.String()),
    pointer: Type.Optional(Type.String()),
    value: Type.Optional(Type.Unknown()),
    tolerance: Type.Optional(Type.Number()),
    receipt: Type.Optional(receipt),
    run_id: Type.Optional(Type.String()),
    metric: Type.Optional(Type.String()),
    note_id: Type.Optional(Type.String()),
    file_id: Type.Optional(Type.String()),
    path: Type.Optional(Type.String()),
    sha256: Type.Optional(Type.String()),
    created_by: writer,
    created_at: Type.String(),
  },
  { title: 'ClaimEvidence', description: 'With the fields of its type.' },
)
export const claim = Type.Object(
  {
    claim_id: Type.String(),
    text: Type.String(),
    kind: Type.Enum([...claimKinds]),
    tags: Type.Array(Type.String()),
    status: Type.Enum([...claimStatuses], {
      description:
        '`supported`, `contradicted`: by sound evidence. `broken`: some evidence fails, or the record was altered.',
    }),
    problem: nullable(problem),
    evidence: Type.Array(evidence),
    created_by: writer,
    created_at: Type.String(),
    updated_at: Type.String(),
    verified_at: nullable(Type.String()),
  },
  { title: 'ResearchClaim' },
)
const text = Type.String({ minLength: 1, maxLength: 5000 })
const kind = Type.Optional(Type.Enum([...claimKinds], { description: 'Default `finding`.' }))
export const newClaim = Type.Object(
  { text, kind, tags: Type.Optional(tags), evidence: Type.Optional(Type.Array(newEvidence, { maxItems: 50 })) },
  closed,
)
export const claimChange = Type.Object(
  { text: Type.Optional(text), kind, tags: Type.Optional(tags) },
  { ...closed, minProperties: 1 },
)
export const claimQuery = Type.Object(
  {
    ...pageQuery.properties,
    status: Type.Optional(Type.Enum([...claimStatuses])),
    source_id: Type.Optional(id),
  },
  closed,
)
export const verifyBody = Type.Object(
  {
    claim_ids: Type.Optional(Type.Array(id, { minItems: 1, maxItems: 10_000 })),
    mode: Type.Optional(
      Type.Enum(['request', 'job'], { description: '`job`: in the background; the job’s result is the verification.' }),
    ),
  },
  closed,
)
export const verification = Type.Object(
  {
    ok: Type.Boolean({ description: 'All was checked, and nothing but warnings (`source_changed`) was found.' }),
    checked: Type.Object(
      { claims: Type.Integer(), evidence: Type.Integer(), sources: Type.Integer() },
      { title: 'VerifiedCounts' },
    ),
    problems: Type.Array(
      Type.Object(
        {
          ...problem.properties,
          claim_id: nullable(Type.String()),
          evidence_id: nullable(Type.String()),
          source_id: Type.Optional(Type.String()),
        },
        { title: 'VerificationProblem' },
      ),
    ),
    verified_at: Type.String(),
  },
  { title: 'ResearchVerification' },
)
