import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { codeOf, PayloadTooLargeError, UpstreamError } from '@svc/plugin'
import type { EgressResponse } from '@svc/plugin'
import type { Deadline } from './deadline.ts'

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}
const maxCodings = 2

/** The codings of a `Content-Encoding` header, in the order they are taken off. @throws UpstreamError for one we cannot read */
export function contentCodings(header: string | undefined, host: string): string[] {
  const codings = (header ?? '')
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim())
    .filter(coding => coding !== '' && coding !== 'identity')
    .reverse()
  const unknown = codings.find(coding => !Object.hasOwn(decoders, coding))
  if (unknown !== undefined || codings.length > maxCodings) {
    throw new UpstreamError(
      `${host} sent a body in a coding that is not read here (${codings.join(', ').slice(0, 100)}).`,
    )
  }
  return codings
}

interface BodyOptions {
  host: string
  codings: readonly string[]
  maxBytes: number
  contentType: string | undefined
  /** Turns what the stream threw into the error of the request. */
  translate(error: unknown): unknown
  deadline: Pick<Deadline, 'heard' | 'end'>
}

/** A body that is read once, decompressed as it comes and cut off at `maxBytes` of decompressed data. */
export function openBody(source: Readable, options: BodyOptions): Pick<EgressResponse, 'body' | 'text' | 'read'> {
  let taken = false
  const takeOnce = () => {
    if (taken) throw new TypeError('The body of this response has already been read.')
    taken = true
  }
  const chunks = () => {
    takeOnce()
    return limitedChunks(source, options)
  }
  return {
    body: { [Symbol.asyncIterator]: chunks },
    text: async () => decodeText(await buffer(chunks()), options.contentType),
    read: async take => {
      takeOnce()
      await handOn(source, options, take)
    },
  }
}

/** Events rather than an iterator: an answer of a language model is thousands of small pieces. */
function handOn(
  source: Readable,
  options: BodyOptions,
  take: (piece: Uint8Array) => void | Promise<void>,
): Promise<void> {
  const decoded = decode(source, options.codings)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let bytes = 0
  let settled = false
  const settle = (error?: unknown): void => {
    if (settled) return
    settled = true
    decoded.destroy()
    source.destroy()
    options.deadline.end()
    if (error === undefined) resolve()
    else reject(error)
  }
  decoded.on('data', (piece: Uint8Array) => {
    if (settled) return
    options.deadline.heard()
    bytes += piece.byteLength
    if (bytes > options.maxBytes) {
      settle(tooLong(options))
      return
    }
    try {
      const waiting = take(piece)
      if (!waiting) return
      decoded.pause()
      waiting.then(() => decoded.resume(), settle)
    } catch (error) {
      settle(error)
    }
  })
  decoded.once('end', () => settle())
  decoded.once('error', error => settle(endedEmpty(error, bytes) ? undefined : options.translate(error)))
  decoded.once('close', () => {
    if (!settled) settle(options.translate(new Error('the body was cut off')))
  })
  return promise
}

function tooLong({ host, maxBytes }: BodyOptions): PayloadTooLargeError {
  return new PayloadTooLargeError(`${host} sent more than ${maxBytes} bytes, which is the limit.`)
}

async function* limitedChunks(source: Readable, options: BodyOptions): AsyncGenerator<Uint8Array> {
  const decoded = decode(source, options.codings)
  let bytes = 0
  try {
    for await (const chunk of decoded as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength
      if (bytes > options.maxBytes) throw tooLong(options)
      options.deadline.heard()
      yield chunk
    }
  } catch (error) {
    // A body of no bytes at all is announced as compressed by some servers.
    if (!endedEmpty(error, bytes)) throw options.translate(error)
  } finally {
    decoded.destroy()
    source.destroy()
    options.deadline.end()
  }
}

function endedEmpty(error: unknown, bytes: number): boolean {
  return bytes === 0 && codeOf(error) === 'Z_BUF_ERROR' && error instanceof Error && 'emptyInput' in error
}

function decode(source: Readable, codings: readonly string[]): Readable {
  let stream = source
  for (const coding of codings) {
    const decoder = decoders[coding]?.()
    if (!decoder) continue
    const input = stream
    decoder.once('error', error => {
      if ('bytesWritten' in decoder && decoder.bytesWritten === 0) Object.assign(error, { emptyInput: true })
    })
    // The error reaches the reader through the decoder; here it only has to be received.
    pipeline(input, decoder, error => error)
    stream = decoder
  }
  return stream
}

function decodeText(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // An encoding that nobody knows is read as what the web mostly is.
    return new TextDecoder().decode(bytes)
  }
}
