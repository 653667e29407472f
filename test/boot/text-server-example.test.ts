import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { itOfOneServer } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { writePlugin } from '../support/plugin-folder.ts'
import { repositoryRoot } from '../support/repository.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'

const example = join(repositoryRoot, 'examples/text-server')
const question = 'What is the sea?'
let folder: string
let sea: FakeWebHost
let kernel: TestKernel
let isBroken = false
let beforeTheRest: Promise<unknown> = Promise.resolve()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-example-'))
  sea = await startFakeWebHost((_, response) => {
    if (isBroken) return void response.writeHead(500).end()
    response.writeHead(200, { 'content-type': 'text/plain' }).write('Water, ')
    void beforeTheRest.then(() => response.end('and more water.'))
  })
  kernel = await startTestKernel({
    plugins: ['admin', 'developer', 'models', 'openai', 'tools'],
    pluginFolders: [example],
    env: { SVC_MODELS_PROVIDERS: JSON.stringify([{ id: 'sea', kind: 'text-server', base_url: sea.url }]) },
  })
})

afterAll(async () => {
  await kernel.stop()
  await sea.close()
  await rm(folder, { recursive: true, force: true })
})

async function keyWith(scope: string): Promise<string> {
  const body = { name: scope, scopes: [scope] }
  return (await kernel.request('POST', '/api/developer/keys', { as: 'owner', body })).body.key as string
}

function ask(key: string): Promise<Response> {
  return fetch(`${kernel.url}/api/text-server/ask`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question, model: 'sea/plain' }),
  })
}

test('its route hands on the bytes of its provider as they come', async () => {
  const rest = Promise.withResolvers<void>()
  beforeTheRest = rest.promise
  const answer = await ask(await keyWith('text-server:ask'))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const pieces: string[] = []
  for await (const bytes of answer.body ?? []) {
    pieces.push(Buffer.from(bytes as Uint8Array).toString())
    // The provider's server goes on only now: nobody waited for the whole answer.
    rest.resolve()
  }
  expect(pieces).toEqual(['Water, ', 'and more water.'])
  expect(sea.requests.at(-1)?.body).toBe(question)
})

test('its scope lets a key in, and another scope does not', async () => {
  const answer = await ask(await keyWith('jobs:read'))
  expect([answer.status, await answer.json()]).toMatchObject([
    403,
    { detail: expect.stringContaining('text-server:ask') },
  ])
})

test('its models are asked like all others, and its child program has counted their words', async () => {
  const body = { model: 'sea/plain', messages: [{ role: 'user', content: question }] }
  const answer = await kernel.request('POST', '/v1/chat/completions', { body })
  expect(answer.body).toMatchObject({
    choices: [{ message: { content: 'Water, and more water.' } }],
    usage: { prompt_tokens: 4, completion_tokens: 4 },
  })
})

test('the openai client gets the bytes that its provider made, as they come', async () => {
  const rest = Promise.withResolvers<void>()
  beforeTheRest = rest.promise
  const client = new OpenAI({ baseURL: `${kernel.url}/v1`, apiKey: kernel.key, maxRetries: 0 })
  const asked = { model: 'sea/plain', messages: [{ role: 'user' as const, content: question }], stream: true as const }
  const chunks: OpenAI.ChatCompletionChunk[] = []
  for await (const chunk of await client.chat.completions.create(asked)) {
    chunks.push(chunk)
    rest.resolve()
  }
  const head = { id: 'chatcmpl-text', object: 'chat.completion.chunk', created: 0, model: 'plain' }
  // A field that svc knows nothing of, and no usage that nobody asked for.
  const made = { ...head, system_fingerprint: 'text-server' }
  expect(chunks).toEqual([
    { ...made, choices: [{ index: 0, delta: { content: 'Water, ' }, finish_reason: null }] },
    { ...made, choices: [{ index: 0, delta: { content: 'and more water.' }, finish_reason: null }] },
    { ...made, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ])

  const usages: unknown[] = []
  const counted = await client.chat.completions.create({ ...asked, stream_options: { include_usage: true } })
  for await (const { usage } of counted) if (usage) usages.push(usage)
  expect(usages).toEqual([{ prompt_tokens: 4, completion_tokens: 4 }])
  const { body } = await kernel.request('GET', '/api/models/calls?limit=2', { as: 'owner' })
  expect(body.items).toMatchObject(Array(2).fill({ model: 'plain', prompt_tokens: 4, completion_tokens: 4 }))
})

test('a failure of its server is an error of the model API', async () => {
  const client = new OpenAI({ baseURL: `${kernel.url}/v1`, apiKey: kernel.key, maxRetries: 0 })
  const asked = { model: 'sea/plain', messages: [{ role: 'user' as const, content: question }], stream: true as const }
  isBroken = true
  try {
    await expect(client.chat.completions.create(asked)).rejects.toMatchObject({ status: 502, code: 'upstream_error' })
  } finally {
    isBroken = false
  }
})

itOfOneServer('its command shows the answer', async () => {
  const env = { SVC_HOME: kernel.home, SVC_PLUGINS: example, SVC_BASE_URL: kernel.url, SVC_API_KEY: kernel.key }
  const run = await runSvcHere(['text-server', 'ask', question, '--model', 'sea/plain'], { cwd: folder, env })
  expect(run).toEqual({ code: 0, stdout: 'Water, and more water.\n', stderr: '' })
})

test('its page is its own: another plugin with the same path does not fit beside it', async () => {
  const pages = [{ path: '/text-server', title: 'Mine' }]
  const second = await writePlugin(folder, 'second', { manifest: { pages } })
  const env = { SVC_HOME: kernel.home, SVC_PLUGINS: example }
  const validate = (path: string) => runSvcHere(['plugin', 'validate', path], { cwd: folder, env })
  expect(await validate(example)).toEqual({ code: 0, stdout: 'text-server can run here.\n', stderr: '' })
  expect(await validate(second)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/second\/plugin\.json:\d+:\d+\n {2}.*The page "\/text-server" is declared by/),
  })
})

test('it says what it misses where the models are switched off', async () => {
  const env = { SVC_HOME: kernel.home, SVC_PLUGIN_MODELS_ENABLED: 'false' }
  const { code, stdout } = await runSvcHere(['plugin', 'validate', example, '--json'], { cwd: folder, env })
  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    {
      id: 'text-server',
      valid: false,
      problems: [
        { where: expect.any(String), message: expect.stringContaining('It needs the service models.catalog') },
      ],
    },
  ])
})
