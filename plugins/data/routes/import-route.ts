import { hash } from 'node:crypto'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { bodyFault, ConflictError, numberIn } from '@svc/plugin'
import type {
  IdempotentRequest,
  RouteRegistrar,
  RouteReply,
  RouteRequest,
  Upload,
  UploadPart,
  ValidationError,
} from '@svc/plugin'
import type { Files } from '@svc/plugin/contracts/files'
import { FormReader } from '@svc/plugin/library/form-reader'
import type { VersionRecord } from '../catalog/records.ts'
import { formFields, formats, settingsOf, settingsOfForm } from '../imports/import-settings.ts'
import type { ImportSettings } from '../imports/import-settings.ts'
import type { ImportJobs } from '../imports/import-jobs.ts'
import type { ImportSource, Importer } from '../imports/importer.ts'
import type { IncomingUpload } from '../imports/incoming-upload.ts'
import { exampleVersion } from './examples.ts'
import { importBody, version } from './schemas.ts'

const jsonLimit = 32 * 1024 * 1024
/** Rows as JSON, which are held in memory; more come as a form, or as text in `content`. */
const jsonMembers = 200_000
/** The size of a form without its file. */
const formBytes = 1024 * 1024
type Body = Static<typeof importBody>

export interface ImportRouteOptions {
  importer: Importer
  jobs: ImportJobs
  files: Files | undefined
}

interface Order {
  settings: ImportSettings
  source: ImportSource
  request: IdempotentRequest | null
}

/** What brings data in. */
export function importRoute(app: RouteRegistrar, options: ImportRouteOptions): void {
  const { importer } = options
  app.route({
    method: 'POST',
    path: '/api/data/import',
    operationId: 'importDataset',
    summary: 'Import a table: a new dataset, or a new version of one',
    description:
      'CSV, TSV, JSON, NDJSON, Parquet or XLSX, the texts also packed with gzip. A form with `file` and fields; or JSON with `content`; or JSON with the ' +
      '`file_id` of a file of the workspace. How the file was read stands in `reading`, and any of it can be given instead; rows that could not be taken are ' +
      'counted and shown in `rejected`. With `dataset_id` it is a new version of that dataset. `mode=job` imports in the background: 202.',
    permission: 'data:write',
    body: importBody,
    upload: ['multipart'],
    form: {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary' },
        ...Object.fromEntries(formFields.map(name => [name, { type: 'string' }])),
        format: { type: 'string', enum: [...formats] },
        mode: { type: 'string', enum: ['request', 'job'] },
      },
      required: ['file'],
      additionalProperties: false,
    },
    bodyLimit: importer.maxUploadBytes + formBytes,
    jsonLimit,
    jsonMembers,
    example: {
      summary: 'A small table',
      body: { name: 'Sales', format: 'csv', content: 'region,amount\nnorth,2210.5\nsouth,1907.25\n' },
    },
    responses: {
      201: { description: 'The version', schema: version, example: exampleVersion },
      202: {
        description: 'It is imported in the background; the version is the result of the job',
        schema: Type.Object({ job_id: Type.String() }),
        example: { job_id: 'job_01jzcq3m5n8v7x2k4w6y9a0b1c' },
      },
    },
    errors: {
      409: ['conflict'],
      413: ['payload_too_large'],
      422: ['import_failed', 'query_limit', 'idempotency_mismatch'],
      504: ['timeout'],
      507: ['storage_full'],
    },
    idempotent: 'handler',
    longRunning: true,
    async handler(request, reply) {
      const { principal, signal } = request
      return importer.during(principal.workspace_id, async upload => {
        const order = request.upload
          ? await takeForm(options, request, request.upload, upload)
          : await takeJson(options, request, request.body ?? {}, upload)
        const kept = importer.replayed(principal.workspace_id, order.request)
        if (kept) {
          reply.header('idempotency-replayed', 'true')
          return 'job_id' in kept.answer ? begun(kept.answer, request, reply) : created(kept.answer, request, reply)
        }
        importer.check(principal.workspace_id, order.settings)
        if (order.settings.asJob) {
          const by = { principal, request: order.request }
          const job_id = await options.jobs.enqueue(upload, order.settings, order.source, by)
          return begun({ job_id }, request, reply)
        }
        const run = { author: principal, signal, request: order.request }
        const { version: made, isReplay } = await importer.import(upload, order.settings, order.source, run)
        if (isReplay) reply.header('idempotency-replayed', 'true')
        return created(made, request, reply)
      })
    },
  })
}

