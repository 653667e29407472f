import {
  callers,
  dataPlane,
  definePlugin,
  egress,
  eventLog,
  httpServer,
  installationFiles,
  operatorPrograms,
  optional,
} from '@svc/plugin'
import { approvals, toolCatalog, toolSources } from '@svc/plugin/contracts/tools'
import { RemoteServers } from './client/remote-servers.ts'
import { serverRoutes } from './client/server-routes.ts'
import { ServersWatch } from './client/servers-file/servers-watch.ts'
import { ToolChanges } from './client/tools/tool-changes.ts'
import type { McpConfig } from './generated/config.ts'
import { McpEndpoint } from './server/mcp-endpoint.ts'
import { mcpRoutes } from './server/mcp-routes.ts'

const version = '1.0.0'

export const plugin = definePlugin<McpConfig>()({
  id: 'mcp',
  uses: {
    catalog: toolCatalog,
    approvals: optional(approvals),
    data: dataPlane,
    events: eventLog,
    egress,
    http: httpServer,
    programs: operatorPrograms,
    callers,
    shared: installationFiles,
  },
  setup({ catalog, approvals, data, events, egress, http, programs, callers, shared }, env) {
    const { config, clock, ids, log, phrase, signal } = env
    const endpoint = new McpEndpoint({
      catalog,
      approvals,
      http,
      limits: config,
      clock,
      ids,
      log,
      phrase,
      signal,
      version,
    })
    const changes = new ToolChanges({ data, events, owner: () => callers.operator(), clock, log })
    // A command that asks for no tools starts none of the programs.
    let isIdle = env.role === 'command'
    const onWanted = (): void => {
      if (isIdle) void watch.run(0)
      isIdle = false
    }
    const servers = new RemoteServers({ limits: config, egress, programs, changes, onWanted, version, clock, log })
    const watch: ServersWatch = new ServersWatch({
      path: config.servers_file,
      follow: () => shared.follow(config.servers_file),
      environment: process.env,
      egress,
      use: file => servers.use(file),
      looked: () => servers.looked(),
      clock,
      log,
      signal,
    })
    env.contribute(toolSources, servers)
    env.routes(app => {
      mcpRoutes(app, endpoint)
      serverRoutes(app, { servers, watch, waits: env.role === 'command' })
    })
    env.onStop(() => servers.close())
    env.onStop(() => endpoint.close())
    env.onWorkspaceClosed(workspaceId => endpoint.forget(workspaceId))
    // A worker beside its server would start each program a second time.
    if (env.role === 'worker') servers.looked()
    if (env.role === 'server') env.onStart(() => void watch.run())
  },
})
