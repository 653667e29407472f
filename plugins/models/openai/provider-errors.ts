import { NotFoundError, RateLimitedError, startOfBody, UpstreamError, ValidationError } from '@svc/plugin'
import type { EgressResponse, SvcError } from '@svc/plugin'

const maxWords = 500
const defaultRetryAfterSeconds = 10
const maxRetryAfterSeconds = 24 * 60 * 60

export interface ProviderErrorContext {
  provider: string
  model: string | null
  now: number
  redact(text: string): string
}

/** The sentence in `{"error": {"message"}}` and its relatives; null for HTML and all else. */
function sentenceOf(body: string): string | null {
  try {
    const parsed = JSON.parse(body) as {
      error?: { message?: unknown } | string
      message?: unknown
      detail?: unknown
    } | null
    const error = parsed?.error
    const found = typeof error === 'object' ? error?.message : (error ?? parsed?.message ?? parsed?.detail)
    return typeof found === 'string' && found !== '' ? found : null
  } catch {
    return null
  }
}

/** Seconds of a `Retry-After` header, which may also be a date; null without one. */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  if (!header) return null
  const isNumber = /^\d+(\.\d+)?$/.test(header.trim())
  const seconds = isNumber ? Number(header) : (Date.parse(header) - now) / 1000
  // A provider may name a month, or the year 9999; a client gets a time that it can wait for.
  return Number.isNaN(seconds) ? null : Math.min(maxRetryAfterSeconds, Math.max(0, seconds))
}

/** The provider that the environment's variables set up; the others have their settings in a list. */
export const environmentProvider = 'openai-compatible'

function settingOf(provider: string, name: 'api_key' | 'base_url'): string {
  if (provider === environmentProvider) return `SVC_MODEL_${name.toUpperCase()}`
  return `${name} of the provider ${provider}`
}

/** Turns a provider's error status into an error for our caller. The key and any HTML are never repeated. */
export async function providerError(response: EgressResponse, context: ProviderErrorContext): Promise<SvcError> {
  const { status } = response
  const { provider, model, now } = context
  const sentence = sentenceOf(await startOfBody(response))
  const words = sentence === null ? '' : ` It said: ${context.redact(sentence).slice(0, maxWords)}`
  const retry_after = retryAfterSeconds(response.headers['retry-after'], now)
  const fields = { provider, provider_status: status, retry_after, lasting: status < 500 }
  const details = { fields }
  // Its words are left out here: providers quote the key they refuse.
  if (status === 401 || status === 403) {
    const remedy = `Check ${settingOf(provider, 'api_key')}.`
    return new UpstreamError(`The model provider refused its key (status ${status}). ${remedy}`, details)
  }
  if (status === 404 && sentence !== null && model !== null) {
    return new NotFoundError(`The model provider has no model ${model}.${words}`, details)
  }
  if (status === 404) {
    const remedy = `Check ${settingOf(provider, 'base_url')}; it usually ends in /v1.`
    return new UpstreamError(`The model provider has nothing at this address. ${remedy}`, details)
  }
  if (status === 429) {
    const wait = Math.ceil(retry_after ?? defaultRetryAfterSeconds)
    return new RateLimitedError(`The model provider is over its rate limit.${words}`, wait, details)
  }
  if (status === 400 || status === 413 || status === 422) {
    return new ValidationError(`The model provider refused the request.${words}`, [], details)
  }
  return new UpstreamError(`The model provider failed (status ${status}).${words}`, details)
}
