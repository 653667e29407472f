import { Type } from 'typebox'
import { bodyFault, ValidationError } from '@svc/plugin'
import type { RouteRegistrar, RouteRequest, Upload, UploadPart } from '@svc/plugin'
import { FormReader } from '@svc/plugin/library/form-reader'
import { importBody, importForm, orderOfForm } from '../imports/import-order.ts'
import type { ImportOrder } from '../imports/import-order.ts'
import type { ImportedForStats, StatImports } from '../imports/stat-imports.ts'
import { WaitingFile } from '../imports/waiting-file.ts'
import type { WaitingFiles } from '../imports/waiting-file.ts'
import { exampleImport, exampleImported } from './examples.ts'
import { datasetParams, variable } from './schemas.ts'

const jsonLimit = 24 * 1024 * 1024
/** 10,000 columns, each with its name, type and what it means. */
const jsonMembers = 100_000
const mostFields = 20

const imported = Type.Object(
  {
    dataset_id: Type.String(),
    name: Type.String(),
    table: Type.String({ description: 'In SQL.' }),
    version: Type.Integer(),
    rows: Type.Integer(),
    variables: Type.Array(variable),
    warnings: Type.Array(Type.String()),
  },
  { title: 'StatDataset' },
)

export interface ImportRouteOptions extends WaitingFiles {
  imports: StatImports
  maxBytes: number
}

export function importRoutes(app: RouteRegistrar, options: ImportRouteOptions): void {
  app.route({
    method: 'POST',
    path: '/api/stats/import',
    operationId: 'importForStats',
    summary: 'Import data, or say what the columns of a dataset mean',
    description:
      'As POST /api/data/import takes it: a form with `file`, or JSON with `name` and `content`, and `variables` beside it (in a form as JSON): ' +
      'measure, levels in order, values that mean that there is none, a label. Or `{dataset_id, variables}` for a dataset that is there. ' +
      'Columns of which nothing is said are nominal when they hold text, else continuous. A new version of a dataset keeps what was said.',
    permission: 'stats:write',
    body: importBody,
    upload: ['multipart'],
    form: importForm,
    bodyLimit: options.maxBytes,
    jsonLimit,
    jsonMembers,
    example: { summary: 'A small table', body: exampleImport },
    responses: { 201: { description: 'What there is now', schema: imported, example: exampleImported } },
    errors: { 413: ['payload_too_large'], 422: ['import_failed', 'query_limit'] },
    idempotent: false,
    longRunning: true,
    async handler(request, reply) {
      refuseKey(request)
      const answer = request.upload
        ? await takeForm(request, request.upload, options)
        : await takeJson(request, request.body ?? {}, options)
      reply.status(201).header('location', `${request.baseUrl}/api/data/datasets/${answer.dataset_id}`)
      return answer
    },
  })

  app.route({
    method: 'GET',
    path: '/api/stats/datasets/:dataset_id/variables',
    operationId: 'listStatVariables',
    summary: 'What the columns of a dataset mean to statistics',
    permission: 'stats:read',
    params: datasetParams,
    responses: {
      200: { description: 'Of the version that is named, or the latest', schema: imported, example: exampleImported },
    },
    handler: ({ principal, params }) => options.imports.get(principal, params.dataset_id),
  })
}

function takeJson({ principal, signal }: RouteRequest, order: ImportOrder, { imports }: ImportRouteOptions) {
  const { content } = order
  return imports.import(order, content === undefined ? null : { content, filename: null }, { principal, signal })
}

/** A repeated import would make a second dataset, so what cannot be honoured is not taken. */
function refuseKey({ headers }: RouteRequest<{ body: ImportOrder | undefined }>): void {
  if (headers['idempotency-key'] === undefined) return
  throw new ValidationError(
    'header Idempotency-Key is not taken here. Import by POST /api/data/import, which takes it, then send {dataset_id, variables}, which may be repeated as it is.',
  )
}

/** The fields may come after the file: it waits for them. */
async function takeForm(
  { principal, signal }: RouteRequest,
  upload: Upload,
  { imports, contents, marks }: ImportRouteOptions,
): Promise<ImportedForStats> {
  const workspaceId = principal.workspace_id
  const form = new FormReader(upload, faultOf)
  let waiting: { file: WaitingFile; filename: string } | null = null
  try {
    for await (const { body, filename } of form.files())
      waiting = { file: await WaitingFile.take(body, { contents, marks, workspaceId, signal }), filename }
    const order = await orderOfForm(form.single())
    if (order.content !== undefined) throw wrongPart('content', 'which is for JSON; send the part "file"')
    const sent = waiting && { content: waiting.file.open(), filename: waiting.filename }
    try {
      return await imports.import(order, sent, { principal, signal })
    } finally {
      sent?.content.destroy()
    }
  } finally {
    await waiting?.file.remove()
  }
}

function faultOf({ kind, name }: UploadPart, { fields, fileCount }: FormReader): ValidationError | null {
  if (kind === 'field') return fields.has(name) || fields.size >= mostFields ? wrongPart(name, 'a second time') : null
  const isTheFile = name === 'file' && fileCount === 0
  return isTheFile ? null : wrongPart(name, 'and only one file, named "file", is taken')
}

function wrongPart(name: string, reason: string): ValidationError {
  return bodyFault('', `has the part ${JSON.stringify(name.slice(0, 100))}, ${reason}`)
}
