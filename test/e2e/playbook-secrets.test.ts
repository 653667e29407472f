import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { readEvents } from './agent-apps-support.ts'

const token = 'tok-5up3r-s3cret/value'
let host: FakeWebHost
let kernel: TestKernel
let count = 0
const logs: string[] = []

beforeAll(async () => {
  host = await startFakeWebHost((request, response) => {
    const status = request.url?.startsWith('/refuse') ? 403 : 200
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-echo': String(request.headers['authorization']),
    })
    response.end(JSON.stringify({ you_sent: request.headers, [token]: 'as a name' }))
  })
  kernel = await startTestKernel({
    plugins: ['playbooks', 'developer', 'admin'],
    env: { SVC_EGRESS_ALLOW: host.key },
    onLog: line => void logs.push(line),
  })
})
afterAll(async () => {
  await kernel?.stop()
  await host?.close()
})

const put = (name: string, value: string) =>
  kernel.request('PUT', `/api/playbooks/secrets/${name}`, { body: { value } })

async function run(tasks: object[], use: object = { secrets: ['TOKEN'] }) {
  const document = { dsl: '1.0.3', namespace: 'default', name: `secret-${(count += 1)}`, version: '1.0.0' }
  const made = await kernel.request('POST', '/api/playbooks', {
    body: { definition: { document, use, do: tasks } } as never,
  })
  expect(made.body.errors).toBeUndefined()
  const body = { playbook_id: document.name, wait_seconds: 20 }
  return (await kernel.request('POST', '/api/playbooks/runs', { body })).body
}
const get = (path: string, authentication: object, more: object = {}) => ({
  ask: { call: 'http', with: { method: 'get', endpoint: { uri: `${host.url}/${path}`, authentication }, ...more } },
})
const bearer = { bearer: { token: '${ $secrets.TOKEN }' } }

test('a secret is set, listed by its name alone, and deleted', async () => {
  expect((await put('TOKEN', token)).status).toBe(204)
  expect((await put('OTHER', 'another secret')).status).toBe(204)
  const { body } = await kernel.request('GET', '/api/playbooks/secrets')
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['OTHER', 'TOKEN'])
  expect(JSON.stringify(body)).not.toContain(token)
  expect((await put('bad name', 'x')).status).toBe(400)
  expect((await kernel.request('DELETE', '/api/playbooks/secrets/NOBODY')).status).toBe(404)
})

test('a call carries it, and no record, event, log or file shows it, also when the server sends it back', async () => {
  const output = { output: 'response', headers: { 'x-own': '${ "key " + $secrets.TOKEN }' } }
  const { id, output: shown } = await run([get('echo', bearer, output)])
  expect(host.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${token}`)
  expect(host.requests.at(-1)?.headers['x-own']).toBe(`key ${token}`)
  expect(shown.content).toMatchObject({
    you_sent: { authorization: 'Bearer ***', 'x-own': 'key ***' },
    '***': 'as a name',
  })
  expect(shown.headers['x-echo']).toBe('Bearer ***')
  const user = { basic: { username: 'ada', password: '${ $secrets.TOKEN }' } }
  const { output: basic } = await run([get('echo', user)])
  expect(basic.you_sent.authorization).toBe('Basic ***')
  const refused = await run([get('refuse', bearer)])
  expect(refused.error).toMatchObject({ status: 403, detail: expect.stringContaining('***') })
  const seen = [
    shown,
    refused,
    await kernel.request('GET', `/api/playbooks/runs/${id}/tasks`),
    await readEvents(kernel, `/api/playbooks/runs/${refused.id}/events`),
    logs,
  ]
  expect(JSON.stringify(seen)).not.toContain(token)
  expect(JSON.stringify(seen)).not.toContain(Buffer.from(`ada:${token}`).toString('base64'))
  for (const file of readdirSync(kernel.home, { recursive: true, withFileTypes: true }))
    if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(token)).toBe(false)
})

test('one that the playbook does not name, or that is not there, is refused when it is reached', async () => {
  const other = await run([get('echo', { bearer: { token: '${ $secrets.OTHER }' } })])
  expect(other.error).toMatchObject({ status: 403, detail: expect.stringContaining('"OTHER" is not among those') })
  const missing = await run([get('echo', { bearer: { token: '${ $secrets.MISSING }' } })], { secrets: ['MISSING'] })
  expect(missing.error).toMatchObject({ status: 403, detail: expect.stringContaining('There is no secret "MISSING"') })
  const document = { dsl: '1.0.3', namespace: 'default', name: 'elsewhere', version: '1.0.0' }
  const check = async (tasks: object[]) => {
    const definition = { document, use: { secrets: ['MISSING'] }, do: tasks }
    return (await kernel.request('POST', '/api/playbooks/validate', { body: { definition } as never })).body
  }
  expect(await check([{ a: { set: { token: '${ $secrets.MISSING }' } } }])).toMatchObject({
    valid: false,
    errors: [{ code: 'expression', path: '/do/0/a/set/token' }],
  })
  expect(await check([{ a: { set: { n: 1 } } }])).toMatchObject({
    valid: true,
    warnings: [{ code: 'unknown_secret', path: '/use/secrets/0' }],
  })
})

test('a value that was changed is used from the next call on', async () => {
  const { id } = await run([get('echo', bearer)])
  await put('TOKEN', 'the second value')
  const again = await run([get('echo', bearer)])
  expect(again.status).toBe('completed')
  await vi.waitFor(() => expect(host.requests.at(-1)?.headers['authorization']).toBe('Bearer the second value'))
  expect(id).toMatch(/^prun_/)
})
