import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { readConformanceCases, whereNot } from './peer-cases.ts'
import type { ConformanceCase } from './peer-cases.ts'

const cases = readConformanceCases()

interface Ran {
  status: string
  output: JsonValue
  error: Record<string, JsonValue> | null
  /** Names of its tasks, in the order in which they ran. */
  tasks: string[]
}

let host: FakeWebHost
let kernel: TestKernel

/** What the two hosts of the kit answer. */
function answer(path: string, authorization: string | undefined, response: ServerResponse): void {
  const json = (status: number, body: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const pet = (id: number) => ({ id, name: 'Milou', status: 'available' })
  const id = /^\/v2\/pet\/(\d+)$/.exec(path)?.[1]
  if (id !== undefined) return json(200, pet(Number(id)))
  if (path.startsWith('/v2/pet/findByStatus')) return json(200, [pet(1), pet(2)])
  const [, user, password] = /^\/basic-auth\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  if (user !== undefined) return json(authorization === expected ? 200 : 401, { authenticated: true })
  json(404, { message: 'not found' })
}

beforeAll(async () => {
  host = await startFakeWebHost((request, response) =>
    answer(request.url ?? '', request.headers.authorization, response),
  )
  kernel = await startTestKernel({ plugins: ['playbooks', 'developer'], env: { SVC_EGRESS_ALLOW: host.key } })
})
afterAll(async () => {
  await kernel?.stop()
  await host?.close()
})

const sourceOf = ({ definition }: ConformanceCase, index: number) =>
  definition
    .replaceAll(/https:\/\/(petstore\.swagger\.io|httpbin\.org)/g, host.url)
    .replace(/^( {2}name: ).*$/m, `$1kit-${index}`)

async function run(one: ConformanceCase, index: number): Promise<Ran> {
  const made = await kernel.request('POST', '/api/playbooks', { body: { source: sourceOf(one, index) } })
  expect(made.body.errors).toBeUndefined()
  const asked = { playbook_id: `kit-${index}`, inputs: one.inputs, wait_seconds: 30 }
  const { body } = await kernel.request('POST', '/api/playbooks/runs', { body: asked as never })
  const tasks = (await kernel.request('GET', `/api/playbooks/runs/${body.id}/tasks?limit=200`)).body.items
  return { ...body, tasks: tasks.map(({ name }: { name: string }) => name) }
}

function member(value: JsonValue, path: string): JsonValue | undefined {
  return path
    .split('.')
    .reduce<JsonValue | undefined>((inner, name) => (inner as Record<string, JsonValue>)?.[name], value)
}

/** The sentences of the kit. */
function check({ status, output, error, tasks }: Ran, { says, value }: ConformanceCase['then'][number]): void {
  const words = says.replace(/^the workflow /, '')
  const quoted = [...words.matchAll(/'([^']+)'/g)].map(([, text = '']) => text)
  const [first, , , , other] = words.split(' ')
  if (words.startsWith('should complete')) expect({ status, error }).toEqual({ status: 'completed', error: null })
  if (words === 'should complete with output') expect(output).toEqual(value)
  else if (words === 'should fault with error')
    expect({ status, error }).toMatchObject({ status: 'faulted', error: value })
  else if (words === 'should fault') expect(status).toBe('faulted')
  else if (words.endsWith('with value')) expect(member(output, quoted[0] ?? '')).toEqual(value)
  else if (/containing \d+ items$/.test(words))
    expect(member(output, quoted[0] ?? '')).toHaveLength(Number(/(\d+) items/.exec(words)?.[1]))
  else if (words.startsWith('output should have properties'))
    for (const name of quoted) expect(member(output, name), name).toBeDefined()
  else if (words.endsWith('should run first')) expect(tasks[0]).toBe(first)
  else if (words.endsWith('should run last')) expect(tasks.at(-1)).toBe(first)
  else if (words.includes('should run after'))
    expect(tasks.indexOf(first ?? '')).toBeGreaterThan(tasks.indexOf(other ?? ''))
  else if (words !== 'should complete') throw new Error(`The kit says what nobody checks: ${says}`)
}

describe.skipIf(cases === undefined)(`the conformance kit of the Serverless Workflow DSL (${whereNot})`, () => {
  const all = cases ?? []
  const isSupported = ({ definition }: ConformanceCase) => !definition.includes('call: openapi')

  it('has 21 scenarios', () => {
    expect([all.length, all.filter(isSupported).length]).toEqual([21, 19])
  })

  it.each(all.map((one, index) => ({ name: `${one.feature}: ${one.name}`, one, index })))(
    '$name',
    async ({ one, index }) => {
      if (isSupported(one)) {
        const ran = await run(one, index)
        for (const sentence of one.then) check(ran, sentence)
        return
      }
      const refused = await kernel.request('POST', '/api/playbooks', { body: { source: sourceOf(one, index) } })
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ code: 'unsupported' }] } })
      expect(refused.body.errors[0].message).toContain('openapi')
    },
  )
})
