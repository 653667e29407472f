import { CallerError, startOfBody, UpstreamError } from '@svc/plugin'
import type { Clock, Egress, EgressRequest, EgressResponse } from '@svc/plugin'
import type { ProviderSettings } from '@svc/plugin/contracts/models'
import { providerError } from '@svc/plugin/library/provider-errors'
import { environmentProvider } from '../model-ids.ts'

export interface OpenAiEndpointOptions {
  settings: ProviderSettings & { base_url: string }
  egress: Egress
  clock: Clock
}

/** The address of a server that speaks OpenAI's wire format, and the key that is sent there and nowhere else. */
export class OpenAiEndpoint {
  /** The provider's. */
  readonly id: string
  readonly timeoutMs: number
  readonly #options: OpenAiEndpointOptions
  readonly #baseUrl: string
  readonly #trustedOrigins: string[]

  constructor(options: OpenAiEndpointOptions) {
    const { id, base_url, timeout_ms, trusted } = options.settings
    this.id = id
    this.timeoutMs = timeout_ms
    this.#options = options
    this.#baseUrl = base_url.replace(/\/+$/, '')
    const { protocol, hostname, port } = new URL(this.#baseUrl)
    this.#trustedOrigins = trusted ? [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`] : []
  }

  /**
   * One try. The answer is 2xx.
   * @throws an error by the provider's status: UpstreamError, RateLimitedError, NotFoundError, CallerError 400 with the provider's code; TimeoutError
   */
  async send(path: string, request: Omit<EgressRequest, 'url'>, model: string | null): Promise<EgressResponse> {
    const response = await this.#fetch(path, request)
    if (response.status < 300) return response
    throw providerError({
      provider: this.id,
      model,
      status: response.status,
      headers: response.headers,
      body: await startOfBody(response),
      now: this.#options.clock.now(),
      redact: text => this.redact(text),
      settings: {
        key: this.#setting('api_key'),
        address: `${this.#setting('base_url')}; it usually ends in /v1`,
      },
    })
  }

  /** Takes the key out of the provider's own words. */
  redact(text: string): string {
    const { api_key } = this.#options.settings
    return api_key === null ? text : text.replaceAll(api_key, '[redacted]')
  }

  #setting(name: 'api_key' | 'base_url'): string {
    return this.id === environmentProvider ? `SVC_MODEL_${name.toUpperCase()}` : `${name} of the provider ${this.id}`
  }

  async #fetch(path: string, request: Omit<EgressRequest, 'url'>): Promise<EgressResponse> {
    const { egress, settings } = this.#options
    const headers: Record<string, string> = {
      accept: 'text/event-stream, application/json',
      'accept-encoding': 'identity',
    }
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    if (settings.api_key !== null) headers['authorization'] = `Bearer ${settings.api_key}`
    try {
      return await egress.fetch({
        timeoutMs: this.timeoutMs,
        ...request,
        url: this.#baseUrl + path,
        headers: { ...headers, ...request.headers },
        redirect: 'error',
        trustedOrigins: this.#trustedOrigins,
      })
    } catch (error) {
      // Whatever the caller asked, it did not choose this address.
      if (error instanceof CallerError || error instanceof UpstreamError)
        throw new UpstreamError(`The model provider ${this.id} cannot be asked: ${error.message}`, { cause: error })
      throw error
    }
  }
}
