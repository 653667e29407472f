import { Buffer } from 'node:buffer'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { bodyFault, InternalError } from '@svc/plugin'
import type { RouteRegistrar, RouteReply, RouteRequest, Upload } from '@svc/plugin'
import type { StoredFile } from '@svc/plugin/contracts/files'
import { etagOf } from '@svc/plugin/library/contents/send-content'
import { conditionsOf } from '../library/conditions.ts'
import type { Library, WrittenFiles } from '../library/library.ts'
import { exampleFile } from './examples.ts'
import { FormFiles } from './form-files.ts'
import { closed, file, path, pathParams } from './schemas.ts'

const root = '/api/files'
const textBytes = 8 * 1024 * 1024
/** The size of a form without its files. */
const formBytes = 1024 * 1024

const written = Type.Union([file, Type.Object({ items: Type.Array(file) })])
const textBody = Type.Object(
  {
    path,
    text: Type.Optional(Type.String({ description: 'Text as it is; this or `base64`.' })),
    base64: Type.Optional(Type.String({ description: 'Bytes in base64.' })),
    content_type: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
)
const replacing =
  'A file that is at the path gets a new version; with the bytes that it has already nothing changes. `If-None-Match: *` lets nothing be ' +
  'replaced, `If-Match` only the content that it names.'
const errors = {
  409: ['conflict'],
  412: ['precondition_failed'],
  413: ['payload_too_large'],
  422: ['idempotency_mismatch'],
  507: ['storage_full'],
}
const responses = (schema: typeof file | typeof written) => ({
  201: { description: 'A new file', schema, example: exampleFile },
  200: { description: 'A new version of a file, or nothing new', schema, example: exampleFile },
})

/** What brings content. */
export function writeRoutes(app: RouteRegistrar, library: Library): void {
  app.route({
    method: 'POST',
    path: root,
    operationId: 'uploadFiles',
    summary: 'Upload files by a form',
    description:
      `Each \`file\` of the form goes to its \`path\`, or without one to its own name at the top; a path that ends with \`/\` is a folder. Several ` +
      `files go into one folder, or each to its own of as many paths, in their order; all of them are kept or none, and the answer is ` +
      `\`{"items": [...]}\`. ${replacing}`,
    permission: 'files:write',
    upload: ['multipart'],
    form: {
      type: 'object',
      properties: {
        file: { type: 'string', format: 'binary' },
        path: { type: 'string', description: 'Where it goes: a path, or a folder with a `/` behind it' },
      },
      required: ['file'],
      additionalProperties: false,
    },
    bodyLimit: library.maxBytes + formBytes,
    idempotent: 'handler',
    responses: responses(written),
    errors,
    longRunning: true,
    async handler(request, reply) {
      const form = new FormFiles(uploadOf(request))
      const outcome = await library.receive(request.principal, form.contents(), {
        conditions: conditionsOf(request.headers),
        request: request.idempotency,
        pathsOf: () => form.paths(),
        signal: request.signal,
      })
      return answer(outcome, request, reply)
    },
  })

  app.route({
    method: 'PUT',
    path: `${root}/content/*`,
    operationId: 'putFile',
    summary: 'Upload a file as it is',
    description: `The body is the content, of any type. ${replacing}`,
    permission: 'files:write',
    params: pathParams,
    upload: ['raw'],
    bodyLimit: library.maxBytes,
    idempotent: false,
    responses: responses(file),
    errors,
    longRunning: true,
    async handler(request, reply) {
      const upload = uploadOf(request)
      const incoming = [
        {
          path: request.params['*'],
          content: upload.body,
          content_type: upload.contentType,
          length: upload.length,
        },
      ]
      const options = { conditions: conditionsOf(request.headers), signal: request.signal }
      return answer(await library.receive(request.principal, incoming, options), request, reply)
    },
  })

  app.route({
    method: 'POST',
    path: `${root}/text`,
    operationId: 'writeFile',
    summary: 'Write a small file by JSON',
    description: `For programs that send JSON alone, such as agent apps: \`ctx.client.request\`. ${replacing}`,
    permission: 'files:write',
    body: textBody,
    bodyLimit: textBytes,
    example: { summary: 'A note', body: { path: 'notes/today.md', text: '# Today\n' } },
    idempotent: 'handler',
    responses: responses(file),
    errors,
    async handler(request, reply) {
      const { path: to, content_type = null } = request.body
      const content = contentOf(request.body)
      const outcome = await library.receive(
        request.principal,
        [{ path: to, content, content_type, length: content.byteLength }],
        { conditions: conditionsOf(request.headers), request: request.idempotency, signal: request.signal },
      )
      return answer(outcome, request, reply)
    },
  })
}

function answer(
  { files, outcomes, isReplay }: WrittenFiles,
  { baseUrl }: Pick<RouteRequest, 'baseUrl'>,
  reply: RouteReply,
): StoredFile | { items: StoredFile[] } {
  const [only] = files
  if (isReplay) reply.header('idempotency-replayed', 'true')
  reply.status(outcomes.includes('created') ? 201 : 200)
  if (files.length !== 1 || !only) {
    reply.header('location', `${baseUrl}${root}`)
    return { items: files }
  }
  reply.header('location', `${baseUrl}${root}/${only.file_id}`).header('etag', etagOf(only))
  return only
}

export function uploadOf({ upload }: Pick<RouteRequest, 'upload'>): Upload {
  if (upload === null) throw new InternalError('A route for uploads was run without one.')
  // While nobody reads it yet, its error must not end the process.
  if (!upload.isMultipart) upload.body.on('error', () => undefined)
  return upload
}

function contentOf({ text, base64 }: Static<typeof textBody>): Buffer {
  if ((text === undefined) === (base64 === undefined))
    throw bodyFault('', 'must have "text" or "base64", and one of them alone')
  if (text !== undefined) return Buffer.from(text)
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64 ?? '') || (base64 ?? '').length % 4 !== 0)
    throw bodyFault('/base64', 'is not base64 (A-Z a-z 0-9 + / and = at the end)')
  return Buffer.from(base64 ?? '', 'base64')
}
