import { Type } from 'typebox'
import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { FileChanges } from '../library/file-changes.ts'
import type { FileList } from '../library/file-list.ts'
import { exampleFile } from './examples.ts'
import { closed, file, fileParams, pageOfItems, pageQuery, path, trashedFile } from './schemas.ts'

const root = '/api/files'

/** What is done to many files, and what happens to those that were deleted. */
export function folderRoutes(app: RouteRegistrar, { list, changes }: { list: FileList; changes: FileChanges }): void {
  const moveFolderBody = Type.Object(
    { from: path, to: Type.String({ maxLength: 4096, description: 'Empty: the top.' }) },
    closed,
  )
  app.route({
    method: 'POST',
    path: `${root}/folders/move`,
    operationId: 'moveFolder',
    summary: 'Move or rename a folder, with all that lies in it',
    description: 'A folder is there as long as files lie in it. All of them are moved or none.',
    permission: 'files:write',
    body: moveFolderBody,
    example: { body: { from: 'reports/2025', to: 'archive/2025' } },
    responses: {
      200: { description: 'How many', schema: Type.Object({ moved: Type.Integer() }), example: { moved: 12 } },
    },
    errors: { 409: ['already_exists', 'conflict'] },
    handler: request => changes.moveFolder(actorOf(request), request.body.from, request.body.to),
  })

  const folderQuery = Type.Object({ path }, closed)
  const deleted = Type.Object({ deleted: Type.Integer() })
  app.route({
    method: 'DELETE',
    path: `${root}/folders`,
    operationId: 'deleteFolder',
    summary: 'Move all files of a folder to the trash',
    permission: 'files:write',
    query: folderQuery,
    responses: { 200: { description: 'How many', schema: deleted, example: { deleted: 12 } } },
    longRunning: true,
    handler: request => changes.deleteFolder(actorOf(request), request.query.path),
  })

  app.route({
    method: 'GET',
    path: `${root}/trash`,
    operationId: 'listTrash',
    summary: 'List the files in the trash',
    permission: 'files:read',
    query: pageQuery,
    responses: {
      200: {
        description: 'The last deleted first',
        schema: pageOfItems(trashedFile),
        example: { items: [{ ...exampleFile, deleted_at: '2026-02-03T08:00:00.000Z' }], next_cursor: null },
      },
    },
    handler: ({ principal, query }) => list.trash(principal.workspace_id, query),
  })

  app.route({
    method: 'DELETE',
    path: `${root}/trash`,
    operationId: 'emptyTrash',
    summary: 'Delete all that is in the trash, for good',
    permission: 'files:write',
    responses: { 200: { description: 'How many', schema: deleted, example: { deleted: 3 } } },
    longRunning: true,
    handler: request => changes.emptyTrash(actorOf(request)),
  })

  app.route({
    method: 'DELETE',
    path: `${root}/trash/:file_id`,
    operationId: 'purgeFile',
    summary: 'Delete a file in the trash for good, with all its versions',
    permission: 'files:write',
    params: fileParams,
    responses: { 204: { description: 'It is gone' } },
    async handler(request) {
      await changes.purge(actorOf(request), request.params.file_id)
    },
  })

  const restoreBody = Type.Object({ path: Type.Optional(path) }, closed)
  app.route({
    method: 'POST',
    path: `${root}/:file_id/restore`,
    operationId: 'restoreFile',
    summary: 'Bring a file back out of the trash',
    description: 'To where it was, or to `path`. A path that is taken meanwhile is a 409.',
    permission: 'files:write',
    params: fileParams,
    body: restoreBody,
    example: { body: { path: 'reports/2026/q3 (restored).pdf' } },
    responses: { 200: { description: 'The file', schema: file, example: exampleFile } },
    errors: { 409: ['already_exists', 'conflict'] },
    handler: request => changes.restore(actorOf(request), request.params.file_id, request.body.path),
  })

  app.route({
    method: 'GET',
    path: `${root}/usage`,
    operationId: 'getFilesUsage',
    summary: 'See how much the workspace holds, and how much it may hold',
    description: 'Each content counts once; older versions, the trash and uploads that are under way count too.',
    permission: 'files:read',
    responses: {
      200: {
        description: 'Bytes, and numbers of files',
        schema: Type.Object(
          {
            bytes: Type.Integer(),
            quota: Type.Integer(),
            files: Type.Integer(),
            trashed: Type.Integer(),
          },
          { title: 'FilesUsage' },
        ),
        example: { bytes: 48_213, quota: 10_737_418_240, files: 1, trashed: 0 },
      },
    },
    handler: ({ principal, signal }) => list.usage(principal.workspace_id, signal),
  })
}
