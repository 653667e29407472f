import { Readable } from 'node:stream'
import { startOfBody, UpstreamError } from '@svc/plugin'
import type { EgressResponse, GetObjectOptions, OpenedObject } from '@svc/plugin'
import { rangeFault } from '../objects/object-faults.ts'
import type { S3Requests } from './s3-requests.ts'
import { S3Refusal } from './s3-refusal.ts'

export interface ReadObjectOptions extends GetObjectOptions {
  name: string
  key: string
  /** Turns what reading the body threw into the house's error. */
  translate(error: unknown): unknown
}

/** Opens an object. When the connection is cut while its body is read, the rest is asked for. */
export async function openObject(requests: S3Requests, given: ReadObjectOptions): Promise<OpenedObject> {
  const { name, range } = given
  if (range && range.end < range.start) throw rangeFault(name, range, null)
  // A body that is destroyed before anything was read of it must end its connection too.
  const closed = new AbortController()
  const signal = given.signal ? AbortSignal.any([given.signal, closed.signal]) : closed.signal
  const options = { ...given, signal }
  const response = await requestFrom(requests, options, range).catch((error: unknown) => {
    if (range && error instanceof S3Refusal && error.status === 416) throw rangeFault(name, range, null)
    throw error
  })
  const size = wholeSize(response)
  const [first, last] = range ? [range.start, Math.min(range.end, size - 1)] : [0, size - 1]
  const body = Readable.from(pieces(requests, options, { response, first, last }), { objectMode: false })
  body.once('close', () => closed.abort())
  return { size, body }
}

async function requestFrom(
  requests: S3Requests,
  { key, signal }: ReadObjectOptions,
  range: { start: number; end: number } | undefined,
): Promise<EgressResponse> {
  if (!range) return requests.open({ method: 'GET', key, signal })
  const headers = { range: `bytes=${range.start}-${range.end}` }
  const response = await requests.open({ method: 'GET', key, headers, signal })
  const given = /^bytes (\d+)-/.exec(response.headers['content-range'] ?? '')?.[1]
  if (response.status === 206 && Number(given) === range.start) return response
  // Its bytes would be taken for those of the range.
  await startOfBody(response)
  throw new UpstreamError('The answer is not the range of the object that was asked for.')
}

/** @throws UpstreamError for an answer that does not say it, as S3 always does */
function wholeSize({ status, headers }: EgressResponse): number {
  const text = status === 206 ? /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] : headers['content-length']
  if (text === undefined || !/^\d+$/.test(text))
    throw new UpstreamError('The answer does not say the size of the object.')
  return Number(text)
}

async function* pieces(
  requests: S3Requests,
  options: ReadObjectOptions,
  opened: { response: EgressResponse; first: number; last: number },
): AsyncGenerator<Uint8Array> {
  const { last } = opened
  let { response, first: next } = opened
  let failures = 0
  try {
    for (;;) {
      try {
        for await (const piece of response.body) {
          next += piece.byteLength
          failures = 0
          yield piece
        }
        if (next > last) return
        throw new UpstreamError('The body of the object ended too early.')
      } catch (error) {
        failures += 1
        await requests.pause(error, failures, options.signal)
      }
      response = await requestFrom(requests, options, { start: next, end: last })
    }
  } catch (error) {
    throw options.translate(error)
  }
}
