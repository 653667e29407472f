import { actorOf, bodyFault } from '@svc/plugin'
import type { RouteRegistrar, Upload } from '@svc/plugin'
import { FormReader } from '@svc/plugin/library/form-reader'
import type { NewVersions } from '../registry/new-versions.ts'
import type { Registry } from '../registry/registry.ts'
import type { OnnxForm, OnnxImports } from '../serving/onnx-imports.ts'
import { largestOnnxBytes } from '../serving/onnx-runner.ts'
import {
  exampleVersion,
  listQuery,
  modelParams,
  modelVersion,
  versionBody,
  versionChange,
  versionForm,
  versionParams,
} from './model-schemas.ts'
import { pageOfItems } from './schemas.ts'

const path = '/api/ml/models/:name/versions'
const one = `${path}/:version`
const formBytes = 1024 * 1024
const answer = { description: 'The version', schema: modelVersion, example: exampleVersion }

/** The versions of registered models. */
export function versionRoutes(
  app: RouteRegistrar,
  { registry, versions, imports }: { registry: Registry; versions: NewVersions; imports: OnnxImports },
): void {
  app.route({
    method: 'POST',
    path,
    operationId: 'registerModelVersion',
    summary: 'Register what a run kept, or an ONNX file, as the next version of a model',
    description:
      'What a run kept, by JSON; or an ONNX file, by a form with `file` and the fields `description` and `tags` (JSON). An ONNX file is started once before ' +
      'it is kept, in a process of its own: at most 100 MiB, operators of ONNX and ai.onnx.ml alone, all numbers inside. The files are the version’s own ' +
      'from then on: it outlives the run. Numbers are never used again.',
    permission: 'ml:write',
    params: modelParams,
    body: versionBody,
    upload: ['multipart'],
    form: versionForm,
    bodyLimit: largestOnnxBytes + formBytes,
    idempotent: 'handler',
    longRunning: true,
    example: { body: { run_id: exampleVersion.run_id, path: 'model' } },
    responses: { 201: answer },
    errors: {
      409: ['conflict'],
      413: ['payload_too_large'],
      422: ['onnx_refused', 'idempotency_mismatch'],
      503: ['unavailable'],
      507: ['storage_full'],
    },
    async handler({ principal, params, body, upload, idempotency: request, signal, baseUrl }, reply) {
      if (!upload && !body) throw bodyFault('/run_id', 'is required, or a form with a file')
      const { version: made, isReplay } = upload
        ? await imports.import(principal, params.name, onnxForm(upload), { request, signal })
        : versions.ofRunOnce(principal, params.name, body!, request)
      if (isReplay) reply.header('idempotency-replayed', 'true')
      const at = `${baseUrl}/api/ml/models/${encodeURIComponent(made.name)}/versions/${made.version}`
      reply.status(201).header('location', at)
      return made
    },
  })

  app.route({
    method: 'GET',
    path,
    operationId: 'listModelVersions',
    summary: 'The versions of a model, newest first',
    permission: 'ml:read',
    params: modelParams,
    query: listQuery,
    responses: {
      200: {
        description: 'A page of versions',
        schema: pageOfItems(modelVersion),
        example: { items: [exampleVersion], next_cursor: null },
      },
    },
    handler: async ({ principal, params, query }) => registry.versions(principal.workspace_id, params.name, query),
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getModelVersion',
    summary: 'One version of a model',
    permission: 'ml:read',
    params: versionParams,
    responses: { 200: answer },
    handler: async ({ principal, params }) => registry.version(principal.workspace_id, params.name, params.version),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateModelVersion',
    summary: 'Describe, tag or stage a version of a model',
    description: '`tags` take the place of all that there were.',
    permission: 'ml:write',
    params: versionParams,
    body: versionChange,
    example: { body: { stage: 'Production' } },
    responses: { 200: answer },
    handler: async ({ principal, params, body }) =>
      registry.updateVersion(principal.workspace_id, params.name, params.version, body),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteModelVersion',
    summary: 'Delete a version of a model, and the aliases that point to it',
    permission: 'ml:write',
    params: versionParams,
    responses: { 204: { description: 'It is gone' } },
    handler: request => registry.deleteVersion(actorOf(request), request.params.name, request.params.version),
  })
}

function onnxForm(upload: Upload): OnnxForm {
  const reader = new FormReader(upload, ({ kind, name }, { fields, fileCount }) => {
    if (kind === 'file') {
      if (name !== 'file') return bodyFault(`/${name}`, 'is no field for a file: send it as "file"')
      return fileCount > 0 ? bodyFault('/file', 'stands in the form twice') : null
    }
    if (name !== 'description' && name !== 'tags') return bodyFault(`/${name}`, 'is no field of this form')
    return fields.has(name) ? bodyFault(`/${name}`, 'stands in the form twice') : null
  })
  return { files: () => reader.files(), facts: () => factsOf(reader.single()) }
}

function factsOf(fields: ReadonlyMap<string, string>): ReturnType<OnnxForm['facts']> {
  const description = fields.get('description')
  const tags = fields.get('tags')
  return { ...(description !== undefined && { description }), ...(tags !== undefined && { tags: tagsOf(tags) }) }
}

/** @throws ValidationError for what is no object of texts */
function tagsOf(text: string): Record<string, string> {
  const value = parsed(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isObject && Object.values(value).every(each => typeof each === 'string')) return value as Record<string, string>
  throw bodyFault('/tags', 'must be an object of texts, as JSON')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw bodyFault('/tags', 'is no JSON', { cause })
  }
}
