import { apiKeys, dataPlane, definePlugin, eventLog, httpServer, optional } from '@svc/plugin'
import { modelUses, models } from '@svc/plugin/contracts/models'
import { toolCatalog } from '@svc/plugin/contracts/tools'
import { docsRoutes } from './docs-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { platformRoutes } from './platform-routes.ts'
import { readSdkPackages, sdkRoutes } from './sdk-packages.ts'
import { usageRoutes } from './usage-routes.ts'
import { UsageMeter } from './usage-meter.ts'
import { UsageStore } from './usage-store.ts'

export const plugin = definePlugin()({
  id: 'developer',
  uses: {
    http: httpServer,
    events: eventLog,
    keys: apiKeys,
    data: dataPlane,
    chat: optional(models),
    tools: optional(toolCatalog),
  },
  setup({ http, events, keys, data, chat, tools }, env) {
    const meter = new UsageMeter(new UsageStore(data), env.clock, env.log)
    http.onRequestFinished(request => meter.countRequest(request))
    env.contribute(modelUses, use => meter.countTokens(use))
    env.onStop(() => meter.flush())
    env.onWorkspaceLeaving((id, over) => over.addEventListener('abort', () => meter.leave(id)))
    env.onWorkspaceClosed(workspaceId => meter.forget(workspaceId))
    const sdks = readSdkPackages()
    env.routes(app => {
      platformRoutes(app, { http, events, keys, models: chat, sdks, log: env.log })
      sdkRoutes(app, sdks)
      docsRoutes(app)
      keyRoutes(app, keys, tools)
      usageRoutes(app, meter, env.clock)
    })
  },
})
