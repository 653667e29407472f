import { approvalSchema } from '@svc/plugin/library/approvals/approval-schemas'
import { Type } from 'typebox'
import { anyObject, anyValue, orNull, time } from './schemas.ts'

const labels = Type.Unsafe<Record<string, string>>(
  Type.Object(
    {},
    {
      additionalProperties: { type: 'string', maxLength: 200 },
      maxProperties: 20,
      description: 'Words of the caller, to find runs by.',
    },
  ),
)
export const runParams = Type.Object({ run_id: Type.String({ minLength: 1, maxLength: 100 }) })
export const taskParams = Type.Object({
  run_id: Type.String({ minLength: 1, maxLength: 100 }),
  task_id: Type.String({ minLength: 1, maxLength: 100 }),
})

export const decisionBody = Type.Object(
  {
    approval_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'May be left out while one waits.' }),
    ),
    form: Type.Optional(anyObject('What was filled in.')),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  },
  { additionalProperties: false },
)

export const runStatus = Type.Enum(['pending', 'running', 'waiting', 'suspended', 'completed', 'faulted', 'cancelled'])
const count = Type.Integer({ minimum: 0 })
const usage = Type.Object(
  {
    duration_ms: count,
    agent_calls: count,
    tool_calls: count,
    http_calls: count,
    prompt_tokens: count,
    completion_tokens: count,
    tasks: count,
  },
  { title: 'PlaybookRunUsage' },
)
const runFields = {
  id: Type.String(),
  playbook_id: Type.String(),
  name: Type.String(),
  version: Type.String(),
  revision: Type.Integer(),
  status: runStatus,
  error: orNull(anyObject('type, status, title, detail and instance: the task in which it arose.')),
  progress: Type.Object({ finished: count, total: count }),
  trigger: Type.String(),
  started_by: Type.Object({ user_id: Type.String(), key_id: orNull(Type.String()) }),
  parent_run_id: orNull(Type.String()),
  labels,
  usage,
  created_at: time,
  started_at: orNull(time),
  ended_at: orNull(time),
  wake_at: orNull(time),
}
export const listedRun = Type.Object(runFields, { title: 'ListedPlaybookRun' })
export const run = Type.Object(
  {
    ...runFields,
    waiting_for: Type.Array(
      Type.Object(
        {
          task: Type.String(),
          kind: Type.String(),
          approval_id: Type.Optional(Type.String()),
          child_run_id: Type.Optional(Type.String()),
          approval: Type.Optional(approvalSchema),
          until: orNull(time),
        },
        { title: 'PlaybookWaiting' },
      ),
    ),
    inputs: anyValue('As they were given; of a schedule `on` events the list of them.'),
    output: anyValue('Null until it has completed.'),
    context: anyValue('What its tasks have exported.'),
    current: Type.Array(Type.String({ description: 'The tasks that are under way.' })),
  },
  { title: 'PlaybookRun' },
)
export const task = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    reference: Type.String(),
    iteration: Type.Array(Type.Integer()),
    kind: Type.String(),
    call: orNull(Type.String()),
    status: Type.String(),
    skipped: Type.Boolean(),
    attempt: Type.Integer(),
    idempotency_key: Type.String(),
    input: anyValue('Of more than 32 KiB a list has {truncated, bytes}.'),
    output: anyValue('Of more than 32 KiB a list has {truncated, bytes}.'),
    error: orNull(anyObject('As in a run.')),
    usage: Type.Unsafe<Record<string, number>>(Type.Object({}, { additionalProperties: { type: 'number' } })),
    started_at: time,
    ended_at: orNull(time),
    wake_at: orNull(time),
    approval_id: orNull(Type.String()),
    child_run_id: orNull(Type.String()),
    superseded: Type.Boolean(),
  },
  { title: 'PlaybookTask' },
)

export const startBody = Type.Object(
  {
    playbook_id: Type.String({ minLength: 1, maxLength: 200, description: 'The id, the name, or `name@version`.' }),
    inputs: Type.Optional(anyObject('As the schema of its input has it; default {}.')),
    version: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    priority: Type.Optional(Type.Integer({ minimum: -100, maximum: 100, default: 0 })),
    labels: Type.Optional(labels),
    wait_seconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 30, default: 0, description: 'How long to wait for its end.' }),
    ),
  },
  { additionalProperties: false },
)
export const reasonBody = Type.Object(
  { reason: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })) },
  { additionalProperties: false },
)
export const resumeBody = Type.Object(
  {
    from_task: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        description:
          'A reference, or a name that one task has, at the top or inside of `do`; not inside of `for`, `fork` or `try`.',
      }),
    ),
    input: Type.Optional(anyValue('In place of the input that the task had.')),
    version: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  },
  { additionalProperties: false },
)
