import type { ServerResponse } from 'node:http'
import type { JsonObject } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testEgress } from '../../../test/rooms/plugins/playbooks.ts'
import { startFakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../../test/support/servers/fake-web-host.ts'
import { PlaybookTestRun } from '../../../test/support/playbooks.ts'
import type { TaskList } from '../definitions/workflow.ts'
import { callHttp } from './http-call.ts'

let host: FakeWebHost
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  host = await startFakeWebHost((_request, response) => answer(response))
})
afterAll(() => host.close())
beforeEach(() => {
  host.requests.length = 0
  answer = json(200, { id: 1 })
})

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

function call(given: JsonObject, inputs: JsonObject = {}, allow: string[] = [host.key]) {
  const egress = testEgress(allow)
  const perform = (effect: Parameters<typeof callHttp>[2]) => callHttp(egress, 'ws_1', effect)
  const tasks = [{ get: { call: 'http', with: { method: 'get', ...given } } }] as TaskList
  const run = new PlaybookTestRun(tasks, { clock: new ManualClock(), perform, inputs })
  return { run, end: run.advance() }
}

it('fills in the address from the input, and gives the content by its type', async () => {
  const { end } = call(
    { endpoint: { uri: `${host.url}/pet/{id}` }, query: { tag: '${ .tag }' } },
    { id: 'a b', tag: 'x&y' },
  )
  expect(await end).toEqual({ status: 'completed', output: { id: 1 } })
  expect(host.requests[0]).toMatchObject({ method: 'GET', path: '/pet/a%20b?tag=x%26y' })
  expect(host.requests[0]?.headers).not.toHaveProperty('idempotency-key')

  answer = response => void response.writeHead(200, { 'content-type': 'text/plain' }).end('{}')
  expect(await call({ endpoint: host.url }).end).toEqual({ status: 'completed', output: '{}' })
})

it('gives the whole response, without its credential, or the bytes', async () => {
  const endpoint = { uri: host.url, authentication: { basic: { username: 'ada', password: '${ .password }' } } }
  const { end } = call({ endpoint, output: 'response' }, { password: 'pass' })
  expect(await end).toMatchObject({
    output: {
      request: { method: 'GET', uri: host.url, headers: { authorization: '***' } },
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      content: { id: 1 },
    },
  })
  const basic = `Basic ${Buffer.from('ada:pass').toString('base64')}`
  expect(host.requests[0]?.headers.authorization).toBe(basic)
  const raw = Buffer.from('{"id":1}').toString('base64')
  expect(await call({ endpoint: host.url, output: 'raw' }).end).toMatchObject({ output: raw })
})

it('sends what changes something with the key of its task, the same one after a crash', async () => {
  const { run } = call({ method: 'post', endpoint: host.url, body: { n: '${ .n }' } }, { n: 2 })
  await expect.poll(() => run.journal.last).not.toBeNull()
  const key = run.journal.frames[0]?.key
  expect(host.requests[0]).toMatchObject({ method: 'POST', body: '{"n":2}', headers: { 'idempotency-key': key } })
  expect(host.requests[0]?.headers['content-type']).toBe('application/json')

  const own = call({ method: 'put', endpoint: host.url, headers: { 'Idempotency-Key': 'mine' } })
  await own.end
  expect(host.requests[1]?.headers['idempotency-key']).toBe('mine')
})

it('faults with the status of an answer that is not 2xx', async () => {
  answer = json(404, { why: 'gone' })
  expect(await call({ endpoint: `${host.url}/x?secret=1` }).end).toEqual({
    status: 'faulted',
    error: {
      type: 'https://serverlessworkflow.io/spec/1.0.0/errors/communication',
      status: 404,
      title: 'Communication error',
      detail: `GET ${host.url}/x was answered 404. {"why":"gone"}`,
      instance: '/do/0/get',
    },
  })
  answer = json(401, {})
  expect(await call({ endpoint: host.url }).end).toMatchObject({
    error: { type: expect.stringContaining('authentication') },
  })
})

it('waits at least as long as the other side asks for', async () => {
  answer = json(429, {}, { 'retry-after': '120' })
  const clock = new ManualClock()
  const egress = testEgress([host.key])
  const get = { get: { call: 'http', with: { method: 'get', endpoint: host.url } } }
  const tasks = [{ attempt: { try: [get], catch: { retry: { delay: 'PT1S' } } } }] as TaskList
  const run = new PlaybookTestRun(tasks, { clock, perform: effect => callHttp(egress, 'ws_1', effect) })
  expect(await run.advance()).toEqual({ status: 'waiting' })
  expect(run.journal.tree[0]?.wake_at).toBe(clock.now() + 120_000)
})

it('reaches no private address that the operator has not allowed, by a redirect neither', async () => {
  const refused = { status: 'faulted', error: { status: 403, detail: expect.stringContaining('url_blocked') } }
  expect(await call({ endpoint: host.url }, {}, []).end).toMatchObject(refused)
  answer = response => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  expect(await call({ endpoint: host.url, redirect: true }).end).toMatchObject(refused)
  expect(await call({ endpoint: host.url }).end).toMatchObject({ status: 'faulted' })
})

it('says what is wrong with an answer that is no JSON, or larger than 1 MiB', async () => {
  answer = response => void response.writeHead(200, { 'content-type': 'application/json' }).end('{')
  expect(await call({ endpoint: host.url }).end).toMatchObject({
    error: { detail: 'The answer says that it is JSON, and is not.' },
  })
  answer = response => void response.writeHead(200).end('x'.repeat(1024 * 1024 + 1))
  expect(await call({ endpoint: host.url }).end).toMatchObject({ status: 'faulted' })
})
