import { WebhookVerificationError } from './errors.ts'
import { environment } from './transport/runtime.ts'

/** What a webhook says. */
export interface WebhookEvent {
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The headers of a request: of `fetch`, of Node, or any other object. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const toleranceSeconds = 300

/** Checks webhooks as Standard Webhooks 1.0 says. */
export class Webhooks {
  /**
   * The event of a request, once its signature and its age are right.
   * @param body as it came, before any parsing
   * @param secret `whsec_…`; `SVC_WEBHOOK_SECRET` when left out
   * @throws WebhookVerificationError
   */
  async unwrap(
    body: string | Uint8Array<ArrayBuffer>,
    headers: WebhookHeaders,
    secret: string | undefined = environment('SVC_WEBHOOK_SECRET'),
    { tolerance = toleranceSeconds }: { tolerance?: number } = {},
  ): Promise<WebhookEvent> {
    if (!secret) throw new WebhookVerificationError('No secret: pass it, or set the variable SVC_WEBHOOK_SECRET.')
    const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name =>
      header(headers, name),
    ) as [string, string, string]
    checkAge(timestamp, tolerance)
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
    const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
    const key = await crypto.subtle.importKey('raw', keyBytes(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    for (const each of signatures.split(' ')) {
      const [version, signature = ''] = each.split(',')
      if (version !== 'v1') continue
      const bytes = base64Bytes(signature)
      // `verify` takes the same time for every wrong signature.
      if (bytes !== null && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
        return JSON.parse(text) as WebhookEvent
    }
    throw new WebhookVerificationError('The signature is not of this secret, or the body was changed on its way.')
  }
}

function checkAge(timestamp: string, tolerance: number): void {
  const seconds = Number(timestamp)
  if (!Number.isInteger(seconds)) throw new WebhookVerificationError('webhook-timestamp is no number of seconds.')
  const age = Date.now() / 1000 - seconds
  if (Math.abs(age) <= tolerance) return
  const how = age > 0 ? 'ago' : 'in the future'
  throw new WebhookVerificationError(
    `The webhook was sent ${Math.round(Math.abs(age))} s ${how}, and ${tolerance} s are allowed. Is the clock of this machine right?`,
  )
}

function header(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : (headers[name] ?? findHeader(headers, name))
  const text = typeof value === 'string' ? value : value?.[0]
  if (text === undefined)
    throw new WebhookVerificationError(`The request has no header ${name}: it is no webhook of svc.`)
  return text
}

function findHeader(headers: Exclude<WebhookHeaders, Headers>, name: string): string | readonly string[] | undefined {
  return Object.entries(headers).find(([known]) => known.toLowerCase() === name)?.[1]
}

function keyBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = base64Bytes(secret.trim().replace(/^whsec_/, ''))
  if (bytes === null || bytes.length === 0) {
    throw new WebhookVerificationError(
      'The secret is not one of a webhook: it begins with whsec_ and goes on in base64.',
    )
  }
  return bytes
}

function base64Bytes(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch {
    return null
  }
}
