import { Readable } from 'node:stream'
import { UpstreamError } from '@svc/plugin'
import type { JsonObject, RouteReply, RouteRequest, StreamedReply } from '@svc/plugin'
import type { ForwardSummary, ResolvedModel } from '@svc/plugin/contracts/models'
import type { OpenAiServices } from '../openai-services.ts'
import { answerHeaders } from '../wire/answer-headers.ts'
import { Faults } from '../wire/faults.ts'
import { chatMessages } from '../wire/messages.ts'
import { streamed, workOf } from '../wire/own-stream.ts'

// As the catalogue's own reading of an answer; a stream, of which nothing is held, may be longer.
const maxDocumentBytes = 64 * 1024 * 1024

export interface ForwardedChat {
  request: RouteRequest
  reply: RouteReply
  json: JsonObject
  model: ResolvedModel
  startedAt: number
  /** Called once nothing more is under way. */
  ended(): void
}

/** Passes a chat completion through to its provider, bytes untouched; with `store: true` the exchange is kept as a conversation. */
export async function forwardedChat(services: OpenAiServices, chat: ForwardedChat): Promise<StreamedReply> {
  const { request, reply, json, model, startedAt } = chat
  const { principal } = request
  const work = workOf(request)
  const keeps = json['store'] === true && services.turns !== undefined
  const answer = await services.models.forward({
    path: '/chat/completions',
    body: request.bytes ?? Buffer.from(JSON.stringify(json)),
    json,
    model,
    principal,
    signal: work.signal,
  })
  const contentType = answer.content_type
  answerHeaders(request, reply, { startedAt, budget: services.models.budget(principal), now: services.clock.now() })
  reply.status(answer.status)
  if (contentType.startsWith('text/event-stream')) {
    return streamed({
      request,
      reply,
      contentType,
      work,
      ended: chat.ended,
      write: async sink => {
        const take = (bytes: Uint8Array) => (sink.write(bytes) ? undefined : sink.drained())
        keep(services, chat, await answer.pipe(take, { collect: keeps }))
      },
    })
  }
  // Sent as a whole: the client could not be notified of a document that breaks off in the middle.
  const pieces: Uint8Array[] = []
  let length = 0
  const take = (bytes: Uint8Array) => {
    length += bytes.byteLength
    if (length > maxDocumentBytes)
      throw new UpstreamError('The model provider sent an answer that is too long to be one.')
    pieces.push(bytes)
  }
  const summary = await answer.pipe(take, { collect: keeps })
  keep(services, chat, summary)
  chat.ended()
  const body = Buffer.concat(pieces)
  reply.header('content-length', String(body.length))
  return reply.stream(Readable.from([body]), contentType)
}

function keep(
  { turns }: OpenAiServices,
  { request, json, model }: ForwardedChat,
  { answer, usage }: ForwardSummary,
): void {
  if (!turns || answer === null) return
  try {
    turns.keep({
      principal: request.principal,
      model: model.id,
      // Parts that only the provider can read, such as sound, are not stored.
      messages: chatMessages(json['messages'], new Faults()),
      answer,
      usage,
      source: 'v1',
    })
  } catch (error) {
    // The answer is complete and has been paid for; to fail it now would make the client ask again.
    request.log.error({ err: error }, 'a passed exchange could not be kept')
  }
}
