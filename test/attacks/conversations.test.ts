import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { call, startTestTurns } from '../rooms/plugins/turns.ts'
import type { TestTurns } from '../rooms/plugins/turns.ts'

let t: TestTurns

beforeAll(async () => {
  t = await startTestTurns({ plugins: ['openai'] })
})
afterAll(() => t.close())

/** A call in one piece, as some servers send it. */
function calling(id: string, name: string, text: string): string {
  const tool_calls = [{ index: 0, id, type: 'function', function: { name, arguments: text } }]
  const choices = [{ index: 0, delta: { tool_calls }, finish_reason: 'tool_calls' }]
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'fake-model', choices })}\n\ndata: [DONE]\n\n`
}
const nested = (depth: number) => `{"text":${'['.repeat(depth)}${']'.repeat(depth)}}`

describe('a model that writes what nobody can read', () => {
  it('harms its own turn alone, which is told the fault and comes to its end', async () => {
    t.model.script({ rawChunks: [calling('deep', 'say', nested(8000))] }, { text: 'I gave up.' })
    const id = await t.begin()
    const { status, body } = await t.say(id, 'Nest.')
    expect([status, body.content, body.finish_reason]).toEqual([200, 'I gave up.', 'stop'])
    expect(body.tool_calls).toEqual([
      { call_id: 'deep', tool_name: 'say', arguments: nested(8000), error: expect.objectContaining({}) },
    ])
    expect((await t.messages(id)).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    t.model.script({ text: 'Here.' })
    expect((await t.say(await t.begin(), 'Others go on?')).body.content).toBe('Here.')
  })

  it('and calls more tools than there could be fails, with every call that was told told to be over', async () => {
    t.model.script({ toolCalls: Array.from({ length: 300 }, (_, index) => call(`c${index}`, 'say', {})) })
    const id = await t.begin()
    expect((await t.say(id, 'All of them.')).body).toMatchObject({ status: 502, code: 'upstream_error' })
    const log = await t.log(id)
    const callsIn = (type: string) => log.filter(({ event }) => event === type).map(({ data }) => data['call_id'])
    expect(callsIn('tool_call')).toHaveLength(256)
    expect(callsIn('tool_result')).toEqual(callsIn('tool_call'))
  })

  it('and names each call alike is told the calls apart', async () => {
    const same = (text: string) => ({ toolCalls: [call('call_0', 'say', { text })] })
    t.model.script(same('one'), same('two'), { text: 'Done.' })
    const { body } = await t.say(await t.begin(), 'Twice.')
    const calls = body.tool_calls as { call_id: string; arguments: unknown; result: unknown }[]
    expect(calls.map(({ arguments: given, result }) => [given, result])).toEqual([
      [{ text: 'one' }, { said: 'one' }],
      [{ text: 'two' }, { said: 'two' }],
    ])
    expect(new Set(calls.map(each => each.call_id)).size).toBe(2)
  })
})

it('an exchange that asks nothing keeps no other from being kept', async () => {
  t.model.script({ text: 'Yes.' })
  const complete = (role: string, content: string) =>
    t.request('POST', '/v1/chat/completions', { model: 'fake-model', store: true, messages: [{ role, content }] })
  const answers = await Promise.all([complete('user', 'a lighthouse'), complete('system', 'Be brief.')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await vi.waitFor(async () => {
    const { body } = await t.request('GET', '/api/conversations?search=lighthouse')
    expect(body.items).toHaveLength(1)
  })
})

it('an attachment that is too long for the model stops no later question, and is exported whole', async () => {
  t.model.script({ text: 'Ticks.' })
  const id = await t.begin()
  const text = '` '.repeat(400_000)
  const said = await t.say(id, 'See.', { attachments: [{ name: 'ticks.md', text }] })
  expect([said.status, said.body.code]).toEqual([422, 'context_length_exceeded'])
  expect(await t.say(id, 'Without it, then.')).toMatchObject({ status: 200, body: { content: 'Ticks.' } })
  const { status, body } = await t.request('GET', `/api/conversations/${id}/export?format=md`)
  expect([status, String(body).includes(text)]).toEqual([200, true])
})
