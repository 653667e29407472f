import type { JsonObject } from '@svc/plugin'
import type { ChatToolCall, TokenUsage } from '@svc/plugin/contracts/models'

/** What all chunks of one answer say. */
export interface AnswerHead {
  id: string
  /** Seconds since the epoch. */
  created: number
  model: string
}

export function wireUsage({ prompt_tokens, completion_tokens }: TokenUsage): JsonObject {
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

export function wireToolCall({ id, name, arguments: text }: ChatToolCall): JsonObject {
  return { id, type: 'function', function: { name, arguments: text } }
}

/** Writes the chunks of one answer as server-sent events. */
export class ChunkFrames {
  readonly #head: AnswerHead
  readonly #usage: { usage?: null }
  #calls = 0

  constructor(head: AnswerHead, withUsage: boolean) {
    this.#head = head
    this.#usage = withUsage ? { usage: null } : {}
  }

  start(): string {
    return this.delta({ role: 'assistant', content: '', refusal: null })
  }

  delta(delta: JsonObject, extra: JsonObject = {}): string {
    return this.#choice(delta, null, extra)
  }

  toolCall(call: ChatToolCall): string {
    const index = this.#calls
    this.#calls += 1
    return this.delta({ tool_calls: [{ index, ...wireToolCall(call) }] })
  }

  finish(reason: string, extra: JsonObject = {}): string {
    return this.#choice({}, reason, extra)
  }

  usage(usage: TokenUsage): string {
    return this.#frame({ choices: [], usage: wireUsage(usage) })
  }

  done(): string {
    return 'data: [DONE]\n\n'
  }

  #choice(delta: JsonObject, reason: string | null, extra: JsonObject): string {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: reason }]
    return this.#frame({ choices, ...this.#usage, ...extra })
  }

  #frame(rest: JsonObject): string {
    const { id, created, model } = this.#head
    const chunk = { id, object: 'chat.completion.chunk', created, model, system_fingerprint: null, ...rest }
    return `data: ${JSON.stringify(chunk)}\n\n`
  }
}

/** A whole completion, for clients that do not stream. */
export function completion(
  head: AnswerHead,
  answer: { content: string; tool_calls: readonly ChatToolCall[]; finish_reason: string; usage: TokenUsage },
  extra: JsonObject = {},
): JsonObject {
  const hasCalls = answer.tool_calls.length > 0
  const message: JsonObject = {
    role: 'assistant',
    content: answer.content === '' && hasCalls ? null : answer.content,
    refusal: null,
    ...(hasCalls && { tool_calls: answer.tool_calls.map(wireToolCall) }),
  }
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    system_fingerprint: null,
    choices: [{ index: 0, message, logprobs: null, finish_reason: answer.finish_reason }],
    usage: wireUsage(answer.usage),
    ...extra,
  }
}
