import { Readable } from 'node:stream'
import { actorOf } from '@svc/plugin'
import type { AuditLog, RouteRegistrar } from '@svc/plugin'
import type { MemoryExport } from '../imports/memory-export.ts'
import { exampleDocument } from './examples.ts'
import { exportQuery } from './schemas.ts'

/** Everything that is remembered, as a file. */
export function exportRoute(app: RouteRegistrar, exporter: MemoryExport, audit: AuditLog): void {
  app.route({
    method: 'GET',
    path: '/api/memory/export',
    operationId: 'exportMemories',
    summary: 'Export as JSONL',
    description:
      'One document a line, the oldest first, with provenance and validity. Importing it again adds nothing.',
    permission: 'memory:read',
    query: exportQuery,
    responses: {
      200: {
        description: 'The documents',
        contentType: 'application/x-ndjson',
        example: `${JSON.stringify(exampleDocument)}\n`,
      },
    },
    etag: false,
    longRunning: true,
    async handler(request, reply) {
      const principal = actorOf(request)
      const { ip = null, request_id = null } = principal
      const { source, tag } = request.query
      const details = { ...(tag !== undefined && { tag }) }
      const target = source ?? null
      await audit.append({ principal, action: 'memory.exported', target, ip, request_id, details })
      reply.header('content-disposition', 'attachment; filename="memory.jsonl"')
      const lines = exporter.lines(principal.workspace_id, { source: source ?? null, tag: tag ?? null })
      return reply.stream(Readable.from(lines, { objectMode: false }), 'application/x-ndjson')
    },
  })
}
