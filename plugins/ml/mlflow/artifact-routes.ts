import { Type } from 'typebox'
import { InternalError, NotFoundError } from '@svc/plugin'
import type { DataPlane, RouteRegistrar, WorkspaceDatabase } from '@svc/plugin'
import { nameOf } from '@svc/plugin/library/contents/file-path'
import { sendContent } from '@svc/plugin/library/contents/send-content'
import { contentErrors, contentResponses } from '../artifacts/content-responses.ts'
import type { Artifacts } from '../artifacts/artifacts.ts'
import { requireLoggedModel } from '../logged-models/logged-models.ts'
import { versionOwner } from '../registry/model-records.ts'
import { requireActiveRun, requireRun } from '../tracking/runs.ts'
import { mlflowProblem } from './errors.ts'
import { list, mlflowRoute, mlflowTag, text } from './mlflow-route.ts'
import type { MinuteRate } from './rate.ts'
import { runIdIn } from './run-routes.ts'
import { textOrNull, wireExperimentId } from './wire/wire.ts'
import { artifactUri } from './wire/wire-run.ts'

const files = '/api/2.0/mlflow-artifacts/artifacts'
const file = `${files}/*`
const fileParams = Type.Object({ '*': Type.String() }, { additionalProperties: false })
const open = { additionalProperties: true }
const entries = Type.Object({ files: Type.Array(Type.Unknown()) }, open)
const shared = {
  tag: mlflowTag,
  keyAsPassword: true,
  rateLimited: false,
  idempotent: false,
  problem: mlflowProblem,
} as const

/** As `versionUri` writes it. */
const pathOfVersion = /^registry\/(?<model>[^/]*)\/(?<version>\d+)(?:\/(?<rest>.*))?$/s

/** Where an artifact lies: its owner, and the path there. */
interface Place {
  owner: string
  path: string
  /** The experiment that the client named; of a version of a model null. */
  experiment: string | null
}

