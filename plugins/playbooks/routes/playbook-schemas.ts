import { Type } from 'typebox'
import { anyObject, orNull, time } from './schemas.ts'

const strings = Type.Array(Type.String())

export const playbookParams = Type.Object({
  playbook_id: Type.String({ minLength: 1, maxLength: 200, description: 'The id, the name, or `name@version`.' }),
})

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
