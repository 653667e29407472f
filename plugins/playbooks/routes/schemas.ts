import type { JsonObject, JsonValue } from '@svc/plugin'
import { approvalSchema } from '@svc/plugin/library/approvals/approval-schemas'
import { Type } from 'typebox'
import type { TSchema } from 'typebox'

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const anyObject = (description: string) =>
  Type.Unsafe<JsonObject>(Type.Object({}, { additionalProperties: true, description }))
export const anyValue = (description: string) => Type.Unsafe<JsonValue>(Type.Unknown({ description }))
const time = Type.String({ format: 'date-time' })
const strings = Type.Array(Type.String())
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

export const playbookParams = Type.Object({
  playbook_id: Type.String({ minLength: 1, maxLength: 200, description: 'The id, the name, or `name@version`.' }),
})
export const runParams = Type.Object({ run_id: Type.String({ minLength: 1, maxLength: 100 }) })
export const taskParams = Type.Object({
  run_id: Type.String({ minLength: 1, maxLength: 100 }),
  task_id: Type.String({ minLength: 1, maxLength: 100 }),
})
export const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 }))
export const cursor = Type.Optional(
  Type.String({ maxLength: 2048, description: 'The `next_cursor` of the page before.' }),
)

export const givenFields = {
  source: Type.Optional(
    Type.String({ minLength: 1, maxLength: 262_144, description: 'The definition as YAML or JSON text.' }),
  ),
  definition: Type.Optional(anyObject('The definition as JSON; in place of `source`.')),
}
export const givenDefinition = Type.Object(givenFields, { additionalProperties: false })

const needs = Type.Object(
  {
    agent: Type.Boolean(),
    tools: strings,
    apps: strings,
    playbooks: strings,
    network: Type.Boolean(),
    secrets: strings,
    sql: Type.Boolean(),
    memory: Type.Boolean(),
    approvals: Type.Boolean(),
  },
  { title: 'PlaybookNeeds', description: 'What it reaches of the workspace and the world.' },
)

const graph = Type.Object(
  {
    nodes: Type.Array(
      Type.Object(
        {
          reference: Type.String(),
          name: Type.String(),
          kind: Type.String(),
          parent: orNull(Type.String()),
          summary: orNull(Type.String({ description: 'What it does, in a few words.' })),
        },
        { title: 'PlaybookGraphNode' },
      ),
    ),
    edges: Type.Array(
      Type.Object(
        {
          from: Type.String(),
          to: Type.String({ description: 'A task of the same list; `exit`: that list ends; `end`: the run ends.' }),
          label: orNull(Type.String({ description: 'The case of a `switch`, or `skipped`: `if` does not hold.' })),
          when: orNull(Type.String({ description: 'The condition of the case.' })),
        },
        { title: 'PlaybookGraphEdge' },
      ),
    ),
  },
  {
    title: 'PlaybookGraph',
    description:
      'Its tasks, each below the one it stands in, and where a run goes from each. Branches of a `fork` have no edges.',
  },
)

const pause = Type.Unknown({ description: 'A duration.' })
const schedule = Type.Object(
  {
    cron: Type.Optional(Type.String()),
    every: Type.Optional(pause),
    after: Type.Optional(pause),
    on: Type.Optional(anyObject('Events, as `listen` has them.')),
    timezone: Type.String(),
    enabled: Type.Boolean({ description: 'Off until an admin switches it on.' }),
    next_run_at: orNull(time),
    run_as: orNull(Type.String({ description: 'The user as whom its runs act.' })),
  },
  { title: 'PlaybookSchedule' },
)

const place = orNull(Type.Integer())
const mistake = Type.Object(
  {
    code: Type.String(),
    path: Type.String({ description: 'A JSON Pointer.' }),
    message: Type.String(),
    line: place,
    column: place,
    end_line: place,
    end_column: place,
    frame: orNull(Type.String({ description: 'The lines around it.' })),
    suggestion: Type.Optional(Type.String()),
  },
  { title: 'PlaybookMistake' },
)
const playbookFields = {
  id: Type.String(),
  name: Type.String(),
  namespace: Type.String(),
  version: Type.String(),
  revision: Type.Integer(),
  title: orNull(Type.String()),
  summary: orNull(Type.String()),
  tags: Type.Unsafe<Record<string, string>>(Type.Object({}, { additionalProperties: { type: 'string' } })),
  source: Type.Enum(['api', 'manifest']),
  enabled: Type.Boolean(),
  inputs_schema: orNull(anyObject('JSON Schema of its inputs.')),
  output_schema: orNull(anyObject('JSON Schema of its output.')),
  schedule: orNull(schedule),
  needs,
  tool_name: orNull(Type.String({ description: 'Of the tool that starts it, with `document.metadata.tool: true`.' })),
  limits: Type.Object(
    {
      timeout_seconds: orNull(Type.Number()),
      token_budget: orNull(Type.Number()),
      max_active_runs: orNull(Type.Number()),
    },
    { title: 'PlaybookLimits', description: 'As its definition sets them.' },
  ),
  created_at: time,
  updated_at: time,
  warnings: Type.Optional(Type.Array(Type.String(), { description: 'What its author may want to change.' })),
  error: Type.Optional(
    Type.Object(
      { file: Type.String(), errors: Type.Array(mistake) },
      { description: 'What is wrong with its folder as it is now. Its last good version stays up.' },
    ),
  ),
}
export const playbook = Type.Object(playbookFields, { title: 'Playbook' })
export const playbookDetail = Type.Object(
  {
    ...playbookFields,
    text: Type.String({ description: 'As it was written.' }),
    definition: anyObject('The definition.'),
    graph,
  },
  { title: 'PlaybookDetail' },
)
export const playbookVersion = Type.Object(
  {
    version: Type.String(),
    revision: Type.Integer(),
    created_at: time,
    created_by: orNull(Type.String()),
    active: Type.Boolean({ description: 'Whether a start takes this one.' }),
  },
  { title: 'PlaybookVersion' },
)

export const checkedPlaybook = Type.Object(
  {
    valid: Type.Boolean(),
    errors: Type.Array(mistake),
    warnings: Type.Array(mistake),
    inputs_schema: orNull(anyObject('JSON Schema of its inputs.')),
    needs,
    graph,
  },
  { title: 'CheckedPlaybook' },
)

export const playbookPage = Type.Object(
  {
    items: Type.Array(playbook),
    next_cursor: orNull(Type.String()),
    problems: Type.Array(
      Type.Object(
        { name: Type.String(), file: Type.String(), errors: Type.Array(mistake) },
        { title: 'BrokenPlaybookFolder' },
      ),
    ),
  },
  { title: 'PlaybookPage' },
)

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
export const page = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: orNull(Type.String()) })
