import { childProcesses, definePlugin, egress, toolBindings } from '@svc/plugin'
import type { JsonObject, ToolHandler } from '@svc/plugin'
import { toolCatalog } from '@svc/plugin/contracts/tools'
import { ArgumentChecks } from './argument-checks.ts'
import { BoundTools } from './bound-tools.ts'
import { ComputeHosts } from './compute-hosts.ts'
import { toolRoutes } from './routes.ts'
import { httpFetchTool } from './tools/http-fetch.ts'
import type { HttpFetchInput } from './tools/http-fetch.ts'

export const plugin = definePlugin()({
  id: 'tools',
  uses: { egress, bindings: toolBindings, children: childProcesses },
  setup({ egress, bindings, children }, env) {
    const catalog = new BoundTools({ bindings, checks: new ArgumentChecks(), log: env.log })
    env.provide(toolCatalog, catalog)
    env.routes(app => toolRoutes(app, catalog))

    const hosts = new ComputeHosts({ children, log: env.log })
    env.onStop(() => hosts.close())
    const computed =
      (tool: string): ToolHandler =>
      (params, { principal, signal }) =>
        hosts.run({ tool, params, workspaceId: principal.workspace_id, signal })

    env.tool<HttpFetchInput>('http_fetch', httpFetchTool(egress))
    env.tool<JsonObject>('json_query', computed('json_query'))
    env.tool<JsonObject>('text_diff', computed('text_diff'))
    env.tool<JsonObject>('calculator', computed('calculator'))
    env.tool<JsonObject>('datetime', (input, context) =>
      computed('datetime')({ ...input, now: env.clock.now() }, context),
    )
  },
})
