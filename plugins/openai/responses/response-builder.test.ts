import { describe, expect, it } from 'vitest'
import { ResponseBuilder } from './response-builder.ts'
import type { Outcome, ResponsePart } from './response-parts.ts'

const outcome: Outcome = {
  finish_reason: 'stop',
  usage: { prompt_tokens: 3, completion_tokens: 2 },
  error: null,
  completed_at: 7,
}

function built(...parts: ResponsePart[]) {
  const builder = new ResponseBuilder({
    id: 'resp_1',
    message_id: 'msg_1',
    session_id: 'ses_1',
    created_at: 5,
    model: 'agent',
    echo: {},
  })
  const events = [...builder.start(), ...parts.flatMap(part => builder.take(part))]
  return { events: structuredClone(events), state: builder.state }
}

const call = (name: string): ResponsePart => ({ type: 'call', call: { id: 'call_0', name, arguments: '{}' } })

describe('the events of a response', () => {
  it('are the same, with the same numbers, each time the same parts are read', () => {
    const parts: ResponsePart[] = [
      { type: 'reasoning', delta: 'Hm.' },
      { type: 'content', delta: 'Let me see.' },
      call('look'),
      { type: 'result', call_id: 'call_0', output: 'a cat' },
      { type: 'step' },
      { type: 'content', delta: 'A cat.' },
      { type: 'done', outcome },
    ]
    const first = built(...parts).events
    expect(built(...parts).events).toEqual(first)
    expect(first.map(({ sequence_number }) => sequence_number)).toEqual(first.map((_, index) => index))
  })

  it('distinguish calls that a model numbers anew in each answer', () => {
    const { state } = built(call('look'), { type: 'result', call_id: 'call_0', output: 'a cat' }, call('listen'), {
      type: 'result',
      call_id: 'call_0',
      output: 'meow',
    })
    expect(state.output.map(({ type, call_id }) => [type, call_id])).toEqual([
      ['function_call', 'call_0'],
      ['function_call_output', 'call_0'],
      ['function_call', 'call_0_2'],
      ['function_call_output', 'call_0_2'],
    ])
  })

  it('begin a new message with each answer of the model, the first with the id the conversation knows', () => {
    const { state } = built(
      { type: 'content', delta: 'One.' },
      { type: 'step' },
      { type: 'content', delta: 'Two.' },
      { type: 'done', outcome },
    )
    expect(state.output.map(({ id, status }) => [id, status])).toEqual([
      ['msg_1', 'completed'],
      ['msg_1_2', 'completed'],
    ])
  })

  it.each([
    ['length', 'incomplete', { reason: 'max_output_tokens' }],
    ['content_filter', 'incomplete', { reason: 'content_filter' }],
    ['step_limit', 'incomplete', { reason: 'max_tool_calls' }],
    ['cancelled', 'cancelled', null],
    ['interrupted', 'failed', null],
    ['tool_calls', 'completed', null],
  ] as const)('say with %s that it is %s, and leave no item open', (finish_reason, status, incomplete_details) => {
    const { state, events } = built(
      { type: 'content', delta: 'Well' },
      { type: 'done', outcome: { ...outcome, finish_reason } },
    )
    expect(state).toMatchObject({ status, incomplete_details, usage: { total_tokens: 5 }, completed_at: 7 })
    expect(state.output[0]?.['status']).toBe(status === 'completed' ? 'completed' : 'incomplete')
    expect(events.at(-1)?.type).toBe(`response.${status === 'cancelled' ? 'incomplete' : status}`)
  })

  it('report a failure with its code', () => {
    const error = { status: 429, code: 'rate_limited', detail: 'Too many.' }
    const { state } = built({ type: 'done', outcome: { ...outcome, finish_reason: 'failed', error } })
    expect(state).toMatchObject({ status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Too many.' } })
  })
})
