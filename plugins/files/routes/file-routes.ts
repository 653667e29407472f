import { Type } from 'typebox'
import type { Static } from 'typebox'
import { actorOf } from '@svc/plugin'
import type { RouteRegistrar, RouteRequest } from '@svc/plugin'
import type { FileChanges } from '../library/file-changes.ts'
import type { FileList } from '../library/file-list.ts'
import { conditionsOf } from '../library/conditions.ts'
import type { Library } from '../library/library.ts'
import type { RememberingFiles } from '../remember/remember-file.ts'
import { exampleFile, exampleVersion } from './examples.ts'
import { closed, file, fileParams, folder, pageFields, pageOfItems, pageQuery, path, version } from './schemas.ts'

const root = '/api/files'
const one = `${root}/:file_id`
type Params = Static<typeof fileParams>

export interface FileRouteOptions {
  library: Library
  list: FileList
  changes: FileChanges
  remembering: RememberingFiles
}

/** Files as records: lists, moves, copies, deletion. */
export function fileRoutes(app: RouteRegistrar, { library, list, changes, remembering }: FileRouteOptions): void {
  const listQuery = Type.Object(
    {
      prefix: Type.Optional(Type.String({ maxLength: 4096, description: 'Files whose path begins so.' })),
      search: Type.Optional(
        Type.String({
          maxLength: 200,
          description:
            'Files whose path has all of these words. A page may be short and have a `next_cursor` all the same.',
        }),
      ),
      folder: Type.Optional(
        Type.String({
          maxLength: 4096,
          description: 'One level: the files in this folder, and its folders in `folders`. Empty: the top.',
        }),
      ),
      ...pageFields,
    },
    closed,
  )
  app.route({
    method: 'GET',
    path: root,
    operationId: 'listFiles',
    summary: 'List files, by path',
    permission: 'files:read',
    query: listQuery,
    responses: {
      200: {
        description: 'By path; `folders` only with `folder`',
        schema: Type.Object(
          {
            items: Type.Array(file),
            folders: Type.Optional(Type.Array(folder)),
            next_cursor: Type.Union([Type.String(), Type.Null()]),
          },
          { title: 'FilePage' },
        ),
        example: { items: [exampleFile], next_cursor: null },
      },
    },
    handler({ principal: { workspace_id }, query: { folder: within, ...query } }) {
      return within === undefined ? list.list(workspace_id, query) : list.folder(workspace_id, within, query)
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getFile',
    summary: 'Get what is known of a file',
    permission: 'files:read',
    params: fileParams,
    responses: { 200: { description: 'The file', schema: file, example: exampleFile } },
    handler: ({ principal, params }) => library.get(principal.workspace_id, params.file_id),
  })

  app.route({
    method: 'GET',
    path: `${one}/versions`,
    operationId: 'listFileVersions',
    summary: 'List the contents that a file has had, as far as they are kept',
    permission: 'files:read',
    params: fileParams,
    query: pageQuery,
    responses: {
      200: {
        description: 'Newest first',
        schema: pageOfItems(version),
        example: { items: [exampleVersion], next_cursor: null },
      },
    },
    handler: ({ principal, params, query }) => list.versions(principal.workspace_id, params.file_id, query),
  })

  const moveBody = Type.Object({ path }, closed)
  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'moveFile',
    summary: 'Move or rename a file',
    description:
      'It stays the same file, with its id, its versions and its links. `If-Match` takes the ETag of the content.',
    permission: 'files:write',
    params: fileParams,
    body: moveBody,
    example: { body: { path: 'archive/q3.pdf' } },
    responses: { 200: { description: 'The file', schema: file, example: exampleFile } },
    errors: { 409: ['already_exists', 'conflict'], 412: ['precondition_failed'] },
    handler: request =>
      changes.move(actorOf(request), request.params.file_id, request.body.path, conditionsOf(request.headers)),
  })

  app.route({
    method: 'POST',
    path: `${one}/copy`,
    operationId: 'copyFile',
    summary: 'Copy a file',
    description: 'Another file with the content of now. The content is kept once, and counts once.',
    permission: 'files:write',
    params: fileParams,
    body: moveBody,
    example: { body: { path: 'drafts/q4.pdf' } },
    responses: { 201: { description: 'The copy', schema: file, example: exampleFile } },
    errors: { 409: ['already_exists', 'conflict'] },
    handler(request, reply) {
      const copy = changes.copy(actorOf(request), request.params.file_id, request.body.path)
      reply.status(201).header('location', `${request.baseUrl}${root}/${copy.file_id}`)
      return copy
    },
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteFile',
    summary: 'Move a file to the trash',
    description: 'Its links open nothing from now on; downloads that are under way go on to their end.',
    permission: 'files:write',
    params: fileParams,
    responses: { 204: { description: 'It is in the trash' } },
    errors: { 412: ['precondition_failed'] },
    handler(request: RouteRequest<{ params: Params }>) {
      changes.delete(actorOf(request), request.params.file_id, conditionsOf(request.headers))
    },
  })

  const rememberBody = Type.Object(
    {
      source: Type.Optional(
        Type.Union([Type.String({ minLength: 1, maxLength: 500 }), Type.Null()], { description: 'Default: the path.' }),
      ),
      tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 })),
    },
    closed,
  )
  app.route({
    method: 'POST',
    path: `${one}/remember`,
    operationId: 'rememberFile',
    summary: "Put the text of a file into the workspace's memory",
    description: 'In the background: the job’s result names the document. Takes the scope `memory:write` too.',
    permission: 'files:read',
    params: fileParams,
    body: rememberBody,
    example: { body: { tags: ['reports'] } },
    responses: {
      202: {
        description: 'The job',
        schema: Type.Object({ job_id: Type.String() }),
        example: { job_id: 'job_01kq3v8d2m5w7x9y1z3a5b7c9d' },
      },
    },
    errors: { 409: ['conflict'] },
    async handler({ principal, params, body }, reply) {
      const { job_id } = await remembering.ask(principal, params.file_id, body)
      reply.status(202)
      return { job_id }
    },
  })
}
