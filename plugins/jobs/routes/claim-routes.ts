import { Type } from 'typebox'
import { jobText, UnavailableError } from '@svc/plugin'
import type { Claim, JobRecord, JsonValue, RouteRegistrar } from '@svc/plugin'
import type { JobAccess } from '../job-access.ts'
import type { OutsideClaims } from '../workers/outside-claims.ts'
import { waitingCalls } from '../workers/waits.ts'
import { jobBodyBytes } from './job-routes.ts'
import {
  claimedExample,
  claimedJob,
  claimToken,
  closed,
  defaultLeaseSeconds,
  job,
  jobExample,
  jobKindName,
  jobParams,
  leaseSeconds,
  queueName,
  workerId,
} from './schemas.ts'

const claimBody = Type.Object(
  {
    worker_id: workerId,
    queues: Type.Optional(Type.Array(queueName, { minItems: 1, maxItems: 100, description: 'All when left out' })),
    kinds: Type.Optional(
      Type.Array(jobKindName, {
        minItems: 1,
        maxItems: 100,
        description: 'When left out: every kind but those that the server’s own workers alone may run',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 1 })),
    lease_seconds: Type.Optional(leaseSeconds),
    wait_seconds: Type.Optional(
      Type.Number({ minimum: 0, maximum: 30, default: 0, description: 'How long to wait when there is no job' }),
    ),
  },
  closed,
)
const heartbeatBody = Type.Object(
  {
    claim_token: claimToken,
    lease_seconds: Type.Optional(leaseSeconds),
    progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'The part that is done' })),
  },
  closed,
)
const completeBody = Type.Object(
  {
    claim_token: claimToken,
    result: Type.Optional(Type.Unsafe<JsonValue>({ description: 'Any JSON up to 1 MiB' })),
  },
  closed,
)
const failBody = Type.Object(
  {
    claim_token: claimToken,
    error: Type.Object({ message: Type.String({ minLength: 1, maxLength: 16_384 }) }, closed),
    retry: Type.Optional(
      Type.Boolean({ default: true, description: 'False: another try cannot help, the job is dead at once' }),
    ),
  },
  closed,
)

/** The answer in the words of its schema, job by job: payloads are passed on as they are stored. */
function* claimedText(jobs: readonly JobRecord[]): Iterable<string> {
  yield '{"jobs":['
  for (const [index, job] of jobs.entries()) {
    if (index > 0) yield ','
    yield* jobText(job, { claim_token: job.claim_token ?? '' })
  }
  yield ']}'
}

const params = jobParams
const errors = { 409: ['claim_lost', 'conflict'] }
const permission = 'jobs:write'

/**
 * Jobs as workers see them. Nothing here needs an `Idempotency-Key`: the claim token makes every call repeatable. Nor a limit of
 * requests: work comes in small pieces, and holding it back would hold back the queue.
 */
