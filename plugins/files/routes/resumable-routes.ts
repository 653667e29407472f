import { Type } from 'typebox'
import { CallerError, PreconditionFailedError, ValidationError } from '@svc/plugin'
import type { RouteRegistrar, RouteReply, RouteRequest } from '@svc/plugin'
import type { PieceChecksum, Uploads } from '../uploads/uploads.ts'
import { readUploadMetadata } from '../uploads/upload-metadata.ts'
import type { UploadRow } from '../uploads/upload-store.ts'
import { exampleUpload } from './examples.ts'
import { uploadParams } from './schemas.ts'
import { uploadOf } from './write-routes.ts'

const root = '/api/files/uploads'
const one = `${root}/:upload_id`
const pieceType = 'application/offset+octet-stream'
const protocolVersion = '1.0.0'
const algorithms = ['sha1', 'sha256', 'md5'] as const

const upload = Type.Object(
  {
    upload_id: Type.String(),
    path: Type.String(),
    offset: Type.Integer({ description: 'Bytes that have come.' }),
    length: Type.Integer(),
    file_id: Type.Union([Type.String(), Type.Null()], { description: 'Once it is whole.' }),
    expires_at: Type.String(),
  },
  { title: 'Upload' },
)

/** Uploads that go on after they were cut off: tus 1.0 with creation, termination, checksum and expiration. */
export function resumableRoutes(app: RouteRegistrar, uploads: Uploads, maxBytes: number): void {
  app.route({
    method: 'POST',
    path: root,
    operationId: 'beginUpload',
    summary: 'Begin an upload in pieces (tus 1.0)',
    description:
      'Takes `Upload-Length`, and `Upload-Metadata` with `path` or `filename`, and `filetype`. `Location` is where the pieces go. What has come ' +
      'stays for a day after the last piece; the whole length counts against the quota from now on.',
    permission: 'files:write',
    responses: { 201: { description: 'It can begin', schema: upload, example: exampleUpload } },
    errors: { 409: ['conflict'], 412: ['precondition_failed'], 413: ['payload_too_large'] },
    example: { summary: 'Has no body' },
    // One that nobody goes on with holds nothing, and is dropped after a day.
    idempotent: 'by-nature',
    async handler(request, reply) {
      speak(request, reply)
      const { headers, principal } = request
      const length = lengthOf(headers['upload-length'], 'Upload-Length')
      const metadata = headers['upload-metadata']
      const begun = await uploads.begin(principal, length, readUploadMetadata(metadata), metadata ?? '')
      addUploadHeaders(reply, begun).status(201).header('location', `${request.baseUrl}${root}/${begun.upload_id}`)
      return shown(begun)
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getUpload',
    summary: 'See how much of an upload has come',
    description: 'With `HEAD` in the headers `Upload-Offset` and `Upload-Length`, as tus asks.',
    permission: 'files:write',
    params: uploadParams,
    etag: false,
    responses: { 200: { description: 'The upload', schema: upload, example: exampleUpload } },
    async handler(request, reply) {
      speak(request, reply)
      const row = await uploads.get(request.principal.workspace_id, request.params.upload_id)
      addUploadHeaders(reply, row).header('upload-length', String(row.length)).header('cache-control', 'no-store')
      if (row.metadata !== '') reply.header('upload-metadata', row.metadata)
      return shown(row)
    },
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'continueUpload',
    summary: 'Send a piece of an upload',
    description:
      `\`Content-Type: ${pieceType}\`, \`Upload-Offset\` as the last answer gave it. What comes of a piece that is cut off stays. With the last ` +
      `byte the file is made, or a new version of the one at the path; \`Upload-File-Id\` names it. \`Upload-Checksum\` (${algorithms.join(', ')}) is checked.`,
    permission: 'files:write',
    params: uploadParams,
    upload: ['raw'],
    bodyLimit: maxBytes,
    idempotent: false,
    longRunning: true,
    responses: { 204: { description: 'It came' } },
    errors: { 409: ['conflict'], 412: ['precondition_failed'], 413: ['payload_too_large'], 507: ['storage_full'] },
    async handler(request, reply) {
      speak(request, reply)
      const { headers, principal, params } = request
      const { body, contentType, length } = uploadOf(request)
      if (contentType !== pieceType)
        throw new CallerError(415, 'unsupported_media_type', `Send pieces with "Content-Type: ${pieceType}".`)
      const offset = lengthOf(headers['upload-offset'], 'Upload-Offset')
      const checksum = checksumOf(headers['upload-checksum'])
      const row = await uploads.add(principal, params.upload_id, { offset, body, length, checksum })
      addUploadHeaders(reply, row).status(204)
    },
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'endUpload',
    summary: 'Give up an upload, and drop what came of it',
    description: 'The file of an upload that is whole stays.',
    permission: 'files:write',
    params: uploadParams,
    responses: { 204: { description: 'It is gone' } },
    async handler(request, reply) {
      speak(request, reply)
      await uploads.delete(request.principal.workspace_id, request.params.upload_id)
    },
  })
}

function addUploadHeaders(reply: RouteReply, { came, file_id, expires_at }: UploadRow): RouteReply {
  if (file_id !== null) reply.header('upload-file-id', file_id)
  return reply.header('upload-offset', String(came)).header('upload-expires', new Date(expires_at).toUTCString())
}

function shown({ upload_id, path, came, length, file_id, expires_at }: UploadRow) {
  return { upload_id, path, offset: came, length, file_id, expires_at: new Date(expires_at).toISOString() }
}

/** Errors name the version too. A client that does not say which it speaks is believed to speak ours. */
function speak({ headers }: Pick<RouteRequest, 'headers'>, reply: RouteReply): void {
  reply.header('tus-resumable', protocolVersion)
  const spoken = headers['tus-resumable']
  if (spoken === undefined || spoken === protocolVersion) return
  reply.header('tus-version', protocolVersion)
  throw new PreconditionFailedError(`Tus-Resumable ${spoken.slice(0, 20)} is not spoken here, only ${protocolVersion}.`)
}

function lengthOf(text: string | undefined, header: string): number {
  if (text !== undefined && /^\d{1,15}$/.test(text)) return Number(text)
  const message = 'must be a number of bytes'
  throw new ValidationError(`${header} ${message}.`, [{ path: `/headers/${header.toLowerCase()}`, message }])
}

function checksumOf(text: string | undefined): PieceChecksum | null {
  if (text === undefined) return null
  const [name, digest, ...more] = text.split(' ')
  const algorithm = algorithms.find(known => known === name)
  if (algorithm !== undefined && digest !== undefined && more.length === 0) return { algorithm, digest }
  const message = `must be one of ${algorithms.join(', ')}, a space and the digest in base64`
  throw new ValidationError(`Upload-Checksum ${message}.`, [{ path: '/headers/upload-checksum', message }])
}
