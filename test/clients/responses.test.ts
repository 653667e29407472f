import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { TestStream } from '../support/event-stream.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

type Response = OpenAI.Responses.Response

const weather: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'weather',
  description: 'The weather of a place',
  parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
  strict: false,
}
const begunForever = {
  rawChunks: ['data: {"choices":[{"index":0,"delta":{"content":"Well, "}}]}\n\n'],
  ending: 'hang' as const,
}

let models: FakeModelServer
let server: TestKernel
let client: OpenAI

beforeAll(async () => {
  models = await startFakeModelServer()
  server = await startTestKernel({
    plugins: ['developer', 'admin', 'models', 'tools', 'conversations', 'openai'],
    env: { SVC_MODEL_BASE_URL: models.baseUrl },
  })
  client = clientWith(server.key)
})
beforeEach(() => {
  models.requests.length = 0
  models.script({ text: 'Hello there.' })
})
afterAll(async () => {
  await server.stop()
  await models.close()
})

function clientWith(apiKey: string): OpenAI {
  return new OpenAI({ baseURL: `${server.url}/v1`, apiKey, maxRetries: 0 })
}

function sessionOf(response: Response): string {
  return response.conversation?.id ?? 'none'
}

describe('a response', () => {
  it('is OpenAI’s, whole, and can be read again', async () => {
    const response = await client.responses.create({
      model: 'fake-model',
      input: 'Hi',
      instructions: 'Be brief.',
      temperature: 0.5,
      max_output_tokens: 50,
      metadata: { order: '7' },
    })
    expect(response).toEqual({
      id: expect.stringMatching(/^resp_/),
      object: 'response',
      created_at: expect.any(Number),
      completed_at: expect.any(Number),
      status: 'completed',
      background: false,
      error: null,
      incomplete_details: null,
      instructions: 'Be brief.',
      max_output_tokens: 50,
      metadata: { order: '7' },
      model: 'fake-model',
      output: [
        {
          id: expect.stringMatching(/^msg_/),
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Hello there.', annotations: [], logprobs: [] }],
        },
      ],
      output_text: 'Hello there.',
      parallel_tool_calls: true,
      previous_response_id: null,
      reasoning: { effort: null, summary: null },
      service_tier: 'default',
      store: true,
      temperature: 0.5,
      text: { format: { type: 'text' } },
      tool_choice: 'auto',
      tools: [],
      top_p: 1,
      truncation: 'disabled',
      usage: {
        input_tokens: 7,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 3,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 10,
      },
      user: null,
      conversation: { id: expect.stringMatching(/^ses_/) },
    })
    expect(models.requests.at(-1)?.body).toMatchObject({
      temperature: 0.5,
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
    })
    const { _request_id, ...again } = await client.responses.retrieve(response.id)
    const { _request_id: _, ...first } = response
    expect(again).toEqual(first)
  })

  it('is streamed in typed events that are numbered without a gap', async () => {
    const stream = await client.responses.create({ model: 'fake-model', input: 'Hi', stream: true })
    const events: OpenAI.Responses.ResponseStreamEvent[] = []
    for await (const event of stream) events.push(event)
    // Pieces that come within a moment of each other are one.
    const types = events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index))
    const [created] = events
    const id = created?.type === 'response.created' ? created.response.id : ''
    const rest = await client.responses.retrieve(id, { stream: true, starting_after: 4 })
    const resumed: OpenAI.Responses.ResponseStreamEvent[] = []
    for await (const event of rest) resumed.push(event)
    expect(resumed).toEqual(events.slice(5))
  })

  it('is put together and parsed by the client’s own helpers', async () => {
    models.script({ text: '{"city": "Rome"}' })
    const format = {
      type: 'json_schema' as const,
      name: 'place',
      schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    }
    const asked = { model: 'fake-model', input: 'Where?', text: { format } }
    const parsed = await client.responses.parse(asked)
    expect([parsed.status, JSON.parse(parsed.output_text)]).toEqual(['completed', { city: 'Rome' }])
    expect(models.requests.at(-1)?.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: format.schema },
    })
    const streamed = await client.responses.stream(asked).finalResponse()
    expect(streamed.output_text).toBe('{"city": "Rome"}')
  })

  it('calls the client’s tools, and goes on from their results', async () => {
    const call = { id: 'call_1', name: 'weather', arguments: '{"place": "Rome"}' }
    models.script({ toolCalls: [call] }, { text: 'Warm.' })
    const asked = { model: 'fake-model', tools: [weather], tool_choice: 'required' as const }
    const first = await client.responses.stream({ ...asked, input: 'Weather in Rome?' }).finalResponse()
    expect(first).toMatchObject({
      status: 'completed',
      output: [{ type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"place":"Rome"}' }],
    })
    const second = await client.responses.create({
      model: 'fake-model',
      tools: [weather],
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: 'call_1', output: '30 °C' }],
    })
    expect([second.output_text, sessionOf(second)]).toEqual(['Warm.', sessionOf(first)])
    expect(models.requests.at(-1)?.body.messages).toMatchObject([
      { role: 'user', content: 'Weather in Rome?' },
      { role: 'assistant', tool_calls: [{ id: 'call_1' }] },
      { role: 'tool', tool_call_id: 'call_1', content: '30 °C' },
    ])
  })

  it('continues the one before, in the same conversation, with the instructions of its own', async () => {
    const first = await client.responses.create({ model: 'fake-model', input: 'My name is Ada.', instructions: 'A' })
    const second = await client.responses.create({
      model: 'fake-model',
      input: 'And who am I?',
      instructions: 'B',
      previous_response_id: first.id,
    })
    expect([sessionOf(second), second.previous_response_id]).toEqual([sessionOf(first), first.id])
    expect(models.requests.at(-1)?.body.messages).toEqual([
      { role: 'system', content: 'B' },
      { role: 'user', content: 'My name is Ada.' },
      { role: 'assistant', content: 'Hello there.' },
      { role: 'user', content: 'And who am I?' },
    ])
  })

  it('may be continued twice, each time from its own answer', async () => {
    const first = await client.responses.create({ model: 'fake-model', input: 'One' })
    const asked = { model: 'fake-model', previous_response_id: first.id }
    await client.responses.create({ ...asked, input: 'Two' })
    await client.responses.create({ ...asked, input: 'Another two' })
    expect(models.requests.at(-1)?.body.messages.map(({ content }: { content: string }) => content)).toEqual([
      'One',
      'Hello there.',
      'Another two',
    ])
  })

  it('that is not to be stored leaves nothing, and may still continue one that was', async () => {
    const first = await client.responses.create({ model: 'fake-model', input: 'One' })
    const asked = { model: 'fake-model', input: 'Two', store: false, previous_response_id: first.id }
    const second = await client.responses.create(asked)
    expect([Reflect.get(second, 'store'), second.conversation, second.output_text]).toEqual([
      false,
      undefined,
      'Hello there.',
    ])
    expect(models.requests.at(-1)?.body.messages).toEqual([
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Hello there.' },
      { role: 'user', content: 'Two' },
    ])
    await expect(client.responses.retrieve(second.id)).rejects.toMatchObject({ status: 404 })
    const streamed = await client.responses.stream(asked).finalResponse()
    expect(streamed.output_text).toBe('Hello there.')
  })
})

