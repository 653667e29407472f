import { create as contentDisposition } from 'content-disposition'
import { anyType, SvcError } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { TSchema } from 'typebox'
import { byteRanges } from '@svc/plugin/library/http/byte-ranges'
import { contentTypes } from '../exports/export-record.ts'
import type { Exports } from '../exports/exports.ts'
import { exampleManifest } from './examples.ts'
import { anyFile, exportManifest, exportParams } from './schemas.ts'

const one = '/api/export/:export_id'
const isolated = "sandbox; default-src 'none'; frame-ancestors 'none'"

export function contentRoutes(app: RouteRegistrar, exports: Exports): void {
  app.route({
    method: 'GET',
    path: `${one}/content`,
    operationId: 'getExportContent',
    summary: 'The file of an export, or one range of it',
    permission: 'export:read',
    params: exportParams,
    responses: {
      200: { description: 'The file', schema: anyFile, contentType: anyType, example: '%PDF-1.3' },
      206: { description: 'The range that was asked for', schema: anyFile, contentType: anyType, example: 'PDF' },
    },
    errors: { 416: ['range_not_satisfiable'] },
    longRunning: true,
    async handler({ principal, params, headers }, reply) {
      const { format, sha256, file_name, size: whole } = exports.get(principal.workspace_id, params.export_id)
      const size = whole ?? 0
      const etag = `"${sha256}"`
      const isKnown = headers['if-none-match']?.split(',').some(known => known.trim() === etag) ?? false
      const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
      const ranges = byteRanges(isSame ? headers['range'] : undefined, size)
      if (ranges === 'unsatisfiable') {
        reply.header('content-range', `bytes */${size}`)
        throw new SvcError(
          416,
          'range_not_satisfiable',
          `The file has ${size} bytes, and the range asked for is none of them.`,
        )
      }
      // Several ranges are answered with the whole file, as a server may.
      const range = ranges?.length === 1 ? ranges[0] : undefined
      const { content } = await exports.open(principal.workspace_id, params.export_id, 'content', range)
      reply.header('etag', etag)
      reply.header('accept-ranges', 'bytes')
      reply.header('cache-control', 'private, no-cache')
      if (isKnown) {
        content.destroy()
        reply.status(304)
        return undefined
      }
      reply.header('content-disposition', contentDisposition(file_name))
      reply.header('content-security-policy', isolated)
      reply.header('content-length', String(range === undefined ? size : range.end - range.start + 1))
      if (range !== undefined) {
        reply.status(206)
        reply.header('content-range', `bytes ${range.start}-${range.end}/${size}`)
      }
      return reply.stream(content, contentTypes[format])
    },
  })

  const parts = [
    {
      part: 'manifest',
      operationId: 'getExportManifest',
      contentType: 'application/json',
      summary: "The manifest's exact bytes: what was signed",
      schema: exportManifest as TSchema,
      example: exampleManifest as unknown,
    },
    {
      part: 'signature',
      operationId: 'getExportSignature',
      contentType: 'text/plain; charset=utf-8',
      summary: 'The Ed25519 signature over the manifest, in base64',
      schema: anyFile as TSchema,
      example: '…' as unknown,
    },
  ] as const
  for (const { part, operationId, contentType, summary, schema, example } of parts)
    app.route({
      method: 'GET',
      path: `${one}/${part}`,
      operationId,
      summary,
      permission: 'export:read',
      params: exportParams,
      responses: { 200: { description: summary, schema, contentType, example } },
      etag: false,
      async handler({ principal, params }, reply) {
        const { size, content } = await exports.open(principal.workspace_id, params.export_id, part)
        reply.header('content-length', String(size))
        return reply.stream(content, contentType)
      },
    })
}
