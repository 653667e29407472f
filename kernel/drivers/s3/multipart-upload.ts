import { messageOf } from '@svc/plugin'
import type { Logger } from '@svc/plugin'
import { escapeXml, textOf } from './read-xml.ts'
import type { S3Requests } from './s3-requests.ts'
import { S3Refusal } from './s3-refusal.ts'

interface Part {
  number: number
  body: Blob | Uint8Array
}

const mebibyte = 1024 * 1024
const leastPartBytes = 16 * mebibyte
/** S3 takes no more of one object. */
const mostParts = 10_000
const atOnce = 4
/** The clean-up after a failure has its own time, since the caller may have left. */
const abortMs = 10_000

export interface MultipartUpload {
  requests: S3Requests
  key: string
  content: Blob | Uint8Array
  size: number
  log: Logger
  signal: AbortSignal | undefined
}

/** Stores a large object in parts, several at a time. When one fails, S3 forgets all of them. */
export async function uploadInParts(upload: MultipartUpload): Promise<void> {
  const { requests, key, signal } = upload
  const begun = await requests.answer({ method: 'POST', key, query: { uploads: '' }, signal })
  const uploadId = textOf(begun, 'UploadId')
  try {
    const tags = await sendParts(upload, uploadId)
    await complete(upload, uploadId, tags)
  } catch (error) {
    await forget(upload, uploadId)
    throw error
  }
}

async function sendParts(upload: MultipartUpload, uploadId: string): Promise<string[]> {
  const { requests, key } = upload
  const stop = new AbortController()
  const signal = upload.signal ? AbortSignal.any([upload.signal, stop.signal]) : stop.signal
  const tags: string[] = []
  const parts = partsOf(upload)
  const sendNext = async (): Promise<void> => {
    for (const { number, body } of parts) {
      const query = { partNumber: String(number), uploadId }
      const headers = await requests.send({ method: 'PUT', key, query, body, signal })
      tags[number - 1] = headers['etag'] ?? ''
    }
  }
  const senders = Array.from({ length: atOnce }, sendNext)
  try {
    await Promise.all(senders)
  } catch (error) {
    stop.abort(error)
    await Promise.allSettled(senders)
    throw error
  }
  return tags
}

function* partsOf({ content, size }: MultipartUpload): Generator<Part> {
  const partBytes = Math.max(leastPartBytes, Math.ceil(size / mostParts / mebibyte) * mebibyte)
  for (let start = 0, number = 1; start < size; start += partBytes, number += 1) {
    const end = Math.min(start + partBytes, size)
    yield { number, body: content instanceof Blob ? content.slice(start, end) : content.subarray(start, end) }
  }
}

async function complete({ requests, key, size, signal }: MultipartUpload, uploadId: string, tags: string[]) {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
  )
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  try {
    await requests.answer({ method: 'POST', key, query: { uploadId }, body, signal })
  } catch (error) {
    // It was completed by a try whose answer was lost.
    const isDone = error instanceof S3Refusal && error.code === 'NoSuchUpload' && (await hasSize(requests, key, size))
    if (!isDone) throw error
  }
}

async function hasSize(requests: S3Requests, key: string, size: number): Promise<boolean> {
  const headers = await requests.send({ method: 'HEAD', key })
  return Number(headers['content-length']) === size
}

async function forget({ requests, key, log }: MultipartUpload, uploadId: string): Promise<void> {
  try {
    await requests.send({ method: 'DELETE', key, query: { uploadId }, signal: AbortSignal.timeout(abortMs) })
  } catch (error) {
    log.warn(
      { key, error: messageOf(error) },
      'the parts of a failed upload stay in the bucket until its rule for incomplete uploads removes them',
    )
  }
}
