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
import { approvals, toolCatalog, toolSources } from '@svc/plugin/contracts/tools'
import { ApprovalDesk } from './approvals/approval-desk.ts'
import { ApprovalSettling } from './approvals/approval-settling.ts'
import { ApprovedRun } from './approvals/approved-run.ts'
import { CallLog } from './calls/call-log.ts'
import { SchemaChecks } from './calls/schema-checks.ts'
import { ToolCalls } from './calls/tool-calls.ts'
import { ComputeHosts } from './compute-hosts.ts'
import { Grants } from './grants/grants.ts'
import { ToolRegistry } from './registry/tool-registry.ts'
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
    const registry = new ToolRegistry({ bindings, sources: env.contributions(toolSources), log })
    const grants = new Grants({ data, registry, keys, audit, clock })
    const calls = new CallLog({ data, limits, clock, log })
    env.onStop(() => calls.flush())

    const settling = new ApprovalSettling({
      data,
      marks,
      events,
      keepDays: limits.keep_days,
      clock,
      log,
      signal,
      settles,
    })
    const run = new ApprovedRun({ callers, settling, perform: call => tools.runApproved(call), log, signal })
    env.onStop(() => run.stop())
    const desk = new ApprovalDesk({ data, marks, events, audit, callers, settling, run, limits, clock, ids })
    const tools: ToolCalls = new ToolCalls({
      registry,
      grants,
      scopes,
      checks: new SchemaChecks(),
      calls,
      ask: question => desk.ask(question),
      limits,
      clock,
      ids,
      log,
    })
    env.provide(toolCatalog, tools)
    env.provide(approvals, desk)
    env.routes(app => {
      toolRoutes(app, { registry, grants, tools, calls })
      grantRoutes(app, grants)
      approvalRoutes(app, desk)
    })
    if (settles) {
      events.onCommitted(workspaceId => settling.notice(workspaceId))
      env.onStart(() => void settling.start())
    }

    const hosts = new ComputeHosts({ children, log })
    env.onStop(() => hosts.close())
    const computed =
      (tool: string): ToolHandler =>
      (params, context) =>
        hosts.run({ tool, params, workspaceId: context.principal.workspace_id, signal: context.signal })

    env.tool<HttpFetchInput>('http_fetch', httpFetchTool(egress), { check: httpFetchCheck(egress) })
    env.tool<JsonObject>('json_query', computed('json_query'))
    env.tool<JsonObject>('text_diff', computed('text_diff'))
    env.tool<JsonObject>('calculator', computed('calculator'))
    env.tool<JsonObject>('datetime', (input, context) => computed('datetime')({ ...input, now: clock.now() }, context))
  },
})
