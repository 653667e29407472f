import { CallerError, startOfBody, UpstreamError } from '@svc/plugin'
import type { Clock, Egress, EgressRequest, EgressResponse } from '@svc/plugin'
import type { ProviderSettings } from '@svc/plugin/contracts/models'
import { answerLimits } from '@svc/plugin/library/models/answer-limits'
import { providerError } from '@svc/plugin/library/provider-errors'

const listTimeoutMs = 10_000
const maxListBytes = 4 * 1024 * 1024
const maxAnswerBytes = 64 * 1024 * 1024

export interface ProviderServices {
  egress: Egress
  clock: Clock
}

type Fetch = typeof globalThis.fetch

/** One provider's address and key, reached through egress alone. */
export class ProviderConnection {
  readonly settings: ProviderSettings
  readonly baseUrl: string
  readonly #services: ProviderServices
  readonly #trustedOrigins: string[]

  constructor(settings: ProviderSettings, defaultBaseUrl: string, services: ProviderServices) {
    this.settings = settings
    this.baseUrl = (settings.base_url ?? defaultBaseUrl).replace(/\/+$/, '')
    this.#services = services
    const { protocol, hostname, port } = new URL(this.baseUrl)
    this.#trustedOrigins = settings.trusted ? [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`] : []
  }

  /** For the SDK, whose requests carry its own headers. Our errors pass through it wrapped, so `onFailure` gets the originals. */
  fetch(model: string, answer: 'text/event-stream' | 'application/json', onFailure: (error: unknown) => void): Fetch {
    const { timeout_ms } = this.settings
    return async (input, init) => {
      try {
        const response = await this.#send(model, {
          url: input instanceof Request ? input.url : input.toString(),
          method: init?.method ?? 'GET',
          headers: this.#withoutMissingKey(new Headers(init?.headers)),
          ...(typeof init?.body === 'string' ? { body: init.body } : {}),
          ...(init?.signal ? { signal: init.signal } : {}),
          ...(answer === 'text/event-stream' ? answerLimits(timeout_ms) : { timeoutMs: timeout_ms }),
          maxBytes: maxAnswerBytes,
        })
        this.#mustBe(answer, response)
        const body = ReadableStream.from(watched(response.body, onFailure))
        return new Response(body, { status: response.status, headers: response.headers })
      } catch (error) {
        onFailure(error)
        throw error
      }
    }
  }

  /** A JSON document of the provider's, such as its list of models. */
  async json(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<unknown> {
    const response = await this.#send(null, {
      url: this.baseUrl + path,
      headers: { accept: 'application/json', ...headers },
      signal,
      timeoutMs: listTimeoutMs,
      maxBytes: maxListBytes,
    })
    try {
      return JSON.parse(await response.text()) as unknown
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
      throw new UpstreamError(`The model provider ${this.settings.id} answered with something that is not JSON.`, {
        cause,
      })
    }
  }

  redact(text: string): string {
    const { api_key } = this.settings
    return api_key === null ? text : text.replaceAll(api_key, '[redacted]')
  }

  /** Whatever the SDK makes of a page of HTML, it is no answer. */
  #mustBe(expected: string, { headers }: EgressResponse): void {
    const type = headers['content-type'] ?? ''
    if (type.startsWith(expected)) return
    const named = type.slice(0, 100) || 'an unnamed type'
    throw new UpstreamError(`The model provider ${this.settings.id} answered with ${named} instead of ${expected}.`, {
      fields: { lasting: true },
    })
  }

  async #send(model: string | null, request: EgressRequest): Promise<EgressResponse> {
    const response = await this.#reach(request)
    if (response.status < 300) return response
    const { status, headers } = response
    const { id: provider } = this.settings
    const body = await startOfBody(response)
    throw providerError({
      provider,
      model,
      status,
      headers,
      body,
      now: this.#services.clock.now(),
      redact: text => this.redact(text),
      settings: { key: 'the key it was set up with', address: 'its base_url' },
    })
  }

  async #reach(request: EgressRequest): Promise<EgressResponse> {
    try {
      return await this.#services.egress.fetch({
        ...request,
        redirect: 'error',
        trustedOrigins: this.#trustedOrigins,
      })
    } catch (error) {
      // Whatever the caller asked, it did not choose this address.
      if (error instanceof CallerError)
        throw new UpstreamError(`The model provider ${this.settings.id} cannot be asked: ${error.message}`, {
          cause: error,
        })
      throw error
    }
  }

  /** A gateway in one's own network may want no key; the SDKs insist on sending one. */
  #withoutMissingKey(headers: Headers): Record<string, string> {
    if (this.settings.api_key === null) {
      headers.delete('x-api-key')
      headers.delete('x-goog-api-key')
    }
    headers.set('accept-encoding', 'identity')
    return Object.fromEntries(headers)
  }
}

async function* watched(
  body: AsyncIterable<Uint8Array>,
  onFailure: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    onFailure(error)
    throw error
  }
}
