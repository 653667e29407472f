import { setTimeout as wait } from 'node:timers/promises'
import { Type } from 'typebox'
import type { RouteDefinition, ServerSentEvent } from '@svc/plugin'

const gapMs = 1_000

/**
 * Two events, a second apart. A reader that gets both at once reads through a proxy that collects what it should pass on.
 * The first also says which headers the proxies added, and nothing that a visitor of the page could not know.
 */
export const streamProbe: RouteDefinition = {
  method: 'GET',
  path: '/api/server/stream-probe',
  operationId: 'probeStream',
  summary: 'Send two events a second apart, to see whether a proxy passes streams on',
  permission: 'public',
  longRunning: true,
  responses: {
    200: {
      description: '`probe.first` at once, with the headers that proxies added; `probe.second` a second later',
      contentType: 'text/event-stream',
      schema: Type.String(),
      example:
        'id: 1\nevent: probe.first\ndata: {"type":"probe.first","forwarded_for":false,"forwarded_proto":null}\n\n',
    },
  },
  handler: (request, reply) => {
    const seen = {
      forwarded_for: request.headers['x-forwarded-for'] !== undefined,
      forwarded_proto: request.headers['x-forwarded-proto'] ?? null,
    }
    return reply.sse(probe(seen, request.signal))
  },
}

async function* probe(seen: Record<string, unknown>, signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
  yield { id: '1', type: 'probe.first', data: seen }
  await wait(gapMs, undefined, { signal })
  yield { id: '2', type: 'probe.second', data: {} }
}
