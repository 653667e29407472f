import { Agent, request as send } from 'undici'
import { messageOf, UnavailableError, UpstreamError } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'
import type { ServerLink } from './link-client.ts'

export interface HttpLinkOptions {
  /** For people. */
  name: string
  /** Scheme, host and base path, without a trailing slash. */
  baseUrl: string
  headers?: Record<string, string>
  /** Connect to this unix socket in place of the URL's host. */
  socketPath?: string
}

const connectTimeoutMs = 5000
/** A wait for jobs lasts 30 seconds; an answer that does not come long after it will not come any more. */
const answerTimeoutMs = 60_000

/** The worker's way to its server. */
export class HttpLink implements ServerLink {
  readonly name: string
  readonly #options: HttpLinkOptions
  readonly #agent: Agent

  constructor(options: HttpLinkOptions) {
    this.name = options.name
    this.#options = options
    this.#agent = new Agent({
      connect: {
        timeout: connectTimeoutMs,
        ...(options.socketPath === undefined ? {} : { socketPath: options.socketPath }),
      },
      headersTimeout: answerTimeoutMs,
      bodyTimeout: answerTimeoutMs,
    })
  }

  async request(method: 'GET' | 'POST', path: string, body?: JsonValue): Promise<{ status: number; body: JsonValue }> {
    const { baseUrl, headers } = this.#options
    const content = body === undefined ? {} : { 'content-type': 'application/json' }
    try {
      const answer = await send(baseUrl + path, {
        method,
        headers: { accept: 'application/json', ...headers, ...content },
        body: body === undefined ? null : JSON.stringify(body),
        dispatcher: this.#agent,
      })
      const text = await answer.body.text()
      const contentType = String(answer.headers['content-type'] ?? '')
      return { status: answer.statusCode, body: text === '' ? null : this.#parse(text, contentType) }
    } catch (error) {
      if (error instanceof UpstreamError) throw error
      throw new UnavailableError(`No answer from ${this.name} (${messageOf(error)}).`, { cause: error })
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  #parse(text: string, contentType: string): JsonValue {
    if (/\bjson\b/.test(contentType)) return JSON.parse(text) as JsonValue
    throw new UpstreamError(
      `${this.name} answered ${contentType || 'without a content type'}, not JSON. Is it a svc server?`,
    )
  }
}
