import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { repositoryRoot } from '../support/repository.ts'
import { readEvents } from './agent-apps-support.ts'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'

let model: FakeModelServer
let kernel: TestKernel
let count = 0

beforeAll(async () => {
  model = await startFakeModelServer()
  kernel = await startTestKernel({
    manifests: join(repositoryRoot, 'manifests'),
    env: { SVC_MODEL_BASE_URL: model.baseUrl, SVC_MODEL_NAME: 'fake-model' },
  })
  // The first of them starts the processes that evaluate expressions and compute.
  const { id } = await start([call('tool', { name: 'calculator', arguments: { expression: '${ "1 + 1" | . }' } })])
  await reaches(id, 'completed', 120_000)
}, 240_000)
afterAll(async () => {
  await kernel?.stop()
  await model?.close()
})
beforeEach(() => {
  model.requests.length = 0
})

const asked = () => model.requests.filter(({ path }) => path === '/v1/chat/completions')
const call = (name: string, given: object) => ({ [name]: { call: name.replace('_', '.'), with: given } })

async function start(tasks: object[], { inputs = {}, metadata = {}, wait = 20 } = {}) {
  const document = { dsl: '1.0.3', namespace: 'default', name: `calls-${(count += 1)}`, version: '1.0.0', metadata }
  const made = await kernel.request('POST', '/api/playbooks', {
    body: { definition: { document, do: tasks } } as never,
  })
  expect(made.body.errors).toBeUndefined()
  const body = { playbook_id: document.name, inputs, wait_seconds: wait } as never
  return (await kernel.request('POST', '/api/playbooks/runs', { body })).body
}
const runOf = async (id: string) => (await kernel.request('GET', `/api/playbooks/runs/${id}`)).body
const reaches = (id: string, status: string, timeout = 10_000) =>
  vi.waitFor(
    async () => {
      const body = await runOf(id)
      expect(body).toMatchObject({ status })
      return body
    },
    { timeout, interval: 30 },
  )

test('a tool gives its result, and one that fails faults the task', async () => {
  const run = await start([call('tool', { name: 'calculator', arguments: { expression: '${ .what }' } })], {
    inputs: { what: '6 * 7' },
  })
  expect(run).toMatchObject({ status: 'completed', usage: { tool_calls: 1 } })
  expect(JSON.stringify(run.output)).toContain('42')
  const failed = await start([call('tool', { name: 'calculator', arguments: { expression: '6 *' } })])
  expect(failed.error).toMatchObject({
    status: 500,
    detail: expect.stringContaining('tool_failed'),
    instance: '/do/0/tool',
  })
  const unknown = await start([call('tool', { name: 'calculater', arguments: {} })])
  expect(unknown.error).toMatchObject({ type: expect.stringMatching(/configuration$/) })
})

test('a tool under ask makes the run wait for a person', async () => {
  await kernel.request('PUT', '/api/tools/text_diff/grant', { body: { grant: 'ask' } })
  const given = { name: 'text_diff', arguments: { before: 'a\n', after: 'b\n' } }
  const waiting = await start([call('tool', given), { end: { set: { done: true } } }], { wait: 0 })
  const { waiting_for } = await reaches(waiting.id, 'waiting')
  const [{ approval_id }] = waiting_for
  expect(waiting_for).toMatchObject([{ task: '/do/0/tool', kind: 'approval' }])
  const { body } = await kernel.request('GET', `/api/approvals/${approval_id}`)
  expect(body.origin).toMatchObject({ kind: 'playbook', run_id: waiting.id, task: '/do/0/tool' })
  await kernel.request('POST', `/api/approvals/${approval_id}/approve`, { body: {}, as: 'owner' })
  expect(await reaches(waiting.id, 'completed')).toMatchObject({ output: { done: true }, usage: { tool_calls: 1 } })

  const other = await start([call('tool', given)], { wait: 0 })
  const again = await reaches(other.id, 'waiting')
  const path = `/api/approvals/${again.waiting_for[0].approval_id}`
  await kernel.request('POST', `${path}/deny`, { body: { reason: 'not today' }, as: 'owner' })
  const denied = await reaches(other.id, 'faulted')
  expect(denied.error).toMatchObject({ status: 403, detail: expect.stringMatching(/^approval_denied: .*not today$/) })

  const left = await start([call('tool', given)], { wait: 0 })
  const [{ approval_id: withdrawn }] = (await reaches(left.id, 'waiting')).waiting_for
  await kernel.request('POST', `/api/playbooks/runs/${left.id}/cancel`, { body: { reason: 'not needed' } })
  await reaches(left.id, 'cancelled')
  const { body: gone } = await kernel.request('GET', `/api/approvals/${withdrawn}`)
  expect(gone).toMatchObject({ status: 'expired', reason: 'not needed' })
  await kernel.request('DELETE', '/api/tools/text_diff/grant')
})

