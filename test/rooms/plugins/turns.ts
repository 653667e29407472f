import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject, JsonValue } from '@svc/plugin'
import { TestStream } from '../../support/event-stream.ts'
import type { StreamMessage } from '../../support/event-stream.ts'
import { startFakeModelServer } from '../../support/servers/fake-model-server.ts'
import type { FakeToolCall } from '../../support/servers/fake-model-server.ts'
import { writePlugin } from '../../support/plugin-folder.ts'
import { startTestKernel } from '../kernel.ts'
import type { TestKernel } from '../kernel.ts'

const text = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
}
const tool = (name: string, effect: string) => ({
  name,
  title: name,
  description: `The tool ${name}`,
  input: './text.json',
  effect,
})

/** Tools that say what they are given, that fail, that write a lot, and that destroy. */
async function writeTools(root: string): Promise<string> {
  return writePlugin(root, 'trial', {
    manifest: {
      tools: [tool('say', 'read'), tool('fail', 'read'), tool('flood', 'read'), tool('erase', 'destructive')],
    },
    files: { 'text.json': JSON.stringify(text) },
    setup: `
    env.tool('say', async ({ text }: any) => ({ said: text }))
    env.tool('fail', async () => { throw new Error('out of order') })
    env.tool('flood', async ({ text }: any) => text.repeat(40_000))
    env.tool('erase', async ({ text }: any) => ({ erased: text }))`,
  })
}

/** A server with conversations, a scripted model and tools for trials. */
export async function startTestTurns(options: { env?: Record<string, string>; plugins?: string[] } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-turns-'))
  const model = await startFakeModelServer()
  const trial = await writeTools(folder)
  const start = (): Promise<TestKernel> =>
    startTestKernel({
      home: join(folder, 'home'),
      plugins: ['conversations', 'models', 'tools', 'developer', ...(options.plugins ?? [])],
      pluginFolders: [trial],
      env: {
        SVC_MODEL_BASE_URL: model.baseUrl,
        SVC_MODEL_NAME: 'fake-model',
        SVC_STREAMS_PER_PRINCIPAL: '300',
        ...options.env,
      },
    })
  let svc = await start()
  // A key is denied what destroys, unless an admin says otherwise.
  await svc.request('PUT', '/api/tools/erase/grant', { body: { grant: 'ask' } })
  const paths = { conversations: '/api/conversations' }
  const request = async (method: string, path: string, body?: JsonValue) => {
    const answer = await svc.request(method, path, body === undefined ? {} : { body })
    return answer
  }
  const events = (id: string, { after, query = '' }: { after?: string; query?: string } = {}) =>
    TestStream.open(`${svc.url}${paths.conversations}/${id}/events${query}`, {
      authorization: `Bearer ${svc.key}`,
      ...(after !== undefined && { 'last-event-id': after }),
    })
  return {
    model,
    request,
    events,
    /** A conversation with a title, so that no model is asked for one. */
    async begin(body: JsonObject = {}): Promise<string> {
      const made = await request('POST', paths.conversations, { title: 'Trial', ...body })
      return made.body.session_id
    },
    say: (id: string, message: string, more: JsonObject = {}) =>
      request('POST', `${paths.conversations}/${id}/messages`, { message, ...more }),
    /** A person decides: a key may not answer for itself. */
    async decide(
      answer: { body: { approvals: { approval_id: string }[] } },
      decision: 'approve' | 'deny',
      body: JsonObject = {},
    ) {
      const id = answer.body.approvals[0]?.approval_id ?? ''
      const { status } = await svc.request('POST', `/api/approvals/${id}/${decision}`, { as: 'owner', body })
      if (status !== 200) throw new Error(`not decided: ${status}`)
    },
    /** Asks without waiting for the answer. */
    async ask(id: string, message: string, more: JsonObject = {}): Promise<TestStream> {
      const response = await fetch(`${svc.url}${paths.conversations}/${id}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message, stream: true, ...more }),
      })
      return TestStream.read(response)
    },
    async messages(id: string): Promise<JsonObject[]> {
      return (await request('GET', `${paths.conversations}/${id}/messages`)).body.items
    },
    /** All that is stored. */
    async log(id: string): Promise<StreamMessage[]> {
      return (await events(id, { query: '?follow=false' })).rest()
    },
    get svc() {
      return svc
    },
    async restart(): Promise<void> {
      await svc.stop()
      svc = await start()
    },
    async close(): Promise<void> {
      await svc.stop()
      await model.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestTurns = Awaited<ReturnType<typeof startTestTurns>>

/** What the model streams, in the wire format of the OpenAI API. */
export function pieces(...texts: string[]): string[] {
  return texts.map(content => {
    const choices = [{ index: 0, delta: { content }, finish_reason: null }]
    return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'fake-model', choices })}\n\n`
  })
}

export function call(id: string, name: string, input: JsonValue): FakeToolCall {
  return { id, name, arguments: typeof input === 'string' ? input : JSON.stringify(input) }
}
