import type { JsonObject, RouteReply, RouteRequest, StreamedReply } from '@svc/plugin'
import type { ChatEvent, ChatToolCall, ResolvedModel, TokenUsage } from '@svc/plugin/contracts/models'
import type { OpenAiServices } from '../openai-services.ts'
import { answerHeaders } from '../wire/answer-headers.ts'
import { begun } from '../wire/begun.ts'
import { eventStreamType, heartbeat, send, streamed, workOf } from '../wire/own-stream.ts'
import type { ChatCompletion } from './chat-request.ts'
import { ChunkFrames, completion } from './chunks.ts'
import type { AnswerHead } from './chunks.ts'

export interface TranslatedChat {
  request: RouteRequest
  reply: RouteReply
  chat: ChatCompletion
  model: ResolvedModel
  startedAt: number
  ended(): void
}

type Done = Extract<ChatEvent, { type: 'done' }>

/** Gathers what was said, whichever way it is sent. */
class Answer {
  content = ''
  reasoning = ''
  readonly tool_calls: ChatToolCall[] = []
  finish_reason: Done['finish_reason'] = 'stop'
  usage: TokenUsage = { prompt_tokens: 0, completion_tokens: 0 }

  take(event: ChatEvent): void {
    if (event.type === 'content') this.content += event.delta
    else if (event.type === 'reasoning') this.reasoning += event.delta
    else if (event.type === 'tool_call') this.tool_calls.push(event.call)
    else this.#end(event)
  }

  #end(done: Done): void {
    this.finish_reason = done.finish_reason
    this.usage = done.usage
  }
}

/** Answers a chat completion from a model that does not speak OpenAI's wire format. */
export async function translatedChat(
  services: OpenAiServices,
  call: TranslatedChat,
): Promise<StreamedReply | JsonObject> {
  const { request, reply, chat, model, startedAt } = call
  const { principal } = request
  const { models, clock, ids } = services
  const work = workOf(request)
  const { signal } = work
  const asked = { ...chat.options, model: model.id, messages: chat.messages, principal, signal }
  const events = await begun(models.stream(asked), signal)
  const head: AnswerHead = {
    id: `chatcmpl-${ids.secret(18)}`,
    created: Math.floor(clock.now() / 1000),
    model: model.id,
  }
  const answer = new Answer()
  const finished = () => keep(services, call, answer)
  answerHeaders(request, reply, { startedAt, budget: models.budget(principal), now: clock.now() })
  if (!chat.stream) {
    for await (const event of events) answer.take(event)
    finished()
    call.ended()
    return completion(head, answer)
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
      for await (const event of events) {
        answer.take(event)
        const frame = frameOf(frames, event)
        if (frame !== null) await send(sink, frame)
      }
      finished()
      await send(sink, frames.finish(answer.finish_reason))
      if (chat.withUsage) await send(sink, frames.usage(answer.usage))
      await send(sink, frames.done())
    },
  })
}

function frameOf(frames: ChunkFrames, event: ChatEvent): string | null {
  if (event.type === 'content') return frames.delta({ content: event.delta })
  if (event.type === 'reasoning') return frames.delta({ reasoning_content: event.delta })
  return event.type === 'tool_call' ? frames.toolCall(event.call) : null
}

function keep({ turns }: OpenAiServices, { request, chat, model }: TranslatedChat, answer: Answer): void {
  if (!chat.store || !turns) return
  const { content, tool_calls, finish_reason, usage } = answer
  turns.keep({
    principal: request.principal,
    model: model.id,
    messages: chat.messages,
    answer: { content, tool_calls, finish_reason },
    usage,
    source: 'v1',
  })
}
