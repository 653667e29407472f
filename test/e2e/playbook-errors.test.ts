import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { ManifestsFolder } from './agent-apps-support.ts'

// Every way to each of the standard's errors that svc has, but for crash_loop and outcome_unknown, which test/faults/playbooks shows.

let apps: ManifestsFolder
let model: FakeModelServer
let host: FakeWebHost
let kernel: TestKernel
let count = 0

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  await apps.drop('fails', 'throw new Error("The shop is shut")', {
    runners: ['api', 'playbook'],
    inputs: { type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: false },
  })
  await apps.drop('api-only', 'return { done: true }', { runners: ['api'] })
  model = await startFakeModelServer()
  host = await startFakeWebHost((request, response) => {
    const path = request.url ?? '/'
    if (path === '/broken') return response.destroy()
    if (path === '/elsewhere') return response.writeHead(302, { location: 'http://10.1.2.3/' }).end()
    if (path === '/no-json') return response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":')
    const status = Number(path.slice(1))
    if (path !== '/slow') response.writeHead(status, { 'retry-after': '7' }).end('No more today')
  })
  kernel = await startTestKernel({
    manifests: apps.path,
    env: { SVC_EGRESS_ALLOW: host.key, SVC_MODEL_BASE_URL: model.baseUrl, SVC_MODEL_NAME: 'fake-model' },
  })
  for (const [tool, grant] of [
    ['calculator', 'allow'],
    ['http_fetch', 'deny'],
  ])
    await kernel.request('PUT', `/api/tools/${tool}/grant`, { body: { grant } as never })
})
afterAll(async () => {
  await kernel?.stop()
  await model?.close()
  await host?.close()
  await apps?.delete()
})

async function store(tasks: object[], more: object = {}): Promise<string> {
  const name = `errors-${(count += 1)}`
  const document = { dsl: '1.0.3', namespace: 'default', name, version: '1.0.0' }
  const definition = { document, do: tasks, ...more }
  const made = await kernel.request('POST', '/api/playbooks', { body: { definition } as never })
  expect(made.body.errors, JSON.stringify(made.body)).toBeUndefined()
  return name
}

const call = (name: string, given: object, more: object = {}) => ({ call: name, with: given, ...more })
const get = (path: string, more: object = {}) =>
  call('http', { method: 'get', endpoint: `${host.url}${path}`, ...more })
const tool = (name: string, values: object) => call('tool', { name, arguments: values })
const agent = (more: object = {}) => call('agent', { prompt: 'Hello', model: 'fake-model', ...more })
const child = (name: string) => ({ run: { workflow: { namespace: 'default', name, version: 'latest' } } })
const ask = (more: object = {}) => call('approval', { title: 'Go on?', ...more })
const calculates = (expression: string) => tool('calculator', { expression })

/** `status` where it is not that of the type. */
type Row = [what: string, task: () => object, type: string, detail: RegExp, more?: { status?: number; use?: object }]

const statuses: Record<string, number> = {
  configuration: 400,
  validation: 400,
  expression: 400,
  authentication: 401,
  authorization: 403,
  timeout: 408,
  communication: 502,
  runtime: 500,
}
const small = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
const withSchema = { input: { schema: { document: small } }, set: { a: 1 } }

