import type { JsonObject, JsonValue, PluginEnv } from '@svc/plugin'
import { stepSeparator } from '@svc/plugin/contracts/conversations'
import type { Turn, Turns, TurnFinishReason } from '@svc/plugin/contracts/conversations'
import type { ChatToolCall, TokenUsage } from '@svc/plugin/contracts/models'
import { howToDecide } from '@svc/plugin/contracts/tools'
import { errorOfTurn } from './errors.ts'
import { isObject } from './faults.ts'

/** A turn as a client of /v1 sees it. `step` is work of the server itself, for clients that show it. */
export type TurnPart =
  | { type: 'content'; delta: string }
  | { type: 'reasoning'; delta: string }
  | { type: 'step'; step: JsonObject }
  | {
      type: 'done'
      finish_reason: string
      turn_finish_reason: TurnFinishReason
      tool_calls: ChatToolCall[]
      usage: TokenUsage
    }

const finishReasons: Partial<Record<TurnFinishReason, string>> = {
  length: 'length',
  step_limit: 'length',
  token_limit: 'length',
  content_filter: 'content_filter',
  tool_calls: 'tool_calls',
}
const shownSteps = new Set(['tool_call', 'tool_result', 'context'])

/**
 * Follows a turn from its beginning to its end. The turn goes on when the reader leaves.
 * @throws the error the turn failed with
 */
export async function* readTurn(
  turns: Turns,
  turn: Turn & { workspace_id: string },
  { signal, phrase }: { signal: AbortSignal; phrase: PluginEnv['phrase'] },
): AsyncGenerator<TurnPart> {
  let hasText = false
  let isNewStep = false
  for await (const { type, data } of turns.follow({ ...turn, after: null }, signal)) {
    if (type === 'content') {
      const delta = textIn(data, 'delta')
      yield { type, delta: hasText && isNewStep && delta !== '' ? stepSeparator + delta : delta }
      hasText ||= delta !== ''
      isNewStep &&= delta === ''
    } else if (type === 'reasoning') yield { type, delta: textIn(data, 'delta') }
    // Clients that do not know our steps show what the model thinks, and do not send it back.
    else if (type === 'approval')
      yield* [waitShown(data, phrase), { type: 'step' as const, step: shownStep(type, data) }]
    else if (shownSteps.has(type)) yield { type: 'step', step: shownStep(type, data) }
    else if (type === 'step') isNewStep = true
    else if (type === 'error') throw failureOf(data)
    else if (type === 'done') {
      yield doneOf(turns, turn)
      return
    }
  }
  signal.throwIfAborted()
}

function waitShown(data: JsonObject, phrase: PluginEnv['phrase']): TurnPart {
  const how = phrase(`: ${howToDecide(textIn(data, 'approval_id'))}`)
  return { type: 'reasoning', delta: `\n\nA call of ${textIn(data, 'tool_name')} waits for a person${how}.\n\n` }
}

function textIn(data: JsonObject, name: string): string {
  const text = data[name]
  return typeof text === 'string' ? text : ''
}

/** Without what a tool answered: it may be long, and the conversation's own events have it. */
function shownStep(type: string, data: JsonObject): JsonObject {
  const { result: _result, error, ...rest } = data
  return { ...rest, type, ...(error !== undefined && { error: errorShown(error) }) }
}

function errorShown(error: JsonValue): JsonValue {
  return isObject(error) ? { code: error['code'] ?? null, message: error['message'] ?? error['detail'] ?? null } : error
}

function failureOf(data: JsonObject): Error {
  const { status, code } = data
  return errorOfTurn({
    status: typeof status === 'number' ? status : 502,
    code: typeof code === 'string' ? code : 'upstream_error',
    detail: textIn(data, 'detail') || 'The turn failed.',
  })
}

function doneOf(turns: Turns, turn: Turn & { workspace_id: string }): TurnPart {
  const record = turns.get(turn.workspace_id, turn.turn_id)
  const reason = record.finish_reason ?? 'stop'
  if (record.error) throw errorOfTurn(record.error)
  if (reason === 'failed' || reason === 'interrupted') {
    throw errorOfTurn({
      status: 502,
      code: `turn_${reason}`,
      detail: `The turn was ${reason} before its answer was complete.`,
    })
  }
  return {
    type: 'done',
    finish_reason: finishReasons[reason] ?? 'stop',
    turn_finish_reason: reason,
    tool_calls: record.tool_calls,
    usage: record.usage,
  }
}