/** The files of runs for MLflow's clients, at `mlflow-artifacts:/{experiment_id}/{run_id}/artifacts/…`. */
export function artifactRoutes(
  app: RouteRegistrar,
  options: { artifacts: Artifacts; data: DataPlane; rate: MinuteRate; maxBytes: number },
): void {
  const { artifacts, data, rate, maxBytes } = options

  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'artifacts/list',
    operationId: 'mlflowListArtifacts',
    summary: 'The files and folders of a run, or of a folder of it',
    fields: { run_id: text, run_uuid: text, path: text, page_token: text },
    answer: { root_uri: text, files: list },
    example: {
      fields: { run_id: 'mlr_01kq3v8d2m5w7x9y1z3a5b7c9d' },
      answer: { root_uri: 'mlflow-artifacts:/0/mlr_01kq3v8d2m5w7x9y1z3a5b7c9d/artifacts', files: [] },
    },
    run({ fields, workspaceId }) {
      const row = data.use(workspaceId, db => requireRun(db, runIdIn(fields)))
      const found = artifacts.list(workspaceId, row.run_id, textOrNull(fields['path'], '/path') ?? '')
      return {
        root_uri: artifactUri(row),
        files: found.map(({ path, size, is_dir }) => ({ path, is_dir, ...(size !== null && { file_size: size }) })),
      }
    },
  })

  app.route({
    method: 'GET',
    path: files,
    operationId: 'mlflowListArtifactFiles',
    summary: 'The files and folders at a path of artifacts',
    permission: { key: 'ml:read' },
    ...shared,
    query: Type.Object({ path: Type.Optional(Type.String({ maxLength: 8192 })) }, open),
    responses: { 200: { description: 'By path', schema: entries, example: { files: [] } } },
    async handler({ principal, query }) {
      const place = placeOf(query.path ?? '')
      data.use(principal.workspace_id, db => assertPlace(db, place))
      const found = artifacts.list(principal.workspace_id, place.owner, place.path)
      return {
        files: found.map(entry => ({
          path: nameOf(entry.path),
          is_dir: entry.is_dir,
          ...(entry.size !== null && { file_size: entry.size }),
        })),
      }
    },
  })

  app.route({
    method: 'GET',
    path: file,
    operationId: 'mlflowDownloadArtifact',
    summary: 'Download an artifact',
    permission: { key: 'ml:read' },
    ...shared,
    params: fileParams,
    etag: false,
    responses: contentResponses,
    errors: contentErrors,
    async handler({ headers, method, principal, params }, reply) {
      const { workspace_id } = principal
      const place = placeOf(params['*'])
      data.use(workspace_id, db => assertPlace(db, place))
      const row = artifacts.row(workspace_id, place.owner, place.path)
      const content = {
        ...row,
        name: nameOf(row.path),
        content_type: 'application/octet-stream',
        changed_at: row.created_at,
      }
      const request = { headers, method, workspace_id, isApp: false }
      return sendContent(request, reply, artifacts.contents, content, { isDownload: true })
    },
  })

  app.route({
    method: 'PUT',
    path: file,
    operationId: 'mlflowUploadArtifact',
    summary: 'Keep an artifact',
    permission: { key: 'ml:write' },
    ...shared,
    params: fileParams,
    upload: ['raw'],
    bodyLimit: maxBytes,
    longRunning: true,
    responses: { 200: { description: 'It is kept', schema: Type.Object({}, open), example: {} } },
    async handler({ principal, params, upload }) {
      if (upload === null) throw new InternalError('A route for uploads was run without one.')
      const place = placeOf(params['*'])
      const { body: content, length } = upload
      const { owner, path } = place
      await artifacts.put(principal.workspace_id, { owner, path, content, length }, db => assertWritable(db, place))
      return {}
    },
  })

  app.route({
    method: 'DELETE',
    path: file,
    operationId: 'mlflowDeleteArtifact',
    summary: 'Delete an artifact, or a folder of them',
    permission: { key: 'ml:write' },
    ...shared,
    params: fileParams,
    responses: { 200: { description: 'It is gone', schema: Type.Object({}, open), example: {} } },
    async handler({ principal, params }) {
      const place = placeOf(params['*'])
      await artifacts.delete(principal.workspace_id, place.owner, place.path, db => assertWritable(db, place))
      return {}
    },
  })
}

/** @throws NotFoundError for a path that is of no run and of no version of a model */
function placeOf(path: string): Place {
  const version = pathOfVersion.exec(path)?.groups
  if (version)
    return {
      owner: versionOwner(version['model'] ?? '', Number(version['version'])),
      path: version['rest'] ?? '',
      experiment: null,
    }
  const [experiment = '', owner = '', folder = '', ...rest] = path.split('/')
  if (owner === 'models' && folder.startsWith('mdl_') && rest[0] === 'artifacts')
    return { owner: folder, path: rest.slice(1).join('/'), experiment }
  if (owner.startsWith('mlr_') && folder === 'artifacts') return { owner, path: rest.join('/'), experiment }
  throw new NotFoundError('There is no such artifact.')
}

/**
 * The experiment in the path is that of the run, or of the logged model. The files of a version are there as long as it is.
 * @throws NotFoundError
 */
function assertPlace(db: WorkspaceDatabase, { owner, experiment }: Place): void {
  if (experiment === null) return
  const { experiment_id } = owner.startsWith('mdl_') ? requireLoggedModel(db, owner) : requireRun(db, owner)
  if (experiment === wireExperimentId(experiment_id)) return
  throw new NotFoundError('There is no such artifact.')
}

/** What is written belongs to an active run or a logged model. @throws NotFoundError, ConflictError */
function assertWritable(db: WorkspaceDatabase, place: Place): void {
  assertPlace(db, place)
  if (!place.owner.startsWith('mdl_')) requireActiveRun(db, place.owner)
}
