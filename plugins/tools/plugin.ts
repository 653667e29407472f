import {
  apiKeys,
  auditLog,
  callers,
  callerScopes,
  childProcesses,
  dataPlane,
  definePlugin,
  egress,
  eventLog,
  toolBindings,
  workspaceMarks,
} from '@svc/plugin'
import type { JsonObject, ToolHandler } from '@svc/plugin'
import { approvalSources, approvals, toolCatalog, toolSources } from '@svc/plugin/contracts/tools'
import { AllApprovals } from './approvals/all-approvals.ts'
import { ComputeHosts } from './compute-hosts.ts'
import { openTools } from './open-tools.ts'
import { approvalRoutes } from './routes/approval-routes.ts'
import { grantRoutes } from './routes/grant-routes.ts'
import { toolRoutes } from './routes/tool-routes.ts'
import { httpFetchCheck, httpFetchTool } from './tools/http-fetch.ts'
import type { HttpFetchInput } from './tools/http-fetch.ts'
import type { ToolsConfig } from './generated/config.ts'

export const plugin = definePlugin<ToolsConfig>()({
  id: 'tools',
  uses: {
    audit: auditLog,
    bindings: toolBindings,
    callers,
    children: childProcesses,
    data: dataPlane,
    egress,
    events: eventLog,
    keys: apiKeys,
    marks: workspaceMarks,
    scopes: callerScopes,
  },
  setup({ audit, bindings, callers, children, data, egress, events, keys, marks, scopes }, env) {
    const { config: limits, clock, ids, log, signal } = env
    // A command too: it may ask for a call and wait for its approval.
    const settles = env.role !== 'worker'
    const sources = env.contributions(toolSources)
    const opened = openTools({
      audit,
      bindings,
      callers,
      data,
      events,
      keys,
      marks,
      scopes,
      sources,
      limits,
      clock,
      ids,
      log,
      signal,
      settles,
    })
    const { registry, grants, calls, settling, desk, tools } = opened
    env.onStop(() => opened.close())
    env.onWorkspaceClosed(workspaceId => opened.forget(workspaceId))
    env.provide(toolCatalog, tools)
    env.provide(approvals, desk)
    env.routes(app => {
      toolRoutes(app, { registry, grants, tools, calls, phrase: env.phrase })
      grantRoutes(app, grants)
      approvalRoutes(app, new AllApprovals(desk, env.contributions(approvalSources)))
    })
    if (settles) {
      events.onCommitted((workspaceId, isForeign) => isForeign && settling.notice(workspaceId))
      env.onStart(() => void settling.start())
    }

    const hosts = new ComputeHosts({
      children,
      log,
      processes: limits.compute_processes,
      waiting: limits.compute_waiting,
    })
    env.onStop(() => hosts.close())
    const computed =
      (tool: string): ToolHandler =>
      (params, { principal, signal }) =>
        hosts.run({ tool, params, workspaceId: principal.workspace_id, person: principal.user_id, signal })

    env.tool<HttpFetchInput>('http_fetch', httpFetchTool(egress), { check: httpFetchCheck(egress) })
    env.tool<JsonObject>('json_query', computed('json_query'))
    env.tool<JsonObject>('text_diff', computed('text_diff'))
    env.tool<JsonObject>('calculator', computed('calculator'))
    env.tool<JsonObject>('datetime', (input, context) => computed('datetime')({ ...input, now: clock.now() }, context))
  },
})
