import { Type } from 'typebox'
import type { AppRunner, RunStatus, RunTrigger } from '@svc/plugin/contracts/agent-apps'

const Problem = Type.Object(
  {
    message: Type.String(),
    file: Type.String(),
    line: Type.Union([Type.Integer(), Type.Null()]),
    column: Type.Union([Type.Integer(), Type.Null()]),
    frame: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'FolderProblem', description: 'Where the folder is wrong: the rule, the place and the remedy.' },
)

export const nullableText = Type.Union([Type.String(), Type.Null()])
export const anyObject = (description: string) => Type.Object({}, { additionalProperties: true, description })
export const nullableSchema = Type.Union([anyObject('A JSON Schema.'), Type.Null()])

const runners = ['api', 'ui', 'cli', 'job', 'playbook'] satisfies AppRunner[]
export const Runner = Type.Unsafe<AppRunner>(Type.Union(runners.map(runner => Type.Literal(runner))))
const ShownRunner = Type.Enum([...runners], { title: 'AgentAppRunner' })
const Trigger = Type.Unsafe<RunTrigger>(
  Type.Union(
    ['api', 'ui', 'cli', 'job', 'schedule', 'playbook'].map(trigger => Type.Literal(trigger)),
    {
      description:
        'What started it: the runner that was asked for, the schedule of the manifest, or for a job somebody who is signed in (`ui`).',
    },
  ),
)
const statuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] satisfies RunStatus[]
export const Status = Type.Union(statuses.map(status => Type.Literal(status)))
export const ShownStatus = Type.Enum([...statuses], { title: 'AgentAppRunStatus' })

export const FolderError = Type.Optional(
  Type.Intersect([Problem, Type.Object({ problems: Type.Array(Problem) })], {
    title: 'FolderError',
    description: 'Set while the folder is broken. The last good version, if there is one, stays up.',
  }),
)

export const AppSummary = Type.Object(
  {
    name: Type.String(),
    version: nullableText,
    display_name: nullableText,
    description: nullableText,
    icon: Type.Union([Type.String(), Type.Null()], {
      description:
        "The folder's `icon.svg` as a `data:` URL, for an `img`; null: it has none, or one of more than 16 KiB.",
    }),
    inputs: nullableSchema,
    outputs: nullableSchema,
    permissions: anyObject('What the manifest grants.'),
    limits: anyObject('What one run may use.'),
    runners: Type.Array(ShownRunner),
    schedule: Type.Union([
      Type.Object(
        {
          cron: Type.String(),
          timezone: Type.String(),
          inputs: anyObject('The inputs of each run.'),
          next_run_at: Type.Union([Type.String(), Type.Null()], {
            description: 'Null while it is not run by the clock: schedules are switched off, or nobody is set up yet.',
          }),
        },
        { title: 'AgentAppSchedule' },
      ),
      Type.Null(),
    ]),
    enabled: Type.Boolean({ description: 'False: the operator has switched it off.' }),
    last_run: Type.Union(
      [
        Type.Object(
          { run_id: Type.String(), status: ShownStatus, started_at: Type.String() },
          { title: 'AgentAppLastRun' },
        ),
        Type.Null(),
      ],
      { description: 'The newest run in this workspace; null: there is none.' },
    ),
    examples: Type.Array(anyObject('A title, and inputs that work.')),
    error: FolderError,
  },
  { title: 'AgentApp' },
)

const RunError = Type.Object(
  { name: Type.String(), message: Type.String(), stack: Type.String(), code: Type.Optional(Type.String()) },
  { title: 'AgentAppRunError', description: 'Frames of the stack read `main.ts:LINE:COLUMN`.' },
)

export const LogLevel = Type.Enum(['debug', 'info', 'warn', 'error'], { title: 'AgentAppLogLevel' })

