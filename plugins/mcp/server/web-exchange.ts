import type { JsonObject, RouteReply, RouteRequest, StreamedReply } from '@svc/plugin'

// The credential was checked and ends here; the body goes on as it was parsed.
const leftOut = ['authorization', 'cookie', 'content-length', 'connection', 'transfer-encoding']
const answered = ['mcp-session-id', 'allow', 'cache-control', 'www-authenticate', 'x-accel-buffering']

/** Our request as the library wants it. */
export function webRequest(request: RouteRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !leftOut.includes(name)) headers.set(name, value)
  }
  return new Request(`${request.baseUrl}/mcp`, { method: request.method, headers, signal: request.signal })
}

/** What a handler returns to send the library's answer. */
export async function sendWebAnswer(
  answer: Response,
  request: RouteRequest,
  reply: RouteReply,
): Promise<JsonObject | StreamedReply | undefined> {
  // A client that left sees no answer; the library's status for that is none that can be sent.
  request.signal.throwIfAborted()
  reply.status(answer.status)
  for (const name of answered) {
    const value = answer.headers.get(name)
    if (value !== null) reply.header(name, value)
  }
  const { body } = answer
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (!isStream || body === null) {
    const text = await answer.text()
    return text === '' ? undefined : (JSON.parse(text) as JsonObject)
  }
  const reader = body.getReader()
  // Without this the library would keep writing into a stream that nobody reads.
  const leave = () => void reader.cancel(request.signal.reason).catch(() => undefined)
  return reply.bytes({ contentType: 'text/event-stream', unsent: leave }, async sink => {
    request.signal.addEventListener('abort', leave, { once: true })
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        if (!sink.write(value)) await sink.drained()
      }
    } finally {
      request.signal.removeEventListener('abort', leave)
      leave()
    }
  })
}
