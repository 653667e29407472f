import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { TestStream } from '../support/event-stream.ts'
import type { StreamMessage } from '../support/event-stream.ts'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeAnswer, FakeModelServer } from '../support/servers/fake-model-server.ts'
import type { VendorRequest } from '../support/servers/fake-vendor-server.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const question = 'CALL reading-time {"text":"One two three.","words_per_minute":60}'
const measured = { words: 3, sentences: 1, minutes: 0.1 }

let folder: string
let model: FakeModelServer
let site: FakeWebHost
let svc: TestKernel

/** A model that calls the tool it is told to, and says how that ended. */
function obedient({ body }: VendorRequest): FakeAnswer {
  const last = body.messages.at(-1)
  if (last.role === 'tool') return { text: `It said ${last.content}` }
  const [, name, text] = /^CALL (\S+) (.*)$/s.exec(last.content) ?? []
  if (name === undefined || text === undefined) return { text: 'A title' }
  return { toolCalls: [{ id: `call_${body.messages.length}`, name, arguments: text }] }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-agent-'))
  await cp(join(repositoryRoot, 'examples/reading-time'), join(folder, 'reading-time'), { recursive: true })
  await cp(join(repositoryRoot, 'manifests/csv-profile'), join(folder, 'csv-profile'), { recursive: true })
  model = await startFakeModelServer()
  model.script(obedient)
  site = await startFakeWebHost((_request, response) => response.end('the page'))
  svc = await startTestKernel({
    manifests: folder,
    env: { SVC_MODEL_BASE_URL: model.baseUrl, SVC_MODEL_NAME: 'fake-model', SVC_EGRESS_ALLOW: site.key },
  })
  // The folders of tools are read beside the start.
  await vi.waitFor(async () => expect((await svc.request('GET', '/api/tools/reading-time')).status).toBe(200), 20_000)
})
afterAll(async () => {
  await svc?.stop()
  await Promise.all([model?.close(), site?.close()])
  await rm(folder, { recursive: true, force: true })
})

async function events(path: string, init: RequestInit = {}): Promise<StreamMessage[]> {
  const headers = { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json' }
  const stream = await TestStream.read(await fetch(svc.url + path, { ...init, headers }))
  const seen: StreamMessage[] = []
  for (let next = await stream.next(); next !== null; next = await stream.next()) seen.push(next)
  return seen
}

/** What is kept of a conversation, without the deltas' cuts. */
async function transcriptOf(sessionId: string) {
  const all = await events(`/api/conversations/${sessionId}/events?follow=false`)
  const said = all.filter(({ event }) => event === 'content').map(({ data }) => data['delta'])
  const calls = all.filter(({ event }) => event === 'tool_call').map(({ data }) => data['tool_name'])
  const results = all.filter(({ event }) => event === 'tool_result').map(({ data }) => data['result'])
  const ends = all.filter(({ event }) => event === 'done').map(({ data }) => data['finish_reason'])
  return { said: said.join(''), calls, results, ends }
}

const whole = (said: string) => ({ said, calls: ['reading-time'], results: [measured], ends: ['stop'] })

it('answers a browser, with ids by which the answer can be read again', async () => {
  const { id } = (await svc.request('POST', '/api/conversations', { body: {} })).body
  const body = JSON.stringify({ message: question, stream: true })
  const streamed = await events(`/api/conversations/${id}/messages`, { method: 'POST', body })
  const kept = await events(`/api/conversations/${id}/events?follow=false`)
  const ofTurn = kept.filter(({ data }) => data['turn_id'] === streamed[0]?.data['turn_id'] && data['type'] !== 'title')
  expect(streamed).toEqual(ofTurn)
  const { said } = await transcriptOf(id)
  expect(said).toContain('"words":3')
  expect(await transcriptOf(id)).toEqual(whole(said))
})

it('answers the openai client, and the turn is a conversation', async () => {
  const client = new OpenAI({ baseURL: `${svc.url}/v1`, apiKey: svc.key, maxRetries: 0 })
  const { data, response } = await client.chat.completions
    .create({ model: 'agent', stream: true, messages: [{ role: 'user', content: question }] })
    .withResponse()
  let said = ''
  for await (const chunk of data) said += chunk.choices[0]?.delta.content ?? ''
  expect(await transcriptOf(response.headers.get('x-svc-session-id') ?? '')).toEqual(whole(said))
})

it("answers Anthropic's client, and the turn is a conversation", async () => {
  const client = new Anthropic({ baseURL: svc.url, apiKey: svc.key, maxRetries: 0 })
  const { data, response } = await client.messages
    .create({ model: 'agent', max_tokens: 500, messages: [{ role: 'user', content: question }] })
    .withResponse()
  const said = data.content.map(part => (part.type === 'text' ? part.text : '')).join('')
  expect(await transcriptOf(response.headers.get('x-svc-session-id') ?? '')).toEqual(whole(said))
})

it('has the same tools over MCP', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const headers = { authorization: `Bearer ${svc.key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${svc.url}/mcp`), { requestInit: { headers } }))
  const names = (await client.listTools()).tools.map(tool => tool.name)
  const result = await client.callTool({
    name: 'reading-time',
    arguments: { text: 'One two three.', words_per_minute: 60 },
  })
  await client.close()
  expect(names).toEqual(expect.arrayContaining(['app_csv-profile', 'calculator', 'reading-time']))
  expect(result.structuredContent).toEqual(measured)
})

it('runs an agent app as a model', async () => {
  const client = new OpenAI({ baseURL: `${svc.url}/v1`, apiKey: svc.key, maxRetries: 0 })
  const csv = 'name,age\nAda,36\nAlan,41\n'
  const answer = await client.chat.completions.create({
    model: 'app:csv-profile',
    messages: [{ role: 'user', content: JSON.stringify({ csv }) }],
  })
  expect(answer.choices[0]?.message.content).toContain('"age"')
  const runs = (await svc.request('GET', '/api/agent-apps/runs')).body.items
  expect(runs[0]).toMatchObject({ app: 'csv-profile', status: 'succeeded', usage: answer.usage && {} })
})

it('waits for a person before it reaches outside, and goes on with what came of it', async () => {
  const { id } = (await svc.request('POST', '/api/conversations', { body: {} })).body
  const message = `CALL http_fetch ${JSON.stringify({ url: `${site.url}/page` })}`
  const reading = events(`/api/conversations/${id}/messages`, {
    method: 'POST',
    body: JSON.stringify({ message, stream: true }),
  })
  const asked = async () => (await svc.request('GET', '/api/approvals?status=pending', { as: 'owner' })).body.items
  await expect.poll(async () => (await asked()).length).toBe(1)
  const [{ approval_id }] = await asked()
  expect((await svc.request('POST', `/api/approvals/${approval_id}/approve`, { body: {}, as: 'key' })).status).toBe(403)
  const approve = () => svc.request('POST', `/api/approvals/${approval_id}/approve`, { body: {}, as: 'owner' })
  const [first, second] = [await approve(), await approve()]
  expect([first.status, second.status]).toEqual([200, 409])
  const last = (await reading).at(-1)
  expect(last).toMatchObject({ event: 'done', data: { finish_reason: 'stop' } })
  expect((await transcriptOf(id)).said).toContain('the page')
})
