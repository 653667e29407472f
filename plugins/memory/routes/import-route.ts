import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  actorOf,
  assertNoBodyFaults,
  bodyFault,
  PayloadTooLargeError,
  UnprocessableError,
  ValidationError,
} from '@svc/plugin'
import type { AuditLog, FieldError, RouteRegistrar, RouteRequest, Upload } from '@svc/plugin'
import { FormReader } from '@svc/plugin/library/form-reader'
import { callerProvenance } from '../documents/caller-provenance.ts'
import { checkMemory } from '../documents/check-memory.ts'
import { memoryLimits as limits } from '../documents/memory-limits.ts'
import type { ImportJobs } from '../imports/import-jobs.ts'
import type { Importer } from '../imports/importer.ts'
import type { ImportOutcome } from '../imports/import-outcome.ts'
import type { StagedImport, Staging } from '../imports/staging.ts'
import { closed } from './schemas.ts'

const largestAtOnce = 4 * 1024 * 1024
const mostAtOnce = 20
const mostFiles = 1000
const jsonLimit = 24 * 1024 * 1024

const file = {
  name: Type.String({ minLength: 1, maxLength: 1000, description: 'The file name; a path is kept as it is.' }),
  content: Type.Optional(Type.String({ description: 'The file as text.' })),
  content_base64: Type.Optional(Type.String({ description: 'The file as bytes.' })),
}
const body = Type.Object(
  {
    name: Type.Optional(file.name),
    content: file.content,
    content_base64: file.content_base64,
    files: Type.Optional(
      Type.Array(Type.Object(file, { ...closed, title: 'MemoryImportFile' }), { minItems: 1, maxItems: mostFiles }),
    ),
    source: Type.Optional(Type.String({ minLength: 1, maxLength: limits.sourceLength })),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: limits.tagLength }), { maxItems: limits.tags }),
    ),
    mode: Type.Optional(Type.Enum(['auto', 'job'], { default: 'auto' })),
  },
  closed,
)
type SentFile = { name?: string; content?: string; content_base64?: string }

const item = Type.Object(
  {
    id: Type.String(),
    file_name: Type.String(),
    chunks: Type.Integer(),
    duplicate: Type.Boolean(),
    warnings: Type.Array(Type.String()),
  },
  { title: 'ImportedMemory' },
)
const fault = Type.Object(
  {
    file_name: Type.String(),
    line: Type.Optional(Type.Integer()),
    code: Type.String(),
    detail: Type.String(),
  },
  { title: 'MemoryImportFault' },
)
const outcome = Type.Object(
  {
    documents: Type.Integer({ description: 'New ones.' }),
    duplicates: Type.Integer({ description: 'Those that were there already.' }),
    chunks: Type.Integer(),
    source: Type.Union([Type.String(), Type.Null()], {
      description: 'Null: each file is a source of its own, by its name.',
    }),
    items: Type.Array(item, { description: 'The first 100.' }),
    failed: Type.Integer(),
    faults: Type.Array(fault, { description: 'Why some did not come in; the first 100.' }),
  },
  { title: 'MemoryImport' },
)
const exampleItem = {
  id: 'mem_01jzcq3m5n8v7x2k4w6y9a0b1c',
  file_name: 'handbook.pdf',
  chunks: 31,
  duplicate: false,
  warnings: [],
}
const exampleOutcome = {
  documents: 1,
  duplicates: 0,
  chunks: 31,
  source: 'handbook',
  items: [exampleItem],
  failed: 0,
  faults: [],
}

interface Order {
  source: string | null
  tags: string[]
  asJob: boolean
}

export interface ImportRouteOptions {
  staging: Staging
  importer: Importer
  jobs: ImportJobs
  audit: AuditLog
  maxBytes: number
}

/** Files into memory. */
export function importRoute(app: RouteRegistrar, options: ImportRouteOptions): void {
  app.route({
    method: 'POST',
    path: '/api/memory/import',
    operationId: 'importMemories',
    summary: 'Import files',
    description:
      'Text, Markdown, HTML, PDF and DOCX, each file one document; JSONL of an export line by line, with its ids where they are free. A form with ' +
      'one or more `file` parts, `source`, `tags` (repeated, or with commas) and `mode`; or JSON with `name` and `content` (or `content_base64`), ' +
      'or a list of those as `files`, 24 MiB in all. More than 20 files or 4 MiB, and `mode=job`, are imported in the background: 202.',
    permission: 'memory:write',
    body,
    upload: ['multipart'],
    bodyLimit: options.maxBytes,
    jsonLimit,
    example: {
      summary: 'A page as text',
      body: { name: 'ports.md', content: '# Ports\n\nStaging listens on 6543.\n' },
    },
    responses: {
      201: { description: 'What came in', schema: outcome, example: exampleOutcome },
      202: {
        description: 'It is imported in the background; the outcome is the result of the job',
        schema: Type.Object({ job_id: Type.String() }),
        example: { job_id: 'job_01jzcq3m5n8v7x2k4w6y9a0b1c' },
      },
    },
    errors: { 415: ['unsupported_media_type'], 422: ['import_failed', 'memory_full'] },
    idempotent: false,
    longRunning: true,
    async handler(request, reply) {
      const { principal, signal } = request
      const workspaceId = principal.workspace_id
      const staged = await options.staging.begin(workspaceId)
      try {
        const order = request.upload
          ? await takeForm(request.upload, staged)
          : await takeJson(request.body ?? {}, staged)
        const { source } = order
        const provenance = callerProvenance(principal, 'import')
        await audited(options.audit, request, staged.files.length, source)
        if (order.asJob || staged.files.length > mostAtOnce || staged.bytes > largestAtOnce) {
          const job_id = await options.jobs.enqueue(workspaceId, staged, { source, tags: order.tags, provenance })
          reply.status(202).header('location', `${request.baseUrl}/api/jobs/${job_id}`)
          return { job_id }
        }
        const run = { workspaceId, files: staged.files, source, tags: order.tags, provenance, signal }
        const { outcome: came, firstError } = await options.importer.run(run)
        if (came.documents + came.duplicates === 0) throw nothingCame(came, firstError)
        const [first, ...others] = came.items
        const one = first && others.length === 0 ? `/${first.id}` : ''
        reply.status(201).header('location', `${request.baseUrl}/api/memory${one}`)
        return came
      } finally {
        await staged.remove()
      }
    },
  })
}

