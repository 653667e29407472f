import type { Answer } from '../operations.ts'
import type { RequestOptions } from './options.ts'
import { SvcError } from '../errors.ts'
import { readJson } from '../call.ts'
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
}

const defaultChunk = 8 * 1024 * 1024
const mostFailures = 5
const tus = { 'tus-resumable': '1.0.0' }

/**
 * Sends a file in pieces, as tus 1.0 says, and asks the server after each lost piece how far it has come. An upload that is ended, or cannot go on, leaves
 * nothing on the server.
 */
export async function sendPieces(
  transport: Transport,
  file: Blob,
  { path, content_type, chunkSize = defaultChunk, onProgress }: UploadOptions,
  options: RequestOptions = {},
): Promise<Answer<'getFile'>> {
  const name = path ?? ('name' in file && typeof file.name === 'string' ? file.name : undefined)
  if (!name) throw new SvcError('path must say where the file goes.')
  const type = content_type ?? file.type
  const metadata = [`path ${base64(name)}`, ...(type ? [`filetype ${base64(type)}`] : [])].join(',')
  const send = (request: Request) => transport.send({ ...request, options })
  const { upload_id } = await json<Answer<'beginUpload'>>(
    send({
      method: 'POST',
      path: '/api/files/uploads',
      headers: { ...tus, 'upload-length': String(file.size), 'upload-metadata': metadata },
    }),
  )
  const one = fillPath('/api/files/uploads/{upload_id}', { upload_id })
  let offset = 0
  let fileId: string | null = null
  for (let failures = 0; fileId === null;) {
    try {
      const piece = file.slice(offset, offset + chunkSize)
      const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
      const { response, deadline } = await transport.send({
        method: 'PATCH',
        path: one,
        content: piece,
        headers,
        options: { ...options, maxRetries: 0 },
      })
      deadline.close()
      offset = Number(response.headers.get('upload-offset'))
      fileId = response.headers.get('upload-file-id')
      failures = 0
    } catch (error) {
      try {
        if (!isPassing(error) || ++failures > mostFailures) throw error
        await wait(backoff(failures - 1), options.signal)
        const state = await json<Answer<'getUpload'>>(send({ method: 'GET', path: one }))
        offset = state.offset
        fileId = state.file_id
      } catch (last) {
        await giveUp(transport, one, options)
        throw last
      }
    }
    onProgress?.({ sent: offset, total: file.size })
  }
  return json(send({ method: 'GET', path: fillPath('/api/files/{file_id}', { file_id: fileId }) }))
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
  const { response, deadline } = await sent
  try {
    return await readJson<T>(response)
  } finally {
    deadline.close()
  }
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
