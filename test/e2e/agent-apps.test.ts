import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestKernel } from '../rooms/kernel.ts'
import { main, ManifestsFolder, manifest, startWithApps } from './agent-apps-support.ts'

let apps: ManifestsFolder
let kernel: TestKernel

const run = (name: string, body: object = {}) =>
  kernel.request('POST', `/api/agent-apps/${name}/run`, { body: body as never })

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  kernel = await startWithApps(apps)
})

afterAll(async () => {
  await kernel?.stop()
  await apps?.delete()
})

describe('an app that is dropped in while the server runs', () => {
  test('answers a call with the developer key at once', async () => {
    await apps.drop(
      'greeter',
      "ctx.log('greeting', ctx.inputs.name)\n    return { greeting: `Hello, ${ctx.inputs.name}` }",
      {
        inputs: {
          type: 'object',
          properties: { name: { type: 'string', default: 'World' } },
          additionalProperties: false,
        },
      },
    )
    const { status, body } = await run('greeter', { inputs: { name: 'Ada' }, runner: 'api' })
    expect(status).toBe(200)
    expect(body).toEqual({
      run_id: expect.stringMatching(/^run_/),
      app: 'greeter',
      trigger: 'api',
      version: '1.0.0',
      runner: 'api',
      status: 'succeeded',
      output: { greeting: 'Hello, Ada' },
      playbook_run_id: null,
      error: null,
      logs: [{ at: expect.any(String), level: 'info', message: 'greeting Ada' }],
      usage: {
        duration_ms: expect.any(Number),
        cpu_ms: expect.any(Number),
        agent_calls: 0,
        tool_calls: 0,
        prompt_tokens: 0,
        completion_tokens: 0,
      },
      started_at: expect.any(String),
      finished_at: expect.any(String),
    })
  })

  test('has its defaults filled in', async () => {
    expect((await run('greeter')).body.output).toEqual({ greeting: 'Hello, World' })
  })

  test('is listed with what it takes', async () => {
    const { body } = await kernel.request('GET', '/api/agent-apps')
    expect(body.items).toContainEqual(
      expect.objectContaining({
        name: 'greeter',
        version: '1.0.0',
        enabled: true,
        runners: ['api', 'ui', 'cli', 'job', 'playbook'],
      }),
    )
    expect((await kernel.request('GET', '/api/agent-apps/greeter')).body).toMatchObject({
      name: 'greeter',
      limits: { timeout_ms: 30_000 },
    })
  })

  test('is in the history, which survives a restart of the server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-home-'))
    const first = await startWithApps(apps, { home: join(folder, 'home') })
    const ran = await first.request('POST', '/api/agent-apps/greeter/run', { body: {} })
    await first.stop()
    const second = await startWithApps(apps, { home: join(folder, 'home') })
    try {
      const path = `/api/agent-apps/runs/${ran.body.run_id}`
      expect((await second.request('GET', path)).body).toEqual(ran.body)
      expect((await second.request('GET', '/api/agent-apps/runs')).body.items).toHaveLength(1)
    } finally {
      await second.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('an app that changes while the server runs', () => {
  test('is served as it is now', async () => {
    await apps.drop('changing', 'return 1')
    expect((await run('changing')).body.output).toBe(1)
    await apps.write('changing', { 'main.ts': main('return 2') })
    await vi.waitFor(async () => expect((await run('changing')).body.output).toBe(2), { timeout: 5000, interval: 50 })
  })

  test('stays up in its last good version while it does not compile, and shows why', async () => {
    await apps.write('changing', { 'main.ts': main('return (') })
    const shown = await vi.waitFor(
      async () => {
        const { body } = await kernel.request('GET', '/api/agent-apps/changing')
        expect(body.error).toBeDefined()
        return body
      },
      { timeout: 5000, interval: 50 },
    )
    expect(shown.error).toMatchObject({
      file: 'main.ts',
      line: 6,
      column: expect.any(Number),
      frame: expect.stringContaining('return ('),
    })
    expect((await run('changing')).body.output).toBe(2)
    await apps.write('changing', { 'main.ts': main('return 3') })
    await vi.waitFor(async () => expect((await run('changing')).body.output).toBe(3), { timeout: 5000, interval: 50 })
    expect((await kernel.request('GET', '/api/agent-apps/changing')).body.error).toBeUndefined()
  })

  test('is changed by a file in a new folder, too', async () => {
    await apps.write('changing', { 'lib/answer.ts': 'export const answer = 42\n' })
    await apps.write('changing', { 'main.ts': `import { answer } from './lib/answer'\n${main('return answer')}` })
    await vi.waitFor(async () => expect((await run('changing')).body.output).toBe(42), { timeout: 5000, interval: 50 })
    await apps.write('changing', { 'lib/answer.ts': 'export const answer = 43\n' })
    await vi.waitFor(async () => expect((await run('changing')).body.output).toBe(43), { timeout: 5000, interval: 50 })
  })

  test('is not found once its folder is gone', async () => {
    await apps.remove('changing')
    await vi.waitFor(async () => expect((await run('changing')).status).toBe(404), { timeout: 5000, interval: 50 })
    expect(
      (await kernel.request('GET', '/api/agent-apps')).body.items.map((app: { name: string }) => app.name),
    ).not.toContain('changing')
  })

  test('is found when even the folder of all apps is made later', async () => {
    const later = await ManifestsFolder.create()
    await later.delete()
    const other = await startWithApps(later)
    try {
      await later.write('late', { 'manifest.json': manifest('late'), 'main.ts': main('return "here"') })
      const { body } = await other.request('POST', '/api/agent-apps/late/run', { body: {} })
      expect(body.output).toBe('here')
      await vi.waitFor(async () => expect((await other.request('GET', '/api/agent-apps')).body.items).toHaveLength(1), {
        timeout: 10_000,
        interval: 100,
      })
    } finally {
      await other.stop()
      await later.delete()
    }
  })
})

describe('a run that cannot succeed', () => {
  test('of an unknown app is a 404, of inputs that do not fit a 400', async () => {
    expect(await run('nobody')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await run('greeter', { inputs: { name: 1 } })).toMatchObject({
      status: 400,
      body: {
        code: 'validation_error',
        detail: 'inputs.name must be text.',
        errors: [{ path: '/inputs/name', message: 'must be text' }],
      },
    })
    expect((await run('greeter', { inputs: { nom: 'Ada' } })).body.errors).toEqual([
      { path: '/inputs/nom', message: 'is not a known field; the only one is name' },
    ])
    expect((await run('greeter', { input: {} })).status).toBe(400)
  })

  test('because the app throws is a 422 that names the author’s own lines', async () => {
    await apps.write('thrower', {
      'manifest.json': manifest('thrower'),
      'main.ts':
        main("ctx.log('before')\n    fail()") + "\nfunction fail(): never {\n  throw new TypeError('no luck')\n}\n",
    })
    const { status, body } = await run('thrower')
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'agent_app_failed',
      detail: 'thrower: TypeError: no luck',
      run_id: expect.stringMatching(/^run_/),
    })
    expect(body.error).toMatchObject({ name: 'TypeError', message: 'no luck' })
    expect(body.error.stack).toMatch(/main\.ts:11:9/)
    expect(body.error.stack).not.toContain(process.cwd())
    const stored = await kernel.request('GET', `/api/agent-apps/runs/${body.run_id}`)
    expect(stored.body).toMatchObject({ status: 'failed', error: body.error, logs: [{ message: 'before' }] })
  })

  test.each([
    [
      'sleeps past its time',
      'await new Promise(done => setTimeout(done, 60_000))',
      { limits: { timeout_ms: 300 } },
      504,
      'timeout',
    ],
    ['spins past its CPU time', 'for (;;);', { limits: { cpu_ms: 100, timeout_ms: 10_000 } }, 504, 'timeout'],
    [
      'fills its memory',
      'const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length))',
      { limits: { memory_mb: 16, cpu_ms: 5000 } },
      422,
      'agent_app_memory_exceeded',
    ],
    ['answers a function', 'return () => 1', {}, 422, 'agent_app_output_invalid'],
    ['answers a cycle', 'const a: any = {}; a.a = a; return a', {}, 422, 'agent_app_output_invalid'],
    [
      'answers too much',
      "return 'x'.repeat(2000)",
      { limits: { output_bytes: 1000 } },
      422,
      'agent_app_output_invalid',
    ],
    [
      'answers what its outputs do not have',
      'return { score: "high" }',
      { outputs: { type: 'object', properties: { score: { type: 'number' } } } },
      422,
      'agent_app_output_invalid',
    ],
  ])('because the app %s', async (title, body, more, status, code) => {
    const name = title.replaceAll(/[^a-z]+/gi, '-').toLowerCase()
    await apps.drop(name, body, more)
    const answer = await run(name)
    expect(answer).toMatchObject({
      status,
      body: { code, run_id: expect.any(String), error: { name: expect.any(String), code } },
    })
    expect((await kernel.request('GET', `/api/agent-apps/runs/${answer.body.run_id}`)).body).toMatchObject({
      status: 'failed',
      error: { code },
    })
  })

  test('because the folder never built is a 422 with the error of the list', async () => {
    await apps.write('broken', { 'manifest.json': manifest('broken'), 'main.ts': 'export default 1 +\n' })
    const { status, body } = await run('broken')
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'agent_app_invalid' })
    const listed = (await kernel.request('GET', '/api/agent-apps')).body.items.find(
      (app: { name: string }) => app.name === 'broken',
    )
    expect(body.error).toEqual(listed.error)
    expect(listed).toMatchObject({
      version: null,
      error: { file: 'main.ts', line: expect.any(Number), frame: expect.any(String) },
    })
  })

  test('because its runner is not one that the manifest offers is a 403', async () => {
    await apps.drop('api-only', 'return 1', { runners: ['api'] })
    expect(await run('api-only', { runner: 'job' })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})

describe('the history', () => {
  test('is listed newest first, by app and status, in pages', async () => {
    await apps.drop('counter', 'if (ctx.inputs.fail) throw new Error("asked to")\n    return ctx.inputs.n')
    for (const n of [1, 22, 333]) await run('counter', { inputs: { n } })
    await run('counter', { inputs: { fail: true } })
    const list = async (query: string) => (await kernel.request('GET', `/api/agent-apps/runs?${query}`)).body
    const first = await list('app=counter&limit=2')
    expect(first.items.map((item: { status: string }) => item.status)).toEqual(['failed', 'succeeded'])
    const second = await list(`app=counter&limit=2&cursor=${first.next_cursor}`)
    expect(second.items.map((item: { output_bytes: number }) => item.output_bytes)).toEqual([2, 1])
    expect(second.next_cursor).toBeNull()
    expect((await list('app=counter&status=failed')).items).toHaveLength(1)
    expect((await list('status=failed&limit=1')).items[0].app).toBe('counter')
    expect((await kernel.request('GET', '/api/agent-apps/runs?cursor=nonsense')).status).toBe(400)
    expect((await kernel.request('GET', '/api/agent-apps/runs?status=lost')).status).toBe(400)
  })

  test('of another workspace is not found', async () => {
    const { body } = await run('greeter')
    const made = await kernel.request('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: 'reader', scopes: ['agent-apps:read'] },
    })
    const asReader = { authorization: `Bearer ${made.body.key}` }
    expect(
      (await kernel.request('GET', `/api/agent-apps/runs/${body.run_id}`, { as: 'none', headers: asReader })).status,
    ).toBe(200)
    expect(
      (await kernel.request('POST', '/api/agent-apps/greeter/run', { as: 'none', headers: asReader, body: {} })).status,
    ).toBe(403)
    expect((await kernel.request('GET', '/api/agent-apps/runs/run_00000000000000000000000000')).status).toBe(404)
    expect((await kernel.request('GET', '/api/agent-apps', { as: 'none' })).status).toBe(401)
  })

  test('holds a run once when its request is repeated with an idempotency key', async () => {
    const headers = { 'idempotency-key': 'once-only' }
    const send = () => kernel.request('POST', '/api/agent-apps/counter/run', { headers, body: { inputs: { n: 9 } } })
    const first = await send()
    const again = await send()
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})

test('the apps are listed in pages, by name', async () => {
  const page = async (query: string) => (await kernel.request('GET', `/api/agent-apps?${query}`)).body
  for (const name of ['paged-c', 'paged-a', 'paged-b']) await apps.drop(name, 'return 1')
  await vi.waitFor(async () => {
    const { items } = await page('limit=200')
    expect(items.map((app: { name: string }) => app.name)).toEqual(expect.arrayContaining(['paged-a', 'paged-c']))
  })
  const all: string[] = (await page('limit=200')).items.map((app: { name: string }) => app.name)
  expect(all).toEqual(all.toSorted())
  const seen: string[] = []
  let query = 'limit=2'
  for (let next: string | null = ''; next !== null; query = `limit=2&cursor=${next}`) {
    const { items, next_cursor } = await page(query)
    expect(items.length).toBeLessThanOrEqual(2)
    seen.push(...items.map((app: { name: string }) => app.name))
    next = next_cursor
  }
  expect(seen).toEqual(all)
  expect((await page('')).next_cursor).toBeNull()
  for (const query of ['limit=0', 'limit=201', 'cursor=nonsense', 'page=2'])
    expect((await page(query)).code, query).toBe('validation_error')
})

test('a file that is no folder, and a hidden folder, are no apps', async () => {
  await writeFile(join(apps.path, 'README.md'), 'Apps')
  await apps.write('.git', { HEAD: 'x' })
  const { body } = await kernel.request('GET', '/api/agent-apps')
  const names = body.items.map((app: { name: string }) => app.name)
  expect(names).not.toContain('README.md')
  expect(names).not.toContain('.git')
})