function created(made: VersionRecord, { baseUrl }: Pick<RouteRequest, 'baseUrl'>, reply: RouteReply): VersionRecord {
  reply.status(201).header('location', `${baseUrl}/api/data/datasets/${made.dataset_id}`)
  return made
}

function begun(job: { job_id: string }, { baseUrl }: Pick<RouteRequest, 'baseUrl'>, reply: RouteReply) {
  reply.status(202).header('location', `${baseUrl}/api/jobs/${job.job_id}`)
  return job
}

async function takeForm(
  { importer }: ImportRouteOptions,
  { idempotency, principal, signal }: Pick<RouteRequest, 'idempotency' | 'principal' | 'signal'>,
  sent: Upload,
  upload: IncomingUpload,
): Promise<Order> {
  const form = new FormReader(sent, faultOf)
  let filename: string | null = null
  for await (const file of form.files()) {
    // A typo is refused before a gigabyte has arrived.
    const sofar = settingsOfForm(form.single())
    importer.check(principal.workspace_id, sofar)
    filename = file.filename
    const isHashed = idempotency !== null
    await upload.take(file.body, { signal, isHashed, isImportSoon: !isHashed && !sofar.asJob })
  }
  const fields = form.single()
  if (filename === null) throw bodyFault('/file', 'is missing: send the file in the field "file" (curl: -F file=@name)')
  const settings = settingsOfForm(fields)
  // The kernel hashes no fields of a form, so its idempotency is checked here.
  const facts = JSON.stringify([[...fields].toSorted(), upload.sha256])
  const request = idempotency && { ...idempotency, body_hash: hash('sha256', facts, 'base64url') }
  return { settings, source: { filename, file_id: null }, request }
}

function faultOf({ kind, name }: UploadPart, { fields, fileCount }: FormReader): ValidationError | null {
  if (kind === 'field') return fields.has(name) ? bodyFault(`/${name}`, 'stands in the form twice') : null
  if (name !== 'file') return bodyFault(`/${name}`, 'is no field for a file: send it as "file"')
  return fileCount === 0 ? null : bodyFault('/file', 'stands in the form twice: an import takes one file')
}

async function takeJson(
  { files, importer }: ImportRouteOptions,
  { idempotency, principal, signal }: Pick<RouteRequest, 'idempotency' | 'principal' | 'signal'>,
  { content, file_id, ...fields }: Body,
  upload: IncomingUpload,
): Promise<Order> {
  const settings = settingsOf(fields)
  importer.check(principal.workspace_id, settings)
  if ((content === undefined) === (file_id === undefined))
    throw bodyFault('', 'must have "content" or "file_id", and one of them alone')
  if (content !== undefined) {
    if (Array.isArray(content) && settings.options.format !== undefined && settings.options.format !== 'json')
      throw bodyFault('/content', `is a list of rows, which is "format": "json" and not ${settings.options.format}`)
    if (typeof content !== 'string') assertExactIntegers(content)
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    if (typeof content !== 'string') settings.options.format = 'json'
    await upload.take(text, { signal, isImportSoon: !settings.asJob })
    return { settings, source: { filename: null, file_id: null }, request: idempotency }
  }
  if (!files) throw new ConflictError('conflict', 'The plugin "files" is not running: there are no files to import.')
  return files.withPath(principal.workspace_id, file_id ?? '', async (path, file) => {
    await upload.takeFile(path, { isImportSoon: !settings.asJob })
    return { settings, source: { filename: file.name, file_id: file.file_id }, request: idempotency }
  })
}

/** Identifiers of 64 bits lost digits as the body was read. What JSON writes with an exponent is taken for a measure. @throws ValidationError */
function assertExactIntegers(content: unknown): void {
  const isInexact = (number: number): boolean =>
    Number.isInteger(number) && !Number.isSafeInteger(number) && Math.abs(number) < 1e21
  const at = numberIn(content, isInexact)
  if (at === null) return
  const message =
    'is an integer beyond 2^53, which loses digits in JSON: send it as text, or all rows as one text or file'
  throw bodyFault(`/content${at}`, message)
}
