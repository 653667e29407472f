import { Type } from 'typebox'
import { ConflictError, messageOf, NotFoundError, PayloadTooLargeError } from '@svc/plugin'
import type { Job, JsonValue, Logger, RouteRegistrar } from '@svc/plugin'
import { backoffMs } from '../backoff.ts'
import type { JobSource } from '../job-source.ts'
import type { Claim, ClaimRequest, JobRecord, RenewAnswer, SettleAnswer, Settlement } from '../contract/job-store.ts'
import { assertNotServerWorker } from '../server-workers.ts'
import type { JobRouteParts } from './job-route-parts.ts'
import { jobBodyBytes } from './job-routes.ts'
import {
  claimedExample,
  claimedJob,
  claimToken,
  closed,
  job,
  jobExample,
  jobKindName,
  jobParams,
  leaseSeconds,
  queueName,
  workerId,
} from './schemas.ts'
import { WaitingCalls } from './waiting-calls.ts'

const mostResultBytes = 1024 * 1024
/** Payloads in the answer of one claim. */
const answerBytes = 8 * 1024 * 1024

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
    result: Type.Optional(Type.Unsafe<never>({ description: 'Any JSON up to 1 MiB' })),
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

interface ClaimBody {
  worker_id: string
  queues?: string[]
  kinds?: string[]
  limit: number
  lease_seconds: number
  wait_seconds: number
}

const params = jobParams
const errors = { 409: ['claim_lost', 'conflict'] }
const tags = ['jobs']
const permission = 'jobs:write'

/**
 * Jobs as workers see them. Nothing here needs an `Idempotency-Key`: the claim token makes every call repeatable. Nor a limit of
 * requests: work comes in small pieces, and holding it back would hold back the queue.
 */
export function claimRoutes(app: RouteRegistrar, parts: JobRouteParts): void {
  const { store, source, access, clock, stopping } = parts
  const waiting = new WaitingCalls()

  app.route<{ body: ClaimBody }>({
    method: 'POST',
    path: '/api/jobs/claim',
    operationId: 'claimJobs',
    summary: 'Take jobs that are due: highest priority first, then the oldest `run_at`',
    description:
      'Each job comes with a `claim_token`, which every later call about it carries, and a lease: it is held until `lease_expires_at`, and for longer with heartbeats. With `wait_seconds` the call waits for work and ends early when its client leaves; 1,000 calls of one key may wait at once. Of large jobs there may be fewer than `limit`, 8 MiB at a time.',
    tags,
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
    handler: async ({ principal, body, signal, log }) => {
      assertNotServerWorker(body.worker_id, '/worker_id')
      access.assertMayClaim(body.kinds ?? [])
      if (stopping.aborted) return { jobs: [] }
      const claim = {
        workspaceId: principal.workspace_id,
        worker_id: body.worker_id,
        kinds: body.kinds ?? null,
        except_kinds: access.guarded,
        queues: body.queues ?? null,
        limit: body.limit,
        lease_ms: body.lease_seconds * 1000,
        wait_ms: body.wait_seconds * 1000,
      }
      const ended = claim.wait_ms > 0 ? waiting.begin(principal) : null
      const records = await claimed(source, claim, { signal, stopping, log }).finally(() => ended?.())
      return {
        jobs: records.map(record => ({ ...access.shownJob(parts.jobOf(record)), claim_token: record.claim_token })),
      }
    },
  })

  app.route<{ params: { job_id: string }; body: { claim_token: string; lease_seconds: number; progress?: number } }>({
    method: 'POST',
    path: '/api/jobs/:job_id/heartbeat',
    operationId: 'heartbeatJob',
    summary: 'Hold a claimed job for longer, and learn whether its cancel was asked for',
    tags,
    permission,
    idempotent: false,
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
    handler: async ({ principal, params: { job_id }, body: { claim_token, lease_seconds, progress = null } }) => {
      const claim = { workspace_id: principal.workspace_id, job_id, claim_token }
      const [answer] = await store.renew([{ ...claim, lease_ms: lease_seconds * 1000, progress }])
      if (answer?.type !== 'renewed') throw refusal(answer, 'heartbeat')
      return {
        lease_expires_at: new Date(answer.lease_expires_at).toISOString(),
        cancel_requested: answer.cancel_requested,
      }
    },
  })

  const settle = async (settlement: Settlement, action: string): Promise<Job> => {
    const [answer] = await store.settle([settlement])
    if (answer?.type !== 'accepted' && answer?.type !== 'repeated') throw refusal(answer, action)
    return access.shownJob(parts.jobOf(answer.job))
  }

  app.route<{ params: { job_id: string }; body: { claim_token: string; result?: JsonValue } }>({
    method: 'POST',
    path: '/api/jobs/:job_id/complete',
    operationId: 'completeJob',
    summary: 'Record the result of a claimed job',
    description: 'The same call again, with the same token, gets the same answer.',
    tags,
    permission,
    idempotent: false,
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
    handler: ({ principal, params: { job_id }, body: { claim_token, result = null } }) => {
      const claim: Claim = { workspace_id: principal.workspace_id, job_id, claim_token }
      return settle({ ...claim, type: 'succeeded', result: resultText(result) }, 'completed')
    },
  })

  app.route<{ params: { job_id: string }; body: { claim_token: string; error: { message: string }; retry: boolean } }>({
    method: 'POST',
    path: '/api/jobs/:job_id/fail',
    operationId: 'failJob',
    summary: 'Record that an attempt failed',
    description:
      'The job is `queued` again after a backoff of min(2^attempt s, 1 h) ± 20 %; `dead` when its attempts are used up or `retry` is false; `cancelled` when that was asked for.',
    tags,
    permission,
    idempotent: false,
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
    handler: async ({ principal, params: { job_id }, body: { claim_token, error, retry } }) => {
      const claim: Claim = { workspace_id: principal.workspace_id, job_id, claim_token }
      const attempt = (await store.get(principal.workspace_id, job_id))?.attempt ?? 1
      const runAt = clock.now() + backoffMs(attempt)
      return settle({ ...claim, type: 'failed', error: storable(error.message), retry, run_at: runAt }, 'failed')
    },
  })
}

