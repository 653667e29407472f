import { decodeCursor, pageOf } from '@svc/plugin'
import type { JsonObject, RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'
import type { AgentAppSummary } from '@svc/plugin/contracts/agent-apps'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import type { RunHistory } from '../runs/run-history.ts'
import type { RunQueue } from '../runs/run-queue.ts'
import { warningHeader, warningHeaderOf } from '../runs/run-warnings.ts'
import type { RunService } from '../runs/run-service.ts'
import type { Schedules } from '../schedules/schedules.ts'
import { runText } from './run-text.ts'
import { appExample, AppSummary, QueuedRun, Runner, RunAnswer, runExample } from './app-schemas.ts'

/** The name of an app's or a tool's folder. */
export const FolderName = Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) })
export const defaultPage = 50

export const FolderQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: defaultPage })),
    cursor: Type.Optional(Type.String({ maxLength: 2048, description: 'The `next_cursor` of the page before.' })),
  },
  { additionalProperties: false },
)

const RunBody = Type.Object(
  {
    inputs: Type.Optional(
      Type.Unsafe<JsonObject>(
        Type.Object(
          {},
          { additionalProperties: true, description: "As the app's `inputs` schema has it; default {}." },
        ),
      ),
    ),
    runner: Type.Optional(Runner),
  },
  { additionalProperties: false },
)

export interface AppRouteServices {
  catalog: AppCatalog
  runs: RunService
  queue: RunQueue
  history: Pick<RunHistory, 'last'>
  schedules: Pick<Schedules, 'nextRuns'>
}

/** What apps there are, and running them. */
export function appRoutes(app: RouteRegistrar, { catalog, runs, queue, history, schedules }: AppRouteServices): void {
  const shown = async (workspaceId: string, summaries: AgentAppSummary[]) => {
    const isScheduled = summaries.some(({ schedule }) => schedule !== null)
    const next = isScheduled ? await schedules.nextRuns() : null
    const last = await history.last(
      workspaceId,
      summaries.map(({ name }) => name),
    )
    return summaries.map(summary => {
      const { name, schedule } = summary
      return {
        ...summary,
        schedule: schedule && { ...schedule, next_run_at: next?.get(name) ?? null },
        last_run: last.get(name) ?? null,
      }
    })
  }

  app.route({
    method: 'GET',
    path: '/api/agent-apps',
    operationId: 'listAgentApps',
    summary: 'Lists the agent apps',
    description: 'By name. A folder that is broken is listed with its `error`.',
    permission: 'agent-apps:read',
    query: FolderQuery,
    responses: {
      200: {
        description: 'A page of apps',
        schema: Type.Object({ items: Type.Array(AppSummary), next_cursor: Type.Union([Type.String(), Type.Null()]) }),
        example: { items: [appExample], next_cursor: null },
      },
    },
    async handler(request) {
      const { limit = defaultPage, cursor } = request.query
      const after = cursor === undefined ? '' : decodeCursor<readonly [string]>(cursor, ['string'])[0]
      const found = await catalog.page('app', { after, count: limit + 1, signal: request.signal })
      const page = pageOf(
        found,
        limit,
        ({ name }) => [name],
        entry => runs.summary(entry),
      )
      return { ...page, items: await shown(request.principal.workspace_id, page.items) }
    },
  })

  app.route({
    method: 'GET',
    path: '/api/agent-apps/:name',
    operationId: 'getAgentApp',
    summary: 'Shows an agent app',
    permission: 'agent-apps:read',
    params: FolderName,
    responses: { 200: { description: 'The app', schema: AppSummary, example: appExample } },
    async handler({ params, principal }) {
      const entry = await catalog.require(params.name, 'app')
      const [summary] = await shown(principal.workspace_id, [runs.summary(entry)])
      return summary
    },
  })

  app.route({
    method: 'POST',
    path: '/api/agent-apps/:name/run',
    operationId: 'runAgentApp',
    summary: 'Runs an agent app',
    description:
      'Answers when the run has ended; a client that leaves ends it. With `"runner": "job"` it runs in the background and the answer ' +
      'is 202. A run that fails is answered with a problem that has `run_id` and `error` at its top level. The app acts with the ' +
      "caller's permissions, as far as its manifest grants them; asking the model needs the scope `models:write`, calling a tool " +
      '`tools:write`. While the newest edit of the folder is broken, the last good version runs, and the answer says so in `warnings` and in the ' +
      'header `svc-warning`.',
    permission: 'agent-apps:write',
    params: FolderName,
    body: RunBody,
    responses: {
      200: { description: 'The run, ended', schema: RunAnswer, example: runExample },
      202: {
        description: 'The run, queued',
        schema: QueuedRun,
        example: { run_id: runExample.run_id, job_id: 'job_01jh8x2m5k7q9r3t6v8w0y2z4b', status: 'queued' },
      },
    },
    errors: {
      409: ['conflict'],
      422: ['agent_app_failed', 'agent_app_invalid', 'agent_app_memory_exceeded', 'agent_app_output_invalid'],
      502: ['upstream_error'],
      503: ['unavailable'],
      504: ['timeout'],
    },
    example: { summary: 'Profiles a CSV', body: { inputs: { csv: 'name,age\nAda,36\nAlan,41\n' }, runner: 'api' } },
    longRunning: true,
    async handler({ params, body, principal, signal, headers }, reply) {
      const { inputs = {}, runner = 'api' } = body
      const prepared = await runs.prepare({ app: params.name, inputs, runner })
      const { warnings } = prepared
      if (warnings.length > 0) reply.header(warningHeader, warningHeaderOf(prepared))
      const said = warnings.length > 0 && { warnings: [...warnings] }
      if (runner === 'job') {
        // Somebody who is signed in started it, not another program.
        const trigger = principal.via === 'session' ? 'ui' : 'job'
        const queued = await queue.enqueuePrepared(prepared, { principal, trigger })
        reply.status(202)
        return { ...queued, ...said }
      }
      const { record, json } = await runs.runNow(prepared, { runner, principal, signal })
      const answer = { ...record, ...said }
      // The answer to a key is kept by the server, which needs it whole.
      if (json === null || headers['idempotency-key'] !== undefined) return answer
      return reply.jsonText(runText(answer, [json]))
    },
  })
}
