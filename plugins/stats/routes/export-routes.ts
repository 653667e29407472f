import { create as contentDisposition } from 'content-disposition'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { anyType } from '@svc/plugin'
import type { Clock, RouteRegistrar } from '@svc/plugin'
import type { Analyses } from '../analyses/analyses.ts'
import type { ReportFormat } from '../exports/report.ts'
import type { Reports } from '../exports/reports.ts'
import { exampleSummary } from './examples.ts'
import { exportBody } from './schemas.ts'

const contentTypes: Record<ReportFormat, string> = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  r: 'text/plain; charset=utf-8',
}

export interface ExportRouteOptions {
  analyses: Analyses
  reports: Reports
  clock: Clock
}

export function exportRoutes(app: RouteRegistrar, { analyses, reports, clock }: ExportRouteOptions): void {
  app.route({
    method: 'POST',
    path: '/api/stats/export',
    operationId: 'exportAnalyses',
    summary: 'A report of analyses as a file',
    description:
      'html: one file with tables and plots, for a browser or for printing; pdf: the same on pages; md: words and tables; csv: all tables in full; ' +
      'json: everything; r: scripts that compute the numbers anew.',
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
    errors: { 422: ['unprocessable'], 504: ['timeout'] },
    // The request stores nothing.
    idempotent: false,
    longRunning: true,
    async handler({ body: { analysis_ids, format, cover = {} }, principal: { workspace_id }, signal }, reply) {
      const task = { format, cover, made_at: clock.timestamp(), analyses: analyses.texts(workspace_id, analysis_ids) }
      const content = await reports.render(workspace_id, task, signal)
      const name = `${cover.title ?? 'statistics'}.${format}`.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, '-')
      reply.header('content-disposition', contentDisposition(name))
      reply.header('content-length', String(content.byteLength))
      return reply.stream(
        Readable.from([Buffer.from(content.buffer, content.byteOffset, content.byteLength)]),
        contentTypes[format],
      )
    },
  })
}
