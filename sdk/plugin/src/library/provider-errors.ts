import { CallerError, NotFoundError, RateLimitedError, UpstreamError } from '../errors.ts'
import type { FieldError, SvcError } from '../errors.ts'

const maxMessageCharacters = 500
const maxSearchedCharacters = 10_000
const defaultRetryAfterSeconds = 10
const maxRetryAfterSeconds = 24 * 60 * 60

/** What a model provider answered in place of what was asked for. */
export interface ProviderRefusal {
  /** Its id, for the log. */
  provider: string
  /** The model that was asked; null when none was. */
  model: string | null
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** Milliseconds since the epoch. */
  now: number
  /** Removes the provider's key from its own text. */
  redact(text: string): string
  /** The settings that a person checks when the key is refused, or nothing is at the address. */
  settings: { key: string; address: string }
}

/** What the vendors' error documents have in common. */
interface ProviderMessage {
  message: string
  /** For machines, such as `context_length_exceeded`. */
  code: string | null
  /** The JSON pointer of the field that is at fault. */
  field: string | null
}

const machineCode = /^[a-z][a-z0-9_]{2,63}$/
const fieldName = /^[A-Za-z_][\w.[\]]{0,199}$/
// Of Anthropic, Google, vLLM, llama.cpp and OpenAI, in this order: only the last of them has the code.
const tooLong =
  /prompt is too long|input token count .* exceeds|maximum context length|exceeds the available context size|context_length_exceeded/i

/** Reads `{"error": {"message", "code", "param"}}` and its relatives, as text or parsed; null for HTML and all else. */
export function providerMessage(body: unknown): ProviderMessage | null {
  const document = typeof body === 'string' ? parsed(body) : body
  // Google answers a list of one error to a request for a stream.
  const first: unknown = Array.isArray(document) ? document[0] : document
  const error = memberOf(first, 'error')
  const [said, detail] = [memberOf(first, 'message'), memberOf(first, 'detail')]
  const named = [memberOf(error, 'message'), error, said, detail, faultsIn(memberOf(said, 'detail')), faultsIn(detail)]
  const message = named.find(each => typeof each === 'string' && each !== '')
  if (typeof message !== 'string') return null
  const [code, param] = [memberOf(error, 'code'), memberOf(error, 'param')]
  const given = typeof code === 'string' && machineCode.test(code) ? code : null
  return {
    message,
    code: tooLong.test(message.slice(0, maxSearchedCharacters)) ? 'context_length_exceeded' : given,
    field: typeof param === 'string' && fieldName.test(param) ? pointerOf(param) : null,
  }
}

/** Turns a provider's error status into an error for our caller. The key and any HTML are never repeated. */
export function providerError(refusal: ProviderRefusal): SvcError {
  const { headers, model, now, provider, redact, settings, status } = refusal
  const said = providerMessage(refusal.body)
  const message = said === null ? '' : redact(said.message).slice(0, maxMessageCharacters)
  const quoted = said === null ? '' : ` It said: ${message}`
  const retry_after = retryAfterSeconds(headers['retry-after'], now)
  // To try again what failed for good is of no use, and the catalogue of the models leaves it then.
  const details = { fields: { provider, provider_status: status, retry_after, lasting: status < 500 } }
  // Google refuses a wrong key with 400. Its message is left out: providers quote the key they refuse.
  const isKey = said?.code === 'invalid_api_key' || /api key/i.test(said?.message ?? '')
  if (status === 401 || status === 403 || (status === 400 && isKey))
    return new UpstreamError(
      `The model provider ${provider} refused its key (status ${status}). Check ${settings.key}.`,
      { fields: { ...details.fields, refuses_key: true } },
    )
  if (status === 404 && said !== null && model !== null)
    return new NotFoundError(`The model provider ${provider} has no model ${model}.${quoted}`, details)
  if (status === 404)
    return new UpstreamError(
      `The model provider ${provider} has nothing at its address. Check ${settings.address}.`,
      details,
    )
  if (status === 429) {
    const wait = Math.ceil(retry_after ?? defaultRetryAfterSeconds)
    return new RateLimitedError(`The model provider ${provider} is over its rate limit.${quoted}`, wait, details)
  }
  if (said !== null && (status === 400 || status === 413 || status === 422)) {
    const errors: FieldError[] = said.field === null ? [] : [{ path: said.field, message }]
    const refused = `The model provider ${provider} refused the request.${quoted}`
    return new CallerError(400, said.code ?? 'validation_error', refused, { ...details, errors })
  }
  return new UpstreamError(`The model provider ${provider} failed (status ${status}).${quoted}`, details)
}

/** What Mistral and servers on FastAPI say of each field; empty for anything else. */
function faultsIn(detail: unknown): string {
  if (!Array.isArray(detail)) return ''
  const faults = detail.map(fault => {
    const [at, message] = [memberOf(fault, 'loc'), memberOf(fault, 'msg')]
    const field = Array.isArray(at) ? at.filter(part => part !== 'body').join('.') : ''
    return typeof message === 'string' ? `${field}: ${message}` : ''
  })
  return faults.filter(fault => fault !== '').join('; ')
}

/** `messages[0].content` as a JSON pointer. */
function pointerOf(param: string): string {
  return `/${param.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** Seconds of a `Retry-After` header, which may also be a date; null without one. */
function retryAfterSeconds(header: string | undefined, now: number): number | null {
  if (!header) return null
  const isNumber = /^\d+(\.\d+)?$/.test(header.trim())
  const seconds = isNumber ? Number(header) : (Date.parse(header) - now) / 1000
  // A provider may name a month, or the year 9999; a client gets a time that it can wait for.
  return Number.isNaN(seconds) ? null : Math.min(maxRetryAfterSeconds, Math.max(0, seconds))
}
