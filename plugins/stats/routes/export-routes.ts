import { create as contentDisposition } from 'content-disposition'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { actorOf, anyType, UnavailableError } from '@svc/plugin'
import type { Clock, RouteRegistrar } from '@svc/plugin'
import type { DocumentExports, ExportOrder } from '@svc/plugin/contracts/export'
import type { Analyses } from '../analyses/analyses.ts'
import { defaultTitle } from '../exports/report.ts'
import type { DataFormat, ReportFormat } from '../exports/report.ts'
import type { Reports } from '../exports/reports.ts'
import { exampleSummary } from './examples.ts'
import { exportBody } from './schemas.ts'

const dataTypes: Record<DataFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  r: 'text/plain; charset=utf-8',
}

export interface ExportRouteOptions {
  analyses: Analyses
  reports: Reports
  /** Undefined: the plugin that writes documents is switched off. */
  documents: DocumentExports | undefined
  clock: Clock
}

export function exportRoutes(app: RouteRegistrar, { analyses, reports, documents, clock }: ExportRouteOptions): void {
  app.route({
    method: 'POST',
    path: '/api/stats/export',
    operationId: 'exportAnalyses',
    summary: 'A report of analyses as a file',
    description:
      'html: one file with tables and plots, for a browser or for printing; pdf: the same on pages; md: words and tables; csv: all tables in full; ' +
      'json: everything; r: scripts that compute the numbers anew. html, pdf and md are exports as `POST /api/export` makes them, and kept as those.',
    permission: 'stats:read',
    body: exportBody,
    example: {
      summary: 'A PDF with a cover',
      body: {
        analysis_ids: [exampleSummary.analysis_id],
        format: 'pdf',
        cover: { title: 'Tooth growth', author: 'Ada' },
      },
    },
    responses: {
      200: {
        description: 'The file',
        schema: Type.Unsafe<string>({ type: 'string', format: 'binary' }),
        contentType: anyType,
        example: '# Tooth growth\n',
      },
    },
    errors: { 422: ['unprocessable', 'export_limit'], 504: ['timeout'] },
    // The answer is a file, which is not kept for a repeated request.
    idempotent: false,
    longRunning: true,
    async handler(request, reply) {
      const { body, principal, signal } = request
      const { analysis_ids, format, cover = {} } = body
      const texts = analyses.texts(principal.workspace_id, analysis_ids)
      if (!isDataFormat(format)) {
        if (!documents)
          throw new UnavailableError(
            `Documents are written by the plugin export, which is switched off; csv, json and r are there.`,
          )
        const made = await documents.create(orderOf(body), { principal: actorOf(request), signal })
        reply.header('content-disposition', contentDisposition(made.file_name))
        reply.header('content-length', String(made.size))
        reply.header('x-export-id', made.export_id)
        return reply.stream(made.content, made.content_type)
      }
      const task = { format, cover, made_at: clock.timestamp(), analyses: texts }
      const content = await reports.file(principal.workspace_id, task, signal)
      const name = `${cover.title ?? 'statistics'}.${format}`.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '-')
      reply.header('content-disposition', contentDisposition(name))
      reply.header('content-length', String(content.byteLength))
      return reply.stream(
        Readable.from([Buffer.from(content.buffer, content.byteOffset, content.byteLength)]),
        dataTypes[format],
      )
    },
  })
}

function isDataFormat(format: ReportFormat): format is DataFormat {
  return format in dataTypes
}

function orderOf({ analysis_ids, format, cover }: Static<typeof exportBody>): ExportOrder {
  const { title = defaultTitle, author, date, text } = cover ?? {}
  return {
    items: analysis_ids.map(id => ({ type: 'analysis', id })),
    format: format as ExportOrder['format'],
    title,
    ...(cover !== undefined && {
      cover: {
        title,
        ...(author !== undefined && { authors: [author] }),
        ...(date !== undefined && { date }),
        ...(text !== undefined && { abstract: text }),
      },
    }),
  }
}
