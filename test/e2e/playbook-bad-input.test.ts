import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { ManifestsFolder } from './agent-apps-support.ts'

// What is fed to playbooks and is no trouble: each is taken as it is, or refused in words.

const hostile = '{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}, "toString": 1}'
let apps: ManifestsFolder
let host: FakeWebHost
let kernel: TestKernel
let count = 0

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  host = await startFakeWebHost((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(hostile)
  })
  kernel = await startTestKernel({ manifests: apps.path, env: { SVC_EGRESS_ALLOW: host.key } })
})
afterAll(async () => {
  await kernel?.stop()
  await host?.close()
  await apps?.delete()
})

const head = (name: string) => `document: {dsl: '1.0.3', namespace: default, name: ${name}, version: '1.0.0'}\n`

/** A run of these tasks, as YAML, to its end. */
async function run(tasks: string) {
  const name = `bad-${(count += 1)}`
  const made = await kernel.request('POST', '/api/playbooks', { body: { source: `${head(name)}do:\n${tasks}` } })
  expect(made.body.errors).toBeUndefined()
  const body = { playbook_id: name, wait_seconds: 25 }
  return (await kernel.request('POST', '/api/playbooks/runs', { body })).body
}

async function listed(name: string) {
  const { items, problems } = (await kernel.request('GET', '/api/playbooks')).body
  const found = items.find((each: { name: string }) => each.name === name)
  const problem = problems.find((each: { name: string }) => each.name === name)
  return { version: found?.version ?? null, problem: JSON.stringify(problem ?? found?.error ?? null) }
}

const text = (name: string) => `${head(name)}do:\n  - greet: {set: {text: Grüße}}\n`
const utf16 = (value: string) => Buffer.from(value, 'utf16le')

test.each([
  ['with-bom', (name: string) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text(name))]), null],
  ['latin-1', (name: string) => Buffer.from(text(name), 'latin1'), /is not UTF-8 text\. Save it as UTF-8\./],
  ['utf-16', (name: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(text(name))]), /is not UTF-8 text/],
  ['utf-16-bare', (name: string) => utf16(text(name)), /playbook\.yaml|is not UTF-8 text|not YAML/],
  ['empty', () => Buffer.from(''), /A definition is an object with document and do/],
  ['two-documents', (name: string) => Buffer.from(`${text(name)}---\n${text(name)}`), /not YAML that can be read/],
])('a folder whose file is %s is read, or refused in words', async (name, bytes, problem) => {
  await mkdir(join(apps.path, name))
  await writeFile(join(apps.path, name, 'playbook.yaml'), bytes(name))
  const found = await listed(name)
  if (problem === null) {
    expect(found).toEqual({ version: '1.0.0', problem: 'null' })
    const body = { playbook_id: name, wait_seconds: 25 }
    expect((await kernel.request('POST', '/api/playbooks/runs', { body })).body.output).toEqual({ text: 'Grüße' })
  } else {
    expect(found.version).toBeNull()
    expect(found.problem).toMatch(problem)
  }
})

test('names such as __proto__ are names: of tasks, fields, variables, exports and branches', async () => {
  const ended = await run(`  - __proto__: {call: http, with: {method: get, endpoint: '${host.url}/'}, export: {as: .}}
  - constructor: {set: {__proto__: '\${ $context.__proto__ }', of: '\${ . | keys }', more: '\${ .toString }'}}
  - loop:
      for: {each: __proto__, in: '[1, 2]'}
      do:
        - toString: {set: {seen: '\${ $__proto__ }', kept: '\${ .kept // . }'}}
  - fork: {fork: {branches: [{hasOwnProperty: {set: {__proto__: 1}}}, {valueOf: {set: '\${ . }'}}]}}
`)
  expect(ended.error).toBeNull()
  const kept = '{"__proto__":{"admin":true},"of":["__proto__","constructor","toString"],"more":1}'
  expect(JSON.stringify(ended.output)).toBe(`[{"__proto__":1},{"seen":2,"kept":${kept}}]`)
  expect(JSON.stringify(ended.context)).toBe(JSON.stringify(JSON.parse(hostile)))
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
  const { body } = await kernel.request('GET', `/api/playbooks/runs/${ended.id}/tasks?name=__proto__`)
  expect(body.items).toMatchObject([{ name: '__proto__', reference: '/do/0/__proto__', status: 'completed' }])
})

test('a loop over ten million items is refused before its first item, and the next run is evaluated', async () => {
  const many = await run("  - loop: {for: {in: '[range(1e7)]'}, do: [{never: {set: {a: 1}}}]}\n")
  expect(many).toMatchObject({
    status: 'faulted',
    error: { instance: '/do/0/loop', status: 400, type: expect.stringMatching(/\/expression$/) },
    usage: { tasks: 1 },
  })
  expect(many.error.detail).toMatch(/ran past the limit of 1000 ms|needed more memory|gave more than 1048576 bytes/)
  expect(await run("  - next: {set: {a: '${ 1 + 1 }'}}\n")).toMatchObject({ output: { a: 2 } })
})

test('a start whose body is no JSON, holds a prototype or an unknown key starts nothing', async () => {
  const before = (await kernel.request('GET', '/api/playbooks/runs?limit=100')).body.items.length
  const send = (body: string) =>
    fetch(`${kernel.url}/api/playbooks/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${kernel.key}`, 'content-type': 'application/json' },
      body,
    })
  for (const body of [
    '{"playbook_id": "bad-1"',
    '{"playbook_id": "bad-1", "inputs": {"__proto__": {"admin": true}}}',
    '{"playbook_id": "bad-1", "input": {}}',
    '{"playbook_id": "bad-1", "inputs": []}',
    '{"playbook_id": 7}',
  ]) {
    const answer = await send(body)
    expect(answer.status, body).toBe(400)
    expect(await answer.json(), body).toMatchObject({ detail: expect.any(String) })
  }
  expect((await kernel.request('GET', '/api/playbooks/runs?limit=100')).body.items).toHaveLength(before)
})
