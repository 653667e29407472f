import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { svcProgram } from '../support/programs/svc-program.ts'
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
const json = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'application/json' })
const badGateway = (response: ServerResponse) =>
  response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>')
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

it('a page of a proxy in the place of a file is no answer, and the file that is there stays', async () => {
  await writeFile(join(cwd, 'kept.jsonl'), 'of last night')
  answer = (response, { url = '' }) => {
    if (url.includes('cursor')) return badGateway(response)
    return json(response).end('{"items":[{"id":"mem_1"}],"next_cursor":"c"}')
  }
  const exported = await svc('memory', 'export', 'kept.jsonl')
  const kept = await readdir(cwd)
  expect([exported.code, await readFile(join(cwd, 'kept.jsonl'), 'utf8')]).toEqual([1, 'of last night'])
  expect(kept.filter(name => name.startsWith('kept'))).toEqual(['kept.jsonl'])
  answer = badGateway
  const { code, stderr } = await svc('stats', 'export', 'b.html', '--analysis', 'ana_1')
  expect([code, stderr]).toEqual([1, expect.stringContaining('The server answered 502.')])
})

it('an export passes over a long document that is deleted meanwhile, and fails where it cannot be read', async () => {
  const cut = { content: 'begin', content_truncated: true }
  const items = [
    { id: 'mem_1', ...cut },
    { id: 'mem_2', ...cut },
    { id: 'mem_3', content: 'whole' },
  ]
  const problem = (status: number, code: string) => (response: ServerResponse) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json' })
      .end(JSON.stringify({ status, code, detail: 'There is no such document.' }))
  const serve = (first: (response: ServerResponse) => unknown) => {
    answer = (response, { url = '' }) => {
      if (url.endsWith('/mem_1')) return void first(response)
      json(response).end(JSON.stringify(url.endsWith('/mem_2') ? { id: 'mem_2' } : { items, next_cursor: null }))
    }
  }
  serve(problem(404, 'not_found'))
  const { code, stdout } = await svc('memory', 'export')
  expect([code, stdout.trim()]).toEqual([0, '{"id":"mem_2"}\n{"id":"mem_3","content":"whole"}'])
  serve(problem(403, 'forbidden'))
  expect((await svc('memory', 'export')).code).toBe(1)
})

it('a reader that leaves ends a command quietly', async () => {
  const lines = Array.from({ length: 200 }, () => ({ id: 'mem_1', content: 'x'.repeat(1000) }))
  answer = response => json(response).end(JSON.stringify({ items: lines, next_cursor: 'more' }))
  const env = { ...process.env, SVC_HOME: cwd, SVC_BASE_URL: server.url, SVC_API_KEY: 'svc_test' }
  const program = [process.execPath, ...svcProgram('cli'), 'memory export'].join(' ')
  const args = ['-c', `(${program}; echo "ended by $?" >&2) | head -1 | wc -l`]
  const { stdout, stderr } = await promisify(execFile)('sh', args, { cwd, env })
  expect([stdout.trim(), stderr]).toEqual(['1', expect.stringMatching(/^(?:svc: asking .*\n)?ended by 141\n$/)])
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
