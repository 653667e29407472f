import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { JsonObject, JsonValue } from '@svc/plugin'
import { SvcError, UnavailableError, UpstreamError, ValidationError, messageOf } from '@svc/plugin'
import type { CliEvent, CliUpload } from '@svc/plugin/contracts/cli'
import { APIError, AbortError, ConnectionError, SvcError as SdkError, SvcClient } from '@svc/sdk'
import type { EventStream, RawParts } from '@svc/sdk'
import { answerOf, problemError } from './problem-error.ts'
import type { ApiClient, ApiRequest, ApiResponse } from './api-client.ts'
import { NodeFetch } from './node-fetch.ts'

export interface HttpApiOptions {
  /** Scheme, host and base path, without a trailing slash. */
  baseUrl: string
  apiKey?: string
  /** The header of a server that knows no keys of svc. */
  authorization?: string
  /** Connect to this unix socket in place of the URL's host. */
  socketPath?: string
  /** Ends every call. */
  signal: AbortSignal
}

type Method = Parameters<SvcClient['request']>[0]

/**
 * Talks to a running server. An app may run for as long as its manifest allows, so nothing here has a time limit: the server ends what
 * takes too long. Nothing is tried again either: who waits at a terminal sees at once what is wrong.
 */
export class HttpApi implements ApiClient {
  readonly #options: HttpApiOptions
  readonly #connection: NodeFetch
  #client: SvcClient

  /** @throws ValidationError for a key with characters that no key has */
  constructor(options: HttpApiOptions) {
    const { baseUrl, apiKey = null, socketPath, authorization } = options
    this.#options = options
    this.#connection = new NodeFetch(socketPath)
    const { fetch } = this.#connection
    try {
      this.#client = new SvcClient({
        baseUrl,
        apiKey,
        fetch,
        timeout: Infinity,
        maxRetries: 0,
        logLevel: 'off',
        ...(authorization !== undefined && { headers: { authorization } }),
      })
    } catch (error) {
      throw new ValidationError(messageOf(error), [], { cause: error })
    }
  }

  async exchange<Body = JsonValue>({ method, path, body, signal }: ApiRequest): Promise<ApiResponse<Body>> {
    return this.#answer<Body>(method, path, { ...jsonParts(body), signal })
  }

  async request<Answer>(
    method: string,
    path: string,
    body?: JsonValue,
    signal: AbortSignal = this.#options.signal,
  ): Promise<Answer> {
    return answerOf(await this.#answer(method, path, { ...jsonParts(body), signal }))
  }

  async events(method: string, path: string, body?: JsonValue): Promise<AsyncIterable<CliEvent>> {
    const { signal } = this.#options
    const stream = this.#client.stream(path, {
      method: method === 'POST' ? 'POST' : 'GET',
      ...jsonParts(body),
      signal,
    })
    return this.#read(stream)
  }

  async upload<Answer>(
    method: 'POST' | 'PUT',
    path: string,
    { body, contentType, length, headers }: CliUpload,
  ): Promise<Answer> {
    return answerOf(
      await this.#answer(method, path, {
        content: Readable.toWeb(body) as ReadableStream<Uint8Array>,
        headers: {
          'content-type': contentType,
          ...(length !== undefined && { 'content-length': String(length) }),
          ...headers,
        },
        signal: this.#options.signal,
      }),
    )
  }

  async download(path: string, sent?: JsonValue): Promise<Readable> {
    const { signal } = this.#options
    const method = sent === undefined ? 'GET' : 'POST'
    const parts = jsonParts(sent)
    const call = this.#client.request(method, path, { ...parts, headers: { ...parts.headers, accept: '*/*' }, signal })
    try {
      const { body } = await call.asResponse()
      return body === null ? Readable.from([]) : Readable.fromWeb(body as NodeStream)
    } catch (error) {
      throw this.#inWords(error)
    }
  }

  useWorkspace(id: string): void {
    this.#client = this.#client.withOptions({ workspaceId: id })
  }

  close(): Promise<void> {
    this.#connection.close()
    return Promise.resolve()
  }

  async #answer<Body = JsonValue>(method: string, path: string, parts: RawParts): Promise<ApiResponse<Body>> {
    try {
      const { data, response } = await this.#client.request<Body>(method as Method, path, parts).withResponse()
      return { status: response.status, body: data ?? (null as Body) }
    } catch (error) {
      if (!isRefusal(error)) throw this.#inWords(error)
      return { status: error.status, body: bodyOf(error) as Body }
    }
  }

  async *#read(stream: EventStream<{ type: string; id?: string }>): AsyncGenerator<CliEvent> {
    try {
      for await (const { id = '', type, ...data } of stream) yield { id, type, data: data as JsonObject }
    } catch (error) {
      throw this.#inWords(error)
    }
  }

  /** An error of the SDK as one of a command. */
  #inWords(error: unknown): unknown {
    if (isRefusal(error)) return problemError({ status: error.status, body: bodyOf(error) })
    if (!(error instanceof SdkError) || error instanceof AbortError) return error
    const { cause } = error
    if (cause instanceof SvcError) return cause
    if (cause instanceof SdkError) return this.#inWords(cause)
    return error instanceof ConnectionError
      ? this.#noAnswer(cause ?? error)
      : new UpstreamError(error.message, { cause: error })
  }

  #noAnswer(cause: unknown): UnavailableError {
    const { socketPath, baseUrl } = this.#options
    const remedy =
      socketPath === undefined
        ? 'Is SVC_BASE_URL right, and does the server run?'
        : 'The server may just be stopping; try again.'
    return new UnavailableError(`No answer from ${socketPath ?? baseUrl} (${messageOf(cause)}). ${remedy}`, { cause })
  }
}

/** As text: a plugin's route may take JSON that is no object. */
function jsonParts(body: JsonValue | undefined): Pick<RawParts, 'content' | 'headers'> {
  if (body === undefined) return {}
  return { content: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** An answer of 400 and more. Below that the server did it, or the answer is not one of svc. */
function isRefusal(error: unknown): error is APIError {
  return error instanceof APIError && error.status >= 400
}

/** Null for what is no JSON, such as a proxy's page in the place of a download. */
function bodyOf({ body }: APIError): JsonValue {
  try {
    return JSON.parse(body) as JsonValue
  } catch {
    return null
  }
}
