import { bodyFault } from '@svc/plugin'
import type { JsonObject, RouteReply, RouteRequest, StreamedReply } from '@svc/plugin'
import type { ClientTurn } from '@svc/plugin/contracts/conversations'
import type { OpenAiServices } from '../openai-services.ts'
import { answerHeaders } from '../wire/answer-headers.ts'
import { eventStreamType, heartbeat, send, streamed, workOf } from '../wire/own-stream.ts'
import { turnsFor } from '../wire/own-models.ts'
import { readTurn } from '../wire/turn-reader.ts'
import type { TurnPart } from '../wire/turn-reader.ts'
import type { ChatCompletion } from './chat-request.ts'
import { ChunkFrames, completion } from './chunks.ts'
import type { AnswerHead } from './chunks.ts'

export interface TurnChat {
  request: RouteRequest
  reply: RouteReply
  chat: ChatCompletion
  model: string
  startedAt: number
  ended(): void
}

type Done = Extract<TurnPart, { type: 'done' }>

/** Runs `agent` or `app:<name>`: a turn of a conversation, which goes on when this client leaves. */
export async function turnChat(services: OpenAiServices, call: TurnChat): Promise<StreamedReply | JsonObject> {
  const { request, reply, chat, model, startedAt } = call
  const { principal } = request
  const turns = await turnsFor(services, principal, model)
  const turn = await turns.start(clientTurn(call))
  const head: AnswerHead = {
    id: `chatcmpl-${turn.message_id}`,
    created: Math.floor(services.clock.now() / 1000),
    model,
  }
  answerHeaders(request, reply, { startedAt, budget: services.models.budget(principal), now: services.clock.now() })
  reply.header('x-svc-session-id', turn.session_id)
  const work = workOf(request)
  const read = () =>
    readTurn(turns, { ...turn, workspace_id: principal.workspace_id }, { signal: work.signal, phrase: services.phrase })
  if (!chat.stream) {
    const whole = await wholeAnswer(head, read())
    call.ended()
    return whole
  }
  return streamed({
    request,
    reply,
    contentType: eventStreamType,
    heartbeat,
    work,
    ended: call.ended,
    write: async sink => {
      const frames = new ChunkFrames(head, chat.withUsage)
      await send(sink, frames.start())
      for await (const part of read()) {
        if (part.type === 'done') await send(sink, lastFrames(frames, part, chat.withUsage))
        else await send(sink, frameOf(frames, part))
      }
    },
  })
}

function clientTurn({ request, chat, model }: TurnChat): ClientTurn {
  const { tools, ...options } = chat.options
  const last = chat.messages.at(-1)
  if (last?.role !== 'user' && last?.role !== 'tool') {
    throw bodyFault('/messages', 'must end with a message of the user or the result of a tool')
  }
  return {
    ...options,
    principal: request.principal,
    model,
    messages: chat.messages,
    ...(tools?.length && { client_tools: tools }),
    source: 'v1',
  }
}

function frameOf(frames: ChunkFrames, part: Exclude<TurnPart, Done>): string {
  if (part.type === 'content') return frames.delta({ content: part.delta })
  if (part.type === 'reasoning') return frames.delta({ reasoning_content: part.delta })
  return frames.delta({}, { svc: part.step })
}

function lastFrames(frames: ChunkFrames, done: Done, withUsage: boolean): string {
  return [
    ...done.tool_calls.map(call => frames.toolCall(call)),
    frames.finish(done.finish_reason, { svc: { type: 'done', finish_reason: done.turn_finish_reason } }),
    ...(withUsage ? [frames.usage(done.usage)] : []),
    frames.done(),
  ].join('')
}

async function wholeAnswer(head: AnswerHead, parts: AsyncIterable<TurnPart>): Promise<JsonObject> {
  let content = ''
  const steps: JsonObject[] = []
  for await (const part of parts) {
    if (part.type === 'content') content += part.delta
    else if (part.type === 'step') steps.push(part.step)
    else if (part.type === 'done') {
      return completion(head, { ...part, content }, { svc: { finish_reason: part.turn_finish_reason, steps } })
    }
  }
  throw new DOMException('The turn was left before its end.', 'AbortError')
}