describe('a response of the agent', () => {
  it('tells the calls it made itself as items, and is the turn that the conversation’s events tell', async () => {
    models.script(
      { toolCalls: [{ id: 'call_1', name: 'calculator', arguments: '{"expression": "6 * 7"}' }] },
      { text: 'It is 42.' },
    )
    const response = await client.responses.stream({ model: 'agent', input: 'Six by seven?' }).finalResponse()
    expect(response.output).toMatchObject([
      { type: 'function_call', call_id: 'call_1', name: 'calculator', status: 'completed' },
      { type: 'function_call_output', call_id: 'call_1', output: expect.stringMatching(/42/) },
      { type: 'message', content: [{ type: 'output_text', text: 'It is 42.' }] },
    ])
    expect(response.usage).toMatchObject({ input_tokens: 14, output_tokens: 6 })
    const again = await client.responses.retrieve(response.id)
    expect(response.output).toMatchObject(again.output)
    const url = `${server.url}/api/conversations/${sessionOf(response)}/events`
    const log = await TestStream.open(url, { authorization: `Bearer ${server.key}` })
    const types = (await log.until(({ event }) => event === 'done')).map(({ event }) => event)
    await log.close()
    expect(types).toEqual(expect.arrayContaining(['message', 'tool_call', 'tool_result', 'content', 'done']))
  })
})

