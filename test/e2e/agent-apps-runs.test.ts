import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestKernel } from '../rooms/kernel.ts'
import { TestStream } from '../support/event-stream.ts'
import { asksSecond } from '../rooms/first-of-two.ts'
import { ManifestsFolder, readEvents, startWithApps, untilRun } from './agent-apps-support.ts'

let apps: ManifestsFolder
let kernel: TestKernel

const run = (name: string, body: object = {}) =>
  kernel.request('POST', `/api/agent-apps/${name}/run`, { body: body as never })
const listed = async (query: string) => (await kernel.request('GET', `/api/agent-apps/runs?${query}`)).body.items
const waiting = "ctx.log('waiting'); await new Promise(done => setTimeout(done, 20_000)); return 'late'"

/** Waits until the app has a run that goes on, and answers its id. */
const runningRun = (app: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const [item] = await listed(`app=${app}&status=running`)
      expect(item).toBeDefined()
      return item.run_id
    },
    { timeout: 60_000, interval: 30 },
  )

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  kernel = await startWithApps(apps)
})

afterAll(async () => {
  await kernel?.stop()
  await apps?.delete()
})

describe('the events of a run', () => {
  test('replay after its end, and resume behind the last one seen', async () => {
    await apps.drop(
      'eventful',
      "ctx.log('one')\n    ctx.progress(0.5, 'half')\n    ctx.log.warn('two', { n: 2 })\n    return true",
    )
    const { body } = await run('eventful')
    const path = `/api/agent-apps/runs/${body.run_id}/events`
    const events = await readEvents(kernel, path)
    expect(events.map(({ id, type }) => `${id} ${type}`)).toEqual(['1 log', '2 progress', '3 log', '4 done'])
    expect(events[0]?.data).toEqual({
      type: 'log',
      at: expect.any(String),
      level: 'info',
      message: 'one',
      run_id: body.run_id,
    })
    expect(events[1]?.data).toMatchObject({ type: 'progress', fraction: 0.5, note: 'half' })
    expect(events[3]?.data).toMatchObject({ type: 'done', run_id: body.run_id, status: 'succeeded', error: null })
    const resumed = await readEvents(kernel, path, { headers: { 'last-event-id': '2' } })
    expect(resumed.map(({ id }) => id)).toEqual(['3', '4'])
    expect(await readEvents(kernel, path, { headers: { 'last-event-id': '4' } })).toEqual([])
    const foreign = await readEvents(kernel, path, { headers: { 'last-event-id': '40' } })
    expect(foreign.map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
  })

  test('come while it lasts, and end with it', async () => {
    await apps.drop(
      'ticking',
      "for (let i = 1; i <= 3; i++) { ctx.log('tick', i); await new Promise(done => setTimeout(done, 300)) }",
    )
    const ran = run('ticking')
    const runId = await runningRun('ticking')
    const events = await readEvents(kernel, `/api/agent-apps/runs/${runId}/events`)
    expect(events.map(({ type }) => type)).toEqual(['log', 'log', 'log', 'done'])
    expect((await ran).body.run_id).toBe(runId)
  })

  test('of an unknown run are a 404, behind an id that is none a 400', async () => {
    const { body } = await run('eventful')
    expect((await kernel.request('GET', '/api/agent-apps/runs/run_nobody/events')).status).toBe(404)
    const answer = await kernel.request('GET', `/api/agent-apps/runs/${body.run_id}/events`, {
      headers: { 'last-event-id': 'evt_1' },
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_error' } })
  })
})

describe('a run is ended', () => {
  test('by its cancel route, and the record says so', async () => {
    await apps.drop('slow', waiting)
    const ran = run('slow')
    const runId = await runningRun('slow')
    const cancel = await kernel.request('POST', `/api/agent-apps/runs/${runId}/cancel`)
    expect(cancel).toMatchObject({ status: 202, body: { run_id: runId, status: 'running', cancel_requested: true } })
    expect(await ran).toMatchObject({ status: 409, body: { code: 'conflict', run_id: runId } })
    expect((await kernel.request('GET', `/api/agent-apps/runs/${runId}`)).body).toMatchObject({
      status: 'cancelled',
      output: null,
      logs: [{ message: 'waiting' }],
    })
    expect((await kernel.request('POST', `/api/agent-apps/runs/${runId}/cancel`)).status).toBe(409)
    expect((await kernel.request('POST', '/api/agent-apps/runs/run_nobody/cancel')).status).toBe(404)
  })

  test('when the client that waits for it leaves', async () => {
    const leave = new AbortController()
    const headers = { authorization: `Bearer ${kernel.key}`, 'content-type': 'application/json' }
    const left = fetch(`${kernel.url}/api/agent-apps/slow/run`, {
      method: 'POST',
      headers,
      body: '{}',
      signal: leave.signal,
    }).catch(() => 'left')
    const runId = await runningRun('slow')
    leave.abort()
    expect(await left).toBe('left')
    await untilRun(kernel, runId, 'cancelled')
  })

  test('and more runs than the app may have at once wait for it', async () => {
    await apps.drop('one-by-one', 'await new Promise(done => setTimeout(done, ctx.inputs.ms)); return Date.now()', {
      limits: { concurrency: 1 },
    })
    const ends = await Promise.all([200, 100, 0].map(async ms => (await run('one-by-one', { inputs: { ms } })).body))
    const spans = ends.map(({ started_at, finished_at }) => [started_at, finished_at]).sort()
    expect(spans[1]?.[0] >= spans[0]?.[1]).toBe(true)
    expect(spans[2]?.[0] >= spans[1]?.[1]).toBe(true)
  })
})

describe('a run in the background', () => {
  test('calls nothing more once its key is revoked', async () => {
    const calls = `for (;;) {
      await ctx.tools.call('calculator', { expression: '1 + 1' })
      ctx.log('called')
      await new Promise(done => setTimeout(done, 20))
    }`
    await apps.drop('calling', calls, { permissions: { tools: ['calculator'] }, limits: { tool_calls: 1000 } })
    const { body: short } = await kernel.request('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: 'short' },
    })
    const started = await kernel.request('POST', '/api/agent-apps/calling/run', {
      as: 'none',
      headers: { authorization: `Bearer ${short.key}` },
      body: { runner: 'job' },
    })
    const runId = started.body.run_id
    const url = `${kernel.url}/api/agent-apps/runs/${runId}/events`
    const events = await TestStream.open(url, { authorization: `Bearer ${kernel.key}` })
    await events.until(({ event }) => event === 'log')
    await events.close()
    await kernel.request('DELETE', `/api/developer/keys/${short.id}`, { as: 'owner' })
    expect(await untilRun(kernel, runId, 'failed')).toMatchObject({
      error: { message: expect.stringContaining("its caller's key has ended") },
    })
  })

  test('is queued, runs, and is told by its events', async () => {
    await apps.drop('background', "ctx.log('working'); return { n: ctx.inputs.n * 2 }")
    const { status, body } = await run('background', { inputs: { n: 21 }, runner: 'job' })
    expect({ status, body }).toEqual({
      status: 202,
      body: { run_id: expect.stringMatching(/^run_/), job_id: expect.stringMatching(/^job_/), status: 'queued' },
    })
    const events = await readEvents(kernel, `/api/agent-apps/runs/${body.run_id}/events`)
    expect(events.at(-1)).toMatchObject({ type: 'done', data: { status: 'succeeded' } })
    expect(await untilRun(kernel, body.run_id, 'succeeded')).toMatchObject({
      runner: 'job',
      output: { n: 42 },
      logs: [{ message: 'working' }],
    })
  })

  test('that fails is recorded as failed, and not run again', async () => {
    await apps.drop('failing', "ctx.log('trying'); throw new Error('no')")
    const { body } = await run('failing', { runner: 'job' })
    expect(await untilRun(kernel, body.run_id, 'failed')).toMatchObject({
      error: { message: 'no' },
      logs: [{ message: 'trying' }],
    })
    expect(await listed('app=failing')).toHaveLength(1)
  })

  test('is refused at once when its inputs do not fit', async () => {
    await apps.drop('strict', 'return 1', { inputs: { type: 'object', additionalProperties: false } })
    expect((await run('strict', { inputs: { a: 1 }, runner: 'job' })).status).toBe(400)
  })

  test('ends by its cancel route', async () => {
    const { body } = await run('slow', { runner: 'job' })
    await untilRun(kernel, body.run_id, 'running')
    expect((await kernel.request('POST', `/api/agent-apps/runs/${body.run_id}/cancel`)).status).toBe(202)
    expect(await untilRun(kernel, body.run_id, 'cancelled')).toMatchObject({ output: null })
  })
})

describe('a run whose caller is let in no more', () => {
  test('is not begun, when its key was revoked while it waited', async () => {
    await apps.drop('held-back', waiting, { limits: { concurrency: 1 } })
    const made = await kernel.request('POST', '/api/developer/keys', { body: { name: 'short' }, as: 'owner' })
    const headers = { authorization: `Bearer ${made.body.key}` }
    const first = run('held-back')
    const holding = await runningRun('held-back')
    const queued = await kernel.request('POST', '/api/agent-apps/held-back/run', {
      body: { runner: 'job' },
      as: 'none',
      headers,
    })
    expect(queued.status).toBe(202)
    expect((await kernel.request('DELETE', `/api/developer/keys/${made.body.id}`, { as: 'owner' })).status).toBe(204)
    await kernel.request('POST', `/api/agent-apps/runs/${holding}/cancel`)
    await first
    expect(await untilRun(kernel, queued.body.run_id, 'failed')).toMatchObject({
      error: { code: 'forbidden', message: expect.stringContaining('key has ended') },
      logs: [],
    })
  })

  test('ends at once, when its key is revoked while it lasts', async () => {
    await apps.drop('long', waiting)
    const made = await kernel.request('POST', '/api/developer/keys', { body: { name: 'short' }, as: 'owner' })
    const headers = { authorization: `Bearer ${made.body.key}` }
    const answer = kernel.request('POST', '/api/agent-apps/long/run', { body: {}, as: 'none', headers })
    const runId = await runningRun('long')
    await kernel.request('DELETE', `/api/developer/keys/${made.body.id}`, { as: 'owner' })
    expect(await answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    await untilRun(kernel, runId, 'cancelled')
  })
})

describe('what an app may do', () => {
  const call = (expression: string) =>
    `try { return { value: await ${expression} } } catch (error: any) { return { code: error.code, message: error.message } }`
  const outcome = async (name: string, expression: string, more: object = {}, headers?: Record<string, string>) => {
    await apps.drop(name, call(expression), more)
    const answer = await kernel.request('POST', `/api/agent-apps/${name}/run`, {
      body: {},
      ...(headers && { as: 'none' as const, headers }),
    })
    return answer.body.output
  }

  test('is nothing, when its manifest grants nothing', async () => {
    expect(await outcome('ask-nobody', "ctx.agent.ask('hi')")).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('"agent": true'),
    })
    expect(await outcome('no-tool', "ctx.tools.call('calculator', { expression: '1+1' })")).toMatchObject({
      code: 'forbidden',
    })
    expect(await outcome('no-memory', "ctx.client.request('GET', '/api/memory')")).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('"memory": "read"'),
    })
  })

  test('is what its manifest grants', async () => {
    const tools = { permissions: { tools: ['calculator'] } }
    expect(await outcome('calculates', "ctx.tools.call('calculator', { expression: '6*7' })", tools)).toMatchObject({
      value: expect.anything(),
    })
    expect(
      await outcome('fetches', "ctx.tools.call('http_fetch', { url: 'https://example.org/' })", tools),
    ).toMatchObject({ code: 'forbidden' })
    const asked = await outcome('asks', "ctx.agent.complete({ prompt: 'The sky is blue. What colour has the sky?' })", {
      permissions: { agent: true },
    })
    expect(asked.value).toMatchObject({ text: expect.any(String), offline: true, model: 'svc/offline' })
    expect(
      await outcome('datasets', "ctx.client.request('GET', '/api/data/planes/status')", {
        permissions: { datasets: 'read' },
      }),
    ).toMatchObject({
      value: { planes: { data: { driver: asksSecond ? 'sqlite+log' : 'sqlite' } } },
    })
  })

  test.each([
    ['/api/auth/me', 'who it is'],
    ['/api/data/../auth/me', 'a way round'],
    ['/api/data/%2e%2e/auth/me', 'an encoded way round'],
    ['/api/database', 'a longer word'],
    ['//example.org/api/data', 'another host'],
    ['http://example.org/api/data', 'another origin'],
  ])('is never to reach %s, %s', async path => {
    const name = `reach-${path.replaceAll(/[^a-z]+/g, '-')}`.replace(/-+$/, '')
    expect(
      await outcome(name, `ctx.client.request('GET', '${path}')`, { permissions: { datasets: 'write' } }),
    ).toMatchObject({ code: 'forbidden' })
  })

  test('is never more than its caller may', async () => {
    const key = async (scopes: string[]) => {
      const { body } = await kernel.request('POST', '/api/developer/keys', {
        as: 'owner',
        body: { name: 'narrow', scopes },
      })
      return { authorization: `Bearer ${body.key}` }
    }
    const runner = await key(['agent-apps:write'])
    const everything = { permissions: { agent: true, tools: ['calculator'], datasets: 'read' } }
    expect(await outcome('narrow-ask', "ctx.agent.ask('hi')", everything, runner)).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('models:write'),
    })
    expect(
      await outcome('narrow-tool', "ctx.tools.call('calculator', { expression: '1' })", everything, runner),
    ).toMatchObject({ code: 'forbidden' })
    expect(
      await outcome('narrow-data', "ctx.client.request('GET', '/api/data/planes/status')", everything, runner),
    ).toMatchObject({ code: 'forbidden' })
    const wider = await key(['agent-apps:write', 'tools:write'])
    expect(
      await outcome('wide-tool', "ctx.tools.call('calculator', { expression: '1' })", everything, wider),
    ).toMatchObject({ value: expect.anything() })
  })

  test('ends with its budget of tool calls', async () => {
    const body =
      "ctx.tools.call('calculator', { expression: '1' }).then(() => ctx.tools.call('calculator', { expression: '1' }))"
    expect(
      await outcome('thrifty', body, { permissions: { tools: ['calculator'] }, limits: { tool_calls: 1 } }),
    ).toMatchObject({ code: 'tool_calls_exceeded' })
    const broke = { permissions: { agent: true }, limits: { tokens: 0 } }
    expect(await outcome('broke', "ctx.agent.ask('hi')", broke)).toMatchObject({ code: 'tokens_exceeded' })
  })

  test('is recorded in its events and its usage', async () => {
    await apps.drop(
      'accounted',
      "await ctx.tools.call('calculator', { expression: '1' }); await ctx.agent.ask('Say something.')",
      {
        permissions: { agent: true, tools: ['calculator'] },
      },
    )
    const { body } = await run('accounted')
    expect(body.usage).toMatchObject({ tool_calls: 1, agent_calls: 1, prompt_tokens: expect.any(Number) })
    const events = await readEvents(kernel, `/api/agent-apps/runs/${body.run_id}/events`)
    expect(events.map(({ type }) => type)).toEqual(['tool_call', 'agent', 'done'])
    expect(events[0]?.data).toMatchObject({ tool_name: 'calculator', ok: true })
    expect(events[1]?.data).toMatchObject({ model: 'svc/offline', offline: true })
  })

  test('sees what the operator configured for it, secrets too, and nobody else does', async () => {
    const own = await ManifestsFolder.create()
    await own.drop('configured', 'return { first: ctx.config.token.slice(0, 3), region: ctx.config.region }', {
      config: {
        type: 'object',
        properties: { token: { type: 'string', 'x-secret': true }, region: { type: 'string', default: 'eu' } },
        required: ['token'],
        additionalProperties: false,
      },
    })
    const without = await startWithApps(own)
    const invalid = await without.request('POST', '/api/agent-apps/configured/run', { body: {} })
    await without.stop()
    expect(invalid).toMatchObject({
      status: 422,
      body: { code: 'agent_app_invalid', error: { file: 'svc.config.yaml' } },
    })
    expect(invalid.body.detail).toContain('plugins.agent-apps.apps.configured.token is required')
    const configured = await startWithApps(own, {
      env: { SVC_AGENT_APPS_APPS: JSON.stringify({ configured: { token: 'abc-very-secret' } }) },
    })
    try {
      const { body } = await configured.request('POST', '/api/agent-apps/configured/run', { body: {} })
      expect(body.output).toEqual({ first: 'abc', region: 'eu' })
      expect(JSON.stringify(configured.report.config)).not.toContain('very-secret')
      expect(JSON.stringify((await configured.request('GET', '/api/agent-apps')).body)).not.toContain('very-secret')
    } finally {
      await configured.stop()
      await own.delete()
    }
  })
})
