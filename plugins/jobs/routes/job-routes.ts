import { Type } from 'typebox'
import { NotFoundError } from '@svc/plugin'
import type { Job, JobQueue, RouteRegistrar } from '@svc/plugin'
import type { JobAccess } from '../job-access.ts'
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
    states: Type.Object(counts, { ...closed, title: 'JobCounts' }),
    queues: Type.Array(
      Type.Object(
        { queue: Type.String(), ...counts, oldest_queued_at: oldestQueued },
        { ...closed, title: 'JobQueueStats' },
      ),
    ),
    queues_left_out: Type.Integer({ description: 'Queues beyond the 1,000 that are listed.' }),
    oldest_queued_at: oldestQueued,
  },
  { ...closed, title: 'JobStats' },
)
const noCounts = { queued: 0, running: 0, succeeded: 0, cancelled: 0, dead: 0 }
const statsExample = {
  states: { ...noCounts, queued: 1 },
  queues: [{ queue: 'default', ...noCounts, queued: 1, oldest_queued_at: '2026-01-31T12:00:00.000Z' }],
  queues_left_out: 0,
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

export interface JobRouteOptions {
  queue: JobQueue
  access: JobAccess
}

/** Jobs for the caller who wants work done. */
export function jobRoutes(app: RouteRegistrar, { queue, access }: JobRouteOptions): void {
  app.route({
    method: 'POST',
    path: '/api/jobs',
    operationId: 'enqueueJob',
    summary: 'Add a job to the queue',
    description:
      'A kind that a plugin declares is checked against its payload schema; other kinds are accepted and left for workers outside the server. While a job with the same `unique_key` is queued or running, that one is answered with 200. The idempotency record is written together with the job.',
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
      const { principal, body, idempotency } = request
      const {
        job: made,
        created,
        replayed,
      } = await queue.enqueue(principal.workspace_id, body, idempotency ?? undefined)
      if (replayed) reply.header('idempotency-replayed', 'true')
      reply.status(created ? 201 : 200).header('location', `${request.baseUrl}/api/jobs/${made.job_id}`)
      return access.shownJob(made)
    },
  })

  app.route({
    method: 'GET',
    path: '/api/jobs',
    operationId: 'listJobs',
    summary: 'List jobs, newest first',
    description: 'A page of large jobs may end before `limit`; `next_cursor` says whether there are more.',
    permission: 'jobs:read',
    query: listQuery,
    responses: {
      200: { description: 'A page', schema: jobPage, example: { items: [jobExample], next_cursor: null } },
    },
    handler: async ({ principal, query }) => {
      const { items, next_cursor } = await queue.list(principal.workspace_id, query)
      return { items: items.map(item => access.shownJob(item)), next_cursor }
    },
  })

  app.route({
    method: 'GET',
    path: '/api/jobs/stats',
    operationId: 'getJobStats',
    summary: 'Count jobs by state and queue',
    description:
      '`oldest_queued_at` is the `run_at` of the job that has been due for longest; null when none waits. At most 1,000 queues ' +
      'are listed, those with jobs that wait or run before the others; `states` counts the jobs of all of them.',
    permission: 'jobs:read',
    responses: { 200: { description: 'The numbers', schema: jobStats, example: statsExample } },
    handler: ({ principal }) => queue.stats(principal.workspace_id),
  })

  app.route({
    method: 'POST',
    path: '/api/jobs/redrive',
    operationId: 'redriveJobs',
    summary: 'Put dead jobs back to the queue, the oldest first',
    description:
      'Their attempts are counted anew. Jobs that act with the rights of a user are left out unless the owner asks.',
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
      return queue.redrive(principal.workspace_id, { ...body, except_kinds: exceptKinds })
    },
  })

  app.route({
    method: 'GET',
    path: '/api/jobs/:job_id',
    operationId: 'getJob',
    summary: 'Read one job',
    permission: 'jobs:read',
    params: jobParams,
    responses: { 200: { description: 'The job', schema: job, example: jobExample } },
    handler: async ({ principal, params }) =>
      access.shownJob(await existing(queue, principal.workspace_id, params.job_id)),
  })

  app.route({
    method: 'POST',
    path: '/api/jobs/:job_id/cancel',
    operationId: 'cancelJob',
    summary: 'Cancel a job',
    description:
      'A queued job is `cancelled` at once. A running one has `cancel_requested` set, which its worker learns with the next heartbeat; it ends as its worker ends it, or `cancelled` when it fails or loses its lease.',
    permission: 'jobs:write',
    params: jobParams,
    responses: { 200: { description: 'The job', schema: job, example: { ...jobExample, state: 'cancelled' } } },
    errors: { 409: ['conflict'] },
    handler: async ({ principal, params }) =>
      access.shownJob(await queue.cancel(principal.workspace_id, params.job_id)),
  })

  app.route({
    method: 'POST',
    path: '/api/jobs/:job_id/retry',
    operationId: 'retryJob',
    summary: 'Put a dead or cancelled job back to the queue',
    description: 'Its attempts are counted anew.',
    permission: 'jobs:write',
    params: jobParams,
    responses: { 200: { description: 'The job, queued', schema: job, example: jobExample } },
    errors: { 409: ['conflict'] },
    handler: async ({ principal, params }) => {
      const { kind } = await existing(queue, principal.workspace_id, params.job_id)
      access.assertMayRepeat(principal, kind)
      return access.shownJob(await queue.retry(principal.workspace_id, params.job_id))
    },
  })
}

async function existing(queue: JobQueue, workspaceId: string, jobId: string): Promise<Job> {
  const found = await queue.get(workspaceId, jobId)
  if (found === null) throw new NotFoundError('There is no such job.')
  return found
}
