import { Agent, request as sendPlain } from 'node:http'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { UpstreamError } from '@svc/plugin'
import type { Fetch } from '@svc/sdk'

/** The content types that answer what a call accepts; errors are JSON always. */
const expected: Record<string, RegExp> = {
  'application/json': /\bjson\b/,
  'text/event-stream': /^text\/event-stream\b|\bjson\b/,
}

/** `fetch` over `node:http`, which reaches a unix socket too and keeps connections until it is closed. */
export class NodeFetch {
  readonly #socketPath: string | undefined
  #agent: Agent | undefined

  constructor(socketPath: string | undefined) {
    this.#socketPath = socketPath
  }

  /** @throws UpstreamError for an answer that no svc server gives */
  readonly fetch: Fetch = async (target, { method = 'GET', headers, body, signal }) => {
    const url = new URL(target)
    const secure = url.protocol === 'https:' ? await import('node:https') : null
    this.#agent ??= new (secure?.Agent ?? Agent)({ keepAlive: true })
    const sent = { ...(headers as Record<string, string>) }
    if (typeof body === 'string') sent['content-length'] = String(Buffer.byteLength(body))
    const options: RequestOptions = {
      method,
      headers: sent,
      agent: this.#agent,
      ...(signal && { signal }),
      ...(this.#socketPath !== undefined && { socketPath: this.#socketPath }),
    }
    const request = (secure?.request ?? sendPlain)(url, options)
    const answer = answerTo(request)
    // No pipeline: it would destroy the answer of a server that refuses before it has read all that is sent.
    if (typeof body === 'object' && body !== null)
      Readable.fromWeb(body as NodeStream)
        .once('error', error => request.destroy(error))
        .pipe(request)
    else request.end(body)
    const received = await answer
    const problem = notOfServer(received, url.origin, sent['accept'] ?? '')
    if (problem === null) return new NodeResponse(received) as unknown as Response
    received.destroy()
    throw problem
  }

  close(): void {
    // A stream that was left in its midst is no reason to wait.
    this.#agent?.destroy()
  }
}

/** What the SDK reads of a `Response`, whose first use would load all of Node's `fetch`: 40 ms of CPU for each command. */
class NodeResponse {
  readonly #answer: IncomingMessage
  readonly type = 'basic'
  readonly status: number
  readonly headers: Pick<Headers, 'get' | 'has'>

  constructor(answer: IncomingMessage) {
    const { headers, statusCode = 0 } = answer
    this.#answer = answer
    this.status = statusCode
    this.headers = { get: name => headers[name]?.toString() ?? null, has: name => name in headers }
  }

  get body(): ReadableStream<Uint8Array> {
    return Readable.toWeb(this.#answer) as ReadableStream<Uint8Array>
  }

  text(): Promise<string> {
    return text(this.#answer)
  }
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve).on('error', reject)
  })
}

function notOfServer(
  { statusCode = 0, headers }: IncomingMessage,
  origin: string,
  accept: string,
): UpstreamError | null {
  const { location, 'content-type': type = '' } = headers
  if (statusCode >= 300 && statusCode < 400) {
    return new UpstreamError(
      `${origin} answered ${statusCode}${location === undefined ? '' : ` and leads to ${location}`}. Set SVC_BASE_URL to the address that answers itself.`,
    )
  }
  if (headers['content-length'] === '0' || statusCode === 204 || (expected[accept] ?? /^/).test(type)) return null
  const wanted = accept === 'application/json' ? 'JSON' : 'events'
  return new UpstreamError(
    `${origin} answered ${type || 'without a content type'}, not ${wanted}. Is SVC_BASE_URL the address of a svc server?`,
  )
}
