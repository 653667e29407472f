import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { messageOf, startOfBody } from '@svc/plugin'
import type { Clock, Egress, EgressResponse, Logger } from '@svc/plugin'
import { childrenOf, readXml, textOf } from './read-xml.ts'
import type { XmlElement } from './read-xml.ts'
import type { S3Location } from './s3-location.ts'
import { mayPass, S3Refusal } from './s3-refusal.ts'

/** `SVC_CONTENT_ACCESS_KEY_ID` and `SVC_CONTENT_SECRET_ACCESS_KEY`. */
export interface S3Keys {
  access_key_id: string
  secret_access_key: string
}

export interface S3RequestsOptions {
  location: S3Location
  keys: S3Keys
  egress: Egress
  clock: Clock
  log: Logger
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Of an object, with the prefix of the location; null for the bucket. */
  key: string | null
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array | Blob
  signal?: AbortSignal | undefined
}

/** Waits before the second, the third and the fourth try. */
const delaysMs = [200, 600, 1800]
const baseMs = 30_000
/** 100 kB a second are the least that an upload must reach. */
const bytesPerMs = 100
/** A reader that takes longer goes on with a request for the rest. */
const readingMs = 60_000
const signatureTime = /[:-]|\.\d{3}/g

/** Requests to one bucket: signed, sent through the egress, and tried again while what went wrong may pass. @throws S3Refusal, and what the egress throws */
export class S3Requests {
  readonly #options: S3RequestsOptions
  readonly #signingKeys = new Map<string, ArrayBuffer>()

  constructor(options: S3RequestsOptions) {
    this.#options = options
  }

  /** A success whose body is still to be read. */
  async open(request: S3Request): Promise<EgressResponse> {
    const sha256 = await sha256Of(request.body)
    return this.#retried(request, () => this.#send(request, sha256, readingMs))
  }

  /** The headers of a success without a body. */
  async send(request: S3Request): Promise<Record<string, string>> {
    const sha256 = await sha256Of(request.body)
    return this.#retried(request, async () => {
      const response = await this.#send(request, sha256)
      await response.text()
      return response.headers
    })
  }

  /** The XML of a success. */
  async answer(request: S3Request): Promise<XmlElement> {
    const sha256 = await sha256Of(request.body)
    return this.#retried(request, async () => {
      const response = await this.#send(request, sha256)
      const root = readXml(await response.text())
      // Some refusals come late, below a status of success; what is to be removed and is not there is no error.
      const errors = [...(root.name === 'Error' ? [root] : []), ...childrenOf(root, 'Error')]
      const failed = errors.find(error => textOf(error, 'Code') !== 'NoSuchKey')
      if (failed) throw refusalOf(response.status, failed)
      return root
    })
  }

  /** Waits before the next try. @throws `error` when it cannot pass, or has not for long */
  async pause(error: unknown, failures: number, signal: AbortSignal | undefined): Promise<void> {
    const delayMs = delaysMs[failures - 1]
    signal?.throwIfAborted()
    if (delayMs === undefined || !mayPass(error)) throw error
    const { clock, location, log } = this.#options
    log.warn(
      { store: location.description, failures, error: messageOf(error) },
      'a request to the bucket failed; trying again',
    )
    // Servers that failed together do not come back together.
    await clock.sleep(delayMs * (0.5 + Math.random()), signal)
  }

  async #retried<T>({ signal }: S3Request, work: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures += 1) {
      signal?.throwIfAborted()
      try {
        return await work()
      } catch (error) {
        await this.pause(error, failures, signal)
      }
    }
  }

  async #send(request: S3Request, sha256: string, timeoutMs = timeLimit(request.body)): Promise<EgressResponse> {
    const { location, egress } = this.#options
    const { method, body, signal } = request
    const { url, headers } = await this.#signed(request, sha256)
    const response = await egress.fetch({
      url: url.href,
      method,
      // Not signed: a proxy may change it. The bytes are to come as they are stored.
      headers: { ...Object.fromEntries(headers), 'accept-encoding': 'identity' },
      ...(body && { body }),
      ...(signal && { signal }),
      timeoutMs,
      maxBytes: Number.MAX_SAFE_INTEGER,
      redirect: 'error',
      trustedOrigins: [location.host],
    })
    if (response.status < 300) return response
    throw await readRefusal(response)
  }

  #signed({ method, key, query = {}, headers = {} }: S3Request, sha256: string) {
    const { location, keys, clock } = this.#options
    const search = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    const path = key === null ? '' : `/${key.split('/').map(encoded).join('/')}`
    return new AwsV4Signer({
      method,
      url: `${location.bucketUrl}${path}${search.length > 0 ? '?' : ''}${search.join('&')}`,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      service: 's3',
      region: location.region,
      accessKeyId: keys.access_key_id,
      secretAccessKey: keys.secret_access_key,
      datetime: new Date(clock.now()).toISOString().replace(signatureTime, ''),
      cache: this.#signingKeys,
    }).sign()
  }
}

function timeLimit(body: Uint8Array | Blob | undefined): number {
  return baseMs + sizeOf(body) / bytesPerMs
}

function sizeOf(body: Uint8Array | Blob | undefined): number {
  if (body instanceof Blob) return body.size
  return body?.byteLength ?? 0
}

async function sha256Of(body: Uint8Array | Blob = new Uint8Array()): Promise<string> {
  // Aside from the thread, which 64 MiB at once would hold for a moment.
  if (!(body instanceof Blob)) {
    const digest = await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>)
    return Buffer.from(digest).toString('hex')
  }
  const digest = createHash('sha256')
  for await (const piece of body.stream()) digest.update(piece)
  return digest.digest('hex')
}

async function readRefusal(response: EgressResponse): Promise<S3Refusal> {
  const text = await startOfBody(response)
  try {
    return refusalOf(response.status, readXml(text))
  } catch {
    // A proxy's page, or the answer to HEAD: the status says what there is to know.
    return new S3Refusal(response.status, '', 'without a reason')
  }
}

function refusalOf(status: number, error: XmlElement): S3Refusal {
  return new S3Refusal(status, textOf(error, 'Code'), textOf(error, 'Message'))
}

/** As the signature has it: everything but letters, digits and `-._~`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
