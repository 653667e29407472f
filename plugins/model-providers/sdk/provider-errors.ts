import { NotFoundError, RateLimitedError, UpstreamError, ValidationError } from '@svc/plugin'
import type { SvcError } from '@svc/plugin'

const maxWords = 500
const defaultRetryAfterSeconds = 10
const maxRetryAfterSeconds = 24 * 60 * 60

/** What a provider answered in place of what was asked for. */
export interface ProviderRefusal {
  provider: string
  status: number
  headers: Record<string, string>
  body: string
  now: number
  redact(text: string): string
}

/** The sentence in `{"error": {"message"}}`, which both vendors use; null for HTML and all else. */
export function sentenceOf(body: unknown): string | null {
  const value = typeof body === 'string' ? parsed(body) : body
  // Google answers a list of one error to a request for a stream.
  const first: unknown = Array.isArray(value) ? value[0] : value
  const error = memberOf(first, 'error')
  const found = memberOf(error, 'message') ?? memberOf(first, 'message')
  return typeof found === 'string' && found !== '' ? found : null
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Seconds of a `Retry-After` header, which may also be a date; null without one. */
function retryAfterSeconds(header: string | undefined, now: number): number | null {
  if (!header) return null
  const isNumber = /^\d+(\.\d+)?$/.test(header.trim())
  const seconds = isNumber ? Number(header) : (Date.parse(header) - now) / 1000
  // Providers may name a time in a month, or the year 9999: the client gets a time that it can wait for.
  return Number.isNaN(seconds) ? null : Math.min(maxRetryAfterSeconds, Math.max(0, seconds))
}

/** Turns a provider's error status into an error for our caller. The key and any HTML are never repeated. */
export function providerError(refusal: ProviderRefusal): SvcError {
  const { provider, status, headers, body, now, redact } = refusal
  const sentence = sentenceOf(body)
  const words = sentence === null ? '' : ` It said: ${redact(sentence).slice(0, maxWords)}`
  const name = `The model provider ${provider}`
  const details = { fields: { provider_status: status } }
  // To try again is of no use: the catalogue of the models leaves it then.
  const lasting = { fields: { provider_status: status, lasting: true } }
  // Google refuses a wrong key with 400. The words are left out: providers quote the key they refuse.
  const isKeyRefused = status === 401 || status === 403 || (status === 400 && /api key/i.test(sentence ?? ''))
  if (isKeyRefused)
    return new UpstreamError(`${name} refused its key (status ${status}). Check the key it was set up with.`, lasting)
  if (status === 404 && sentence !== null)
    return new NotFoundError(`${name} does not know this model.${words}`, details)
  if (status === 404) return new UpstreamError(`${name} has nothing at its address. Check its base_url.`, lasting)
  if (status === 429) {
    const retry_after = retryAfterSeconds(headers['retry-after'], now)
    const seconds = Math.ceil(retry_after ?? defaultRetryAfterSeconds)
    return new RateLimitedError(`${name} is over its rate limit.${words}`, seconds, {
      fields: { provider_status: status, retry_after },
    })
  }
  if (status === 400 || status === 413 || status === 422)
    return new ValidationError(`${name} refused the request.${words}`, [], details)
  return new UpstreamError(`${name} failed (status ${status}).${words}`, details)
}
