import { Type } from 'typebox'
import type { Static } from 'typebox'

const closed = { additionalProperties: false }
/** Twice what a worker may run at a time. */
const mostJobs = 2000
// No store could hold a NUL, and it would fail for all whose writes share the statement.
export const text = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\p{Cc}]*$',
  description: 'One line without control characters.',
})
const time = Type.Integer({ minimum: 0, description: 'Milliseconds since the epoch' })
const nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()])
const names = Type.Array(text, { maxItems: 1000 })
const waitSeconds = Type.Integer({ minimum: 0, maximum: 30, default: 0 })
const leaseMs = Type.Integer({ minimum: 1000, maximum: 3_600_000 })

/** Which worker this is, and of which make: one of another version than the server must not touch its jobs. */
export const workerFacts = Type.Object(
  {
    id: text,
    version: text,
    schema: Type.Union([text, Type.Null()], {
      description: "Names the state of the workspaces' files that the worker expects; null when it opens none",
    }),
  },
  { ...closed, title: 'WorkerFacts' },
)

const claim = { workspace_id: text, job_id: text, claim_token: text }
const settlement = Type.Union([
  Type.Object(
    { ...claim, type: Type.Literal('succeeded'), result: Type.String({ description: 'JSON' }) },
    { ...closed, title: 'SucceededSettlement' },
  ),
  Type.Object(
    { ...claim, type: Type.Literal('failed'), error: Type.String(), retry: Type.Boolean(), run_at: time },
    { ...closed, title: 'FailedSettlement' },
  ),
  Type.Object(
    { ...claim, type: Type.Literal('given_back'), run_at: Type.Optional(time) },
    { ...closed, title: 'ReturnedSettlement' },
  ),
])
const claimRequest = Type.Object(
  {
    kinds: names,
    queues: Type.Union([names, Type.Null()]),
    limit: Type.Integer({ minimum: 1, maximum: mostJobs }),
    lease_ms: leaseMs,
  },
  { ...closed, title: 'WorkerClaim' },
)
export const exchangeBody = Type.Object(
  {
    worker: workerFacts,
    turn: Type.Integer({
      minimum: 0,
      description: 'Counts the exchanges of the worker: a later one ends the wait of those before it',
    }),
    settlements: Type.Array(settlement, { maxItems: 1000 }),
    claim: Type.Union([claimRequest, Type.Null()]),
    wait_seconds: waitSeconds,
  },
  closed,
)
export type ExchangeBody = Static<typeof exchangeBody>

const jobState = Type.Enum(['queued', 'running', 'succeeded', 'cancelled', 'dead'])
const document = Type.String({ description: 'JSON' })
export const jobRecord = Type.Object(
  {
    ...claim,
    claim_token: nullable(Type.String()),
    queue: Type.String(),
    kind: Type.String(),
    state: jobState,
    priority: Type.Integer(),
    payload: document,
    result: nullable(Type.String()),
    error: nullable(Type.String()),
    progress: Type.Number(),
    attempt: Type.Integer(),
    max_attempts: Type.Integer(),
    unique_key: nullable(Type.String()),
    run_at: time,
    worker_id: nullable(Type.String()),
    lease_expires_at: nullable(Type.Integer()),
    cancel_requested: Type.Boolean(),
    created_at: time,
    started_at: nullable(Type.Integer()),
    finished_at: nullable(Type.Integer()),
  },
  { title: 'WorkerJob' },
)
const settled = Type.Object({ type: Type.Enum(['accepted', 'repeated', 'lost', 'wrong_state', 'missing']) })
export const exchangeAnswer = Type.Object({ settled: Type.Array(settled), claimed: Type.Array(jobRecord) })

const renewal = Type.Object(
  { ...claim, lease_ms: leaseMs, progress: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]) },
  { ...closed, title: 'LeaseRenewal' },
)
export const renewBody = Type.Object(
  { worker: workerFacts, renewals: Type.Array(renewal, { maxItems: mostJobs }) },
  closed,
)
const renewed = Type.Object({
  type: Type.Enum(['renewed', 'lost', 'wrong_state', 'missing']),
  cancel_requested: Type.Boolean(),
})
export const renewAnswer = Type.Object({ renewed: Type.Array(renewed) })

export const helloAnswer = Type.Object(
  {
    version: Type.String(),
    schema: Type.String(),
    home_id: Type.String(),
    store: Type.Unsafe<string>(Type.Enum(['sqlite', 'postgres'])),
  },
  { title: 'WorkerGreeting' },
)

export const cancelsQuery = Type.Object(
  { after: Type.Optional(Type.String({ maxLength: 100 })), wait_seconds: waitSeconds },
  closed,
)
export const cancelsAnswer = Type.Object({
  after: Type.String({ description: 'What to ask for next' }),
  jobs: Type.Array(Type.Object({ workspace_id: Type.String(), job_id: Type.String() })),
})

const textOrNull = nullable(Type.String())
const auditEntry = Type.Object(
  {
    id: text,
    at: Type.String({ format: 'date-time' }),
    actor: Type.Object(
      { user_id: textOrNull, username: textOrNull, via: Type.String(), key_id: textOrNull },
      { ...closed, title: 'AuditActor' },
    ),
    action: text,
    target: textOrNull,
    ip: textOrNull,
    request_id: textOrNull,
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'WorkerAuditEntry', ...closed, description: 'As the audit log holds it' },
)
export const notesBody = Type.Object(
  {
    changed_workspaces: Type.Array(text, { maxItems: 1000, description: 'Events were appended there' }),
    outdated_workspaces: Type.Array(text, { maxItems: 1000, description: 'Their files are to be brought up to date' }),
    audit: Type.Array(auditEntry, { maxItems: 1000 }),
  },
  closed,
)
