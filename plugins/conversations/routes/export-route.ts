import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { actorOf } from '@svc/plugin'
import type { AuditLog, RouteRegistrar } from '@svc/plugin'
import type { SessionExport } from '../export/session-export.ts'
import { closed, sessionParams } from './schemas.ts'

const query = Type.Object(
  {
    format: Type.Optional(
      Type.Enum(['md', 'json'], {
        default: 'md',
        description: '`md`: the active branch, to be read; `json`: all of it.',
      }),
    ),
    events: Type.Optional(Type.Boolean({ default: false, description: 'With `json`: the log too, event by event.' })),
  },
  closed,
)
const example = '# Seats for a workshop\n\n## You\n\nHow many seats do 17 tables of 6 have?\n'

/** A conversation as a file. */
export function exportRoute(app: RouteRegistrar, exporter: SessionExport, audit: AuditLog): void {
  app.route({
    method: 'GET',
    path: '/api/conversations/:session_id/export',
    operationId: 'exportConversation',
    summary: 'Export a conversation as Markdown or JSON',
    description:
      'A download named for the title. JSON holds every branch and what was attached; nothing of it is left out.',
    permission: 'conversations:read',
    params: sessionParams,
    query,
    responses: {
      200: { description: 'The file', contentType: 'text/markdown', otherTypes: ['application/json'], example },
    },
    etag: false,
    longRunning: true,
    async handler(request, reply) {
      const { format = 'md', events = false } = request.query
      const { session_id } = request.params
      const { contentType, disposition, pieces } = exporter.open(request.principal.workspace_id, session_id, {
        format,
        events,
      })
      const principal = actorOf(request)
      const { ip = null, request_id = null } = principal
      const details = { format, events }
      await audit.append({ principal, action: 'conversation.exported', target: session_id, ip, request_id, details })
      reply.header('content-disposition', disposition)
      return reply.stream(Readable.from(pieces), contentType)
    },
  })
}