/** As many as fit into one answer. What does not fit, and all of it when the caller left meanwhile, is given back uncounted. */
async function claimed(
  source: JobSource,
  claim: ClaimRequest & { wait_ms: number },
  { signal, stopping, log }: { signal: AbortSignal; stopping: AbortSignal; log: Logger },
): Promise<JobRecord[]> {
  const wait = claim.wait_ms === 0 ? signal : AbortSignal.any([signal, stopping])
  const { claimed: records } = await source.exchange({ settlements: [], claim }, wait)
  const kept = signal.aborted ? [] : records.slice(0, fitting(records))
  const settlements = records.slice(kept.length).map(({ workspace_id, job_id, claim_token }) => ({
    workspace_id,
    job_id,
    claim_token: claim_token ?? '',
    type: 'given_back' as const,
  }))
  if (settlements.length === 0) return kept
  try {
    await source.exchange({ settlements, claim: null }, stopping)
  } catch (error) {
    // Their leases end by themselves; what is kept must still be told.
    log.warn({ reason: messageOf(error) }, 'jobs that nobody was told of could not be given back')
  }
  return kept
}

function fitting(records: readonly JobRecord[]): number {
  let bytes = 0
  const first = records.findIndex(({ payload }, index) => (bytes += payload.length) > answerBytes && index > 0)
  return first === -1 ? records.length : first
}

/** @throws PayloadTooLargeError */
function resultText(result: JsonValue): string {
  const text = JSON.stringify(result)
  if (Buffer.byteLength(text) > mostResultBytes)
    throw new PayloadTooLargeError('The result of a job is at most 1 MiB. Keep it in a file and answer its id.', {
      extra: { limit_bytes: mostResultBytes },
    })
  return text
}

/** Not every store can hold a NUL or half a character. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}

function refusal(answer: SettleAnswer | RenewAnswer | undefined, action: string): NotFoundError | ConflictError {
  if (answer?.type === 'lost') {
    return new ConflictError(
      'claim_lost',
      `This claim is over: its lease ended, and the job is ${answer.job.state} now. Nothing was changed; drop the work and claim anew.`,
    )
  }
  if (answer?.type === 'wrong_state') {
    const call = action === 'heartbeat' ? 'takes a heartbeat' : `can be ${action}`
    return new ConflictError('conflict', `The job is ${answer.job.state}; only a running job ${call}.`)
  }
  return new NotFoundError('There is no such job.')
}
