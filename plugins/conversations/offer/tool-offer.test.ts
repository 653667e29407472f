import type { JsonObject } from '@svc/plugin'
import { countTokens } from 'gpt-tokenizer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestKernel } from '../../../test/rooms/kernel.ts'
import type { TestKernel } from '../../../test/rooms/kernel.ts'
import { call } from '../../../test/rooms/plugins/turns.ts'
import { startFakeModelServer } from '../../../test/support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../../../test/support/servers/fake-model-server.ts'
import { searchTools } from './tool-search.ts'

const mostTokens = 2500
const smallWindow = 4096
const prices = { input_usd_per_million: 1, cache_read_usd_per_million: 0.1, output_usd_per_million: 2 }

let model: FakeModelServer
let svc: TestKernel

beforeAll(async () => {
  model = await startFakeModelServer()
  const models = [
    { id: 'fake-model', context_window: 128_000, ...prices },
    { id: 'other-model', context_window: smallWindow },
  ]
  const provider = { id: 'fake', kind: 'openai-compatible', base_url: model.baseUrl, models }
  svc = await startTestKernel({
    env: { SVC_MODELS_PROVIDERS: JSON.stringify([provider]), SVC_MODEL_NAME: 'fake-model' },
  })
})
afterAll(async () => {
  await svc?.stop()
  await model?.close()
})
beforeEach(() => {
  model.requests.length = 0
})

async function begin(body: JsonObject = {}): Promise<string> {
  const made = await svc.request('POST', '/api/conversations', { body: { title: 'Trial', ...body } })
  expect(made.status).toBe(201)
  return made.body.session_id
}

const say = (id: string, message: string) =>
  svc.request('POST', `/api/conversations/${id}/messages`, { body: { message } })

const sent = () => model.requests.filter(({ path }) => path === '/v1/chat/completions').map(({ body }) => body)
const bytes = (at: number) => JSON.stringify(sent()[at])
const namesAt = (at: number): string[] =>
  (sent().at(at).tools ?? []).map((tool: { function: { name: string } }) => tool.function.name)
/** The result of the last tool that a request has, without its marks. */
const resultAt = (at: number) => {
  const { content } = sent().at(at).messages.at(-1)
  return JSON.parse(String(content).split('\n').slice(1, -1).join('\n'))
}
/** A request up to the end of its tools, which stand before its messages. */
const toolsOf = (at: number) => bytes(at).slice(0, bytes(at).indexOf(',"messages":') - 1)
const systemOf = (at: number) => sent()[at].messages[0]

