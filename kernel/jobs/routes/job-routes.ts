import { Type } from 'typebox'
import { decodeCursor, encodeCursor, NotFoundError, UnprocessableError } from '@svc/plugin'
import type { Job, JobFilter, NewJob, Page, RouteRegistrar } from '@svc/plugin'
import type { EnqueueAnswer, JobRecord } from '../contract/job-store.ts'
import { assertNotReserved } from '../schedules/index.ts'
import type { JobRouteParts } from './job-route-parts.ts'
import {
  closed,
  job,
  jobExample,
  jobKindName,
  jobPage,
  jobParams,
  jobState,
  newJob,
  pageQuery,
  queueName,
} from './schemas.ts'

/** Escapes may make a body several times as long as the payload in it; what counts is the payload, and the refusal names it. */
export const jobBodyBytes = 4 * 1024 * 1024

const listQuery = Type.Object(
  {
    ...pageQuery,
    state: Type.Optional(jobState),
    kind: Type.Optional(jobKindName),
    queue: Type.Optional(queueName),
  },
  closed,
)
const counts = {
  queued: Type.Integer(),
  running: Type.Integer(),
  succeeded: Type.Integer(),
  cancelled: Type.Integer(),
  dead: Type.Integer(),
}
const oldestQueued = Type.Union([Type.String({ format: 'date-time' }), Type.Null()])
const jobStats = Type.Object(
  {
    states: Type.Object(counts, closed),
    queues: Type.Array(Type.Object({ queue: Type.String(), ...counts, oldest_queued_at: oldestQueued }, closed)),
    oldest_queued_at: oldestQueued,
  },
  closed,
)
const noCounts = { queued: 0, running: 0, succeeded: 0, cancelled: 0, dead: 0 }
const statsExample = {
  states: { ...noCounts, queued: 1 },
  queues: [{ queue: 'default', ...noCounts, queued: 1, oldest_queued_at: '2026-01-31T12:00:00.000Z' }],
  oldest_queued_at: '2026-01-31T12:00:00.000Z',
}
const redriveBody = Type.Object(
  {
    kind: Type.Optional(jobKindName),
    queue: Type.Optional(queueName),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  },
  closed,
)

/** What a list answers at most, so that a page of large jobs fits in memory; it is cut short, and goes on at its cursor. */
const pageBytes = 4 * 1024 * 1024
const sliceLength = 20

