import { Type } from 'typebox'
import { fieldName, ValidationError } from '@svc/plugin'
import type { JobQueueStore } from '@svc/plugin'
import type { StoreCall } from '@svc/plugin/contracts/worker-link'
import { text } from './link-schemas.ts'

const closed = { additionalProperties: false }
const time = Type.Integer({ minimum: 0 })
const timeOrNull = Type.Union([time, Type.Null()])
const textOrNull = Type.Union([text, Type.Null()])
const workspace_id = text
const job_id = text
const name = text

const newJob = Type.Object(
  {
    workspace_id,
    job_id,
    kind: text,
    queue: text,
    priority: Type.Integer(),
    payload: Type.String({ maxLength: 1024 * 1024 }),
    max_attempts: Type.Integer({ minimum: 1, maximum: 100 }),
    unique_key: textOrNull,
    run_at: time,
    created_at: time,
  },
  { ...closed, title: 'QueueNewJob' },
)
const schedule = Type.Object(
  {
    workspace_id,
    name,
    cron: text,
    timezone: text,
    misfire: Type.Enum(['run_once', 'skip']),
    enabled: Type.Boolean(),
    job: Type.String(),
    next_run_at: timeOrNull,
    last_run_at: timeOrNull,
    last_job_id: textOrNull,
    created_at: time,
    updated_at: time,
  },
  { ...closed, title: 'QueueSchedule' },
)
const state = Type.Enum(['queued', 'running', 'succeeded', 'cancelled', 'dead'])
const filter = Type.Object(
  { state: Type.Optional(state), kind: Type.Optional(text), queue: Type.Optional(text) },
  { ...closed, title: 'QueueFilter' },
)
const redriven = Type.Object(
  {
    kind: Type.Optional(text),
    queue: Type.Optional(text),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
    except_kinds: Type.Optional(Type.Array(text, { maxItems: 1000 })),
  },
  { ...closed, title: 'QueueRedrive' },
)
const count = Type.Integer({ minimum: 1, maximum: 1001 })

/** What a handler in a worker may ask of the queue, by the names of {@link JobQueueStore}. */
const call = Type.Union([
  Type.Object(
    { method: Type.Literal('enqueue'), jobs: Type.Array(newJob, { minItems: 1, maxItems: 1000 }) },
    { ...closed, title: 'EnqueueCall' },
  ),
  Type.Object({ method: Type.Literal('get'), workspace_id, job_id }, { ...closed, title: 'GetJobCall' }),
  Type.Object(
    {
      method: Type.Literal('list'),
      workspace_id,
      filter,
      page: Type.Object({ count, before: textOrNull }, closed),
    },
    { ...closed, title: 'ListJobsCall' },
  ),
  Type.Object({ method: Type.Literal('stats'), workspace_id }, { ...closed, title: 'JobStatsCall' }),
  Type.Object({ method: Type.Literal('cancel'), workspace_id, job_id }, { ...closed, title: 'CancelJobCall' }),
  Type.Object({ method: Type.Literal('retry'), workspace_id, job_id }, { ...closed, title: 'RetryJobCall' }),
  Type.Object(
    { method: Type.Literal('redrive'), workspace_id, filter: redriven },
    { ...closed, title: 'RedriveJobsCall' },
  ),
  Type.Object({ method: Type.Literal('putSchedule'), schedule }, { ...closed, title: 'PutScheduleCall' }),
  Type.Object({ method: Type.Literal('getSchedule'), workspace_id, name }, { ...closed, title: 'GetScheduleCall' }),
  Type.Object(
    { method: Type.Literal('listSchedules'), workspace_id, page: Type.Object({ count, after: textOrNull }, closed) },
    { ...closed, title: 'ListSchedulesCall' },
  ),
  Type.Object(
    { method: Type.Literal('deleteSchedule'), workspace_id, name },
    { ...closed, title: 'DeleteScheduleCall' },
  ),
  Type.Object({ method: Type.Literal('depth') }, { ...closed, title: 'QueueDepthCall' }),
])
export const storeBody = Type.Object({ call }, closed)

/** Carries a worker's call out on the store. */
export async function answerCall(store: JobQueueStore, made: StoreCall): Promise<unknown> {
  switch (made.method) {
    case 'enqueue':
      assertJson(
        made.jobs.map(({ payload }) => payload),
        'call/jobs',
      )
      return store.enqueue(made.jobs)
    case 'get':
      return store.get(made.workspace_id, made.job_id)
    case 'list':
      return store.list(made.workspace_id, made.filter, made.page)
    case 'stats':
      return store.stats(made.workspace_id)
    case 'cancel':
      return store.cancel(made.workspace_id, made.job_id)
    case 'retry':
      return store.retry(made.workspace_id, made.job_id)
    case 'redrive':
      return store.redrive(made.workspace_id, made.filter)
    case 'putSchedule':
      assertJson([made.schedule.job], 'call/schedule')
      return store.putSchedule(made.schedule)
    case 'getSchedule':
      return store.getSchedule(made.workspace_id, made.name)
    case 'listSchedules':
      return store.listSchedules(made.workspace_id, made.page)
    case 'deleteSchedule':
      return store.deleteSchedule(made.workspace_id, made.name)
    case 'depth':
      return store.depth()
  }
}

/** One document that is none would make every list that it is in unreadable. @throws ValidationError */
export function assertJson(documents: readonly string[], where: string): void {
  for (const document of documents) {
    try {
      JSON.parse(document)
    } catch (cause) {
      const path = `/${where}`
      throw new ValidationError(
        `${fieldName(path)} holds a document that is not JSON`,
        [{ path, message: 'must be JSON' }],
        {
          cause,
        },
      )
    }
  }
}
