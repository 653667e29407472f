import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@svc/plugin'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { ManifestsFolder } from './agent-apps-support.ts'

let cwd: string
let apps: ManifestsFolder
let server: TestKernel

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-mistyped-'))
  apps = await ManifestsFolder.create()
  await apps.drop('greeting', 'return { text: "Hello" }')
  server = await startTestKernel({
    plugins: ['admin', 'agent-apps', 'conversations', 'developer', 'mcp', 'models', 'openai', 'sandbox', 'tools'],
    manifests: apps.path,
  })
})
afterAll(async () => {
  await server?.stop()
  await apps?.delete()
  await rm(cwd, { recursive: true, force: true })
})

const asked = (model: string): JsonObject => ({
  model,
  messages: [{ role: 'user', content: 'Hello' }],
  max_tokens: 100,
})

it.each<[method: string, path: string, body: JsonObject | undefined, meant: string]>([
  ['POST', '/api/agent-apps/greting/run', { inputs: {} }, 'greeting'],
  ['GET', '/api/agent-apps/greting', undefined, 'greeting'],
  ['POST', '/api/tools/calculater/call', { arguments: {} }, 'calculator'],
  ['PUT', '/api/tools/calculater/grant', { grant: 'deny' }, 'calculator'],
  ['POST', '/api/conversations', { model: 'app:greting' }, 'app:greeting'],
  ['POST', '/api/conversations', { model: 'agnet' }, 'agent'],
  ['POST', '/api/conversations', { tools: ['calculater'] }, 'calculator'],
  ['POST', '/v1/chat/completions', asked('app:greting'), 'app:greeting'],
  ['POST', '/v1/chat/completions', asked('agnet'), 'agent'],
  ['POST', '/v1/messages', asked('svc/ofline'), 'svc/offline'],
  ['POST', '/v1/messages', asked('app:greting'), 'app:greeting'],
  ['POST', '/v1/responses', { model: 'app:greting', input: 'Hello' }, 'app:greeting'],
  ['GET', '/v1/models/agnet', undefined, 'agent'],
  ['GET', '/v1/models/app:greting', undefined, 'app:greeting'],
])('%s %s names what was probably meant: %o', async (method, path, body, meant) => {
  const answer = await server.request(method, path, {
    as: path.endsWith('/grant') ? 'owner' : 'key',
    ...(body && { body }),
  })
  expect([400, 404]).toContain(answer.status)
  expect(JSON.stringify(answer.body)).toMatch(new RegExp(`[Dd]id you mean \\\\"${meant}\\\\"\\?`))
})

it('a message to a conversation names the app that was probably meant', async () => {
  const { body: conversation } = await server.request('POST', '/api/conversations', { body: {} })
  const answer = await server.request('POST', `/api/conversations/${conversation.id}/messages`, {
    body: { message: 'Hello', model: 'app:greting' },
  })
  expect([answer.status, answer.body.detail]).toEqual([
    expect.toBeOneOf([400, 404]),
    expect.stringMatching(/[Dd]id you mean "app:greeting"\?/),
  ])
})

it('a client of MCP too', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'calculater', arguments: {} } }
  const answer = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(call),
  })
  expect(await answer.text()).toContain('Unknown tool: calculater. Did you mean \\"calculator\\"?')
})

it.each([
  [['app', 'run', 'greting'], 'greeting'],
  [['app', 'show', 'greting'], 'greeting'],
  [['tool', 'call', 'calculater'], 'calculator'],
  [['chat', 'Hello', '--model', 'app:greting'], 'app:greeting'],
  [['plugin', 'disable', 'tols'], 'tools'],
])('svc %s too', async (args, meant) => {
  const { code, stderr } = await runSvcHere(args, { cwd, env: { SVC_HOME: server.home, SVC_MANIFESTS: apps.path } })
  expect([code, stderr]).toEqual([expect.toBeOneOf([1, 2]), expect.stringContaining(`id you mean "${meant}"?`)])
})