function nothingCame({ failed, faults }: ImportOutcome, firstError: unknown): unknown {
  // The message of a quota names no file.
  if (firstError instanceof PayloadTooLargeError && faults[0])
    return new PayloadTooLargeError(`${faults[0].file_name}: ${firstError.message}`)
  if (firstError !== null) return firstError
  const message = failed === 0 ? 'There is no document in it.' : 'None of the files could be imported.'
  return new UnprocessableError('import_failed', message)
}

async function audited(audit: AuditLog, request: RouteRequest, files: number, source: string | null): Promise<void> {
  const principal = actorOf(request)
  const { ip = null, request_id = null } = principal
  const details = { files }
  await audit.append({ principal, action: 'memory.imported', target: source, ip, request_id, details })
}

const fieldNames = ['source', 'tags', 'mode']

async function takeForm(upload: Upload, staged: StagedImport): Promise<Order> {
  const form = new FormReader(upload, ({ kind, name }) =>
    (kind === 'file' ? name === 'file' : fieldNames.includes(name)) ? null : unknownPart(name),
  )
  for await (const { filename, contentType, body: content } of form.files())
    await staged.add({ name: nameOf(filename), content_type: contentType }, content)
  const { fields } = form
  const source = fields.get('source')?.at(-1)
  const mode = fields.get('mode')?.at(-1) ?? 'auto'
  const wantedTags = (fields.get('tags') ?? []).flatMap(list => list.split(',').map(tag => tag.trim()))
  const faults: FieldError[] = []
  if (staged.files.length === 0)
    faults.push({ path: '/file', message: 'is missing: send at least one part named file' })
  if (mode !== 'auto' && mode !== 'job') faults.push({ path: '/mode', message: 'must be auto or job' })
  assertNoBodyFaults(faults)
  const wanted = {
    ...(source !== undefined && source !== '' && { source }),
    tags: wantedTags.filter(tag => tag !== ''),
  }
  return orderOf(wanted, mode === 'job')
}

async function takeJson(sent: Static<typeof body>, staged: StagedImport): Promise<Order> {
  const { files, name, content, content_base64, mode, source, tags: wanted } = sent
  const isOne = name !== undefined || content !== undefined || content_base64 !== undefined
  if (isOne === (files !== undefined)) {
    throw new ValidationError('body must have name and content (or content_base64), or files: a list of those.')
  }
  const one: SentFile = {
    ...(name !== undefined && { name }),
    ...(content !== undefined && { content }),
    ...(content_base64 !== undefined && { content_base64 }),
  }
  const order = orderOf({ ...(source !== undefined && { source }), tags: wanted ?? [] }, mode === 'job')
  for (const [index, each] of (files ?? [one]).entries()) {
    await staged.add(
      { name: nameOf(each.name ?? 'file'), content_type: null },
      bytesOf(each, files ? `/files/${index}` : ''),
    )
  }
  return order
}

function bytesOf({ content, content_base64 }: SentFile, path: string): Uint8Array {
  if ((content === undefined) === (content_base64 === undefined)) {
    throw bodyFault(path, 'must have either content or content_base64')
  }
  if (content !== undefined) return Buffer.from(content)
  const base64 = content_base64 ?? ''
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) {
    throw bodyFault(`${path}/content_base64`, 'is not base64')
  }
  return Buffer.from(base64, 'base64')
}

function orderOf(wanted: { source?: string; tags: string[] }, asJob: boolean): Order {
  const { source = null, tags: checked = [] } = checkMemory(wanted)
  return { source, tags: checked, asJob }
}

const unprintable = /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu

/** A label and nothing else: what it must not hold is half a character, or what turns the text around it. */
function nameOf(name: string): string {
  return name.toWellFormed().replace(unprintable, '').trim().slice(0, 500) || 'file'
}

function unknownPart(name: string): ValidationError {
  return bodyFault('', `has a part ${JSON.stringify(name.slice(0, 100))}; there are file, source, tags and mode`)
}
