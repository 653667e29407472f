import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, startTestTurns } from '../../../test/rooms/plugins/turns.ts'
import type { TestTurns } from '../../../test/rooms/plugins/turns.ts'

let t: TestTurns

beforeAll(async () => {
  t = await startTestTurns({ plugins: ['openai'] })
})
afterAll(() => t.close())
beforeEach(async () => {
  t.model.requests.length = 0
})

interface Said {
  role: string
  content: string | null
  tool_calls?: unknown
  tool_call_id?: string
}

const user = (content: string): Said => ({ role: 'user', content })
const complete = async (messages: Said[], more = {}) =>
  (await t.request('POST', '/v1/chat/completions', { model: 'agent', messages, ...more } as never)).body
const sessions = async () =>
  (await t.request('GET', '/api/conversations?limit=200')).body.items.map(
    (each: { session_id: string }) => each.session_id,
  )
const shown = async (id: string) => (await t.messages(id)).map(({ role, content }) => [role, content])

describe('a client that keeps the history itself', () => {
  it('continues the conversation that its history repeats, with the steps that it never saw', async () => {
    t.model.script(
      { text: 'Let me look.', toolCalls: [call('a', 'say', { text: 'six' })] },
      { text: 'Six.' },
      { text: 'And seven.' },
    )
    const before = await sessions()
    const first = await complete([user('How many?')])
    const answer = first.choices[0].message
    await complete([{ role: 'system', content: 'It is 10:00.' }, user('How many?'), answer, user('And then?')])
    const made = (await sessions()).filter((id: string) => !before.includes(id))
    expect(made).toHaveLength(1)
    expect(await shown(made[0])).toEqual([
      ['user', 'How many?'],
      ['assistant', 'Let me look.'],
      ['tool', '{"said":"six"}'],
      ['assistant', 'Six.'],
      ['user', 'And then?'],
      ['assistant', 'And seven.'],
    ])
    expect(t.model.requests.at(-1)?.body.messages.map((each: Said) => each.role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ])
  })

  it('begins anew, with all of the history that it sends, when nothing of it is known', async () => {
    t.model.script({ text: 'Blue.' })
    const before = await sessions()
    await complete([user('Which colour?'), { role: 'assistant', content: 'Red.' }, user('Are you sure?')])
    const [id] = (await sessions()).filter((each: string) => !before.includes(each))
    expect(await shown(id)).toEqual([
      ['user', 'Which colour?'],
      ['assistant', 'Red.'],
      ['user', 'Are you sure?'],
      ['assistant', 'Blue.'],
    ])
    expect(
      t.model.requests
        .at(-1)
        ?.body.messages.slice(1)
        .map((each: Said) => each.content),
    ).toEqual(['Which colour?', 'Red.', 'Are you sure?'])
  })

  it('runs its own tools, while those of the workspace run here', async () => {
    t.model.script(
      { toolCalls: [call('mine', 'local_time', {}), call('ours', 'say', { text: 'six' })] },
      { text: 'Noon, and six.' },
    )
    const tools = [
      { type: 'function', function: { name: 'local_time', description: 'The time', parameters: { type: 'object' } } },
    ]
    const before = await sessions()
    const asked = [user('What time is it?')]
    const first = await complete(asked, { tools })
    const [choice] = first.choices
    expect(choice.finish_reason).toBe('tool_calls')
    expect(choice.message.tool_calls.map((each: { id: string }) => each.id)).toEqual(['mine'])
    const result = { role: 'tool', tool_call_id: 'mine', content: 'noon' }
    const second = await complete([...asked, choice.message, result], { tools })
    expect(second.choices[0].message.content).toBe('Noon, and six.')
    const made = (await sessions()).filter((id: string) => !before.includes(id))
    expect(made).toHaveLength(1)
    const sent = t.model.requests.at(-1)?.body.messages.slice(1)
    expect(sent.map((each: Said) => [each.role, each.tool_call_id])).toEqual([
      ['user', undefined],
      ['assistant', undefined],
      ['tool', 'ours'],
      ['tool', 'mine'],
    ])
    expect(sent.at(-1).content).toBe('noon')
  })

  it('is not let into the conversation of another key by sending the same history', async () => {
    t.model.script({ text: 'Secret.' }, { text: 'What?' })
    const first = await complete([user('The word?')])
    const made = await t.svc.request('POST', '/api/developer/keys', { as: 'owner', body: { name: 'other' } })
    const before = await sessions()
    const messages = [user('The word?'), first.choices[0].message, user('Again?')]
    await t.svc.request('POST', '/v1/chat/completions', {
      as: 'none',
      headers: { authorization: `Bearer ${made.body.key}` },
      body: { model: 'agent', messages } as never,
    })
    expect((await sessions()).length).toBe(before.length + 1)
  })

  it('has what was passed through to the provider kept, and continued', async () => {
    t.model.script({ text: 'Passed.' }, { text: 'On.' })
    const before = await sessions()
    const first = await complete([user('Straight?')], { model: 'fake-model', store: true })
    await complete([user('Straight?'), first.choices[0].message, user('More?')], { model: 'fake-model', store: true })
    const made = await vi.waitFor(async () => {
      const found = (await sessions()).filter((id: string) => !before.includes(id))
      expect(found).toHaveLength(1)
      expect(await shown(found[0])).toHaveLength(4)
      return found[0]
    })
    expect((await t.log(made)).map(({ event }) => event)).toEqual([
      'message',
      'content',
      'done',
      'message',
      'content',
      'done',
    ])
  })
})
