import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { listenLocally } from '../support/servers/local-server.ts'
import type { LocalServer } from '../support/servers/local-server.ts'

let cwd: string
let server: LocalServer
let answer: (response: ServerResponse, request: IncomingMessage) => void
const seen: IncomingMessage[] = []

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-cli-foreign-'))
  server = await listenLocally(
    createServer((request, response) => {
      seen.push(request)
      request.resume().on('end', () => answer(response, request))
    }),
  )
})
beforeEach(() => void seen.splice(0))
afterAll(async () => {
  await server.close()
  await rm(cwd, { recursive: true, force: true })
})

const svc = (...args: string[]) =>
  runSvcHere(args, { cwd, env: { SVC_HOME: cwd, SVC_BASE_URL: server.url, SVC_API_KEY: 'svc_test' } })
const events = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const aConversation = (response: ServerResponse) =>
  response.writeHead(201, { 'content-type': 'application/json' }).end('{"session_id":"ses_1"}')

it('a page of another program is named for what it is', async () => {
  answer = response => response.writeHead(404, { 'content-type': 'text/html' }).end('<html>Not here</html>')
  const { code, stderr } = await svc('data', 'list')
  expect(code).toBe(1)
  expect(stderr).toContain(
    `svc: ${server.url} answered text/html, not JSON. Is SVC_BASE_URL the address of a svc server?`,
  )
})

it('a redirect is not followed with the key', async () => {
  answer = response => response.writeHead(308, { location: 'https://example.com/api/data/catalog' }).end()
  const { code, stderr } = await svc('data', 'list')
  expect([code, seen.length]).toEqual([1, 1])
  expect(stderr).toContain(
    `svc: ${server.url} answered 308 and leads to https://example.com/api/data/catalog. Set SVC_BASE_URL to the address that answers itself.`,
  )
})

it('a refusal that asks for patience is shown at once', async () => {
  const problem = { type: 'about:blank', title: 'Unavailable', status: 503, code: 'unavailable', request_id: 'req_1' }
  answer = response =>
    response
      .writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '5' })
      .end(JSON.stringify({ ...problem, detail: 'The server is stopping.' }))
  expect(await svc('data', 'list')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The server is stopping.'),
  })
  expect(seen).toHaveLength(1)
})

it('a key with characters that no key has is wrong use', async () => {
  const env = { SVC_HOME: cwd, SVC_BASE_URL: server.url, SVC_API_KEY: 'svc_\u2026' }
  const { code, stderr } = await runSvcHere(['data', 'list'], { cwd, env })
  expect([code, seen.length]).toEqual([2, 0])
  expect(stderr).toContain('SVC_API_KEY')
})

it('an error in the midst of an answer fails the command, and steers no terminal', async () => {
  answer = (response, { url }) => {
    if (url === '/api/conversations') return aConversation(response)
    const problem = { status: 502, code: 'upstream_error', detail: 'The model\u001b[2J broke off.' }
    return events(response).end(
      `id: 1\nevent: content\ndata: {"delta":"Well"}\n\nid: 2\nevent: error\ndata: ${JSON.stringify(problem)}\n\n`,
    )
  }
  const { code, stdout, stderr } = await svc('chat', 'Hello')
  expect([code, stdout]).toEqual([1, 'Well\n'])
  expect(stderr).toContain('svc: The model[2J broke off.')
})

it('an answer that breaks off is not asked for twice', async () => {
  answer = (response, { url }) => {
    if (url === '/api/conversations') return aConversation(response)
    return events(response).write('id: 1\nevent: content\ndata: {"delta":"Well"}\n\n', () => response.destroy())
  }
  const { code, stderr } = await svc('chat', 'Hello')
  expect(code).toBe(1)
  expect(stderr).toContain(`svc: No answer from ${server.url}`)
  expect(seen.map(({ url }) => url)).toEqual(['/api/conversations', '/api/conversations/ses_1/messages'])
})