/** Jobs as whoever wants work done sees them. */
export function jobRoutes(app: RouteRegistrar, parts: JobRouteParts): void {
  const { store, queue, access } = parts
  const shown = (record: JobRecord): Job => access.shownJob(parts.jobOf(record))

  app.route<{ body: NewJob }>({
    method: 'POST',
    path: '/api/jobs',
    operationId: 'enqueueJob',
    summary: 'Add a job to the queue',
    description:
      'A kind that a plugin declares is checked against its payload schema; other kinds are accepted and left for workers outside the server. While a job with the same `unique_key` is queued or running, that one is answered with 200. The idempotency record is written together with the job.',
    tags: ['jobs'],
    permission: 'jobs:write',
    rateLimited: false,
    idempotent: 'handler',
    bodyLimit: jobBodyBytes,
    body: newJob,
    responses: {
      201: { description: 'The job', schema: job, example: jobExample },
      200: { description: 'The live job with the same `unique_key`', schema: job, example: jobExample },
    },
    example: { body: { kind: 'thumbnails.make', payload: { file_id: 'file_01jzcq3m5n8v7x2k4w6y9a0b1c' } } },
    handler: async (request, reply) => {
      access.assertMayEnqueue(request.body.kind)
      assertNotReserved(request.body.unique_key)
      const record = parts.newRecord(request.principal.workspace_id, request.body)
      if (request.idempotency !== null) record.request = request.idempotency
      const [answer] = await store.enqueue([record])
      const { job: made, created, replayed } = enqueued(answer)
      if (replayed) reply.header('idempotency-replayed', 'true')
      reply.status(created ? 201 : 200).header('location', `${request.baseUrl}/api/jobs/${made.job_id}`)
      return shown(made)
    },
  })

  app.route<{ query: JobFilter }>({
    method: 'GET',
    path: '/api/jobs',
    operationId: 'listJobs',
    summary: 'List jobs, newest first',
    description: 'A page of large jobs may end before `limit`; `next_cursor` tells whether there are more.',
    tags: ['jobs'],
    permission: 'jobs:read',
    query: listQuery,
    responses: {
      200: { description: 'A page', schema: jobPage, example: { items: [jobExample], next_cursor: null } },
    },
    handler: ({ principal, query }) => page(parts, principal.workspace_id, query, shown),
  })

  app.route({
    method: 'GET',
    path: '/api/jobs/stats',
    operationId: 'getJobStats',
    summary: 'Count jobs by state and queue',
    description: '`oldest_queued_at` is the `run_at` of the job that has been due for longest; null when none waits.',
    tags: ['jobs'],
    permission: 'jobs:read',
    responses: { 200: { description: 'The numbers', schema: jobStats, example: statsExample } },
    handler: ({ principal }) => queue.stats(principal.workspace_id),
  })

  app.route<{ body: { kind?: string; queue?: string; limit: number } }>({
    method: 'POST',
    path: '/api/jobs/redrive',
    operationId: 'redriveJobs',
    summary: 'Put dead jobs back to the queue, the oldest first',
    description:
      'Their attempts are counted anew. Jobs that act with the rights of a user are left out unless the owner asks.',
    tags: ['jobs'],
    permission: 'jobs:write',
    body: redriveBody,
    responses: {
      200: {
        description: 'How many went back',
        schema: Type.Object({ redriven: Type.Integer() }, closed),
        example: { redriven: 3 },
      },
    },
    example: { body: { kind: 'thumbnails.make', limit: 100 } },
    handler: async ({ principal, body }) => {
      if (body.kind !== undefined) access.assertMayRepeat(principal, body.kind)
      const exceptKinds = access.mayRepeatAll(principal) ? [] : access.guarded
      return { redriven: await store.redrive(principal.workspace_id, { ...body, except_kinds: exceptKinds }) }
    },
  })

  app.route<{ params: { job_id: string } }>({
    method: 'GET',
    path: '/api/jobs/:job_id',
    operationId: 'getJob',
    summary: 'Read one job',
    tags: ['jobs'],
    permission: 'jobs:read',
    params: jobParams,
    responses: { 200: { description: 'The job', schema: job, example: jobExample } },
    handler: async ({ principal, params }) =>
      access.shownJob(await existing(parts, principal.workspace_id, params.job_id)),
  })

  app.route<{ params: { job_id: string } }>({
    method: 'POST',
    path: '/api/jobs/:job_id/cancel',
    operationId: 'cancelJob',
    summary: 'Cancel a job',
    description:
      'A queued job is `cancelled` at once. A running one has `cancel_requested` set, which its worker learns with the next heartbeat; it ends as its worker ends it, or `cancelled` when it fails or loses its lease.',
    tags: ['jobs'],
    permission: 'jobs:write',
    params: jobParams,
    responses: { 200: { description: 'The job', schema: job, example: { ...jobExample, state: 'cancelled' } } },
    errors: { 409: ['conflict'] },
    handler: async ({ principal, params }) =>
      access.shownJob(await queue.cancel(principal.workspace_id, params.job_id)),
  })

  app.route<{ params: { job_id: string } }>({
    method: 'POST',
    path: '/api/jobs/:job_id/retry',
    operationId: 'retryJob',
    summary: 'Put a dead or cancelled job back to the queue',
    description: 'Its attempts are counted anew.',
    tags: ['jobs'],
    permission: 'jobs:write',
    params: jobParams,
    responses: { 200: { description: 'The job, queued', schema: job, example: jobExample } },
    errors: { 409: ['conflict'] },
    handler: async ({ principal, params }) => {
      const { kind } = await existing(parts, principal.workspace_id, params.job_id)
      access.assertMayRepeat(principal, kind)
      return access.shownJob(await queue.retry(principal.workspace_id, params.job_id))
    },
  })
}

function enqueued(answer: EnqueueAnswer | undefined): { job: JobRecord; created: boolean; replayed: boolean } {
  switch (answer?.type) {
    case 'created':
      return { job: answer.job, created: true, replayed: false }
    case 'existing':
      return { job: answer.job, created: false, replayed: false }
    case 'replayed':
      return { job: answer.job, created: answer.created, replayed: true }
    default:
      throw new UnprocessableError(
        'idempotency_mismatch',
        'This Idempotency-Key was used for a request with another body. Use a new key.',
      )
  }
}

async function existing({ queue }: JobRouteParts, workspaceId: string, jobId: string): Promise<Job> {
  const found = await queue.get(workspaceId, jobId)
  if (found === null) throw new NotFoundError('There is no such job.')
  return found
}

async function page(
  { store }: JobRouteParts,
  workspaceId: string,
  { limit, cursor, ...filter }: JobFilter,
  shown: (record: JobRecord) => Job,
): Promise<Page<Job>> {
  const first = cursor === undefined ? null : decodeCursor<[string]>(cursor, ['string'])[0]
  const items: Job[] = []
  let bytes = 0
  for (let before = first; ; before = items.at(-1)?.job_id ?? before) {
    const count = Math.min(sliceLength, limit + 1 - items.length)
    const slice = await store.list(workspaceId, filter, { count, before })
    for (const record of slice) {
      const size = record.payload.length + (record.result?.length ?? 0)
      if (items.length === limit || (items.length > 0 && bytes + size > pageBytes)) {
        return { items, next_cursor: encodeCursor([items.at(-1)?.job_id ?? '']) }
      }
      bytes += size
      items.push(shown(record))
    }
    if (slice.length < count) return { items, next_cursor: null }
  }
}
