import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { ManifestsFolder } from '../e2e/agent-apps-support.ts'

let apps: ManifestsFolder
let svc: TestKernel
let client: Client
let changes = 0

const source = (name: string, task: string, version = '1.0.0') =>
  `document: {dsl: '1.0.3', namespace: default, name: ${name}, version: '${version}', title: Adds up, summary: Adds one., metadata: {tool: true}}
input: {schema: {document: {type: object, required: [a], properties: {a: {type: integer}}}}}
do:
  - sum: ${task}
`
const add = '{set: {sum: "${ .a + 1 }"}}'
const create = (text: string) => svc.request('POST', '/api/playbooks', { body: { source: text } as never })
const names = async () => (await client.listTools()).tools.map(({ name }) => name)
const textOf = ({ content }: CallToolResult) => content.map(block => ('text' in block ? block.text : '')).join()

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  svc = await startTestKernel({
    manifests: apps.path,
    plugins: [
      'playbooks',
      'tools',
      'mcp',
      'agent-apps',
      'sandbox',
      'models',
      'developer',
      'admin',
      'conversations',
      'memory',
    ],
  })
  const listChanged = { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => void (changes += 1) } }
  client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' }, listChanged })
  const requestInit = { headers: { authorization: `Bearer ${svc.key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${svc.url}/mcp`), { requestInit }))
})
afterAll(async () => {
  await client?.close()
  await svc?.stop()
  await apps?.delete()
})

it('a playbook that is sent is a tool of its workspace: listed, called, changed and gone', async () => {
  expect(await names()).not.toContain('playbook_add_one')
  expect((await create(source('add-one', add))).body).toMatchObject({ tool_name: 'playbook_add_one' })
  const { tools } = await client.listTools()
  expect(tools.find(({ name }) => name === 'playbook_add_one')).toMatchObject({
    title: 'Adds up',
    description: expect.stringMatching(/^Adds one\. /),
    inputSchema: { type: 'object', required: ['a'] },
    annotations: { readOnlyHint: true, destructiveHint: false },
  })
  const answer = (await client.callTool({ name: 'playbook_add_one', arguments: { a: 41 } })) as CallToolResult
  expect([answer.isError, JSON.parse(textOf(answer))]).toEqual([undefined, { sum: 42 }])
  const misfit = (await client.callTool({ name: 'playbook_add_one', arguments: {} })) as CallToolResult
  expect([misfit.isError, textOf(misfit)]).toEqual([true, expect.stringContaining('a')])
  const { items } = (await svc.request('GET', '/api/playbooks/runs?playbook_id=add-one')).body
  expect(items).toMatchObject([{ trigger: 'tool', status: 'completed' }])

  await create(
    source(
      'add-one',
      '{raise: {error: {type: "https://example.com/no", status: 400, title: No, detail: Not today}}}',
      '1.1.0',
    ),
  )
  const failed = (await client.callTool({ name: 'playbook_add_one', arguments: { a: 1 } })) as CallToolResult
  expect([failed.isError, textOf(failed)]).toEqual([true, expect.stringContaining('Not today')])
  await vi.waitFor(() => expect(changes).toBeGreaterThan(0), { timeout: 20_000 })
  await svc.request('PATCH', '/api/playbooks/add-one', { body: { enabled: false } as never })
  expect(await names()).not.toContain('playbook_add_one')
  await svc.request('DELETE', '/api/playbooks/add-one')
  await expect(client.callTool({ name: 'playbook_add_one', arguments: { a: 1 } })).rejects.toThrow('Unknown tool')
})

it('one of a folder is a tool too, and a playbook that waits answers where it is', { timeout: 90_000 }, async () => {
  await apps.write('wait-long', { 'playbook.yaml': source('wait-long', '{wait: PT1H}') })
  await vi.waitFor(async () => expect(await names()).toContain('playbook_wait_long'), {
    timeout: 20_000,
    interval: 200,
  })
  const answer = (await client.callTool(
    { name: 'playbook_wait_long', arguments: { a: 1 } },
    { timeout: 60_000 },
  )) as CallToolResult
  const { run_id, status } = JSON.parse(textOf(answer)) as { run_id: string; status: string }
  expect([run_id, status]).toEqual([expect.stringMatching(/^prun_/), 'waiting'])
  const later = (await client.callTool({ name: 'playbook_status', arguments: { run_id } })) as CallToolResult
  expect(JSON.parse(textOf(later))).toMatchObject({
    status: 'waiting',
    waiting_for: [{ kind: 'timer', task: '/do/0/sum' }],
  })
})

it('a name that is too long for a tool is a warning, and the playbook is none', async () => {
  const text = source('x'.repeat(60), add)
  const { body } = await svc.request('POST', '/api/playbooks/validate', { body: { source: text } as never })
  expect(body).toMatchObject({ valid: true, warnings: [{ code: 'tool_name', path: '/document/name', line: 1 }] })
  expect((await create(text)).body).toMatchObject({ tool_name: null })
})
