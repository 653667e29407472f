import { auditLog, ByteQuota, callers, dataPlane, definePlugin, eventLog, optional, workspaceMarks } from '@svc/plugin'
import { agentApps } from '@svc/plugin/contracts/agent-apps'
import { turns } from '@svc/plugin/contracts/conversations'
import { exportSources } from '@svc/plugin/contracts/export'
import { files } from '@svc/plugin/contracts/files'
import { memories } from '@svc/plugin/contracts/memory'
import { models } from '@svc/plugin/contracts/models'
import { approvals, toolCatalog } from '@svc/plugin/contracts/tools'
import { FileAttachments } from './attachments/file-attachments.ts'
import type { ConversationsConfig } from './generated/config.ts'
import { conversationExport } from './export/conversation-export.ts'
import { SessionExport } from './export/session-export.ts'
import { ConversationImports } from './imports/conversation-imports.ts'
import { exportRoute } from './routes/export-route.ts'
import { importRoute } from './routes/import-route.ts'
import { messageRoutes } from './routes/message-routes.ts'
import { sessionRoutes } from './routes/session-routes.ts'
import { TurnRequests } from './routes/turn-requests.ts'
import { turnRoutes } from './routes/turn-routes.ts'
import { SessionSearch } from './search/session-search.ts'
import { Choices } from './sessions/choices.ts'
import { Sessions } from './sessions/sessions.ts'
import { transcriptStore } from './transcripts/transcript-store.ts'
import { openTurns } from './turns/open-turns.ts'

export const plugin = definePlugin<ConversationsConfig>()({
  id: 'conversations',
  uses: {
    data: dataPlane,
    marks: workspaceMarks,
    events: eventLog,
    audit: auditLog,
    callers,
    models,
    tools: optional(toolCatalog),
    approvals: optional(approvals),
    apps: optional(agentApps),
    memories: optional(memories),
    files: optional(files),
  },
  setup({ data, marks, events, audit, callers, models, tools, approvals, apps, memories, files }, env) {
    const { config, clock, ids, log, signal } = env
    const quota = new ByteQuota({
      data,
      limit: config.transcripts_quota_mb * 1024 * 1024,
      usedBytes: transcriptStore.bytes,
      what: 'conversations',
      remedy: 'Delete conversations, or raise SVC_CONVERSATIONS_TRANSCRIPTS_QUOTA_MB.',
    })
    const services = { data, quota, marks, events, callers, models, tools, approvals, apps, memories }
    const { turns: engine, clients, forget } = openTurns({ ...services, config, clock, ids, log, signal })
    env.onWorkspaceLeaving((workspaceId, over) => {
      over.addEventListener('abort', () => void clients.flush())
      return engine.leave(workspaceId, over)
    })
    env.onWorkspaceClosed(forget)
    const choices = new Choices({ models, tools, apps, signal })
    const sessions = new Sessions({
      data,
      quota,
      events,
      audit,
      choices,
      settle: (workspaceId, sessionId) => engine.forget(workspaceId, sessionId),
      stepLimit: config.step_limit,
      ids,
      clock,
    })
    const imports = new ConversationImports({
      data,
      quota,
      events,
      audit,
      stepLimit: config.step_limit,
      ids,
      clock,
    })
    const requests = new TurnRequests({ turns: engine, data, clock, phrase: env.phrase })
    env.provide(turns, clients)
    env.contribute(exportSources, conversationExport(data))
    env.routes(app => {
      sessionRoutes(app, sessions, { search: new SessionSearch(data), memoryByDefault: config.memory })
      messageRoutes(app, sessions, engine)
      turnRoutes(app, {
        turns: engine,
        requests,
        sessions,
        choices,
        fileAttachments: new FileAttachments({ files, memories }),
      })
      importRoute(app, imports)
      exportRoute(app, new SessionExport(data), audit)
    })
    // A command too: it may hold a conversation.
    if (env.role !== 'worker') {
      env.onStart(() => engine.start())
      env.onStop(async () => {
        await clients.flush()
        await engine.stop()
      })
    }
  },
})
