import { Readable } from 'node:stream'
import { Agent, FormData, request } from 'undici'
import { isJson } from '@svc/plugin'
import type { Answer } from './contract.ts'

export interface Sent {
  method: string
  /** With its query. */
  path: string
  headers?: Record<string, string>
  /** Text, forms and streams as they are, the rest as JSON. */
  body?: unknown
  /** `narrow`: a key with one scope, which few operations ask for. */
  as?: 'session' | 'key' | 'narrow' | 'nobody'
}

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` })

/** Sends what a browser or `fetch` would not, a foreign `Host` among it. */
export class Client implements AsyncDisposable {
  readonly #agent = new Agent({ connections: 8 })
  readonly #url: string
  readonly #credentials: Record<NonNullable<Sent['as']>, Record<string, string>>

  constructor(url: string, { cookie, key, narrow }: { cookie: string; key: string; narrow: string }) {
    this.#url = url
    this.#credentials = { session: { cookie }, key: bearer(key), narrow: bearer(narrow), nobody: {} }
  }

  async send({ method, path, headers, body, as = 'session' }: Sent): Promise<Answer> {
    const isBytes =
      body === undefined || typeof body === 'string' || body instanceof FormData || body instanceof Readable
    const answer = await request(this.#url + path, {
      dispatcher: this.#agent,
      method,
      headers: { ...this.#credentials[as], ...(!isBytes && { 'content-type': 'application/json' }), ...headers },
      body: isBytes ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(90_000),
    })
    const contentType = String(answer.headers['content-type'] ?? '') || null
    const isStream = contentType?.startsWith('text/event-stream') === true
    if (isStream) answer.body.on('error', () => undefined).destroy()
    return {
      status: answer.statusCode,
      headers: answer.headers,
      contentType,
      text: isStream ? null : await answer.body.text(),
    }
  }

  /** The JSON of an answer that must be a success. */
  async made<Body extends object>(
    method: string,
    path: string,
    body?: unknown,
    more: Partial<Sent> = {},
  ): Promise<Body> {
    const answer = await this.send({ method, path, body, ...more })
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
    return isJson(answer.contentType ?? '') ? (JSON.parse(answer.text ?? '') as Body) : ({} as Body)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy()
  }
}
