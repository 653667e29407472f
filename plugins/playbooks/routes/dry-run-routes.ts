import type { JsonValue, RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'
import type { DryRuns } from '../dry-runs/dry-runs.ts'
import { exampleSource, exampleTask } from './examples.ts'
import { givenOf } from './playbook-routes.ts'
import { givenFields, playbookParams } from './playbook-schemas.ts'
import { task } from './run-schemas.ts'
import { anyObject, anyValue, orNull } from './schemas.ts'

const path = '/api/playbooks'
const bodyLimit = 8 * 1024 * 1024
const jsonMembers = 100_000

const mocks = Type.Unsafe<Record<string, JsonValue>>(
  Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        'What calls give, by the name of their task or its reference; `{"error": {type, status, detail}}` in place of an output is a fault.',
    },
  ),
)
const asked = {
  inputs: Type.Optional(anyObject('As a start takes them; default {}.')),
  mocks: Type.Optional(mocks),
}
const warning = Type.Object({ task: Type.String(), message: Type.String() }, { title: 'PlaybookDryRunWarning' })
const dryRun = Type.Object(
  {
    status: Type.Enum(['completed', 'faulted']),
    output: anyValue('Null unless it completed.'),
    error: orNull(anyObject('As in a run.')),
    tasks: Type.Array(task),
    warnings: Type.Array(warning),
  },
  { title: 'PlaybookDryRun' },
)
const answer = {
  description: 'What the playbook did',
  schema: dryRun,
  example: {
    status: 'completed' as const,
    output: { text: 'Hello Ada' },
    error: null,
    tasks: [exampleTask],
    warnings: [],
  },
}
const description =
  'Expressions are evaluated and the flow is followed; no effect happens, and waits take no time. A call gives what its mock says; without one it gives ' +
  'null, and a warning says so. Secrets are `***`. At most 1,000 tasks are executed, within 20 seconds.'

/** Playbooks, tried without an effect. */
export function dryRunRoutes(app: RouteRegistrar, dryRuns: DryRuns): void {
  app.route({
    method: 'POST',
    path: `${path}/:playbook_id/dry-run`,
    operationId: 'dryRunPlaybook',
    summary: 'Try a playbook without an effect',
    description,
    permission: 'playbooks:read',
    params: playbookParams,
    body: Type.Object(
      { ...asked, version: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) },
      { additionalProperties: false },
    ),
    bodyLimit,
    jsonMembers,
    idempotent: false,
    longRunning: true,
    example: {
      summary: 'With a mock for the task "fetch"',
      body: { inputs: { name: 'Ada' }, mocks: { fetch: { ok: true } } },
    },
    responses: { 200: answer },
    handler({ params, body: { inputs = {}, mocks: given = {}, version }, principal, signal }) {
      const subject = { playbook_id: params.playbook_id, ...(version !== undefined && { version }) }
      return dryRuns.run(subject, { inputs, mocks: given }, { principal, signal })
    },
  })

  app.route({
    method: 'POST',
    path: `${path}/dry-run`,
    operationId: 'dryRunPlaybookDefinition',
    summary: 'Try a definition that is not stored',
    description: `The definition is checked as \`validate\` does it; one with mistakes answers 422. ${description}`,
    permission: 'playbooks:read',
    body: Type.Object({ ...givenFields, ...asked }, { additionalProperties: false }),
    bodyLimit,
    jsonMembers,
    idempotent: false,
    longRunning: true,
    example: { summary: 'A playbook with one task', body: { source: exampleSource, inputs: { name: 'Ada' } } },
    responses: { 200: answer },
    errors: { 422: ['playbook_invalid'] },
    handler({ body: { inputs = {}, mocks: given = {}, ...definition }, principal, signal }) {
      return dryRuns.run({ given: givenOf(definition) }, { inputs, mocks: given }, { principal, signal })
    },
  })
}