describe('a model with every built-in plugin on', () => {
  it(`is sent at most ${mostTokens} tokens before it looks for a tool, all together`, async () => {
    model.script({ text: 'Hello.' })
    await say(await begin(), 'hi')
    const tokens = countTokens(bytes(0), { allowedSpecial: 'all' })
    const all = await svc.request('GET', '/api/tools?limit=200')
    console.log(`The first request has ${tokens} tokens; ${all.body.items.length} tools are there.`)
    expect(all.body.items.length).toBeGreaterThan(50)
    expect(tokens).toBeLessThanOrEqual(mostTokens)
    expect(namesAt(0).slice(0, 3)).toEqual(['find_tools', 'memory_search', 'files_list'])
  })

  it('finds a tool, is offered it from then on, and calls it', async () => {
    model.script(
      { toolCalls: [call('a', 'find_tools', { query: 'compare two texts' })] },
      { toolCalls: [call('b', 'text_diff', { before: 'one\n', after: 'two\n' })] },
      { text: 'They differ.' },
    )
    const id = await begin()
    const { body } = await say(id, 'Compare.')
    expect(body).toMatchObject({ content: 'They differ.', finish_reason: 'stop' })
    const [best] = resultAt(1).tools
    expect(best).toMatchObject({ name: 'text_diff', input_schema: { type: 'object' } })
    expect(best.description).not.toContain('\n')
    expect(namesAt(1)).toContain('text_diff')
    expect(JSON.stringify(sent().at(2).messages)).toContain('-one')
    model.script({ text: 'Still here.' })
    await say(id, 'And now?')
    expect(namesAt(-1)).toEqual(namesAt(1))
  })

  it('sees the same beginning, byte for byte, in each request, also after tools were found', async () => {
    model.script(
      { text: 'Hello.' },
      { toolCalls: [call('a', 'find_tools', { query: 'send an e-mail' })] },
      { toolCalls: [call('b', 'find_tools', { query: 'anova' })] },
      { text: 'Done.' },
    )
    const id = await begin({ system: 'Be brief.' })
    await say(id, 'hi')
    await say(id, 'Find.')
    expect(sent()).toHaveLength(4)
    // The end of the list is open: what is found comes behind it.
    const first = toolsOf(0).slice(0, -1)
    for (const at of [1, 2, 3]) {
      expect(bytes(at).startsWith(first)).toBe(true)
      expect(systemOf(at)).toEqual(systemOf(0))
    }
    expect(toolsOf(1)).toBe(toolsOf(0))
    expect(bytes(3).startsWith(toolsOf(2).slice(0, -1))).toBe(true)
    expect(namesAt(2)).toContain('email_send')
    expect(namesAt(3).at(-1)).toBe('stats')
    // Within a turn nothing that was said changes either.
    expect(sent()[3].messages.slice(0, sent()[2].messages.length)).toEqual(sent()[2].messages)
  })

  it('costs less for what its provider reads from its cache, in steps and passed through alike', async () => {
    const usage = { prompt_tokens: 1000, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 900 } }
    model.script({ usage, toolCalls: [call('a', 'calculator', { expression: '1' })] }, { usage, text: 'One.' })
    const id = await begin()
    expect((await say(id, 'One?')).body).toMatchObject({ usage: { prompt_tokens: 2000, completion_tokens: 20 } })
    expect((await svc.request('GET', `/api/conversations/${id}/messages`)).status).toBe(200)
    const messages = [{ role: 'user', content: 'One?' }]
    for (const stream of [true, false])
      await svc.request('POST', '/v1/chat/completions', { body: { model: 'fake-model', messages, stream } })
    const { body } = await svc.request('GET', '/api/models/calls?limit=4')
    const counted = { prompt_tokens: 1000, cached_tokens: 900, cost_usd: 0.00021 }
    expect(body.items).toMatchObject(Array.from({ length: 4 }, () => counted))
  })

  it('keeps what it found when an answer is made again, and is offered nothing twice', async () => {
    model.script(
      { toolCalls: [call('a', 'find_tools', { query: 'text_diff' }), call('b', 'find_tools', { query: 'text_diff' })] },
      { text: 'Found.' },
    )
    const id = await begin()
    await say(id, 'Find.')
    const names = namesAt(-1)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('text_diff')
    await svc.request('POST', `/api/conversations/${id}/retry`, {})
    model.script({ text: 'Again.' })
    await say(id, 'Again.')
    expect(namesAt(-1)).toEqual(names)
  })

  it('that calls a tool it was not offered has it checked and run all the same, and is offered it', async () => {
    model.script({ toolCalls: [call('a', 'json_query', { query: 'a', data: { a: 7 } })] }, { text: '7' })
    const id = await begin()
    await say(id, 'Look.')
    expect(namesAt(0)).not.toContain('json_query')
    expect(namesAt(1).at(-1)).toBe('json_query')
    expect(resultAt(1)).toMatchObject({ result: 7 })
  })

  it('that looks for what is not there gets the names of what there is', async () => {
    model.script({ toolCalls: [call('a', 'find_tools', { query: 'xyzzy' })] }, { text: 'None.' })
    await say(await begin(), 'Find.')
    expect(resultAt(1)).toMatchObject({ tools: [], names: expect.arrayContaining(['email_send', 'stats']) })
    expect(namesAt(1)).toEqual(namesAt(0))
  })

  it('with a context of 4,096 tokens has room to look for a tool, to call it and to answer', async () => {
    model.script(
      { toolCalls: [call('a', 'find_tools', { query: 'what time is it' })] },
      { toolCalls: [call('b', 'datetime', { operation: 'now' })] },
      { toolCalls: [call('c', 'find_tools', { query: 'stats_time_series' })] },
      { toolCalls: [call('d', 'find_tools', { query: 'send an e-mail' })] },
      { text: 'Noon.' },
    )
    const { body } = await say(await begin({ model: 'other-model' }), 'What time is it?')
    expect(body).toMatchObject({ content: 'Noon.', finish_reason: 'stop' })
    expect(namesAt(1)).toContain('datetime')
    expect(namesAt(3)).toContain('stats')
    expect(namesAt(4)).toContain('email_send')
    const counts = sent().map(request => countTokens(JSON.stringify(request), { allowedSpecial: 'all' }))
    console.log(`Requests to a model of ${smallWindow} tokens have ${counts.join(', ')}.`)
    // With the escapes of JSON, which no model reads, and still with room for an answer.
    expect(Math.max(...counts)).toBeLessThan(smallWindow - 512)
  })
})

