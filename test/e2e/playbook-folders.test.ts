import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { ManifestsFolder } from './agent-apps-support.ts'

let apps: ManifestsFolder
let kernel: TestKernel
let model: FakeModelServer

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  model = await startFakeModelServer()
  const env = { SVC_MODEL_BASE_URL: model.baseUrl, SVC_MODEL_NAME: 'fake-model' }
  kernel = await startTestKernel({ manifests: apps.path, env })
})
afterAll(async () => {
  await kernel?.stop()
  await model?.close()
  await apps?.delete()
})

const source = (name: string, text: string, version = '1.0.0') =>
  `document: {dsl: '1.0.3', namespace: default, name: ${name}, version: '${version}'}\ndo:\n  - greet:\n      set: {text: "${text}"}\n`
const start = async (playbook_id: string, inputs: object = {}) =>
  (await kernel.request('POST', '/api/playbooks/runs', { body: { playbook_id, inputs, wait_seconds: 20 } as never }))
    .body
const list = async () => (await kernel.request('GET', '/api/playbooks')).body

test('a folder that is dropped in is a playbook, and no agent app', async () => {
  await apps.write('greet', { 'playbook.yaml': source('greet', 'one') })
  expect(await start('greet')).toMatchObject({ status: 'completed', output: { text: 'one' }, revision: 1 })
  expect((await list()).items).toMatchObject([{ name: 'greet', source: 'manifest', version: '1.0.0' }])
  // A folder that came a moment ago is looked into.
  await vi.waitFor(async () => expect((await kernel.request('GET', '/api/agent-apps')).body.items).toEqual([]))
  expect((await kernel.request('GET', '/api/agent-apps/greet')).status).toBe(404)
  expect(await kernel.request('DELETE', '/api/playbooks/greet')).toMatchObject({ status: 409 })
})

test('one that is broken keeps its last good version, and its errors are listed with their lines', async () => {
  await apps.write('greet', { 'playbook.yaml': source('greet', 'two').replace('set:', 'sett:') })
  expect(await start('greet')).toMatchObject({ output: { text: 'one' } })
  expect((await list()).problems).toMatchObject([
    { name: 'greet', file: 'playbook.yaml', errors: [{ line: 4, suggestion: 'set' }] },
  ])
  await apps.write('greet', { 'playbook.yaml': source('greet', 'three') })
  expect(await start('greet')).toMatchObject({ output: { text: 'three' }, version: '1.0.0', revision: 2 })
  expect((await list()).problems).toEqual([])
})

test('its name is that of its folder', async () => {
  await apps.write('other', { 'playbook.yaml': source('another', 'one') })
  expect((await list()).problems).toMatchObject([{ name: 'other', errors: [{ path: '/document/name', line: 1 }] }])
  await apps.remove('other')
})

test('one that is removed is gone, and its runs stay', async () => {
  const run = await start('greet')
  await apps.remove('greet')
  expect((await list()).items).toEqual([])
  expect(await kernel.request('GET', '/api/playbooks/greet')).toMatchObject({ status: 404 })
  expect(await kernel.request('GET', `/api/playbooks/runs/${run.id}`)).toMatchObject({
    body: { output: { text: 'three' } },
  })
})

test('the playbook that ships with svc pays, or releases what it reserved', async () => {
  const other = await startTestKernel({ manifests: join(repositoryRoot, 'manifests') })
  try {
    const ask = (inputs: object) =>
      other.request('POST', '/api/playbooks/runs', {
        body: { playbook_id: 'retry-and-compensate', inputs, wait_seconds: 20 } as never,
      })
    expect((await ask({ order: 'A-17', amount: 40 })).body).toMatchObject({
      output: { status: 'paid', order: 'A-17', amount: 40 },
    })
    const { body } = await ask({ order: 'A-18', declines: true })
    expect(body.output).toEqual({ status: 'released', reservation: 'res-A-18', reason: 'The payment was declined' })
    const tasks = (await other.request('GET', `/api/playbooks/runs/${body.id}/tasks?name=decline`)).body.items
    expect(tasks).toHaveLength(3)
  } finally {
    await other.stop()
  }
})

test('one whose metadata says tool: true is a tool that starts it, once for a key, and gives its output', async () => {
  const text = `document: {dsl: '1.0.3', namespace: default, name: add-up, version: '1.0.0', summary: Adds up., metadata: {tool: true}}
input: {schema: {document: {type: object, required: [a], properties: {a: {type: integer}}}}}
do:
  - sum: {set: {sum: "\${ .a + 1 }"}}
`
  await apps.write('add-up', { 'playbook.yaml': text })
  const call = (name: string, values: object) =>
    kernel.request('POST', `/api/tools/${name}/call`, { body: { arguments: values } as never })
  await vi.waitFor(
    async () =>
      expect(await call('playbook_add_up', { a: 1 })).toMatchObject({ status: 200, body: { result: { sum: 2 } } }),
    { timeout: 60_000, interval: 300 },
  )
  expect(await call('playbook_add_up', {})).toMatchObject({ status: 400 })
  const { body: tool } = await kernel.request('GET', '/api/tools/playbook_add_up')
  expect(tool).toMatchObject({ effect: 'read', permission: 'playbooks:write', grant: 'allow' })
  expect((await kernel.request('GET', '/api/playbooks/add-up')).body).toMatchObject({ tool_name: 'playbook_add_up' })
  const { body: runs } = await kernel.request('GET', '/api/playbooks/runs?playbook_id=add-up')
  expect(runs.items[0]).toMatchObject({ trigger: 'tool', status: 'completed' })
  const status = await call('playbook_status', { run_id: runs.items[0].id })
  expect(status.body.result).toMatchObject({ playbook: 'add-up', status: 'completed', output: { sum: 2 } })
  await apps.remove('add-up')
})

test('a tool that a folder names for its agent needs no further grant, and one sent by the API asks', async () => {
  const toolCalls = [{ id: 'call_1', name: 'note_write', arguments: '{"title":"By an agent","body":"Words."}' }]
  const given = { prompt: 'Write a note.', tools: ['note_write'] }
  const tasks = [{ write: { call: 'agent', with: given } }]
  const document = (name: string) => ({ dsl: '1.0.3', namespace: 'default', name, version: '1.0.0' })
  await apps.write('writes', { 'playbook.yaml': JSON.stringify({ document: document('writes'), do: tasks }) })
  model.script({ toolCalls }, { text: 'Written.' })
  expect(await start('writes')).toMatchObject({ status: 'completed', usage: { tool_calls: 1 } })

  const definition = { document: document('writes-too'), do: tasks }
  await kernel.request('POST', '/api/playbooks', { body: { definition } as never })
  model.script({ toolCalls }, { text: 'Written.' })
  const { id } = await start('writes-too')
  const { body: run } = await kernel.request('GET', `/api/playbooks/runs/${id}`)
  expect(run).toMatchObject({ status: 'waiting', waiting_for: [{ task: '/do/0/write', kind: 'approval' }] })
  await kernel.request('POST', `/api/playbooks/runs/${id}/cancel`, { body: {} })
  await apps.remove('writes')
})
