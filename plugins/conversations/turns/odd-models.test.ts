import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, pieces, startTestTurns } from '../../../test/rooms/plugins/turns.ts'
import type { TestTurns } from '../../../test/rooms/plugins/turns.ts'

let t: TestTurns

beforeAll(async () => {
  t = await startTestTurns()
})
afterAll(() => t.close())
beforeEach(() => {
  t.model.requests.length = 0
})

describe('a model without tools', () => {
  it('is offered them once, and never when nobody named them', async () => {
    t.model.script(({ body }) =>
      body.tools === undefined
        ? { text: 'Good day.' }
        : { status: 400, body: JSON.stringify({ error: { message: 'gemma3:4b does not support tools' } }) },
    )
    const id = await t.begin()
    expect((await t.say(id, 'Hello')).body).toMatchObject({ content: 'Good day.' })
    expect((await t.say(id, 'Hello again')).body).toMatchObject({ content: 'Good day.' })
    expect(t.model.requests.flatMap(({ body }) => (body === null ? [] : ['tools' in body]))).toEqual([
      true,
      false,
      false,
    ])
    const refused = await t.say(await t.begin({ tools: ['say'] }), 'Say it.')
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('does not support tools')])
  })
})

describe('a model that repeats a failing call', () => {
  it('is stopped after three steps, whatever else it calls and however often it calls it at once', async () => {
    const fail = (id: string) => call(id, 'fail', { text: 'again' })
    let step = 0
    t.model.script(() => {
      step += 1
      return { toolCalls: [fail('a'), fail('b'), fail('c'), call('d', 'say', { text: String(step) })] }
    })
    expect((await t.say(await t.begin(), 'Go on.')).body).toMatchObject({ finish_reason: 'step_limit' })
    expect(step).toBe(3)
  })
})

describe('an answer that was cut off', () => {
  it.each(['length', 'content_filter'])('by %s makes none of its calls, and ends the turn', async finishReason => {
    t.model.script({ text: 'I erase', toolCalls: [call('a', 'say', { text: 'x' })], finishReason })
    const { body } = await t.say(await t.begin(), 'Go on.')
    const tool_calls = [{ call_id: 'a', error: { code: 'cancelled' } }]
    expect(body).toMatchObject({ content: 'I erase', finish_reason: finishReason, tool_calls })
  })
})

describe('a model that does not stop', () => {
  it('is left after two million characters, which are counted', async () => {
    const endless = pieces(...Array<string>(22).fill('on and on '.repeat(10_000)))
    t.model.script({ rawChunks: endless, ending: 'hang' })
    const { body } = await t.say(await t.begin(), 'Go on.')
    expect(body.finish_reason).toBe('length')
    expect(body.usage.completion_tokens).toBeGreaterThan(500_000)
    expect(body.usage.prompt_tokens).toBeGreaterThan(0)
  })
})

describe('a model that cannot sum up what no longer fits', () => {
  it('is not asked for that with every step', async () => {
    const isSummary = ({ body }: { body: { messages: { content: string }[] } | null }) =>
      body?.messages[0]?.content.startsWith('Sum up the beginning') === true
    t.model.script(request => ({ text: isSummary(request) ? '' : 'Noted.' }))
    const id = await t.begin()
    const long = 'lorem ipsum dolor sit amet '.repeat(900)
    for (let count = 0; count < 8; count += 1) expect((await t.say(id, long)).status).toBe(200)
    expect(t.model.requests.filter(isSummary)).toHaveLength(1)
  })
})