const listedFields = {
  run_id: Type.String(),
  app: Type.String(),
  version: Type.String(),
  runner: ShownRunner,
  trigger: Trigger,
  status: ShownStatus,
  playbook_run_id: Type.Union([Type.String(), Type.Null()], {
    description: 'The run of the playbook that the app is; null: it is none, or its run has not begun.',
  }),
  error: Type.Union([RunError, Type.Null()]),
  usage: Type.Object(
    {
      duration_ms: Type.Number(),
      cpu_ms: Type.Number(),
      agent_calls: Type.Integer(),
      tool_calls: Type.Integer(),
      prompt_tokens: Type.Integer(),
      completion_tokens: Type.Integer(),
    },
    { title: 'AgentAppRunUsage' },
  ),
  started_at: Type.String(),
  finished_at: nullableText,
}

export const RunRecord = Type.Object(
  {
    ...listedFields,
    output: Type.Unknown({ description: 'What the app answered: any JSON value.' }),
    logs: Type.Array(
      Type.Object({ at: Type.String(), level: LogLevel, message: Type.String() }, { title: 'AgentAppRunLog' }),
    ),
  },
  { title: 'AgentAppRun' },
)
export const ListedRun = Type.Object(
  {
    ...listedFields,
    output_bytes: Type.Integer({
      description: 'Of the output as JSON; 0 without one. The run itself has `output` and `logs`.',
    }),
  },
  { title: 'ListedAgentAppRun' },
)
const Warnings = Type.Optional(
  Type.Array(
    Type.Object(
      { message: Type.String(), file: Type.String(), line: Type.Union([Type.Integer(), Type.Null()]) },
      { title: 'AgentAppWarning' },
    ),
    {
      description:
        'Set while the newest edit of the folder is broken: the last good version ran. What is wrong, and where.',
    },
  ),
)
/** What a run is answered with; the record that is kept has no warnings. */
export const RunAnswer = Type.Object({ ...RunRecord.properties, warnings: Warnings }, { title: 'AgentAppRunResult' })
export const QueuedRun = Type.Object(
  {
    run_id: Type.String(),
    job_id: Type.String(),
    status: Type.Literal('queued'),
    warnings: Warnings,
  },
  { title: 'QueuedAgentAppRun' },
)
export const CancelledRun = Type.Object(
  {
    run_id: Type.String(),
    status: ShownStatus,
    cancel_requested: Type.Literal(true),
  },
  { title: 'CancelledAgentAppRun' },
)

export const appExample = {
  name: 'csv-profile',
  version: '1.0.0',
  display_name: 'CSV profile',
  description: 'Profiles the columns of a CSV file',
  icon: null,
  inputs: { type: 'object', properties: { csv: { type: 'string' } }, required: ['csv'], additionalProperties: false },
  outputs: { type: 'object' },
  permissions: { agent: false, tools: [], memory: 'none', files: 'none', datasets: 'none', network: [] },
  limits: { timeout_ms: 30000, cpu_ms: 1000, memory_mb: 64, tool_calls: 50, tokens: 20000, concurrency: 4 },
  runners: ['api', 'ui', 'cli', 'job', 'playbook'],
  schedule: { cron: '0 9 * * 1-5', timezone: 'Europe/London', inputs: {}, next_run_at: '2026-02-02T09:00:00.000Z' },
  enabled: true,
  last_run: {
    run_id: 'run_01jh8x2m5k7q9r3t6v8w0y2z4a',
    status: 'succeeded' as const,
    started_at: '2026-01-31T12:00:00.000Z',
  },
  examples: [{ title: 'Two people', inputs: { csv: 'name,age\nAda,36\nAlan,41\n' } }],
}

export const runExample = {
  run_id: 'run_01jh8x2m5k7q9r3t6v8w0y2z4a',
  app: 'csv-profile',
  version: '1.0.0',
  runner: 'api',
  trigger: 'api',
  status: 'succeeded',
  playbook_run_id: null,
  output: { rows: 2 },
  error: null,
  logs: [{ at: '2026-01-31T12:00:00.004Z', level: 'info', message: 'Read 2 rows' }],
  usage: { duration_ms: 12.4, cpu_ms: 3.1, agent_calls: 0, tool_calls: 0, prompt_tokens: 0, completion_tokens: 0 },
  started_at: '2026-01-31T12:00:00.000Z',
  finished_at: '2026-01-31T12:00:00.012Z',
}
