import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { EventType } from '@svc/plugin'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { main, ManifestsFolder, startWithApps, untilRun } from '../e2e/agent-apps-support.ts'
import { TestStream } from '../support/event-stream.ts'
import type { StreamMessage } from '../support/event-stream.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let apps: ManifestsFolder
let server: TestKernel

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  await apps.drop('greets', `return { greeting: 'hello' }`)
  await apps.drop('breaks', `throw new Error('what the app was given: ' + JSON.stringify(ctx.inputs))`)
  server = await startWithApps(apps, {
    plugins: ['agent-apps', 'sandbox', 'models', 'tools', 'developer', 'admin', 'data'],
  })
})

afterAll(async () => {
  await server.stop()
  await apps.delete()
})

async function ask<Body = Record<string, string>>(
  method: string,
  path: string,
  body?: Record<string, unknown>,
): Promise<Body> {
  const answer = await server.request<Body>(method, path, {
    as: 'owner',
    ...(body === undefined ? {} : { body: body as never }),
  })
  expect([method, path, answer.status]).toEqual([method, path, expect.toSatisfy((status: number) => status < 300)])
  return answer.body
}

async function keys(): Promise<void> {
  const key = await ask('POST', '/api/developer/keys', { name: 'session' })
  const next = await ask('POST', `/api/developer/keys/${key['id']}/rotate`, { grace_seconds: 60 })
  await ask('DELETE', `/api/developer/keys/${next['id']}`)
}

async function users(): Promise<void> {
  const made = await server.request('POST', '/api/users', {
    as: 'owner',
    body: { username: 'grace', password: 'another horse battery', role: 'user' },
  })
  const { id } = (made.body as { user?: { id: string } }).user ?? (made.body as { id: string })
  await ask('PATCH', `/api/users/${id}`, { role: 'admin' })
  await ask('PATCH', `/api/users/${id}`, { disabled: true })
  await ask('POST', `/api/users/${id}/password`, { new_password: 'a third horse battery' })
  await ask('DELETE', `/api/users/${id}`)
}

async function plugins(): Promise<void> {
  await ask('PATCH', '/api/admin/plugins/data', { enabled: false })
  await ask('PATCH', '/api/admin/plugins/data', { enabled: true })
}

async function jobs(): Promise<void> {
  const claim = async (kind: string) => {
    const { body } = await server.request<{ jobs: { job_id: string; claim_token: string }[] }>(
      'POST',
      '/api/jobs/claim',
      { body: { worker_id: 'session', kinds: [kind] } },
    )
    const [job] = body.jobs
    if (!job) throw new Error(`no ${kind} to claim`)
    return job
  }
  await ask('POST', '/api/jobs', { kind: 'session.good' })
  const good = await claim('session.good')
  await ask('POST', `/api/jobs/${good.job_id}/complete`, { claim_token: good.claim_token })
  await ask('POST', '/api/jobs', { kind: 'session.bad', max_attempts: 2 })
  const bad = await claim('session.bad')
  await ask('POST', `/api/jobs/${bad.job_id}/fail`, {
    claim_token: bad.claim_token,
    error: { message: 'a first time' },
  })
  await ask('POST', '/api/jobs', { kind: 'session.dead' })
  const dead = await claim('session.dead')
  const fault = { claim_token: dead.claim_token, error: { message: 'for good' }, retry: false }
  await ask('POST', `/api/jobs/${dead.job_id}/fail`, fault)
  const cancelled = await ask('POST', '/api/jobs', { kind: 'session.cancelled' })
  await ask('POST', `/api/jobs/${cancelled['job_id']}/cancel`)
  await ask('POST', `/api/jobs/${cancelled['job_id']}/retry`)
}

async function runs(): Promise<void> {
  await server.request('POST', '/api/agent-apps/greets/run', { body: { inputs: {} } })
  await server.request('POST', '/api/agent-apps/breaks/run', { body: { inputs: { password: 'hunter2' } } })
  const queued = await server.request<{ run_id: string }>('POST', '/api/agent-apps/waits/run', {
    body: { inputs: {}, runner: 'job' },
  })
  await untilRun(server, queued.body.run_id, 'running')
  await server.request('POST', `/api/agent-apps/runs/${queued.body.run_id}/cancel`)
  await untilRun(server, queued.body.run_id, 'cancelled')
}

function tool(body: string) {
  const manifest = { kind: 'tool', name: 'counts', version: '1.0.0', description: 'Counts', effect: 'read' }
  const code = `import { defineTool } from '@svc/sdk/agent-app'\nexport default defineTool({ run(input) { ${body} } })\n`
  return { 'tool.json': { ...manifest, input_schema: { type: 'object' } }, 'tool.ts': code }
}

const typesOf = (messages: readonly StreamMessage[]) => new Set(messages.map(({ event }) => event))

it('every event of a session fits the schema that the catalogue has for its type, and says no more than that', async () => {
  const stream = await TestStream.open(`${server.url}/api/events`, { authorization: `Bearer ${server.key}` })
  const untilHeard = (event: string) => stream.until(message => message.event === event)
  const heard: StreamMessage[] = []
  await apps.drop('waits', `await new Promise(resolve => setTimeout(resolve, 60_000))`)
  heard.push(...(await untilHeard('app.loaded')))
  await keys()
  await users()
  await plugins()
  await jobs()
  await runs()
  await apps.write('greets', { 'main.ts': main('return {') })
  heard.push(...(await untilHeard('app.failed')))
  await apps.write('greets', { 'main.ts': main(`return { greeting: 'again' }`) })
  heard.push(...(await untilHeard('app.loaded')))
  await apps.write('counts', tool('return input.text.length'))
  heard.push(...(await untilHeard('tool.loaded')))
  await apps.write('counts', tool('return {'))
  heard.push(...(await untilHeard('tool.failed')))
  await apps.remove('counts')
  heard.push(...(await untilHeard('tool.removed')))
  await apps.remove('waits')
  heard.push(...(await untilHeard('app.removed')))
  await stream.close()

  const { items } = await ask<{ items: EventType[] }>('GET', '/api/events/types')
  const ajv = new Ajv({ allErrors: true, strict: false })
  formats.default(ajv)
  const checks = new Map(items.map(({ type, data }) => [type, ajv.compile(data)]))
  const misfits = heard.flatMap(({ event, data }) => {
    const check = checks.get(event)
    return check?.(data['data']) ? [] : [{ event, data, errors: check?.errors ?? 'not in the catalogue' }]
  })
  expect(misfits).toEqual([])

  // A plugin that fails and a webhook that is switched off are made in other tests.
  const domains = /^(?:job|key|user|plugin|run|app|tool)\./
  const missing = items.map(({ type }) => type).filter(type => domains.test(type) && !typesOf(heard).has(type))
  expect(missing).toEqual(['plugin.failed'])
  expect(JSON.stringify(heard)).not.toMatch(/hunter2|svc_[0-9a-z]{8}|horse battery/)
})
