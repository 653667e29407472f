import { Type } from 'typebox'
import { InternalError } from '@svc/plugin'
import type { DataPlane, RouteRegistrar } from '@svc/plugin'
import { sendContent } from '@svc/plugin/library/contents/send-content'
import { nameOf } from '@svc/plugin/library/contents/file-path'
import { contentErrors, contentResponses } from '../artifacts/content-responses.ts'
import type { Artifacts } from '../artifacts/artifacts.ts'
import { requireActiveRun, requireRun } from '../tracking/runs.ts'
import { exampleArtifact } from './examples.ts'
import { artifactEntry, closed, runParams } from './schemas.ts'

const path = '/api/ml/runs/:run_id/artifacts'
const fileParams = Type.Object({ ...runParams.properties, '*': Type.String() }, closed)
const listQuery = Type.Object(
  { path: Type.Optional(Type.String({ maxLength: 4096, description: 'A folder; without it the top.' })) },
  closed,
)
const list = Type.Object({ items: Type.Array(artifactEntry) })
const appType = 'application/octet-stream'

/** The files of a run. */
export function artifactRoutes(
  app: RouteRegistrar,
  { artifacts, data, maxBytes }: { artifacts: Artifacts; data: DataPlane; maxBytes: number },
): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listMlArtifacts',
    summary: 'The files and folders of a run, or of a folder of it',
    permission: 'ml:read',
    params: runParams,
    query: listQuery,
    responses: { 200: { description: 'By path', schema: list, example: { items: [exampleArtifact] } } },
    async handler({ principal, params, query }) {
      data.use(principal.workspace_id, db => requireRun(db, params.run_id))
      return { items: artifacts.list(principal.workspace_id, params.run_id, query.path ?? '') }
    },
  })

  app.route({
    method: 'GET',
    path: `${path}/*`,
    operationId: 'downloadMlArtifact',
    summary: 'Download a file of a run',
    description:
      'Takes `Range`, `If-None-Match` and `If-Match`. The ETag is the hash of the content. It is sent as an attachment.',
    permission: 'ml:read',
    params: fileParams,
    responses: contentResponses,
    errors: contentErrors,
    etag: false,
    async handler({ headers, method, principal, params }, reply) {
      const { workspace_id, via } = principal
      const row = artifacts.row(workspace_id, params.run_id, params['*'])
      const content = { ...row, name: nameOf(row.path), content_type: appType, changed_at: row.created_at }
      const request = { headers, method, workspace_id, isApp: via === 'agent_app' }
      return sendContent(request, reply, artifacts.contents, content, { isDownload: true })
    },
  })

  app.route({
    method: 'PUT',
    path: `${path}/*`,
    operationId: 'uploadMlArtifact',
    summary: 'Keep a file with a run',
    description: 'The body is the content, of any type. A file that is at the path is replaced.',
    permission: 'ml:write',
    params: fileParams,
    upload: ['raw'],
    bodyLimit: maxBytes,
    idempotent: false,
    longRunning: true,
    responses: { 201: { description: 'It is kept', schema: artifactEntry, example: exampleArtifact } },
    errors: { 409: ['conflict'], 413: ['payload_too_large'], 507: ['storage_full'] },
    async handler({ principal, params, upload, baseUrl }, reply) {
      if (upload === null) throw new InternalError('A route for uploads was run without one.')
      const { body: content, length } = upload
      const artifact = { owner: params.run_id, path: params['*'], content, length }
      const row = await artifacts.put(principal.workspace_id, artifact, db => {
        requireActiveRun(db, params.run_id)
      })
      const file = row.path.split('/').map(encodeURIComponent).join('/')
      reply.status(201).header('location', `${baseUrl}/api/ml/runs/${params.run_id}/artifacts/${file}`)
      return { path: row.path, size: row.size, sha256: row.sha256, is_dir: false }
    },
  })

  app.route({
    method: 'DELETE',
    path: `${path}/*`,
    operationId: 'deleteMlArtifact',
    summary: 'Delete a file or a folder of a run',
    permission: 'ml:write',
    params: fileParams,
    responses: { 204: { description: 'It is gone' } },
    errors: { 409: ['conflict'] },
    handler: ({ principal, params }) =>
      artifacts.delete(principal.workspace_id, params.run_id, params['*'], db => {
        requireActiveRun(db, params.run_id)
      }),
  })
}