describe('a key that names tools', () => {
  it('has them offered whole, here and at /v1, unless the conversation names others', async () => {
    const tools = ['stats_anova', 'calculator']
    const made = await svc.request('POST', '/api/developer/keys', { body: { name: 'reports', tools } })
    expect(made).toMatchObject({ status: 201, body: { tools } })
    const headers = { authorization: `Bearer ${made.body.key}` }
    model.script({ text: 'Yes.' })
    const ask = async (more: JsonObject) => {
      const begun = await svc.request('POST', '/api/conversations', { body: { title: 'Trial', ...more }, headers })
      await svc.request('POST', `/api/conversations/${begun.body.id}/messages`, { body: { message: 'Well?' }, headers })
    }
    await ask({})
    await ask({ tools: ['text_diff'] })
    await ask({ tools: 'none' })
    const messages = [{ role: 'user', content: 'Well?' }]
    const asked = await svc.request('POST', '/v1/chat/completions', { body: { model: 'agent', messages }, headers })
    expect(asked.status).toBe(200)
    const whole = ['calculator', 'stats_anova']
    expect([0, 1, 2, 3].map(namesAt)).toEqual([whole, ['text_diff'], [], whole])
    // It limits nothing, so the key may do what it may do without.
    expect((await svc.request('GET', '/api/tools/datetime', { headers })).status).toBe(200)
    const another = await svc.request('POST', '/api/developer/keys', { body: { name: 'more' }, headers })
    expect(another).toMatchObject({ status: 201, body: { tools: null } })
  })

  it('that are not there is refused with the closest that are', async () => {
    const body = { name: 'typo', tools: ['calculator', 'stats_anva'] }
    const refused = await svc.request('POST', '/api/developer/keys', { body })
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/tools/1', message: expect.stringContaining('did you mean "stats_anova"?') }] },
    })
  })
})

describe('a search for tools', () => {
  it.each([
    ['what time is it in Tokyo', 'datetime'],
    ['send an e-mail', 'email_send'],
    ['read my mails', 'email_recent'],
    ['create a task', 'task_create'],
    ['write a note', 'note_write'],
    ['fetch a web page', 'http_fetch'],
    ['compare the means of two groups', 'stats_t_test_independent'],
    ['correlations', 'stats_correlation'],
    ['linear regression', 'stats_linear_regression'],
    ['forecast a time series', 'stats_time_series'],
    ['import CSV', 'data_import'],
    ['SQL query', 'data_query'],
    ['remember a fact', 'memory_add'],
    ['differences between two texts', 'text_diff'],
    ['save a file', 'files_write'],
    ['filter JSON', 'json_query'],
    ['stats_kmeans', 'stats_kmeans'],
  ])('for "%s" finds %s among its best five', async (query, expected) => {
    const { body } = await svc.request('GET', '/api/tools?limit=200')
    const names = searchTools(body.items, query, () => true).map(({ name }) => name)
    expect(names.slice(0, 5)).toContain(expected)
  })
})