test('a run trains a model, asks it, and notices drift', async () => {
  const rows = Array.from({ length: 60 }, (_, row) => `${(row * 37) % 41},${row % 7},${((row * 37) % 41) * 3}`)
  const form = new FormData()
  form.set('name', 'flats')
  form.set('file', new Blob([['size,rooms,price', ...rows].join('\n')]), 'flats.csv')
  const headers = { authorization: `Bearer ${kernel.key}` }
  expect((await fetch(`${kernel.url}/api/data/import`, { method: 'POST', headers, body: form })).status).toBe(201)
  const sql = 'SELECT * REPLACE (size + 90 AS size) FROM flats'
  await kernel.request('POST', '/api/data/datasets', { body: { name: 'Larger flats', sql } })
  for (const tool of ['ml_train', 'ml_register'])
    await kernel.request('PUT', `/api/tools/${tool}/grant`, { body: { grant: 'allow' } })
  const tool = (name: string, given: object) => ({ call: 'tool', with: { name, arguments: given } })
  const order = { dataset_id: 'flats', task: 'regression', target: 'price', trainer: 'linear_regression' }
  const run = await start([
    { learn: { ...tool('ml_train', order), output: { as: '${ .result // . }' } } },
    { keep: { ...tool('ml_register', { run_id: '${ .run_id }', name: 'flats', alias: 'champion' }) } },
    { ask: { ...tool('ml_predict', { model: 'flats', rows: [{ size: 10, rooms: 3 }] }), export: { as: '${ . }' } } },
    {
      check: {
        ...tool('ml_drift', { model: 'flats', dataset_id: 'larger_flats' }),
        output: { as: '${ {asked: $context, drift: .} }' },
      },
    },
  ])
  const done = run.status === 'running' ? await reaches(run.id, 'completed', 60_000) : run
  expect(done.error ?? null).toBeNull()
  const output = JSON.stringify(done.output)
  expect(output).toMatch(/"predictions":\[(?:30|29\.99|30\.00)/)
  expect(output).toMatch(/"drifted":true/)
  for (const tool of ['ml_train', 'ml_register']) await kernel.request('DELETE', `/api/tools/${tool}/grant`)
})

test('an agent calls its tools, and a resumed run asks the model only for what is missing', async () => {
  const usage = { prompt_tokens: 10, completion_tokens: 2 }
  const toolCalls = [{ id: 'call_1', name: 'calculator', arguments: '{"expression":"6*7"}' }]
  model.script(
    { toolCalls, usage },
    { status: 400, body: '{"error":{"message":"no"}}' },
    { text: '{"answer":42}', usage },
  )
  const schema = { type: 'object', required: ['answer'], properties: { answer: { type: 'integer' } } }
  const given = { prompt: 'What is ${ this }?', tools: ['calculator'], schema }
  const run = await start([call('agent', given)])
  expect(run).toMatchObject({ status: 'faulted', usage: { agent_calls: 1, prompt_tokens: 10, tool_calls: 1 } })
  const [task] = (await kernel.request('GET', `/api/playbooks/runs/${run.id}/tasks`)).body.items
  expect(task).toMatchObject({ kind: 'call', call: 'agent', status: 'faulted' })
  const events = await readEvents(kernel, `/api/playbooks/runs/${run.id}/events`)
  expect(events.filter(({ type }) => type.startsWith('tool_')).map(({ type }) => type)).toEqual([
    'tool_call',
    'tool_result',
  ])
  const [{ idempotency_key: key }] = (await kernel.request('GET', `/api/playbooks/runs/${run.id}/tasks`)).body.items
  expect(asked().map(({ headers }) => headers['idempotency-key'])).toEqual([`${key}:1`, `${key}:2`])
  expect(asked()).toHaveLength(2)
  const messages = asked()[1]?.body.messages as { role: string; content: string }[]
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  expect(messages[2]?.content).toContain('42')

  await kernel.request('POST', `/api/playbooks/runs/${run.id}/resume`, { body: {} })
  const resumed = await reaches(run.id, 'completed')
  expect(resumed.output).toMatchObject({ data: { answer: 42 }, steps: 2, usage: { prompt_tokens: 20 } })
  expect(resumed.usage).toMatchObject({ agent_calls: 2, prompt_tokens: 20, tool_calls: 1 })
  expect(asked()).toHaveLength(3)
})

test.each(['', 'call_0'])(
  'an agent makes each of its calls, also when its provider gives them all the id "%s"',
  async id => {
    const sum = (expression: string) => ({ id, name: 'calculator', arguments: JSON.stringify({ expression }) })
    model.script({ toolCalls: [sum('1+1')] }, { toolCalls: [sum('20+22')] }, { text: 'Done.' })
    const run = await start([call('agent', { prompt: 'Add.', tools: ['calculator'] })])
    expect(run).toMatchObject({ status: 'completed', output: { content: 'Done.' }, usage: { tool_calls: 2 } })
    type Said = { role: string; content: string; tool_call_id?: string }
    const results = (asked().at(-1)?.body.messages as Said[]).filter(({ role }) => role === 'tool')
    expect(results.at(-1)?.content).toContain('42')
    expect(new Set(results.map(({ tool_call_id }) => tool_call_id)).size).toBe(2)
  },
)

test('an agent whose answer does not fit its schema is asked once more', async () => {
  model.script({ text: 'forty-two' }, { text: '{"answer":42}' })
  const schema = { type: 'object', required: ['answer'], properties: { answer: { type: 'integer' } } }
  const run = await start([call('agent', { prompt: 'What?', schema })])
  expect(run.output).toMatchObject({ data: { answer: 42 }, steps: 2, finish_reason: 'stop' })
})

test('an agent asks for nothing once the tokens of its run are used', async () => {
  model.script({ text: 'One.', usage: { prompt_tokens: 90, completion_tokens: 20 } })
  const tasks = [
    { one: { call: 'agent', with: { prompt: 'One?' } } },
    { two: { call: 'agent', with: { prompt: 'Two?' } } },
  ]
  const run = await start(tasks, { metadata: { token_budget: 100 } })
  expect(run.error).toMatchObject({ instance: '/do/1/two', detail: expect.stringMatching(/^budget_exceeded: /) })
  expect(asked()).toHaveLength(1)
})

test('an app, a search in memory and a question in SQL give what their routes give', async () => {
  const app = await start([call('app', { name: 'csv-profile', inputs: { csv: 'name,age\nAda,36\n' } })])
  expect(app).toMatchObject({ status: 'completed', output: { rows: 1 } })
  await kernel.request('POST', '/api/memory', { body: { content: 'The harbour opens at six.' } })
  const found = await start([call('memory_search', { query: '${ .q }', top_k: 1 })], {
    inputs: { q: 'When does the harbour open?' },
  })
  expect(found.output.results).toMatchObject([{ content: 'The harbour opens at six.' }])
  const rows = await start([call('sql', { sql: 'select ? + 1 as n', params: ['${ .n }'] })], { inputs: { n: 41 } })
  expect(rows.output).toMatchObject({ rows: [{ n: 42 }], row_count: 1, truncated: false })
  const wrong = await start([call('sql', { sql: 'selec 1' })])
  expect(wrong.error).toMatchObject({ status: 500, detail: expect.stringMatching(/^sql_/) })
})

test('a call needs the scope of its kind, when it is made', async () => {
  const made = await kernel.request('POST', '/api/developer/keys', {
    body: { name: 'narrow', scopes: ['playbooks:read', 'playbooks:write'] },
    as: 'owner',
  })
  const document = { dsl: '1.0.3', namespace: 'default', name: 'narrow', version: '1.0.0' }
  const tasks = [call('sql', { sql: 'select 1' })]
  await kernel.request('POST', '/api/playbooks', { body: { definition: { document, do: tasks } } as never })
  const { body } = await kernel.request('POST', '/api/playbooks/runs', {
    headers: { authorization: `Bearer ${made.body.key}` },
    body: { playbook_id: 'narrow', wait_seconds: 20 },
    as: 'none',
  })
  expect(body).toMatchObject({ status: 'faulted', error: { status: 403 } })
})

test('an agent with a session_id takes a turn in that conversation, once for each attempt', async () => {
  const usage = { prompt_tokens: 7, completion_tokens: 3 }
  model.script({ text: 'Noted.', usage }, { text: 'A title', usage })
  const { body: session } = await kernel.request('POST', '/api/conversations', { body: { title: 'Kept' } })
  const run = await start([call('agent', { prompt: 'Keep ${ this }.', session_id: session.id })])
  expect(run).toMatchObject({ status: 'completed', output: { content: 'Noted.', finish_reason: 'stop' } })
  const { body } = await kernel.request('GET', `/api/conversations/${session.id}/messages`)
  expect(body.items.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant'])
  const gone = await start([call('agent', { prompt: 'Hello', session_id: 'ses_none' })])
  expect(gone.error).toMatchObject({ type: expect.stringMatching(/configuration$/) })
})

test('who follows a run hears an agent as it writes, and reads the text as one afterwards', async () => {
  const chunk = { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'One ' } }] }
  model.script({ rawChunks: [`data: ${JSON.stringify(chunk)}\n\n`], ending: 'hang' }, { text: 'One two three' })
  const hangs = await start([call('agent', { prompt: 'Count' })], { wait: 0 })
  const said = (events: { type: string }[]) => events.some(({ type }) => type === 'content')
  const live = await readEvents(kernel, `/api/playbooks/runs/${hangs.id}/events`, { enough: said })
  expect(live.at(-1)?.data).toMatchObject({ data: { task: '/do/0/agent', delta: 'One ' } })
  await kernel.request('POST', `/api/playbooks/runs/${hangs.id}/cancel`, { body: {} })

  const run = await start([call('agent', { prompt: 'Count' })])
  const path = `/api/playbooks/runs/${run.id}/events`
  const text = (events: { type: string; data: { data: { delta?: string } } }[]) =>
    events.map(({ type, data }) => (type === 'content' ? data.data.delta : '')).join('')
  expect(text((await readEvents(kernel, path)) as never)).toBe('One two three')
  const tasks = await readEvents(kernel, `${path}?types=task.completed&format=cloudevents`)
  const standard = 'io.serverlessworkflow.task.completed.v1'
  expect(tasks.map(({ type }) => type)).toEqual([standard, 'svc.playbook.done'])
  expect(tasks[0]?.data).toMatchObject({
    specversion: '1.0',
    type: standard,
    subject: run.id,
    data: { task: '/do/0/agent', output: { content: 'One two three' } },
  })
  await expect(readEvents(kernel, path, { headers: { 'last-event-id': '999' } })).rejects.toThrow('400')
})
