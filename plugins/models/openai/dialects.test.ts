import { describe, expect, it } from 'vitest'
import { content, delta, stop, useOpenAiProvider } from '../../../test/rooms/plugins/openai-provider.ts'

interface WireMessage {
  tool_call_id?: string
  tool_calls?: { id: string }[]
}

const room = useOpenAiProvider()
const { eventsOf, provider, textOf } = room

describe('an answer in the dialect of a server', () => {
  it('is limited by the name that the model knows for it', async () => {
    const message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    room.server.script({ status: 400, body: JSON.stringify({ error: { message } }) }, { text: 'ok' })
    const asked = provider()
    await eventsOf({ max_tokens: 9 }, asked)
    await eventsOf({ max_tokens: 9 }, asked)
    expect(room.server.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
      [9, undefined],
      [undefined, 9],
      [undefined, 9],
    ])
  })

  it('is asked for without its usage where a server refuses that', async () => {
    const fault = { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }
    const refusal = { status: 422, body: JSON.stringify({ object: 'error', message: { detail: [fault] } }) }
    room.server.script(refusal, { text: 'ok' })
    const asked = provider()
    for (const max_tokens of [8, 9]) await eventsOf({ max_tokens }, asked)
    expect(room.server.requests.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false])
    room.server.script({ status: 422, body: JSON.stringify({ detail: [{ ...fault, loc: ['body', 'seed'] }] }) })
    await expect(eventsOf({ seed: 1 })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('It said: seed: Extra inputs are not permitted'),
    })
  })

  it('is asked for with the ids of calls that a server takes, each once', async () => {
    const call = (id: string) => ({
      role: 'assistant' as const,
      content: '',
      tool_calls: [{ id, name: 'add', arguments: '{}' }],
    })
    const result = (tool_call_id: string) => ({ role: 'tool' as const, content: '1', tool_call_id })
    const messages = ['call_0', 'call_0', 'abcDEF123'].flatMap(id => [call(id), result(id)])
    const message = 'Tool call id was call_0 but must be a-z, A-Z, 0-9, with a length of 9.'
    room.server.script({ status: 400, body: JSON.stringify({ message }) }, { text: 'ok' })
    const asked = provider()
    for (const max_tokens of [8, 9]) await eventsOf({ messages, max_tokens }, asked)
    const [first, ...others] = room.server.requests.map(({ body }) => body.messages as WireMessage[])
    const ids = (sent: WireMessage[] = []) => sent.map(each => each.tool_call_id ?? each.tool_calls?.[0]?.id ?? '')
    const [a, , b] = ids(first)
    expect(ids(first)).toEqual(['call_0', 'call_0', b, b, 'abcDEF123', 'abcDEF123'])
    expect(a).not.toBe(b)
    for (const sent of others.map(ids)) {
      expect(sent).toEqual([sent[0], sent[0], b, b, 'abcDEF123', 'abcDEF123'])
      expect(sent.every(id => /^[a-z0-9]{9}$/i.test(id))).toBe(true)
    }
    expect(others).toHaveLength(2)
  })

  it('is asked for with one message of the system, and people and the model in turn', async () => {
    room.server.script({ text: 'ok' })
    const image = (url: string) => ({ url: `https://pictures.test/${url}` })
    await eventsOf({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'system', content: 'They spoke of bees.' },
        { role: 'user', content: 'What is it?', images: [image('a')] },
        { role: 'user', content: 'And this?', images: [image('b')] },
        { role: 'assistant', content: 'Bees.' },
        { role: 'user', content: 'Thanks.' },
      ],
    })
    expect(room.server.requests[0]?.body.messages).toEqual([
      { role: 'system', content: 'Be brief.\n\nThey spoke of bees.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?\n\nAnd this?' },
          { type: 'image_url', image_url: image('a') },
          { type: 'image_url', image_url: image('b') },
        ],
      },
      { role: 'assistant', content: 'Bees.' },
      { role: 'user', content: 'Thanks.' },
    ])
  })

  it.each([
    ['reasoning_content', 'Hm. '],
    ['reasoning', 'Hm. '],
    ['content', [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm. ' }] }]],
  ])('keeps what the model thinks apart, sent as %s', async (name, said) => {
    const thought = delta({ [name]: said })
    room.server.script({ rawChunks: [thought, content('Four.'), stop] })
    expect((await eventsOf()).slice(0, 2)).toEqual([
      { type: 'reasoning', delta: 'Hm. ' },
      { type: 'content', delta: 'Four.' },
    ])
  })

  it('is read where its text comes as a list, or as a refusal', async () => {
    const list = [{ type: 'text', text: 'I ' }]
    room.server.script({ rawChunks: [delta({ content: list }), delta({ content: null, refusal: 'cannot.' }), stop] })
    expect(await textOf()).toBe('I cannot.')
  })

  it('keeps calls apart that a server sends whole under one index, without ids, or without arguments', async () => {
    const call = (part: object) => delta({ tool_calls: [part] })
    room.server.script({
      rawChunks: [
        call({ index: 0, id: 'a', function: { name: 'one', arguments: '{}' } }),
        call({ index: 0, id: 'b', function: { name: 'two' } }),
        call({ function: { name: 'three', arguments: '{"z"' } }),
        call({ function: { arguments: ':1}' } }),
        stop,
      ],
    })
    const calls = (await eventsOf()).flatMap(event => (event.type === 'tool_call' ? [event.call] : []))
    expect(calls).toEqual([
      { id: 'a', name: 'one', arguments: '{}' },
      { id: 'b', name: 'two', arguments: '{}' },
      { id: 'call_2', name: 'three', arguments: '{"z":1}' },
    ])
  })
})
