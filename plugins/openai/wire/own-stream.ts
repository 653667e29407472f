import type { ByteSink, RouteReply, RouteRequest, StreamedReply } from '@svc/plugin'
import { errorFrame } from './errors.ts'

export const eventStreamType = 'text/event-stream; charset=utf-8'
export const heartbeat = ': still here\n\n'

/** The request's signal, and a way to end the work when no one will read it. */
export interface Work {
  signal: AbortSignal
  abort(): void
}

export function workOf(request: RouteRequest): Work {
  const controller = new AbortController()
  const { signal } = request
  const forward = () => controller.abort(signal.reason)
  if (signal.aborted) forward()
  else signal.addEventListener('abort', forward, { once: true })
  return { signal: controller.signal, abort: () => controller.abort() }
}

/** Writes at the reader's pace. @throws when the reader has left */
export async function send(sink: ByteSink, text: string): Promise<void> {
  if (!sink.write(text)) await sink.drained()
}

/**
 * Answers with a stream; an error that `write` throws reaches the client in the stream, and `ended` is called however it ends.
 * The work of a stream that is never written is ended.
 */
export function streamed(options: {
  request: RouteRequest
  reply: RouteReply
  contentType: string
  heartbeat?: string
  errorFrame?: (thrown: unknown, requestId: string) => string
  work: Work
  ended(): void
  write(sink: ByteSink): Promise<void>
}): StreamedReply {
  const { request, reply, work, contentType } = options
  const unsent = () => {
    work.abort()
    options.ended()
  }
  const beats = options.heartbeat === undefined ? {} : { heartbeat: options.heartbeat }
  return reply.bytes({ contentType, ...beats, unsent }, async sink => {
    try {
      await options.write(sink)
    } catch (error) {
      // A reader that has left is the usual reason; what is written then goes nowhere.
      if (!work.signal.aborted) request.log.warn({ err: error }, 'an answer broke off')
      sink.write((options.errorFrame ?? errorFrame)(error, request.id))
    } finally {
      options.ended()
    }
  })
}
