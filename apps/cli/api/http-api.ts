import type { Readable } from 'node:stream'
import { Agent, request as send } from 'undici'
import type { Dispatcher } from 'undici'
import type { JsonValue } from '@svc/plugin'
import { UnavailableError, UpstreamError, messageOf } from '@svc/plugin'
import type { CliEvent, CliUpload } from '@svc/plugin/contracts/cli'
import { problemError } from './problem-error.ts'
import { readEvents } from './read-events.ts'
import type { ApiClient, ApiRequest, ApiResponse } from './api-client.ts'

export interface HttpApiOptions {
  /** Scheme, host and base path, without a trailing slash. */
  baseUrl: string
  headers?: Record<string, string>
  /** Connect to this unix socket in place of the URL's host. */
  socketPath?: string
}

export interface UploadRequest extends CliUpload {
  method: 'POST' | 'PUT'
  path: string
  signal: AbortSignal
}

/** Talks to a running server. */
export class HttpApi implements ApiClient {
  readonly #options: HttpApiOptions
  readonly #agent: Agent

  constructor(options: HttpApiOptions) {
    this.#options = options
    const connect = options.socketPath === undefined ? {} : { socketPath: options.socketPath }
    // An app may run for as long as its manifest allows; the server ends what takes too long.
    this.#agent = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 })
  }

  async request(request: ApiRequest): Promise<ApiResponse> {
    const { baseUrl } = this.#options
    const answer = await this.#send(request, 'application/json')
    return { status: answer.statusCode, body: parseBody(await answer.body.text(), contentTypeOf(answer), baseUrl) }
  }

  async events(request: ApiRequest): Promise<AsyncIterable<CliEvent>> {
    const answer = await this.#send(request, 'text/event-stream')
    if (contentTypeOf(answer).startsWith('text/event-stream')) return readEvents(answer.body)
    throw problemError({
      status: answer.statusCode,
      body: parseBody(await answer.body.text(), contentTypeOf(answer), this.#options.baseUrl),
    })
  }

  /** Sends a body as it is read. @throws SvcError made from the problem that came instead */
  async upload(request: UploadRequest): Promise<JsonValue> {
    const { baseUrl, headers } = this.#options
    const { method, path, body, contentType, length, headers: more, signal } = request
    const size = length === undefined ? {} : { 'content-length': String(length) }
    const answer = await send(baseUrl + path, {
      method,
      headers: { accept: 'application/json', ...headers, 'content-type': contentType, ...size, ...more },
      body,
      dispatcher: this.#agent,
      signal,
    })
    const parsed = parseBody(await answer.body.text(), contentTypeOf(answer), baseUrl)
    if (answer.statusCode >= 400) throw problemError({ status: answer.statusCode, body: parsed })
    return parsed
  }

  /** The body of a file as it comes. @throws SvcError made from the problem that came instead */
  async download(path: string, signal: AbortSignal, sent?: JsonValue): Promise<Readable> {
    const { baseUrl, headers } = this.#options
    const asked =
      sent === undefined
        ? ({ method: 'GET', headers } as const)
        : ({
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(sent),
          } as const)
    const answer = await send(baseUrl + path, { ...asked, dispatcher: this.#agent, signal })
    if (answer.statusCode === 200) return answer.body
    const body = parseBody(await answer.body.text(), contentTypeOf(answer), baseUrl)
    throw problemError({ status: answer.statusCode, body })
  }

  async close(): Promise<void> {
    // A stream that was left in its midst is no reason to wait.
    await this.#agent.destroy()
  }

  async #send({ method, path, body, signal }: ApiRequest, accept: string): Promise<Dispatcher.ResponseData> {
    const { baseUrl, headers, socketPath } = this.#options
    const content = body === undefined ? {} : { 'content-type': 'application/json' }
    try {
      return await send(baseUrl + path, {
        method: method as 'GET',
        headers: { accept, ...headers, ...content },
        body: body === undefined ? null : JSON.stringify(body),
        dispatcher: this.#agent,
        signal,
      })
    } catch (error) {
      if (signal.aborted) throw error
      const remedy =
        socketPath === undefined
          ? 'Is SVC_BASE_URL right, and does the server run?'
          : 'The server may just be stopping; try again.'
      throw new UnavailableError(`No answer from ${socketPath ?? baseUrl} (${messageOf(error)}). ${remedy}`, {
        cause: error,
      })
    }
  }
}

function contentTypeOf(answer: Dispatcher.ResponseData): string {
  return String(answer.headers['content-type'] ?? '')
}

function parseBody(text: string, contentType: string, baseUrl: string): JsonValue {
  if (text === '') return null
  if (!/\bjson\b/.test(contentType)) {
    throw new UpstreamError(
      `${baseUrl} answered ${contentType || 'without a content type'}, not JSON. Is SVC_BASE_URL the address of a svc server?`,
    )
  }
  return JSON.parse(text) as JsonValue
}