const rows: Row[] = [
  ['a tool that is not there', () => tool('nobody__knows', {}), 'configuration', /"?nobody__knows/],
  [
    'a tool of an agent that is not there',
    () => agent({ tools: ['nobody__knows'] }),
    'configuration',
    /"nobody__knows"/,
  ],
  [
    'an app that is not there',
    () => call('app', { name: 'nobody-knows', inputs: {} }),
    'configuration',
    /nobody-knows/,
  ],
  ['a playbook that is not there', () => child('nobody-knows'), 'configuration', /nobody-knows/],
  [
    'a model that its provider does not have',
    () => {
      model.script({ status: 404 })
      return agent({ model: 'gpt-none' })
    },
    'configuration',
    /gpt-none/,
  ],
  ['a conversation that is not there', () => agent({ session_id: 'ses_none' }), 'configuration', /./],
  ['an input that does not fit its schema', () => withSchema, 'validation', /^The input does not fit its schema: .*n/],
  [
    'an output that does not fit',
    () => ({ set: { n: 'one' }, output: { schema: { document: small } } }),
    'validation',
    /^The output does not fit its schema: \/n/,
  ],
  [
    'arguments that do not fit their tool',
    () => tool('calculator', { expression: '${ 1 + 1 }' }),
    'validation',
    /expression/,
  ],
  [
    'inputs that do not fit their app',
    () => call('app', { name: 'fails', inputs: { n: '${ "x" | . }' } }),
    'validation',
    /n/,
  ],
  [
    'an event of a type of ours',
    () => ({ emit: { event: { with: { source: 'https://test', type: 'job.succeeded' } } } }),
    'validation',
    /job\.succeeded/,
  ],
  ['an expression that raises', () => ({ set: { a: '${ error("no") }' } }), 'expression', /no/],
  [
    'an expression with two values',
    () => ({ set: { a: '${ 1, 2 }' } }),
    'expression',
    /gives more than one value. Put it in \[ \]/,
  ],
  [
    'an expression without an end',
    () => ({ set: { a: '${ [range(1e12)] | length }' } }),
    'expression',
    /ran past the limit of 1000 ms|needed more memory/,
  ],
  [
    'an expression that gives too much',
    () => ({ set: { a: '${ "x" * 2000000 }' } }),
    'expression',
    /gave more than 1048576 bytes/,
  ],
  [
    'a loop over what is no list',
    () => ({ for: { in: '"abc"' }, do: [{ a: { set: { b: 1 } } }] }),
    'expression',
    /for\.in gives no list but string/,
  ],
  ['an endpoint that refuses the credential', () => get('/401'), 'authentication', /was answered 401\. No more today/],
  [
    'a provider that refuses its key',
    () => {
      model.script({ status: 401 })
      return agent()
    },
    'authentication',
    /./,
  ],
  [
    'a grant that is deny',
    () => tool('http_fetch', { url: 'https://example.com' }),
    'authorization',
    /^forbidden: .*http_fetch/,
  ],
  [
    'a runner that the app does not offer',
    () => call('app', { name: 'api-only', inputs: {} }),
    'authorization',
    /^forbidden: .*playbook/,
  ],
  [
    'a secret that is not there',
    () => get('/200', { headers: { a: '${ $secrets.NONE }' } }),
    'authorization',
    /NONE/,
    { use: { secrets: ['NONE'] } },
  ],
  [
    'a private address',
    () => call('http', { method: 'get', endpoint: 'http://10.1.2.3/' }),
    'authorization',
    /^url_blocked: /,
  ],
  ['a redirect to a private address', () => get('/elsewhere', { redirect: true }), 'authorization', /^url_blocked: /],
  [
    'a task that is too slow',
    () => ({ ...get('/slow'), timeout: { after: { milliseconds: 200 } } }),
    'timeout',
    /^The task did not end within its timeout of 0\.2 s\.$/,
  ],
  [
    'an approval that has expired',
    () => ask({ expires_in: 'PT1S' }),
    'timeout',
    /^Nobody has decided about "Go on\?" in time\.$/,
  ],
  [
    'an endpoint that is not found',
    () => get('/404'),
    'communication',
    /was answered 404\. No more today/,
    { status: 404 },
  ],
  ['an endpoint that is busy', () => get('/503'), 'communication', /was answered 503/, { status: 503 }],
  ['an endpoint that breaks off', () => get('/broken'), 'communication', /./],
  ['an answer that is no JSON', () => get('/no-json'), 'communication', /says that it is JSON, and is not/],
  [
    'a provider that fails',
    () => {
      model.script({ status: 500 })
      return agent()
    },
    'communication',
    /./,
  ],
  ['a tool that fails', () => calculates('1 +'), 'runtime', /^tool_failed: /],
  [
    'an app that fails',
    () => call('app', { name: 'fails', inputs: {} }),
    'runtime',
    /^agent_app_failed: .*The shop is shut/,
  ],
  [
    'the tokens of a run, a million',
    () => {
      const calls = [{ id: 'call_1', name: 'calculator', arguments: '{"expression":"1"}' }]
      model.script({ toolCalls: calls, usage: { prompt_tokens: 600_000, completion_tokens: 400_000 } })
      return agent({ tools: ['calculator'] })
    },
    'runtime',
    /^budget_exceeded: the run has used 1000000 tokens of 1000000 \(document\.metadata\.token_budget\)\.$/,
  ],
  ['SQL that cannot be read', () => call('sql', { sql: 'selec 1' }), 'runtime', /^sql_/],
  [
    'a loop over too much',
    () => ({ for: { in: '[range(10001)]' }, do: [{ a: { set: { b: 1 } } }] }),
    'runtime',
    /for\.in gives 10001 items/,
  ],
]

test.each(rows)('%s', async (_what, task, type, detail, { status, use } = {}) => {
  const name = await store([{ block: { do: [{ bad: task() }] } }], use && { use })
  const body = { playbook_id: name, wait_seconds: 25 }
  const { body: run } = await kernel.request('POST', '/api/playbooks/runs', { body })
  const title = { timeout: 'Timeout' }[type] ?? `${type[0]?.toUpperCase()}${type.slice(1)} error`
  expect(run.error, JSON.stringify(run.status)).toEqual({
    type: `https://serverlessworkflow.io/spec/1.0.0/errors/${type}`,
    status: status ?? statuses[type],
    title,
    detail: expect.stringMatching(detail),
    instance: '/do/0/block/do/0/bad',
  })
  expect(run).toMatchObject({ status: 'faulted', output: null })
})
