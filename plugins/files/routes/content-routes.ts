import { Type } from 'typebox'
import { anyType, actorOf, NotFoundError } from '@svc/plugin'
import type { Contents, DataPlane, RouteRegistrar, RouteReply, RouteRequest, RouteResponse } from '@svc/plugin'
import { sendContent } from '@svc/plugin/library/contents/send-content'
import { nameOf } from '@svc/plugin/library/contents/file-path'
import { fileStore } from '../library/file-store.ts'
import type { FileRow } from '../library/file-store.ts'
import type { Library } from '../library/library.ts'
import type { Links } from '../links/links.ts'
import { closed, downloadFields, fileParams, pathParams } from './schemas.ts'

const root = '/api/files'
const one = `${root}/:file_id`

export interface ContentRouteOptions {
  data: DataPlane
  library: Library
  contents: Contents
  links: Links
}

const description =
  'Takes `Range` (one or several, with `If-Range`), `If-None-Match`, `If-Match` and `HEAD`. The ETag is the hash of the content. Images ' +
  '(not SVG), plain text, audio and video are shown; all else, HTML, SVG and PDF too, is an attachment.'
const responses: Record<number, RouteResponse> = {
  200: { description: 'The content', contentType: anyType, example: 'Hello' },
  206: { description: 'The parts asked for', contentType: anyType, example: 'ell' },
  304: { description: 'The client has it already' },
}
const errors = { 412: ['precondition_failed'], 416: ['range_not_satisfiable'] }

/** What gives content out. */
export function contentRoutes(app: RouteRegistrar, { data, library, contents, links }: ContentRouteOptions): void {
  const send = (
    request: Pick<RouteRequest, 'headers' | 'method'> & { workspace_id: string; isApp: boolean },
    reply: RouteReply,
    { path, ...content }: Pick<FileRow, 'path' | 'sha256' | 'size' | 'content_type'> & { changed_at: number },
    isDownload = false,
  ) => sendContent(request, reply, contents, { name: nameOf(path), ...content }, { isDownload })
  const asked = ({ headers, method, principal }: Pick<RouteRequest, 'headers' | 'method' | 'principal'>) => ({
    headers,
    method,
    workspace_id: principal.workspace_id,
    isApp: principal.via === 'agent_app',
  })

  const contentQuery = Type.Object(
    {
      version: Type.Optional(Type.Integer({ minimum: 1, description: 'An older content; the newest without it.' })),
      ...downloadFields,
    },
    closed,
  )
  app.route({
    method: 'GET',
    path: `${one}/content`,
    operationId: 'downloadFile',
    summary: 'Download a file',
    description,
    permission: 'files:read',
    params: fileParams,
    query: contentQuery,
    responses,
    errors,
    etag: false,
    longRunning: 'download',
    handler(request, reply) {
      const { principal, params, query } = request
      return twice(() => {
        const file = library.row(principal.workspace_id, params.file_id)
        const { path } = file
        const content = contentOf(data, principal.workspace_id, file, query.version)
        return send(asked(request), reply, { path, ...content }, query.download)
      })
    },
  })

  const downloadQuery = Type.Object(downloadFields, closed)
  app.route({
    method: 'GET',
    path: `${root}/content/*`,
    operationId: 'downloadFileByPath',
    summary: 'Download the file at a path',
    description,
    permission: 'files:read',
    params: pathParams,
    query: downloadQuery,
    responses,
    errors,
    etag: false,
    longRunning: 'download',
    handler(request, reply) {
      return twice(() => {
        const file = library.atPath(request.principal.workspace_id, request.params['*'])
        const content = { ...file, changed_at: file.updated_at }
        return send(asked(request), reply, content, request.query.download)
      })
    },
  })

  const linkBody = Type.Object(
    { expires_seconds: Type.Integer({ minimum: 1, maximum: 604_800, default: 3600 }) },
    closed,
  )
  app.route({
    method: 'POST',
    path: `${one}/link`,
    operationId: 'linkFile',
    summary: 'Make a link that opens a file without a credential, for a while',
    description:
      'It opens the content of the moment in which it is followed, under the name that the file then has. It ends at `expires_at`, when the ' +
      'file is deleted, and when all links of the file are ended.',
    permission: 'files:read',
    params: fileParams,
    body: linkBody,
    example: { body: { expires_seconds: 3600 } },
    responses: {
      201: {
        description: 'The link',
        schema: Type.Object({ url: Type.String(), expires_at: Type.String() }),
        example: { url: 'https://svc.example.com/api/files/links/v1_…', expires_at: '2026-01-31T13:00:00.000Z' },
      },
    },
    // A kept answer would keep the link.
    idempotent: false,
    async handler(request, reply) {
      const { token, expires_at } = await links.make(
        actorOf(request),
        request.params.file_id,
        request.body.expires_seconds,
      )
      const url = `${request.baseUrl}${root}/links/${token}`
      reply.status(201).header('location', url)
      return { url, expires_at }
    },
  })

  app.route({
    method: 'DELETE',
    path: `${one}/links`,
    operationId: 'endFileLinks',
    summary: 'End all links that were made for a file',
    permission: 'files:write',
    params: fileParams,
    responses: { 204: { description: 'None of them opens it any more' } },
    async handler(request) {
      await links.endAll(actorOf(request), request.params.file_id)
    },
  })

  const linkParams = Type.Object({ token: Type.String({ maxLength: 256 }) }, closed)
  app.route({
    method: 'GET',
    path: `${root}/links/:token`,
    operationId: 'openFileLink',
    summary: 'Download the file of a link',
    description: `Needs no credential. ${description}`,
    permission: 'public',
    workspaceOf: params => links.workspaceOf((params as { token: string }).token),
    params: linkParams,
    query: downloadQuery,
    responses,
    errors,
    etag: false,
    longRunning: 'download',
    handler({ headers, method, params, query }, reply) {
      return twice(async () => {
        const { workspace_id, file } = await links.open(params.token)
        const content = { ...file, changed_at: file.updated_at }
        return send({ headers, method, workspace_id, isApp: false }, reply, content, query.download)
      })
    },
  })
}

/** Again, once: between the record and the opening of a content the file may have got another one, and the old one have gone. */
async function twice(attempt: () => Promise<unknown>): Promise<unknown> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    return attempt()
  }
}

/** @throws NotFoundError for a version that is not kept */
function contentOf(data: DataPlane, workspaceId: string, file: FileRow, version: number | undefined) {
  const wanted = version ?? file.version
  const row = data.use(workspaceId, db => fileStore.version(db, file.file_id, wanted))
  if (!row) throw new NotFoundError(`There is no version ${wanted} of this file, or it is not kept any more.`)
  const { sha256, size, content_type, created_at } = row
  return { sha256, size, content_type, changed_at: created_at }
}
