import { Type } from 'typebox'
import type { JsonValue } from '@svc/plugin'

export const closed = { additionalProperties: false }

const timestamp = Type.String({ format: 'date-time' })
const timestampOrNull = Type.Union([timestamp, Type.Null()])
/** Any JSON; `{}` as a schema. */
const json = Type.Unsafe<JsonValue>({})

const nameRule = { minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]*$' }
const nameWords = '1 to 128 letters, digits or . _ : - and a letter or a digit first.'
/** Control characters and halves of characters are kept out: no store and no log line could hold them unchanged. */
const textPattern = '^[^\\p{Cc}\\p{Cs}]*$'

export const jobKindName = Type.String({
  ...nameRule,
  description: `What is to be done, such as thumbnails.make: ${nameWords}`,
})
export const queueName = Type.String({ ...nameRule, description: `Which line the job waits in: ${nameWords}` })
export const scheduleName = Type.String({ ...nameRule, description: `Unique in the workspace: ${nameWords}` })
export const uniqueKey = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: textPattern,
  description:
    'While a job with this key is queued or running, it is answered instead of a new one. One line without control characters.',
})
export const workerId = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: textPattern,
  description: 'Names the worker, for people who look at its jobs. One line without control characters.',
})
export const claimToken = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: textPattern,
  description: 'From the answer of the claim, as it stands there.',
})
export const defaultLeaseSeconds = 60
export const leaseSeconds = Type.Integer({
  minimum: 1,
  maximum: 3600,
  default: defaultLeaseSeconds,
  description: 'How long the job is held without a heartbeat',
})
export const jobState = Type.Enum(['queued', 'running', 'succeeded', 'cancelled', 'dead'], { title: 'JobState' })

const payload = Type.Unsafe<JsonValue>({ description: 'Any JSON up to 1 MiB; what the worker is given' })
const priority = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'Higher first' })
const maxAttempts = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: "Starts before the job is given up; when left out its kind's own number, or 5",
})

export const newJob = Type.Object(
  {
    kind: jobKindName,
    payload: Type.Optional(payload),
    queue: Type.Optional(Type.String({ ...queueName, default: 'default' })),
    priority: Type.Optional(Type.Integer({ ...priority, default: 0 })),
    run_at: Type.Optional(Type.String({ format: 'date-time', description: 'Not before this time' })),
    max_attempts: Type.Optional(maxAttempts),
    unique_key: Type.Optional(uniqueKey),
  },
  closed,
)

/** The job that a schedule makes each time. */
export const scheduledJob = Type.Object(
  {
    kind: jobKindName,
    payload: Type.Optional(payload),
    queue: Type.Optional(queueName),
    priority: Type.Optional(priority),
    max_attempts: Type.Optional(maxAttempts),
  },
  { ...closed, title: 'ScheduledJob' },
)

const jobFields = {
  job_id: Type.String(),
  queue: Type.String(),
  kind: Type.String(),
  state: jobState,
  priority: Type.Integer(),
  payload: json,
  result: json,
  error: Type.Union([Type.Object({ message: Type.String() }, closed), Type.Null()]),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  attempt: Type.Integer({ description: 'Starts so far; 0 before the first' }),
  max_attempts: Type.Integer(),
  run_at: timestamp,
  worker_id: Type.Union([Type.String(), Type.Null()]),
  lease_expires_at: timestampOrNull,
  cancel_requested: Type.Boolean(),
  created_at: timestamp,
  started_at: timestampOrNull,
  finished_at: timestampOrNull,
}
export const job = Type.Object(jobFields, { ...closed, title: 'Job' })
export const claimedJob = Type.Object({ ...jobFields, claim_token: Type.String() }, { ...closed, title: 'ClaimedJob' })
export const jobPage = Type.Object(
  { items: Type.Array(job), next_cursor: Type.Union([Type.String(), Type.Null()]) },
  closed,
)

export const schedule = Type.Object(
  {
    name: Type.String(),
    cron: Type.String(),
    timezone: Type.String(),
    misfire: Type.Enum(['run_once', 'skip']),
    enabled: Type.Boolean(),
    job: scheduledJob,
    next_run_at: timestampOrNull,
    last_run_at: timestampOrNull,
    last_job_id: Type.Union([Type.String(), Type.Null()]),
    created_at: timestamp,
    updated_at: timestamp,
  },
  { ...closed, title: 'JobSchedule' },
)

export const pageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String()),
}
export const jobParams = Type.Object(
  { job_id: Type.String({ pattern: textPattern, description: 'The id of a job, as it was answered.' }) },
  closed,
)

export const jobExample = {
  job_id: 'job_01jzcq3m5n8v7x2k4w6y9a0b1c',
  queue: 'default',
  kind: 'thumbnails.make',
  state: 'queued',
  priority: 0,
  payload: { file_id: 'file_01jzcq3m5n8v7x2k4w6y9a0b1c' },
  result: null,
  error: null,
  progress: 0,
  attempt: 0,
  max_attempts: 5,
  run_at: '2026-01-31T12:00:00.000Z',
  worker_id: null,
  lease_expires_at: null,
  cancel_requested: false,
  created_at: '2026-01-31T12:00:00.000Z',
  started_at: null,
  finished_at: null,
}
export const claimedExample = {
  ...jobExample,
  state: 'running',
  attempt: 1,
  worker_id: 'worker-1',
  lease_expires_at: '2026-01-31T12:01:00.000Z',
  started_at: '2026-01-31T12:00:00.000Z',
  claim_token: 'Zm9yIHRoaXMgY2xhaW0gYWxvbmU',
}
