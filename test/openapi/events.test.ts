import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { TestStream } from '../support/event-stream.ts'
import type { StreamMessage } from '../support/event-stream.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'

/* Does what streams carry fit the events that the document names for them? */

interface Document {
  components: { schemas: Record<string, { oneOf?: unknown[] }> }
}

const stack = new AsyncDisposableStack()
let svc: TestKernel
let model: FakeModelServer
let document: Document

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-events-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await cp(join(repositoryRoot, 'manifests/csv-profile'), join(folder, 'csv-profile'), { recursive: true })
  model = await startFakeModelServer()
  stack.defer(() => model.close())
  svc = await startTestKernel({
    manifests: folder,
    env: { SVC_MODEL_BASE_URL: model.baseUrl, SVC_MODEL_NAME: 'fake-model' },
  })
  stack.defer(() => svc.stop())
  document = (await svc.request<Document>('GET', '/api/openapi.json')).body
})
afterAll(() => stack.disposeAsync())

/** What does not fit the union, and the types that were there. */
function compared(union: string, messages: readonly StreamMessage[]): { faults: string[]; types: string[] } {
  const ajv = new Ajv2020({ strict: false, allowUnionTypes: true, validateSchema: false })
  formats.default(ajv)
  const check = ajv.compile({ $ref: `#/components/schemas/${union}`, components: document.components })
  const misfits = messages.filter(({ data }) => !check(data))
  const types = [...new Set(messages.map(({ event }) => event))].toSorted()
  return { faults: misfits.map(({ event, data }) => `${event} ${JSON.stringify(data)}`), types }
}

async function eventsAt(path: string): Promise<StreamMessage[]> {
  const stream = await TestStream.open(svc.url + path, { authorization: `Bearer ${svc.key}` })
  return stream.rest()
}

it('the events of a conversation', async () => {
  await svc.request('POST', '/api/memory', { body: { content: 'A table in Leiden has 6 seats.', source: 'room.md' } })
  const { body } = await svc.request<{ id: string }>('POST', '/api/conversations', { body: { memory: true } })
  const path = `/api/conversations/${body.id}`
  const ask = (message: string, settings: object = {}) =>
    svc.request('POST', `${path}/messages`, { body: { message, ...settings } })
  const offline = { model: 'svc/offline' }
  expect((await ask('/calculator {"expression": "17 * 6"}', offline)).status).toBe(200)
  expect((await ask('/calculator {"expression": "17 *"}', offline)).status).toBe(200)
  expect((await ask('How many seats has a table in Leiden?', offline)).status).toBe(200)
  await svc.request('PUT', '/api/tools/calculator/grant', { body: { grant: 'ask' } })
  expect((await ask('/calculator {"expression": "1 + 1"}', offline)).status).toBe(202)
  await svc.request('POST', `${path}/cancel`)
  model.script({ status: 400 })
  expect((await ask('Hello', { model: 'fake-model' })).status).toBeGreaterThanOrEqual(400)
  const { faults, types } = compared('ConversationEvent', await eventsAt(`${path}/events?follow=false`))
  expect(faults).toEqual([])
  expect(types).toEqual(
    expect.arrayContaining(['approval', 'content', 'done', 'error', 'memory', 'message', 'step', 'tool_call']),
  )
  expect(types).toEqual(expect.arrayContaining(['tool_result', 'waiting']))
})

it('the events of a run', async () => {
  const run = await svc.request<{ run_id: string }>('POST', '/api/agent-apps/csv-profile/run', {
    body: { inputs: { csv: 'name,age\nAda,36\n' } },
  })
  const { faults, types } = compared(
    'AgentAppRunEvent',
    await eventsAt(`/api/agent-apps/runs/${run.body.run_id}/events`),
  )
  expect(faults).toEqual([])
  expect(types).toEqual(expect.arrayContaining(['done', 'log']))
})

it('the events of a workspace', async () => {
  const before = `/api/events?last_event_id=evt_${'0'.repeat(26)}`
  const stream = await TestStream.open(svc.url + before, { authorization: `Bearer ${svc.key}` })
  const { body } = await svc.request<{ task_id: string }>('POST', '/api/workspace/tasks', { body: { title: 'Last' } })
  const messages = await stream.until(({ data }) => JSON.stringify(data).includes(body.task_id))
  await stream.close()
  const { faults, types } = compared('WorkspaceEvent', messages)
  expect(faults).toEqual([])
  expect(types).toEqual(expect.arrayContaining(['conversation.turn.ended', 'gap', 'run.succeeded', 'task.created']))
})