describe('a response that is under way', () => {
  it('goes on in the background, is followed, cancelled and kept', async () => {
    models.script(begunForever)
    const begun = await client.responses.create({ model: 'fake-model', input: 'Hi', background: true })
    expect(begun).toMatchObject({ status: 'in_progress', background: true, output: [] })
    const stream = await client.responses.retrieve(begun.id, { stream: true })
    const types: string[] = []
    for await (const event of stream) {
      types.push(event.type)
      if (event.type !== 'response.output_text.delta') continue
      expect(await client.responses.retrieve(begun.id)).toMatchObject({ status: 'in_progress', output_text: 'Well, ' })
      expect(await client.responses.cancel(begun.id)).toMatchObject({
        status: 'cancelled',
        output: [{ status: 'incomplete' }],
      })
    }
    expect(types.at(-1)).toBe('response.incomplete')
    await models.requests.at(-1)?.left
    expect(await client.responses.retrieve(begun.id)).toMatchObject({ status: 'cancelled', output_text: 'Well, ' })
  })

  it('goes on when its client leaves', async () => {
    models.script({ text: 'One two three.' })
    const stream = await client.responses.create({ model: 'fake-model', input: 'Count', stream: true })
    let id = ''
    for await (const event of stream) {
      if (event.type === 'response.created') id = event.response.id
      break
    }
    await vi.waitFor(async () =>
      expect(await client.responses.retrieve(id)).toMatchObject({ status: 'completed', output_text: 'One two three.' }),
    )
  })

  it('tells its failure as its last event', async () => {
    models.script({ rawChunks: begunForever.rawChunks, ending: 'break' })
    const stream = await client.responses.create({ model: 'fake-model', input: 'Hi', stream: true })
    let last: OpenAI.Responses.ResponseStreamEvent | undefined
    for await (const event of stream) last = event
    expect(last).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'server_error', message: expect.stringMatching(/broke off/) } },
    })
    models.script({ status: 400, body: '{"error": {"message": "too long"}}' })
    await expect(client.responses.create({ model: 'fake-model', input: 'Hi' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/too long/),
    })
  })
})

describe('what is kept of a response', () => {
  it('is listed by pages, and goes when it is deleted', async () => {
    const input = ['One', 'Two', 'Three'].map(content => ({ role: 'user' as const, content }))
    const { id } = await client.responses.create({ model: 'fake-model', input })
    const listed: string[] = []
    for await (const item of client.responses.inputItems.list(id, { limit: 2, order: 'asc' }))
      listed.push('content' in item ? JSON.stringify(item.content) : item.type)
    expect(listed).toEqual(['One', 'Two', 'Three'].map(text => JSON.stringify([{ type: 'input_text', text }])))
    await client.responses.delete(id)
    await expect(client.responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  it('goes with its conversation', async () => {
    const response = await client.responses.create({ model: 'fake-model', input: 'Hi' })
    await server.request('DELETE', `/api/conversations/${sessionOf(response)}`)
    await expect(client.responses.retrieve(response.id)).rejects.toMatchObject({ status: 404 })
  })

  it('is not there for another workspace, nor for a key that may not read conversations', async () => {
    const { id } = await client.responses.create({ model: 'fake-model', input: 'Hi' })
    const narrow = await server.request('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: 'narrow', scopes: ['models:read', 'models:write'] },
    })
    const other = clientWith(narrow.body.key)
    await expect(other.responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
    await expect(other.responses.cancel(id)).rejects.toMatchObject({ status: 404 })
    await expect(
      other.responses.create({ model: 'fake-model', input: 'Hi', previous_response_id: id }),
    ).rejects.toMatchObject({ status: 400, code: 'previous_response_not_found', param: 'previous_response_id' })
    const reader = await server.request('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: 'reader', scopes: ['models:read', 'models:write', 'conversations:read'] },
    })
    const looking = clientWith(reader.body.key)
    expect((await looking.responses.retrieve(id)).id).toBe(id)
    await expect(looking.responses.cancel(id)).rejects.toMatchObject({ status: 403 })
    await expect(looking.responses.delete(id)).rejects.toMatchObject({ status: 403 })
    const workspace = await server.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Other' } })
    const elsewhere = await server.request('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: 'elsewhere' },
      headers: { 'x-workspace-id': workspace.body.id },
    })
    const foreign = clientWith(elsewhere.body.key)
    await expect(foreign.responses.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })
})

it.each([
  [{ input: [{ type: 'computer_call_output', call_id: 'x', output: {} }] }, /computer_call_output/],
  [{ tools: [{ type: 'web_search' }] }, /tools\[0\]\.type .*web_search cannot be had/],
  [{ conversation: 'conv_1' }, /conversation cannot be had/],
  [{ background: true, store: false }, /background needs store: true/],
  [{ text: { format: { type: 'grammar' } } }, /text\.format/],
  [{ previous_response_id: 'nonsense' }, /previous_response_id must be the id/],
])('refuses what cannot be had, by name: %j', async (more, words) => {
  const asked = { model: 'fake-model', input: 'Hi', ...more } as never
  await expect(client.responses.create(asked)).rejects.toMatchObject({
    status: 400,
    type: 'invalid_request_error',
    message: expect.stringMatching(words),
  })
})
