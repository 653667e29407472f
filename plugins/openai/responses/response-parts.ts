import type { JsonObject } from '@svc/plugin'
import type { TranscriptEvent, TurnFinishReason, TurnRecord } from '@svc/plugin/contracts/conversations'
import type { ChatEvent, ChatToolCall, TokenUsage } from '@svc/plugin/contracts/models'
import { problemOfThrown } from '../wire/errors.ts'

/** What a response is made of, from the log of a turn or from a model that is asked without a turn. */
export type ResponsePart =
  | { type: 'content' | 'reasoning'; delta: string }
  | { type: 'call'; call: ChatToolCall }
  | { type: 'result'; call_id: string; output: string }
  /** One answer of the model is complete. */
  | { type: 'step' }
  | { type: 'done'; outcome: Outcome }

export interface Outcome {
  finish_reason: TurnFinishReason
  usage: TokenUsage
  error: { status: number; code: string; detail: string } | null
  /** Seconds since the epoch. */
  completed_at: number
}

function textIn(data: JsonObject, name: string): string {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}

function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** The parts of a turn's log. The same log gives the same parts, so that a client can resume a stream. */
export async function* logParts(
  events: AsyncIterable<TranscriptEvent>,
  record: () => TurnRecord,
): AsyncGenerator<ResponsePart> {
  const announced = new Set<string>()
  for await (const { type, data } of events) {
    const call_id = textIn(data, 'call_id')
    if (type === 'content' || type === 'reasoning') yield { type, delta: textIn(data, 'delta') }
    else if (type === 'step') yield { type }
    else if (type === 'tool_call') {
      announced.add(call_id)
      yield {
        type: 'call',
        call: { id: call_id, name: textIn(data, 'tool_name'), arguments: jsonText(data['arguments']) },
      }
    } else if (type === 'tool_result') {
      const { error, result } = data
      yield { type: 'result', call_id, output: error === undefined ? jsonText(result) : jsonText({ error }) }
    } else if (type === 'done') {
      const { tool_calls, finish_reason, usage, error, finished_at } = record()
      for (const call of tool_calls) if (!announced.has(call.id)) yield { type: 'call', call }
      const completed_at = Math.floor(Date.parse(finished_at ?? '') / 1000)
      yield { type: 'done', outcome: { finish_reason: finish_reason ?? 'stop', usage, error, completed_at } }
    }
  }
}

/** The parts of a model's answer that is asked for without a turn; what goes wrong after the first is part of the response. */
export async function* modelParts(
  events: AsyncIterable<ChatEvent>,
  facts: { requestId: string; now: () => number; signal: AbortSignal },
): AsyncGenerator<ResponsePart> {
  const completed_at = () => Math.floor(facts.now() / 1000)
  try {
    for await (const event of events) {
      if (event.type === 'tool_call') yield { type: 'call', call: event.call }
      else if (event.type !== 'done') yield event
      else {
        const { finish_reason, usage } = event
        yield { type: 'done', outcome: { finish_reason, usage, error: null, completed_at: completed_at() } }
      }
    }
  } catch (thrown) {
    if (facts.signal.aborted) throw thrown
    const { status, code, detail } = problemOfThrown(thrown, facts.requestId)
    const usage = { prompt_tokens: 0, completion_tokens: 0 }
    const error = { status, code, detail }
    yield { type: 'done', outcome: { finish_reason: 'failed', usage, error, completed_at: completed_at() } }
  }
}
