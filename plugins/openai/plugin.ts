import { ByteQuota, dataPlane, definePlugin, eventLog, optional } from '@svc/plugin'
import { agentApps } from '@svc/plugin/contracts/agent-apps'
import { turns } from '@svc/plugin/contracts/conversations'
import { models } from '@svc/plugin/contracts/models'
import { chatRoute } from './chat/chat-route.ts'
import { embeddingsRoute } from './embeddings/embeddings-route.ts'
import { messagesRoutes } from './messages/messages-routes.ts'
import type { OpenAiConfig } from './generated/config.ts'
import { modelRoutes } from './models/model-routes.ts'
import { openCalls } from './open-calls.ts'
import { forgetDeleted, responseStore } from './responses/response-store.ts'
import { Responses } from './responses/responses.ts'
import { responsesRoutes } from './responses/responses-routes.ts'
import { unknownPathProblem } from './wire/errors.ts'

export const plugin = definePlugin<OpenAiConfig>()({
  id: 'openai',
  uses: { models, turns: optional(turns), apps: optional(agentApps), data: dataPlane, events: eventLog },
  setup({ models, turns, apps, data, events }, env) {
    const services = {
      models,
      turns,
      apps,
      calls: openCalls(env.config.max_open_calls),
      clock: env.clock,
      ids: env.ids,
      phrase: env.phrase,
    }
    const quota = new ByteQuota({
      data,
      limit: env.config.responses_quota_mb * 1024 * 1024,
      usedBytes: responseStore.bytes,
      what: 'responses',
      remedy: 'Delete responses or their conversations, send "store": false, or raise SVC_V1_RESPONSES_QUOTA_MB.',
    })
    events.addOutbox(forgetDeleted)
    env.routes(app => {
      modelRoutes(app, services)
      app.route(chatRoute(services))
      app.route(embeddingsRoute(services))
      messagesRoutes(app, services)
      responsesRoutes(app, services, new Responses(services, data, quota))
      app.unknownPaths(unknownPathProblem)
    })
  },
})
