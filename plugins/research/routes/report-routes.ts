import { actorOf, anyType } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Linter } from '../reports/linter.ts'
import type { ReportExports, ReportOrder } from '../reports/report-exports.ts'
import type { Reports } from '../reports/reports.ts'
import { exampleLint, exampleReport } from './report-examples.ts'
import * as schemas from './report-schemas.ts'
import { pageOfItems, pageQuery, projectParams } from './schemas.ts'

const path = '/api/research/projects/:research_project_id/reports'
const one = `${path}/:report_id`
const answered = { description: 'The report', schema: schemas.report, example: exampleReport }
// 5 MiB of text, each character written as an escape.
const bodyLimit = 32 * 1024 * 1024
const body = { title: exampleReport.title, body: exampleReport.body }

export interface ReportRouteOptions {
  reports: Reports
  linter: Linter
  exports: ReportExports
}

export function reportRoutes(app: RouteRegistrar, { reports, linter, exports }: ReportRouteOptions): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listResearchReports',
    summary: 'Reports of a project',
    permission: 'research:read',
    params: projectParams,
    query: pageQuery,
    responses: {
      200: {
        description: 'A page of reports, the newest first',
        schema: pageOfItems(schemas.report),
        example: { items: [exampleReport], next_cursor: null },
      },
    },
    handler: ({ principal, params, query }) => reports.list(principal.workspace_id, params.research_project_id, query),
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'createResearchReport',
    summary: 'Write a report',
    permission: 'research:write',
    params: projectParams,
    body: schemas.writtenReport,
    bodyLimit,
    example: { summary: 'With a claim and a citation', body },
    responses: { 201: answered },
    errors: { 413: ['payload_too_large'] },
    async handler(request, reply) {
      const { research_project_id } = request.params
      const made = await reports.create(research_project_id, request.body, {
        actor: actorOf(request),
        signal: request.signal,
      })
      const location = `${request.baseUrl}/api/research/projects/${research_project_id}/reports/${made.report_id}`
      reply.status(201).header('location', location).header('etag', made.etag)
      return made
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getResearchReport',
    summary: 'One report, or an earlier version of it',
    permission: 'research:read',
    params: schemas.reportParams,
    query: schemas.reportQuery,
    etag: false,
    responses: { 200: answered },
    handler({ principal, params: { research_project_id, report_id }, query: { version } }, reply) {
      const found = reports.get(principal.workspace_id, research_project_id, report_id, version ?? null)
      reply.header('etag', found.etag)
      return found
    },
  })

  app.route({
    method: 'PUT',
    path: one,
    operationId: 'replaceResearchReport',
    summary: 'Write a report anew',
    description: 'Makes a version. With `If-Match`: 412 when somebody changed it since.',
    permission: 'research:write',
    params: schemas.reportParams,
    body: schemas.writtenReport,
    bodyLimit,
    example: { summary: 'Another text', body },
    responses: { 200: answered },
    errors: { 412: ['precondition_failed'], 413: ['payload_too_large'] },
    async handler(request, reply) {
      const { research_project_id, report_id } = request.params
      const use = { actor: actorOf(request), signal: request.signal, ifMatch: request.headers['if-match'] }
      const written = await reports.replace(research_project_id, report_id, request.body, use)
      reply.header('etag', written.etag)
      return written
    },
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteResearchReport',
    summary: 'Delete a report and its versions',
    permission: 'research:write',
    params: schemas.reportParams,
    responses: { 204: { description: 'Gone' } },
    handler: request => reports.delete(actorOf(request), request.params.research_project_id, request.params.report_id),
  })

  app.route({
    method: 'GET',
    path: `${one}/versions`,
    operationId: 'listResearchReportVersions',
    summary: 'Versions of a report',
    permission: 'research:read',
    params: schemas.reportParams,
    responses: {
      200: {
        description: 'The newest first, the last 200',
        schema: schemas.versions,
        example: {
          items: [
            {
              version: 1,
              title: exampleReport.title,
              size: 120,
              created_by: exampleReport.created_by,
              created_at: exampleReport.created_at,
            },
          ],
        },
      },
    },
    handler: ({ principal, params: { research_project_id, report_id } }) => ({
      items: reports.versions(principal.workspace_id, research_project_id, report_id),
    }),
  })

  app.route({
    method: 'POST',
    path: `${one}/lint`,
    operationId: 'lintResearchReport',
    summary: 'Look a report over',
    description: 'Errors keep it from being exported; each has its line, its column and, where one is known, a fix.',
    permission: 'research:read',
    params: schemas.reportParams,
    idempotent: false,
    longRunning: true,
    responses: { 200: { description: 'What was found', schema: schemas.lintResult, example: exampleLint } },
    async handler({ principal, params: { research_project_id, report_id }, signal }) {
      const found = reports.get(principal.workspace_id, research_project_id, report_id)
      return (await linter.lint(found, { principal, signal })).result
    },
  })

  app.route({
    method: 'POST',
    path: `${one}/export`,
    operationId: 'exportResearchReport',
    summary: 'A report as a document',
    description:
      'What its claims rest on is verified first. With errors: 422 `lint_failed` with `lint_errors`. With `allow_unverified`, claims without ' +
      'evidence are named in the text and on the cover; such a report is not signed.',
    permission: 'research:read',
    params: schemas.reportParams,
    body: schemas.reportOrder,
    example: {
      summary: 'A signed PDF with a cover',
      body: { format: 'pdf', cover: true, sign: { pdf: true, certificate_id: 'crt_01jd3q6z8m4v9x2c5b7n0k1h2g' } },
    },
    responses: { 200: { description: 'The document', contentType: anyType, example: '# Naps help\n' } },
    errors: { 422: ['lint_failed', 'unverified_not_signed', 'style_unknown', 'export_limit', 'unprocessable'] },
    idempotent: false,
    longRunning: true,
    async handler({ principal, params: { research_project_id, report_id }, body: order, signal }, reply) {
      const made = await exports.export(research_project_id, report_id, order as ReportOrder, { principal, signal })
      reply
        .header('x-export-id', made.export_id)
        .header('etag', `"${made.sha256}"`)
        .header('content-length', String(made.size))
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(made.file_name)}`)
        .header('x-content-type-options', 'nosniff')
      return reply.stream(made.content, made.content_type)
    },
  })
}
