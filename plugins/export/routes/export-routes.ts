import { create as contentDisposition } from 'content-disposition'
import { actorOf, anyType } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { ExportOrder } from '@svc/plugin/contracts/export'
import type { RenderJobs } from '../jobs/render-job.ts'
import type { Exports } from '../exports/exports.ts'
import type { Sources } from '../reading/sources.ts'
import { exampleExport, exampleOrder } from './examples.ts'
import {
  acceptedExport,
  anyFile,
  exportBody,
  exportParams,
  exportRecord,
  exportTypes,
  pageOfItems,
  pageQuery,
} from './schemas.ts'

export interface ExportRouteOptions {
  exports: Exports
  sources: Sources
  jobs: RenderJobs
}

const path = '/api/export'
const one = `${path}/:export_id`

export function exportRoutes(app: RouteRegistrar, { exports, sources, jobs }: ExportRouteOptions): void {
  app.route({
    method: 'POST',
    path,
    operationId: 'createExport',
    summary: 'Make one document of records, as a file',
    description:
      'Each item is a chapter, in order, and needs the read scope of its own domain. The file is the answer, `X-Export-Id` names its record, ' +
      'and `GET /api/export/{export_id}/content` gives it again until it expires.',
    permission: 'export:write',
    body: exportBody,
    bodyLimit: 16 * 1024 * 1024,
    example: { summary: 'Text with a cover and a line to sign on', body: exampleOrder },
    responses: {
      200: { description: 'The file', schema: anyFile, contentType: anyType, example: '<!doctype html>' },
      202: {
        description: 'With `mode: "job"`: it is made in the background',
        schema: acceptedExport,
        example: { export_id: exampleExport.export_id, job_id: 'job_01k9x2m3n4p5q6r7s8t9' },
      },
    },
    errors: { 404: ['not_found'], 422: ['export_limit', 'unprocessable'], 507: ['storage_full'] },
    // The record of each is its own; a file is no answer to keep.
    idempotent: false,
    longRunning: true,
    async handler(request, reply) {
      const { mode = 'request', ...order } = request.body
      if (mode === 'job') {
        reply.status(202)
        return jobs.enqueue(order as ExportOrder, actorOf(request))
      }
      const made = await exports.create(order as ExportOrder, { principal: actorOf(request), signal: request.signal })
      reply.header('x-export-id', made.export_id)
      reply.header('etag', `"${made.sha256}"`)
      reply.header('content-disposition', contentDisposition(made.file_name))
      reply.header('content-length', String(made.size))
      return reply.stream(made.content, made.content_type)
    },
  })

  app.route({
    method: 'GET',
    path,
    operationId: 'listExports',
    summary: 'The exports of the workspace, the newest first',
    permission: 'export:read',
    query: pageQuery,
    responses: {
      200: {
        description: 'A page of exports',
        schema: pageOfItems(exportRecord),
        example: { items: [exampleExport], next_cursor: null },
      },
    },
    handler: ({ principal, query }) => exports.list(principal.workspace_id, query),
  })

  app.route({
    method: 'GET',
    path: `${path}/types`,
    operationId: 'listExportTypes',
    summary: 'What can be exported, and the scope that each needs',
    permission: 'export:read',
    responses: {
      200: {
        description: 'The types of items',
        schema: exportTypes,
        example: { items: [{ type: 'note', title: 'Note', permission: 'workspace:read' }] },
      },
    },
    handler: () => ({ items: sources.all().map(({ type, title, permission }) => ({ type, title, permission })) }),
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getExport',
    summary: 'One export',
    permission: 'export:read',
    params: exportParams,
    responses: { 200: { description: 'The export', schema: exportRecord, example: exampleExport } },
    handler: ({ principal, params }) => exports.get(principal.workspace_id, params.export_id),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteExport',
    summary: 'Delete an export with its file',
    permission: 'export:write',
    params: exportParams,
    responses: { 204: { description: 'It is gone' } },
    errors: { 422: ['unprocessable'] },
    async handler(request, reply) {
      await exports.delete(actorOf(request), request.params.export_id)
      reply.status(204)
    },
  })
}
