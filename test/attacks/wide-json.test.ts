import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel, TestRequest } from '../rooms/kernel.ts'

/** Names that no other request has had: each is a new layout for the engine, and building them all held the loop for 100 ms and more. */
const wide = (count: number, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, index]))

const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ a: index, b: 'x' }))

let server: TestKernel
beforeAll(async () => {
  server = await startTestKernel({
    plugins: ['data', 'developer', 'memory', 'tools', 'workspace'],
    env: { SVC_JSON_DEPTH: '32' },
  })
})
afterAll(() => server.stop())

const attacks: [string, string, (value: object) => TestRequest][] = [
  ['a sign-in', '/api/auth/login', body => ({ as: 'none', body: { username: 'a', password: 'b', ...body } })],
  ['a job', '/api/jobs', payload => ({ body: { kind: 'mine.work', payload: { ...payload } } })],
  [
    'a call of a tool',
    '/api/tools/json_query/call',
    data => ({ body: { arguments: { query: '.', data: { ...data } } } }),
  ],
  ['a memory', '/api/memory', metadata => ({ body: { content: 'A fact.', metadata: { ...metadata } } })],
]

it.each(attacks)(
  '%s with 60,000 names, or 2,001 of them, is refused before it is built',
  async (_what, path, request) => {
    const many = await server.request<{ code: string; detail: string }>('POST', path, request(wide(60_000, 'm')))
    const names = await server.request<{ code: string; detail: string }>('POST', path, request(wide(2001, 'n')))
    expect([many.status, many.body.code, many.body.detail]).toEqual([
      413,
      'payload_too_large',
      expect.stringMatching(/^body holds more than 10000 values, .*SVC_JSON_MEMBERS/),
    ])
    expect([names.status, names.body.detail]).toEqual([
      413,
      expect.stringMatching(/^body has more than 2000 different names\. Send a list .*SVC_JSON_NAMES/),
    ])
  },
)

it('an import takes the rows that a job does not', async () => {
  const content = rows(20_000)
  const job = await server.request('POST', '/api/jobs', { body: { kind: 'mine.work', payload: content } })
  const imported = await server.request<{ rows: number }>('POST', '/api/data/import', {
    body: { name: 'Rows', content },
  })
  expect([job.status, imported.status, imported.body.rows]).toEqual([413, 201, 20_000])
})

it('the bounds are settings', async () => {
  let nested: object = {}
  for (let depth = 0; depth < 32; depth += 1) nested = { nested }
  const answer = await server.request<{ detail: string }>('POST', '/api/jobs', {
    body: { kind: 'mine.work', payload: { ...nested } },
  })
  expect([answer.status, answer.body.detail]).toEqual([400, 'body is nested deeper than 32 levels (SVC_JSON_DEPTH)'])
})
