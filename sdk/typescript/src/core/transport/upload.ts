import type { Answer } from '../operations.ts'
import type { RequestOptions } from './options.ts'
import { NotFoundError, SvcError, TimeoutError } from '../errors.ts'
import { readJson, readWithin } from '../call.ts'
import { backoff, isPassing, wait } from './retry.ts'
import { fillPath } from './path.ts'
import type { Received, Request, Transport } from './transport.ts'

export interface UploadOptions {
  /** Where the file goes; the file's own name when left out. */
  path?: string
  content_type?: string
  /** Bytes sent at once; 8 MiB by default. */
  chunkSize?: number
  onProgress?: (progress: { sent: number; total: number }) => void
  /** Gets the id of the upload once it has begun. It stays on the server, for a day, when a failure that may pass ends the call. */
  onBegin?: (upload_id: string) => void
  /** An upload of this very file that began before: the call goes on with it, or begins anew where the server has it no more. */
  upload_id?: string
}

const defaultChunk = 8 * 1024 * 1024
const mostFailures = 5
const smallestPiece = 256 * 1024
const tus = { 'tus-resumable': '1.0.0' }

/**
 * Sends a file in pieces, as tus 1.0 says, and asks the server after each lost piece how far it has come. An upload that is ended, or cannot go on, leaves
 * nothing on the server, unless `onBegin` was given and it may go on later.
 */
export async function sendPieces(
  transport: Transport,
  file: Blob,
  { path, content_type, chunkSize = defaultChunk, onProgress, onBegin, upload_id: begun }: UploadOptions,
  options: RequestOptions = {},
): Promise<Answer<'getFile'>> {
  const name = path ?? ('name' in file && typeof file.name === 'string' ? file.name : undefined)
  if (!name) throw new SvcError('path must say where the file goes.')
  const type = content_type ?? file.type
  const metadata = [`path ${base64(name)}`, ...(type ? [`filetype ${base64(type)}`] : [])].join(',')
  const send = (request: Request) => transport.send({ ...request, options })
  const begin = (): Promise<UploadState> =>
    json(
      send({
        method: 'POST',
        path: '/api/files/uploads',
        headers: { ...tus, 'upload-length': String(file.size), 'upload-metadata': metadata },
      }),
    )
  const stateOf = (upload_id: string): Promise<UploadState> => json(send({ method: 'GET', path: placeOf(upload_id) }))
  const earlier = begun === undefined ? null : await unlessGone(stateOf(begun))
  const upload = earlier?.length === file.size ? earlier : await begin()
  const one = placeOf(upload.upload_id)
  onBegin?.(upload.upload_id)
  let offset = upload.offset
  let fileId = upload.file_id
  let size = chunkSize
  for (let failures = 0; fileId === null;) {
    try {
      const piece = file.slice(offset, offset + size)
      const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
      const { response, deadline } = await transport.send({
        method: 'PATCH',
        path: one,
        content: piece,
        headers,
        // A piece that stands still is sent again, however long the whole file may take.
        options: { timeout: transport.timeout, ...options, maxRetries: 0 },
      })
      deadline.close()
      offset = Number(response.headers.get('upload-offset'))
      fileId = response.headers.get('upload-file-id')
      failures = 0
    } catch (error) {
      try {
        if (!isPassing(error) || ++failures > (options.maxRetries ?? mostFailures)) throw error
        await wait(backoff(failures - 1), options.signal)
        const state = await stateOf(upload.upload_id)
        if (state.offset > offset) failures = 0
        // On a slow line, a smaller piece arrives in time.
        if (error instanceof TimeoutError) size = Math.max(Math.ceil(size / 2), smallestPiece)
        offset = state.offset
        fileId = state.file_id
      } catch (last) {
        if (onBegin === undefined || !isPassing(last)) await giveUp(transport, one, options)
        throw last
      }
    }
    onProgress?.({ sent: offset, total: file.size })
  }
  return json(send({ method: 'GET', path: fillPath('/api/files/{file_id}', { file_id: fileId }) }))
}

type UploadState = Answer<'getUpload'>

function placeOf(upload_id: string): string {
  return fillPath('/api/files/uploads/{upload_id}', { upload_id })
}

async function unlessGone(asked: Promise<UploadState>): Promise<UploadState | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}

const giveUpMs = 5000

/** Nobody goes on with it, and what came would count against the quota for a day. Where this fails, the server drops it then. */
async function giveUp(transport: Transport, path: string, options: RequestOptions): Promise<void> {
  const { signal: _ended, ...rest } = options
  const last = { ...rest, timeout: giveUpMs, maxRetries: 0 }
  await transport.send({ method: 'DELETE', path, headers: tus, options: last }).then(
    ({ deadline }) => deadline.close(),
    () => undefined,
  )
}

async function json<T>(sent: Promise<Received>): Promise<T> {
  return readWithin(await sent, readJson<T>)
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
