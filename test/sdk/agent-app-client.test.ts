import { afterAll, beforeAll, expect, it } from 'vitest'
import { SvcClient } from '@svc/sdk'
import { startTestSandbox } from '../support/sandbox.ts'
import type { TestSandbox } from '../support/sandbox.ts'
import { methodsOf } from './recorded-operations.ts'

/** Names that agent apps have used since before there was the SDK, and what it calls them. */
const otherNames: Record<string, string> = { 'data.list': 'data.catalog', 'data.describe': 'data.profile' }

const app = `
import { defineAgentApp } from '@svc/sdk/agent-app'
export default defineAgentApp(async ctx =>
  Object.entries(ctx.client).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : Object.keys(value).map(method => name + '.' + method)))
`

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

it('ctx.client of an agent app has the names of the SDK', async () => {
  const run = await sandbox.run(app)
  expect(run).toMatchObject({ status: 'succeeded' })
  const names = ('output' in run ? (run.output as string[]) : []).toSorted()
  expect(names).toEqual([
    'data.describe',
    'data.import',
    'data.list',
    'data.query',
    'memory.add',
    'memory.delete',
    'memory.get',
    'memory.import',
    'memory.list',
    'memory.search',
    'memory.update',
    'request',
  ])
  const client = new SvcClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'svc_test' })
  const known = new Set([...methodsOf(client).map(({ module, method }) => `${module}.${method}`), 'request'])
  expect(client.request).toBeTypeOf('function')
  expect(names.map(name => otherNames[name] ?? name).filter(name => !known.has(name))).toEqual([])
})
