import { afterAll, beforeAll, expect, it } from 'vitest'
import { SvcClient, SvcError } from '@svc/sdk'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { contractCases } from './contract.ts'
import type { ContractCase } from './contract.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import type { FaultyProxy } from './faulty-proxy.ts'

let server: TestKernel
let proxy: FaultyProxy
let client: SvcClient
const records = new Map<string, string>()

beforeAll(async () => {
  server = await startTestKernel({ plugins: ['developer', 'memory', 'files', 'workspace'] })
  proxy = await startFaultyProxy({ target: server.url })
  client = new SvcClient({ baseUrl: proxy.url, apiKey: server.key })
  const { id } = await client.memory.add('The blue whale is the largest animal.')
  records.set('$memory', id)
  records.set('$deletable', (await client.memory.add('The moon is far away.')).id)
  records.set('$job', (await client.jobs.create({ kind: 'contract' })).job_id)
})
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await server.stop()
})

type Method = (...args: unknown[]) => PromiseLike<unknown>

/** Calls a method by its name, as `sdk/surface.json` gives it. */
function call([...names]: readonly string[], ...args: unknown[]): PromiseLike<unknown> {
  const method = names.pop() ?? ''
  const module = names.reduce<unknown>((object, name) => (object as Record<string, unknown>)[name], client)
  return (module as Record<string, Method>)[method]?.(...args) ?? Promise.reject(new Error(`no method ${method}`))
}

it.each(contractCases.map(each => [each.name, each] as const))('%s', async (_, each) => {
  proxy.expect(each.faults ?? [])
  const args = (each.args ?? []).map(name => records.get(name) ?? name)
  const outcome = await Promise.resolve(call(each.call, ...args, ...(each.body ? [each.body] : []))).then(
    value => ({ value }),
    (error: unknown) => ({ error }),
  )
  expect(proxy.left(), 'every fault was met').toEqual([])
  checkOutcome(outcome, each)
  expect(proxy.seen).toHaveLength(each.requests)
  const keys = new Set(proxy.seen.map(({ headers }) => headers['idempotency-key']))
  if (each.same_key) expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(proxy.seen.map(({ headers }) => headers['x-svc-retry-count'])).toEqual(
    proxy.seen.map((_, index) => (index === 0 ? undefined : String(index))),
  )
  if (each.count) expect(await call(each.count.call)).toMatchObject({ items: { length: each.count.is } })
})

function checkOutcome(outcome: { value: unknown } | { error: unknown }, { value, error }: ContractCase): void {
  if (error === undefined) {
    expect(outcome).toHaveProperty('value')
    const { value: got } = outcome as { value: unknown }
    if (value === null) expect(got).toBeUndefined()
    else expect(got).toMatchObject(value ?? {})
    return
  }
  expect(outcome).toHaveProperty('error')
  const { error: thrown } = outcome as { error: SvcError }
  const { name, message = '', status, code, retry_after, request_id, errors } = error
  expect(thrown).toBeInstanceOf(SvcError)
  expect(thrown).toMatchObject({
    name,
    message: expect.stringContaining(message),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(retry_after !== undefined && { retryAfter: retry_after }),
    ...(request_id !== undefined && { requestId: request_id }),
    ...(errors && { errors: errors.map(path => expect.objectContaining({ path: expect.stringContaining(path) })) }),
  })
  expect(String(thrown) + JSON.stringify(thrown)).not.toContain(server.key)
}
