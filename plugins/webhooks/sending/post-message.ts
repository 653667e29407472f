import { messageOf, SvcError } from '@svc/plugin'
import type { Clock, Egress } from '@svc/plugin'
import { parseRetryAfter } from './retry-schedule.ts'
import { signatureHeader } from './signature.ts'

export interface Message {
  workspaceId: string
  url: string
  /** The event's id: the same for every try. */
  id: string
  body: string
  /** One, or two while a rotation lasts. */
  secrets: readonly string[]
}

/** What came of one try. */
export interface Outcome {
  delivered: boolean
  at: number
  duration_ms: number
  status: number | null
  error: string | null
  answer: string | null
  retry_after_ms: number | null
}

export interface Postman {
  egress: Egress
  clock: Clock
  timeoutMs: number
  signal: AbortSignal
}

const shownBytes = 1024
const successes = { least: 200, below: 300 }

/** Sends the message once, signed for this moment. Only an answer of 2xx is a success, and no redirect is followed. */
export async function postMessage(message: Message, { egress, clock, timeoutMs, signal }: Postman): Promise<Outcome> {
  const at = clock.now()
  const begun = performance.now()
  const taken = () => Math.round(performance.now() - begun)
  try {
    const { id, body, secrets } = message
    const timestamp = Math.floor(at / 1000)
    const response = await egress.fetch({
      url: message.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'svc-webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureHeader(secrets, { id, timestamp, body }),
      },
      body,
      redirect: 'error',
      workspaceId: message.workspaceId,
      timeoutMs,
      signal,
    })
    const { status } = response
    const answer = await firstBytes(response.body, signal)
    const delivered = status >= successes.least && status < successes.below
    return {
      delivered,
      at,
      duration_ms: taken(),
      status,
      error: delivered ? null : `The receiver answered ${status}.`,
      answer,
      retry_after_ms: delivered ? null : parseRetryAfter(response.headers['retry-after'], clock.now()),
    }
  } catch (error) {
    if (signal.aborted) throw error
    // Messages of svc's own errors are written for people; those of other errors stay in the log.
    const text = error instanceof SvcError ? messageOf(error) : 'The request could not be sent.'
    return {
      delivered: false,
      at,
      duration_ms: taken(),
      status: null,
      error: text,
      answer: null,
      retry_after_ms: null,
    }
  }
}

/** Enough to see what the receiver complains about; the rest is not read. */
async function firstBytes(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes >= shownBytes) break
    }
  } catch (error) {
    // The status has come, and it alone decides: what cannot be read of the rest is not shown.
    if (signal.aborted || !(error instanceof SvcError)) throw error
  }
  // A character that the cut split is left out; U+0000 would end the text for some readers.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, shownBytes), { stream: true })
  return text.replaceAll('\u0000', '\uFFFD')
}