describe('a group of tools', () => {
  const power = { tool: 'stats_power', arguments: { options: {} } }

  it('is one function, and its tools are granted, asked about, shown and recorded by their own names', async () => {
    await svc.request('PUT', '/api/tools/stats_power/grant', { body: { grant: 'ask' } })
    const options = { test: 't_test_independent', effect: 0.5, alpha: 0.05, power: 0.8 }
    model.script(
      { toolCalls: [call('a', 'find_tools', { query: 'power of a test' })] },
      { toolCalls: [call('b', 'stats', { tool: 'stats_power', arguments: { options } })] },
      { text: 'Asked.' },
    )
    const id = await begin()
    const waiting = await say(id, 'How many rows?')
    expect(resultAt(1).tools[0]).toMatchObject({ name: 'stats_power', call: expect.stringMatching(/^stats with /) })
    expect(namesAt(1).filter(name => name.startsWith('stats'))).toEqual(['stats'])
    expect(waiting).toMatchObject({ status: 202, body: { approvals: [{ tool_name: 'stats_power' }] } })
    const [{ approval_id, url, message }] = waiting.body.approvals
    expect(new URL(url).pathname).toBe(`/api/approvals/${approval_id}`)
    expect(message).toContain(`svc approvals approve ${approval_id}`)
    const approval = await svc.request('GET', `/api/approvals/${approval_id}`)
    expect(approval.body).toMatchObject({ tool_name: 'stats_power', arguments: { options } })
    await svc.request('POST', `/api/approvals/${approval_id}/deny`, { as: 'owner' })
    const answered = await svc.request('GET', `/api/conversations/${id}/events?follow=false`)
    expect(String(answered.body)).toContain('"tool_name":"stats_power"')
    await svc.request('DELETE', '/api/tools/stats_power/grant')
    const calls = await svc.request('GET', '/api/tools/calls?tool=stats_power')
    expect(calls.body.items[0]).toMatchObject({ tool_name: 'stats_power', origin: { kind: 'turn' }, outcome: 'asked' })
  })

  it('shows the model its calls as it made them, and says what is wrong with them', async () => {
    model.script(
      { toolCalls: [call('a', 'find_tools', { query: 'stats' })] },
      {
        toolCalls: [
          call('b', 'stats', power),
          call('c', 'stats', { tool: 'power', options: {} }),
          call('d', 'stats', { tool: 'stats_magic', arguments: {} }),
        ],
      },
      { text: 'I give up.' },
    )
    await say(await begin(), 'Try.')
    const messages = sent().at(-1).messages
    const calls = messages.findLast((each: { tool_calls?: unknown }) => each.tool_calls).tool_calls
    expect(calls.map((each: { function: unknown }) => each.function)).toEqual([
      { name: 'stats', arguments: JSON.stringify(power) },
      { name: 'stats', arguments: JSON.stringify(power) },
      { name: 'stats', arguments: JSON.stringify({ tool: 'stats_magic', arguments: {} }) },
    ])
    const results = messages.slice(-3).map(({ content }: { content: string }) => content)
    expect(results[0]).toContain('validation_error')
    expect(results[1]).toContain('validation_error')
    expect(results[2]).toContain('names one of its tools')
  })

  it('is none where its tools are named: they are offered whole, and so they are to svc/offline', async () => {
    model.script({ text: 'Yes.' })
    await say(await begin({ tools: ['stats_anova', 'calculator'] }), 'Well?')
    expect(namesAt(0)).toEqual(['calculator', 'stats_anova'])
    const answer = await say(await begin({ model: 'svc/offline' }), '/stats_power {"options": {}}')
    expect(answer.body.tool_calls).toMatchObject([{ tool_name: 'stats_power' }])
  })

  it('leaves the list of tools, and that of MCP, as they are', async () => {
    const listed = await svc.request('GET', '/api/tools?limit=200')
    const names = listed.body.items.map(({ name }: { name: string }) => name)
    expect(names).toContain('stats_anova')
    expect(names).not.toContain('stats')
    expect(names).not.toContain('find_tools')
    expect(listed.body.items.find(({ name }: { name: string }) => name === 'stats_anova')).not.toHaveProperty('group')
  })
})
