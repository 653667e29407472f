import { ValidationError } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { RunStatus } from '@svc/plugin/contracts/agent-apps'
import { Type } from 'typebox'
import type { RunHistory } from '../runs/run-history.ts'
import { runText } from './run-text.ts'
import { CancelledRun, ListedRun, runExample, RunRecord, Status } from './app-schemas.ts'
import { runEvents } from './event-schemas.ts'

const RunId = Type.Object({ run_id: Type.String({ minLength: 1, maxLength: 100 }) })

const ListQuery = Type.Object(
  {
    app: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only runs of this app.' })),
    status: Type.Optional(Status),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 2048 })),
  },
  { additionalProperties: false },
)

const { output, logs: _logs, ...listed } = runExample
const listedExample = { ...listed, output_bytes: JSON.stringify(output).length }

interface ListQuery {
  app?: string
  status?: RunStatus
  limit?: number
  cursor?: string
}

/** The workspace's runs: history, events, cancel. */
export function runRoutes(app: RouteRegistrar, history: RunHistory): void {
  app.route({
    method: 'GET',
    path: '/api/agent-apps/runs',
    operationId: 'listAgentAppRuns',
    summary: 'Lists the runs of agent apps',
    description: 'Newest first. `output` and `logs` are in the run itself.',
    permission: 'agent-apps:read',
    query: ListQuery,
    responses: {
      200: {
        description: 'A page of runs',
        schema: Type.Object({ items: Type.Array(ListedRun), next_cursor: Type.Union([Type.String(), Type.Null()]) }),
        example: { items: [listedExample], next_cursor: null },
      },
    },
    handler: ({ query: { limit = 50, ...filter }, principal }) =>
      history.list(principal.workspace_id, { ...filter, limit }),
  })

  app.route({
    method: 'GET',
    path: '/api/agent-apps/runs/:run_id',
    operationId: 'getAgentAppRun',
    summary: 'Shows a run',
    permission: 'agent-apps:read',
    params: RunId,
    responses: { 200: { description: 'The run', schema: RunRecord, example: runExample } },
    async handler({ params: { run_id }, principal: { workspace_id }, headers }, reply) {
      const record = await history.get(workspace_id, run_id)
      const output = await history.output(workspace_id, run_id)
      if (output === null) return record
      // It has ended, so it does not change any more.
      const etag = `"${run_id}"`
      reply.header('etag', etag).header('cache-control', 'private, no-cache')
      if (!headers['if-none-match']?.includes(etag)) return reply.jsonText(runText(record, output))
      reply.status(304)
    },
  })

  app.route({
    method: 'GET',
    path: '/api/agent-apps/runs/:run_id/events',
    operationId: 'streamAgentAppRunEvents',
    summary: "Streams a run's events",
    description:
      'Server-sent events: `log`, `agent`, `tool_call`, `progress`, and `done` at the end. What happened before comes first, also after ' +
      'the run has ended; `Last-Event-ID` resumes behind an event.',
    permission: 'agent-apps:read',
    params: RunId,
    responses: {
      200: {
        description: 'The events',
        contentType: 'text/event-stream',
        events: runEvents,
        example: 'id: 1\nevent: progress\ndata: {"type":"progress","fraction":0.5,"note":"age"}\n\n',
      },
    },
    longRunning: true,
    async handler({ params, principal, headers, signal }, reply) {
      const lastId = readLastEventId(headers['last-event-id'])
      // So that an unknown run is a 404 and not an empty stream.
      await history.get(principal.workspace_id, params.run_id)
      return reply.sse(history.events(principal.workspace_id, params.run_id, lastId, signal))
    },
  })

  app.route({
    method: 'POST',
    path: '/api/agent-apps/runs/:run_id/cancel',
    operationId: 'cancelAgentAppRun',
    summary: 'Cancels a run',
    description: 'A queued run is cancelled at once, a running one within a moment. One that has ended answers 409.',
    permission: 'agent-apps:write',
    params: RunId,
    responses: {
      202: {
        description: 'The cancel was taken',
        schema: CancelledRun,
        example: { run_id: runExample.run_id, status: 'running', cancel_requested: true },
      },
    },
    errors: { 409: ['conflict'] },
    example: { summary: 'Has no body' },
    async handler({ params, principal }, reply) {
      const cancelled = await history.cancel(principal.workspace_id, params.run_id)
      reply.status(202)
      return cancelled
    },
  })
}

function readLastEventId(header: string | undefined): number {
  if (header === undefined || header === '') return 0
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const message = 'must be the id of an event of this run, a whole number'
  throw new ValidationError(`header Last-Event-ID ${message}`, [{ path: '/last-event-id', message }])
}