export function claimRoutes(
  app: RouteRegistrar,
  { claims: known, access }: { claims: OutsideClaims | null; access: JobAccess },
): void {
  const waiting = waitingCalls()
  const claims = (): OutsideClaims => {
    if (known !== null) return known
    throw new UnavailableError('Workers from outside claim jobs at the server, not at its worker.')
  }

  app.route({
    method: 'POST',
    path: '/api/jobs/claim',
    operationId: 'claimJobs',
    summary: 'Take jobs that are due: highest priority first, then the oldest `run_at`',
    description:
      'Each job comes with a `claim_token`, which every later call about it carries, and a lease: it is held until `lease_expires_at`, and for longer with heartbeats. With `wait_seconds` the call waits for work and ends early when its client leaves; 1,000 calls of one key may wait at once. Of large jobs there may be fewer than `limit`, 8 MiB at a time.',
    permission,
    idempotent: false,
    rateLimited: false,
    longRunning: true,
    body: claimBody,
    responses: {
      200: {
        description: 'The jobs; an empty list when there are none',
        schema: Type.Object({ jobs: Type.Array(claimedJob) }, closed),
        example: { jobs: [claimedExample] },
      },
    },
    example: { body: { worker_id: 'worker-1', kinds: ['thumbnails.make'], limit: 1, wait_seconds: 20 } },
    handler: async ({ principal, body, signal }, reply) => {
      const { limit = 1, lease_seconds = defaultLeaseSeconds, wait_seconds = 0 } = body
      access.assertMayClaim(body.kinds ?? [])
      const ended = wait_seconds > 0 ? waiting.begin(principal) : null
      try {
        const claim = { ...body, limit, lease_seconds, wait_seconds }
        const claimed = await claims().claim(principal.workspace_id, claim, signal)
        return reply.jsonText(claimedText(claimed.map(job => access.shownRecord(job))))
      } finally {
        ended?.()
      }
    },
  })

  app.route({
    method: 'POST',
    path: '/api/jobs/:job_id/heartbeat',
    operationId: 'heartbeatJob',
    summary: 'Hold a claimed job for longer, and learn whether its cancel was asked for',
    permission,
    idempotent: 'by-nature',
    rateLimited: false,
    params,
    body: heartbeatBody,
    responses: {
      200: {
        description: 'The new end of the lease',
        schema: Type.Object(
          { lease_expires_at: Type.String({ format: 'date-time' }), cancel_requested: Type.Boolean() },
          closed,
        ),
        example: { lease_expires_at: '2026-01-31T12:02:00.000Z', cancel_requested: false },
      },
    },
    errors,
    example: { body: { claim_token: claimedExample.claim_token, progress: 0.5 } },
    handler: ({ principal, params: { job_id }, body }) => {
      const { claim_token, lease_seconds = defaultLeaseSeconds, progress = null } = body
      const claim: Claim = { workspace_id: principal.workspace_id, job_id, claim_token }
      return claims().heartbeat(claim, { lease_seconds, progress })
    },
  })

  app.route({
    method: 'POST',
    path: '/api/jobs/:job_id/complete',
    operationId: 'completeJob',
    summary: 'Record the result of a claimed job',
    description: 'The same call again, with the same token, gets the same answer.',
    permission,
    idempotent: 'by-nature',
    rateLimited: false,
    bodyLimit: jobBodyBytes,
    params,
    body: completeBody,
    responses: {
      200: {
        description: 'The job',
        schema: job,
        example: { ...jobExample, state: 'succeeded', progress: 1, attempt: 1, result: { ok: true } },
      },
    },
    errors,
    example: { body: { claim_token: claimedExample.claim_token, result: { ok: true } } },
    handler: async ({ principal, params: { job_id }, body: { claim_token, result = null } }) => {
      const claim: Claim = { workspace_id: principal.workspace_id, job_id, claim_token }
      return access.shownJob(await claims().complete(claim, result))
    },
  })

  app.route({
    method: 'POST',
    path: '/api/jobs/:job_id/fail',
    operationId: 'failJob',
    summary: 'Record that an attempt failed',
    description:
      'The job is `queued` again after a backoff of min(2^attempt s, 1 h) ± 20 %; `dead` when its attempts are used up or `retry` is false; `cancelled` when that was asked for.',
    permission,
    idempotent: 'by-nature',
    rateLimited: false,
    params,
    body: failBody,
    responses: {
      200: {
        description: 'The job',
        schema: job,
        example: { ...jobExample, attempt: 1, error: { message: 'The file is not an image.' } },
      },
    },
    errors,
    example: { body: { claim_token: claimedExample.claim_token, error: { message: 'The file is not an image.' } } },
    handler: async ({ principal, params: { job_id }, body: { claim_token, error, retry = true } }) => {
      const claim: Claim = { workspace_id: principal.workspace_id, job_id, claim_token }
      return access.shownJob(await claims().fail(claim, { message: error.message, retry }))
    },
  })
}
