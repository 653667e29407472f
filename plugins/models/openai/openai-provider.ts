import { CallerError, UpstreamError } from '@svc/plugin'
import type { Clock, Egress, EgressRequest, EgressResponse, Logger } from '@svc/plugin'
import type { ChatEvent, ChatRequest, ModelInfo, ModelProvider } from '@svc/plugin/contracts/models'
import { chatEvents, completionEvents } from './chat-assembly.ts'
import { providerError, retryAfterSeconds } from './provider-errors.ts'
import { sseData } from './sse-data.ts'
import { wireRequest } from './wire.ts'

export interface OpenAiProviderOptions {
  baseUrl: string
  apiKey: string | null
  timeoutMs: number
  egress: Egress
  clock: Clock
  log: Logger
}

const maxAttempts = 3
const firstDelayMs = 500
const maxDelayMs = 20_000
const listTimeoutMs = 10_000
const maxStreamBytes = 64 * 1024 * 1024
const maxListBytes = 4 * 1024 * 1024

/** Any server that speaks chat completions: Ollama, vLLM, LM Studio, llama.cpp, OpenAI, OpenRouter. */
export class OpenAiProvider implements ModelProvider {
  readonly id = 'openai-compatible'
  readonly #options: OpenAiProviderOptions
  readonly #baseUrl: string
  readonly #trustedOrigins: string[]

  constructor(options: OpenAiProviderOptions) {
    this.#options = options
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '')
    const { protocol, hostname, port } = new URL(this.#baseUrl)
    this.#trustedOrigins = [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`]
  }

  async list(signal: AbortSignal): Promise<ModelInfo[]> {
    const response = await this.#send('/models', { signal, timeoutMs: listTimeoutMs, maxBytes: maxListBytes }, null)
    const text = await response.text()
    return modelIds(text).map(id => ({ id, provider: this.id, offline: false }))
  }

  async *stream(request: ChatRequest & { model: string }): AsyncGenerator<ChatEvent> {
    const response = await this.#sendWithRetries(request)
    const options = { model: request.model, messages: request.messages, redact: (text: string) => this.#redact(text) }
    const contentType = response.headers['content-type'] ?? ''
    if (contentType.startsWith('text/event-stream')) {
      yield* chatEvents(sseData(response.body), options)
      return
    }
    if (!contentType.includes('json')) {
      throw new UpstreamError(
        `The model provider answered with ${contentType.slice(0, 100) || 'an unnamed type'} instead of a stream.`,
      )
    }
    yield* completionEvents(await response.text(), options)
  }

  /** Tries again only while nothing of an answer has come, and only for what may pass. */
  async #sendWithRetries(request: ChatRequest & { model: string }): Promise<EgressResponse> {
    const body = JSON.stringify(wireRequest(request))
    for (let attempt = 1; ; attempt++) {
      const failure = await this.#try(body, request)
      if ('response' in failure) return failure.response
      const delayMs = failure.retryAfterMs ?? firstDelayMs * 2 ** (attempt - 1)
      if (!failure.passing || attempt === maxAttempts || delayMs > maxDelayMs) throw failure.error
      this.#options.log.warn({ attempt, delay_ms: delayMs }, 'the model provider failed; trying again')
      await this.#options.clock.sleep(delayMs, request.signal)
    }
  }

  async #try(
    body: string,
    request: ChatRequest & { model: string },
  ): Promise<{ response: EgressResponse } | { error: unknown; passing: boolean; retryAfterMs: number | null }> {
    const { signal, model } = request
    try {
      const response = await this.#fetch('/chat/completions', {
        method: 'POST',
        body,
        signal,
        timeoutMs: this.#options.timeoutMs,
        maxBytes: maxStreamBytes,
      })
      if (response.status < 300) return { response }
      const now = this.#options.clock.now()
      const error = await providerError(response, { model, now, redact: text => this.#redact(text) })
      const wait = retryAfterSeconds(response.headers['retry-after'], now)
      return {
        error,
        passing: response.status === 429 || response.status >= 500,
        retryAfterMs: wait === null ? null : wait * 1000,
      }
    } catch (error) {
      const refusedHere = error instanceof UpstreamError && error.cause instanceof CallerError
      return { error, passing: error instanceof UpstreamError && !refusedHere, retryAfterMs: null }
    }
  }

  async #send(path: string, request: Omit<EgressRequest, 'url'>, model: string | null): Promise<EgressResponse> {
    const response = await this.#fetch(path, request)
    if (response.status < 300) return response
    throw await providerError(response, { model, now: this.#options.clock.now(), redact: text => this.#redact(text) })
  }

  async #fetch(path: string, request: Omit<EgressRequest, 'url'>): Promise<EgressResponse> {
    const { apiKey, egress } = this.#options
    const headers: Record<string, string> = {
      accept: 'text/event-stream, application/json',
      'accept-encoding': 'identity',
    }
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    if (apiKey !== null) headers['authorization'] = `Bearer ${apiKey}`
    try {
      return await egress.fetch({
        ...request,
        url: this.#baseUrl + path,
        headers,
        redirect: 'error',
        trustedOrigins: this.#trustedOrigins,
      })
    } catch (error) {
      // Whatever the caller asked, it did not choose this address.
      if (error instanceof CallerError)
        throw new UpstreamError(`The model provider cannot be asked: ${error.message}`, { cause: error })
      throw error
    }
  }

  #redact(text: string): string {
    const { apiKey } = this.#options
    return apiKey === null ? text : text.replaceAll(apiKey, '[redacted]')
  }
}

function modelIds(text: string): string[] {
  try {
    const parsed = JSON.parse(text) as { data?: { id?: unknown }[] } | null
    const ids = (parsed?.data ?? []).map(model => model.id)
    return ids.filter(id => typeof id === 'string')
  } catch (cause) {
    throw new UpstreamError('The model provider answered its list of models with something that is not JSON.', {
      cause,
    })
  }
}
