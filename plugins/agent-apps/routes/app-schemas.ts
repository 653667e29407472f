import { Type } from 'typebox'
import type { AppRunner } from '@svc/plugin/contracts/agent-apps'

const Problem = Type.Object(
  {
    message: Type.String(),
    file: Type.String(),
    line: Type.Union([Type.Integer(), Type.Null()]),
    column: Type.Union([Type.Integer(), Type.Null()]),
    frame: Type.Union([Type.String(), Type.Null()]),
  },
  { description: 'Where the folder is wrong: the rule, the place and the remedy.' },
)

export const nullableText = Type.Union([Type.String(), Type.Null()])
export const anyObject = (description: string) => Type.Object({}, { additionalProperties: true, description })
export const nullableSchema = Type.Union([anyObject('A JSON Schema.'), Type.Null()])

export const Runner = Type.Unsafe<AppRunner>(
  Type.Union(['api', 'ui', 'cli', 'job', 'playbook'].map(runner => Type.Literal(runner))),
)
export const Status = Type.Union(
  ['queued', 'running', 'succeeded', 'failed', 'cancelled'].map(status => Type.Literal(status)),
)

export const FolderError = Type.Optional(
  Type.Intersect([Problem, Type.Object({ problems: Type.Array(Problem) })], {
    description: 'Set while the folder is broken. The last good version, if there is one, stays up.',
  }),
)

export const AppSummary = Type.Object({
  name: Type.String(),
  version: nullableText,
  display_name: nullableText,
  description: nullableText,
  inputs: nullableSchema,
  outputs: nullableSchema,
  permissions: anyObject('What the manifest grants.'),
  limits: anyObject('What one run may use.'),
  runners: Type.Array(Type.String()),
  enabled: Type.Boolean({ description: 'False: the operator has switched it off.' }),
  examples: Type.Array(anyObject('A title, and inputs that work.')),
  error: FolderError,
})

const RunError = Type.Object(
  { name: Type.String(), message: Type.String(), stack: Type.String(), code: Type.Optional(Type.String()) },
  { description: 'Frames of the stack read `main.ts:LINE:COLUMN`.' },
)

const recordFields = {
  run_id: Type.String(),
  app: Type.String(),
  version: Type.String(),
  runner: Type.String(),
  status: Type.String({ description: 'queued, running, succeeded, failed or cancelled.' }),
  output: Type.Unknown({ description: 'What the app answered: any JSON value.' }),
  error: Type.Union([RunError, Type.Null()]),
  logs: Type.Array(Type.Object({ at: Type.String(), level: Type.String(), message: Type.String() })),
  usage: Type.Object({
    duration_ms: Type.Number(),
    cpu_ms: Type.Number(),
    agent_calls: Type.Integer(),
    tool_calls: Type.Integer(),
    prompt_tokens: Type.Integer(),
    completion_tokens: Type.Integer(),
  }),
  started_at: Type.String(),
  finished_at: nullableText,
}

export const RunRecord = Type.Object(recordFields)
export const ListedRun = Type.Object({
  ...recordFields,
  abridged: Type.Boolean({
    description: 'True: `output` is left out here, being longer than 16 KiB. Lists have no `logs`.',
  }),
})
export const QueuedRun = Type.Object({ run_id: Type.String(), job_id: Type.String(), status: Type.Literal('queued') })
export const CancelledRun = Type.Object({
  run_id: Type.String(),
  status: Type.String(),
  cancel_requested: Type.Literal(true),
})

export const appExample = {
  name: 'csv-profile',
  version: '1.0.0',
  display_name: 'CSV profile',
  description: 'Profiles the columns of a CSV file',
  inputs: { type: 'object', properties: { csv: { type: 'string' } }, required: ['csv'], additionalProperties: false },
  outputs: { type: 'object' },
  permissions: { agent: false, tools: [], memory: 'none', files: 'none', datasets: 'none', network: [] },
  limits: { timeout_ms: 30000, cpu_ms: 1000, memory_mb: 64, tool_calls: 50, tokens: 20000, concurrency: 4 },
  runners: ['api', 'ui', 'cli', 'job', 'playbook'],
  enabled: true,
  examples: [{ title: 'Two people', inputs: { csv: 'name,age\nAda,36\nAlan,41\n' } }],
}

export const runExample = {
  run_id: 'run_01jh8x2m5k7q9r3t6v8w0y2z4a',
  app: 'csv-profile',
  version: '1.0.0',
  runner: 'api',
  status: 'succeeded',
  output: { rows: 2 },
  error: null,
  logs: [{ at: '2026-01-31T12:00:00.004Z', level: 'info', message: 'Read 2 rows' }],
  usage: { duration_ms: 12.4, cpu_ms: 3.1, agent_calls: 0, tool_calls: 0, prompt_tokens: 0, completion_tokens: 0 },
  started_at: '2026-01-31T12:00:00.000Z',
  finished_at: '2026-01-31T12:00:00.012Z',
}
