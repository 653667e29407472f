import { Agent, request as sendPlain } from 'node:http'
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import type { JsonValue } from '@svc/plugin'
import { UnavailableError, UpstreamError, messageOf } from '@svc/plugin'
import type { CliEvent, CliUpload } from '@svc/plugin/contracts/cli'
import { answerOf, problemError } from './problem-error.ts'
import type { ApiClient, ApiRequest, ApiResponse } from './api-client.ts'

export interface HttpApiOptions {
  /** Scheme, host and base path, without a trailing slash. */
  baseUrl: string
  headers?: Record<string, string>
  /** Connect to this unix socket in place of the URL's host. */
  socketPath?: string
  /** Ends every call. */
  signal: AbortSignal
}

interface Message {
  method: string
  path: string
  headers: OutgoingHttpHeaders
  body?: string | Readable
  signal: AbortSignal
}

/**
 * Talks to a running server. An app may run for as long as its manifest allows, so nothing here has a time limit: the server ends what
 * takes too long.
 */
export class HttpApi implements ApiClient {
  readonly #options: HttpApiOptions
  #agent: Agent | undefined
  #workspace: Record<string, string> = {}

  constructor(options: HttpApiOptions) {
    this.#options = options
  }

  async exchange<Body = JsonValue>({ method, path, body, signal }: ApiRequest): Promise<ApiResponse<Body>> {
    const answer = await this.#sendJson({ method, path, body, signal }, 'application/json')
    return (await this.#read(answer)) as ApiResponse<Body>
  }

  async request<Answer>(
    method: string,
    path: string,
    body?: JsonValue,
    signal: AbortSignal = this.#options.signal,
  ): Promise<Answer> {
    return answerOf(await this.exchange({ method, path, signal, ...(body === undefined ? {} : { body }) }))
  }

  async events(method: string, path: string, body?: JsonValue): Promise<AsyncIterable<CliEvent>> {
    const { signal } = this.#options
    const answer = await this.#sendJson({ method, path, body, signal }, 'text/event-stream')
    if (!contentTypeOf(answer).startsWith('text/event-stream')) throw problemError(await this.#read(answer))
    const { readEvents } = await import('./read-events.ts')
    return readEvents(answer)
  }

  async upload<Answer>(
    method: 'POST' | 'PUT',
    path: string,
    { body, contentType, length, headers }: CliUpload,
  ): Promise<Answer> {
    const size = length === undefined ? {} : { 'content-length': String(length) }
    const answer = await this.#send({
      method,
      path,
      headers: { accept: 'application/json', 'content-type': contentType, ...size, ...headers },
      body,
      signal: this.#options.signal,
    })
    return answerOf(await this.#read(answer))
  }

  async download(path: string, sent?: JsonValue): Promise<Readable> {
    const { signal } = this.#options
    const method = sent === undefined ? 'GET' : 'POST'
    const answer = await this.#sendJson({ method, path, body: sent, signal }, '*/*')
    if (answer.statusCode === 200) return answer
    throw problemError(await this.#read(answer))
  }

  useWorkspace(id: string): void {
    this.#workspace = { 'x-workspace-id': id }
  }

  close(): Promise<void> {
    // A stream that was left in its midst is no reason to wait.
    this.#agent?.destroy()
    return Promise.resolve()
  }

  #sendJson(
    { method, path, body, signal }: Omit<ApiRequest, 'body'> & { body: JsonValue | undefined },
    accept: string,
  ): Promise<IncomingMessage> {
    if (body === undefined) return this.#send({ method, path, headers: { accept }, signal })
    const content = JSON.stringify(body)
    const length = String(Buffer.byteLength(content))
    const headers = { accept, 'content-type': 'application/json', 'content-length': length }
    return this.#send({ method, path, headers, body: content, signal })
  }

  async #send({ method, path, headers, body, signal }: Message): Promise<IncomingMessage> {
    const { baseUrl, socketPath, headers: common } = this.#options
    const url = new URL(baseUrl + path)
    const secure = url.protocol === 'https:' ? await import('node:https') : null
    this.#agent ??= new (secure?.Agent ?? Agent)({ keepAlive: true })
    const options: RequestOptions = {
      method,
      headers: { ...common, ...this.#workspace, ...headers },
      agent: this.#agent,
      signal,
      ...(socketPath === undefined ? {} : { socketPath }),
    }
    const request = (secure?.request ?? sendPlain)(url, options)
    const answer = answerTo(request)
    // No pipeline: it would destroy the answer of a server that refuses before it has read all that is sent.
    if (typeof body === 'object') body.once('error', error => request.destroy(error)).pipe(request)
    else request.end(body)
    try {
      return await answer
    } catch (error) {
      if (signal.aborted) throw error
      throw this.#noAnswer(error)
    }
  }

  #noAnswer(cause: unknown): UnavailableError {
    const { socketPath, baseUrl } = this.#options
    const remedy =
      socketPath === undefined
        ? 'Is SVC_BASE_URL right, and does the server run?'
        : 'The server may just be stopping; try again.'
    return new UnavailableError(`No answer from ${socketPath ?? baseUrl} (${messageOf(cause)}). ${remedy}`, { cause })
  }

  async #read(answer: IncomingMessage): Promise<ApiResponse> {
    const content = await text(answer)
    return {
      status: answer.statusCode ?? 0,
      body: parseBody(content, contentTypeOf(answer), this.#options.baseUrl),
    }
  }
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve).on('error', reject)
  })
}

function contentTypeOf(answer: IncomingMessage): string {
  return answer.headers['content-type'] ?? ''
}

function parseBody(content: string, contentType: string, baseUrl: string): JsonValue {
  if (content === '') return null
  if (!/\bjson\b/.test(contentType)) {
    throw new UpstreamError(
      `${baseUrl} answered ${contentType || 'without a content type'}, not JSON. Is SVC_BASE_URL the address of a svc server?`,
    )
  }
  return JSON.parse(content) as JsonValue
}
