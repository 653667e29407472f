import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'

let server: FakeModelServer
let client: OpenAI

beforeAll(async () => {
  server = await startFakeModelServer()
  client = new OpenAI({ baseURL: server.baseUrl, apiKey: 'sk-test', maxRetries: 0 })
})
afterAll(() => server.close())

const messages = [{ role: 'user' as const, content: 'Hi' }]

describe('the fake provider that our tests use, asked by the published openai client', () => {
  it('completes', async () => {
    server.script({ text: 'Good day.' })
    const answer = await client.chat.completions.create({ model: 'fake-model', messages })
    expect(answer.choices[0]?.message.content).toBe('Good day.')
    expect(answer.usage).toEqual({ prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 })
  })

  it('streams text, tool calls and usage that the client puts together', async () => {
    const call = { id: 'call_a', name: 'add', arguments: '{"a":1,"b":22}' }
    server.script({ text: 'Let me see.', toolCalls: [call] })
    const stream = client.chat.completions.stream({
      model: 'fake-model',
      messages,
      stream_options: { include_usage: true },
    })
    const answer = await stream.finalChatCompletion()
    expect(answer.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: 'Let me see.',
        tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'add', arguments: '{"a":1,"b":22}' } }],
      },
    })
    expect(answer.usage?.total_tokens).toBe(10)
  })

  it('lists models and answers errors in the shape the client knows', async () => {
    const models = await client.models.list()
    expect(models.data.map(model => model.id)).toEqual(['fake-model', 'other-model'])
    server.script({ status: 401 })
    await expect(client.chat.completions.create({ model: 'fake-model', messages })).rejects.toBeInstanceOf(
      OpenAI.AuthenticationError,
    )
  })
})
