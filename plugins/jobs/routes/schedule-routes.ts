import { Type } from 'typebox'
import { NotFoundError } from '@svc/plugin'
import type { JobSchedules, RouteRegistrar } from '@svc/plugin'
import type { JobAccess } from '../job-access.ts'
import { jobBodyBytes } from './job-routes.ts'
import { closed, pageQuery, schedule, scheduledJob, scheduleName } from './schemas.ts'

const newSchedule = Type.Object(
  {
    cron: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Five fields, minute hour day month weekday, six with seconds first, or @hourly and its like',
    }),
    timezone: Type.Optional(Type.String({ minLength: 1, maxLength: 64, default: 'UTC', description: 'An IANA name' })),
    misfire: Type.Optional(
      Type.Enum(['run_once', 'skip'], {
        default: 'run_once',
        description:
          'What to do about times that passed while no server ran: one run for all of them, or none for what is over 60 s late',
      }),
    ),
    enabled: Type.Optional(Type.Boolean({ default: true })),
    job: scheduledJob,
  },
  closed,
)
const example = {
  cron: '0 9 * * 1-5',
  timezone: 'Europe/London',
  misfire: 'run_once',
  enabled: true,
  job: { kind: 'reports.send', payload: { to: 'ada' } },
}
const shownExample = {
  name: 'morning-report',
  ...example,
  next_run_at: '2026-02-02T09:00:00.000Z',
  last_run_at: null,
  last_job_id: null,
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
}
const params = Type.Object({ name: scheduleName }, closed)
const none = 'There is no such schedule.'

/** Jobs that recur. */
export function scheduleRoutes(
  app: RouteRegistrar,
  { schedules, access }: { schedules: JobSchedules; access: JobAccess },
): void {
  app.route({
    method: 'GET',
    path: '/api/jobs/schedules',
    operationId: 'listJobSchedules',
    summary: 'List schedules, by name',
    description: 'A page with large jobs may end before `limit`; `next_cursor` says whether there are more.',
    permission: 'jobs:read',
    query: Type.Object(pageQuery, closed),
    responses: {
      200: {
        description: 'A page',
        schema: Type.Object(
          { items: Type.Array(schedule), next_cursor: Type.Union([Type.String(), Type.Null()]) },
          closed,
        ),
        example: { items: [shownExample], next_cursor: null },
      },
    },
    handler: async ({ principal, query }) => {
      const { items, next_cursor } = await schedules.list(principal.workspace_id, query)
      return { items: items.map(item => access.shownSchedule(item)), next_cursor }
    },
  })

  app.route({
    method: 'GET',
    path: '/api/jobs/schedules/:name',
    operationId: 'getJobSchedule',
    summary: 'Read one schedule',
    permission: 'jobs:read',
    params,
    responses: { 200: { description: 'The schedule', schema: schedule, example: shownExample } },
    handler: async ({ principal, params: { name } }) => {
      const found = await schedules.get(principal.workspace_id, name)
      if (found === null) throw new NotFoundError(none)
      return access.shownSchedule(found)
    },
  })

  app.route({
    method: 'PUT',
    path: '/api/jobs/schedules/:name',
    operationId: 'putJobSchedule',
    summary: 'Make or replace a schedule',
    description:
      'Each time makes one job, also across restarts and with several servers. In the hour that a clock skips, a fixed time runs at its end; in the hour that it repeats, once.',
    permission: 'jobs:write',
    bodyLimit: jobBodyBytes,
    params,
    body: newSchedule,
    responses: {
      200: { description: 'The schedule, replaced', schema: schedule, example: shownExample },
      201: { description: 'The schedule, made', schema: schedule, example: shownExample },
    },
    example: { body: example },
    handler: async ({ principal, params: { name }, body, baseUrl }, reply) => {
      const { workspace_id } = principal
      access.assertMayEnqueue(body.job.kind)
      const earlier = await schedules.get(workspace_id, name)
      if (earlier) access.assertMayEnqueue(earlier.job.kind)
      const { schedule: made, created } = await schedules.put(workspace_id, name, body)
      reply.status(created ? 201 : 200)
      if (created) reply.header('location', `${baseUrl}/api/jobs/schedules/${encodeURIComponent(name)}`)
      return made
    },
  })

  app.route({
    method: 'DELETE',
    path: '/api/jobs/schedules/:name',
    operationId: 'deleteJobSchedule',
    summary: 'Delete a schedule; jobs that it made stay',
    permission: 'jobs:write',
    params,
    responses: { 204: { description: 'Deleted' } },
    handler: async ({ principal, params: { name } }, reply) => {
      const earlier = await schedules.get(principal.workspace_id, name)
      if (earlier) access.assertMayEnqueue(earlier.job.kind)
      if (!(await schedules.delete(principal.workspace_id, name))) throw new NotFoundError(none)
      reply.status(204)
    },
  })
}
