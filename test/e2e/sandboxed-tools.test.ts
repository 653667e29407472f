import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { main, manifest, ManifestsFolder } from './agent-apps-support.ts'

const plugins = ['agent-apps', 'sandbox', 'models', 'tools', 'developer']
const letter = "Dear Ada, the engine works. It's a well-made thing! Yours, Charles"
let folder: ManifestsFolder
let kernel: TestKernel

/** The least that a tool.json needs, with what is given on top. */
function tool(name: string, more: object = {}): object {
  return {
    kind: 'tool',
    name,
    version: '1.0.0',
    description: 'A tool of a test',
    input_schema: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
    effect: 'read',
    ...more,
  }
}

function toolTs(body: string): string {
  return `import { defineTool } from '@svc/sdk/agent-app'\n\nexport default defineTool<{ text: string }>({\n  async run(input, ctx) {\n    ${body}\n  },\n})\n`
}

const call = (name: string, values: object = {}, headers: Record<string, string> = {}) =>
  kernel.request('POST', `/api/tools/${name}/call`, { body: { arguments: values } as never, headers })

const folderOf = async (name: string) => (await kernel.request('GET', `/api/sandboxed-tools/${name}`)).body

/** Waits until the server sees the folder as `seen` wants it. */
const until = (name: string, seen: (folder: Record<string, unknown>) => boolean) =>
  vi.waitFor(
    async () => {
      const body = await folderOf(name)
      if (!seen(body)) throw new Error(JSON.stringify(body))
      return body
    },
    { timeout: 20_000, interval: 25 },
  )

beforeAll(async () => {
  folder = await ManifestsFolder.create()
  await cp(join(repositoryRoot, 'examples/reading-time'), join(folder.path, 'reading-time'), { recursive: true })
  const files = (name: string, body: string, more = {}) =>
    folder.write(name, { 'tool.json': tool(name, more), 'tool.ts': toolTs(body) })
  await files('shout', 'return input.text.toUpperCase()')
  await files('breaks', "const parts = input.text.split(',')\n    throw new RangeError(`no ${parts[0]}`)")
  await files('spins', 'for (;;) {}', { limits: { cpu_ms: 100 } })
  await files('misfit', "return { words: 'many' }", {
    output_schema: { type: 'object', properties: { words: { type: 'integer' } } },
  })
  await files('asks', 'return await ctx.agent.ask(input.text)')
  await files('deletes', 'return null', { effect: 'destructive' })
  await folder.write('greet', {
    'manifest.json': manifest('greet', {
      display_name: 'Greeter',
      inputs: { type: 'object', properties: { name: { type: 'string', default: 'World' } } },
      outputs: { type: 'object', properties: { said: { type: 'string' } } },
      permissions: { tools: ['shout'] },
    }),
    'main.ts': main("return { said: await ctx.tools.call('shout', { text: `hello ${ctx.inputs.name}` }) }"),
  })
  const ring = (name: string, next: string) =>
    folder.drop(name, `return await ctx.tools.call('app_${next}', {})`, { permissions: { tools: [`app_${next}`] } })
  await ring('tick', 'tock')
  await ring('tock', 'tick')
  await folder.drop('fetcher', 'return null', {
    permissions: { tools: ['http_fetch', 'deletes'], network: ['https://*/*'] },
  })
  await folder.drop('ui-only', 'return null', { runners: ['ui'] })
  await folder.drop('off', 'return null')
  await folder.drop(`n${'a'.repeat(61)}`, 'return null')
  kernel = await startTestKernel({
    plugins,
    manifests: folder.path,
    env: { SVC_AGENT_APPS_DISABLED_APPS: 'off' },
  })
  // On a busy machine a request is answered before all folders were read.
  await vi.waitFor(async () =>
    expect(await kernel.request('GET', '/api/tools/reading-time')).toMatchObject({ status: 200 }),
  )
})

afterAll(async () => {
  await kernel?.stop()
  await folder?.delete()
})

describe('a sandboxed tool', () => {
  test('is one of the tools, and answers with the operator’s settings as its defaults', async () => {
    const { body } = await kernel.request('GET', '/api/tools/reading-time')
    expect(body).toMatchObject({
      title: 'Reading time',
      effect: 'read',
      plugin: 'agent-apps',
      permission: 'tools:write',
      annotations: { read_only: true, destructive: false, open_world: false },
      input_schema: { required: ['text'] },
      output_schema: { required: ['words', 'sentences', 'minutes'] },
    })
    const { status, body: answer } = await call('reading-time', { text: letter })
    expect({ status, ...answer, duration_ms: 0 }).toEqual({
      status: 200,
      tool_name: 'reading-time',
      result: { words: 11, sentences: 3, minutes: 0.1 },
      is_error: false,
      duration_ms: 0,
    })
  })

  test('that throws fails with the author’s own line', async () => {
    const { status, body } = await call('breaks', { text: 'luck,no' })
    expect({ status, code: body.code, detail: body.detail, error: body.error }).toEqual({
      status: 422,
      code: 'tool_failed',
      detail: expect.stringMatching(/^breaks: RangeError: no luck \(tool\.ts:6:\d+\)$/),
      error: { name: 'RangeError', message: 'no luck', stack: expect.stringContaining('tool.ts:6:') },
    })
    expect(JSON.stringify(body)).not.toContain(folder.path)
  })

  test.each([
    ['spins', {}, 504, 'timeout', 'spins: The tool used more than 100 ms of CPU'],
    [
      'misfit',
      {},
      422,
      'tool_failed',
      `does not fit the manifest's "output_schema": output.words must be a whole number`,
    ],
    ['asks', { text: 'Who?' }, 422, 'tool_failed', `asks may not ask the language model: its manifest's "permissions"`],
    ['shout', { loud: true }, 400, 'validation_error', 'loud'],
  ])('%s is stopped, or refused, with a reason', async (name, values, status, code, detail) => {
    const answer = await call(name, values)
    expect({ status: answer.status, code: answer.body.code, detail: answer.body.detail }).toEqual({
      status,
      code,
      detail: expect.stringContaining(detail),
    })
  })

  test('is no agent app', async () => {
    expect((await kernel.request('POST', '/api/agent-apps/shout/run', { body: { inputs: {} } })).status).toBe(404)
    const { body } = await kernel.request('GET', '/api/agent-apps')
    expect(body.items.map((app: { name: string }) => app.name)).not.toContain('shout')
  })

  test('is served as edited within a second; what does not compile is told, and the last good version stays up', async () => {
    const file = join(folder.path, 'shout', 'tool.ts')
    const good = await readFile(file, 'utf8')
    await writeFile(file, good.replace('toUpperCase()', 'toUpperCase('))
    const broken = await until('shout', ({ error }) => error !== undefined)
    expect(broken).toMatchObject({ version: '1.0.0', error: { file: 'tool.ts', line: 6, frame: expect.any(String) } })
    expect((await call('shout', { text: 'still here' })).body.result).toBe('STILL HERE')
    await writeFile(file, good.replace('toUpperCase()', "toUpperCase() + '!'"))
    await until('shout', ({ error }) => error === undefined)
    expect((await call('shout', { text: 'again' })).body.result).toBe('AGAIN!')
    await writeFile(file, good)
  })

  test('comes and goes with its folder', async () => {
    await folder.write('late', { 'tool.json': tool('late'), 'tool.ts': toolTs("return 'here'") })
    await vi.waitFor(async () => expect((await call('late')).body.result).toBe('here'), { timeout: 5000 })
    await folder.remove('late')
    await vi.waitFor(async () => expect((await call('late')).status).toBe(404), { timeout: 5000 })
  })

  test.each([
    [{ efect: 'read' }, 'Unknown key "efect". Did you mean "effect"?', 'tool.json'],
    [{ input_schema: { type: 'array' } }, 'input_schema: must have "type": "object".', 'tool.json'],
    [{ effect: 'safe' }, 'effect: "safe" is not one of read, write, external, destructive.', 'tool.json'],
    [
      { permissions: { network: ['https://*/*'] } },
      'effect: "read" is less than what the permissions allow: "network" is "external". Write "external", or take the permission away.',
      'tool.json',
    ],
    [
      { permissions: { tools: ['http_fech'] } },
      'permissions.tools[0]: there is no tool "http_fech". Did you mean "http_fetch"?',
      'tool.json',
    ],
    [{ entry: { file: 'other.ts' } }, 'entry.file: there is no file other.ts in this folder.', 'tool.json'],
    [{ icon: 'logo.svg' }, 'icon: there is no file logo.svg in this folder.', 'tool.json'],
    [{ examples: [{ title: 'One', inputs: { text: 1 } }] }, 'inputs/text must be text', 'tool.json'],
  ])('whose manifest is wrong is refused with place and remedy: %j', async (more, message, file) => {
    const entry = 'entry' in more ? { type: 'module', ...more.entry } : undefined
    await folder.write('wrong', {
      'tool.json': tool('wrong', { ...more, ...(entry && { entry }) }),
      'tool.ts': toolTs('return null'),
    })
    const { error } = await until('wrong', ({ error }) =>
      JSON.stringify(error ?? '').includes(message.slice(0, 20).replaceAll('"', '\\"')),
    )
    const problems = (error as { problems: { message: string }[] }).problems
    expect(error).toMatchObject({ file, frame: expect.stringContaining('>') })
    expect(problems.map(problem => problem.message)).toContainEqual(expect.stringContaining(message))
  })

  test('takes no name that the server has', async () => {
    await folder.write('calculator', { 'tool.json': tool('calculator'), 'tool.ts': toolTs("return 'mine'") })
    const { error } = await until('calculator', ({ error }) => error !== undefined)
    expect(error).toMatchObject({ message: 'name: the server has a tool "calculator" already. Choose another name.' })
    expect((await call('calculator', { expression: '6 * 7' })).body.result).toMatchObject({ result: 42 })
    await folder.remove('calculator')
  })
})

describe('an agent app as a tool', () => {
  test('is listed with what its permissions let it do', async () => {
    const { body } = await kernel.request('GET', '/api/tools?limit=200')
    const apps = body.items.filter((item: { name: string }) => item.name.startsWith('app_'))
    const shown = apps.map((app: { name: string; effect: string; title: string }) => [app.name, app.effect, app.title])
    // `ui-only` is not offered to the API, `off` to nobody, and the long one's name would not fit.
    expect(shown).toEqual([
      ['app_fetcher', 'destructive', 'fetcher'],
      ['app_greet', 'read', 'Greeter'],
      ['app_tick', 'read', 'tick'],
      ['app_tock', 'read', 'tock'],
    ])
    expect(apps[1]).toMatchObject({
      permission: 'agent-apps:write',
      input_schema: { properties: { name: { type: 'string', default: 'World' } } },
      output_schema: { properties: { said: { type: 'string' } } },
    })
  })

  test('runs as the caller, and its run is in the history', async () => {
    const { status, body } = await call('app_greet', { name: 'Ada' })
    expect({ status, result: body.result }).toEqual({ status: 200, result: { said: 'HELLO ADA' } })
    const { body: runs } = await kernel.request('GET', '/api/agent-apps/runs?app=greet&limit=1')
    expect(runs.items[0]).toMatchObject({ app: 'greet', runner: 'api', status: 'succeeded', usage: { tool_calls: 1 } })
  })

  test('asks for the scope that running an app asks for', async () => {
    const created = await kernel.request('POST', '/api/developer/keys', {
      body: { name: 'narrow', scopes: ['tools:write'] },
    })
    const headers = { authorization: `Bearer ${created.body.key}` }
    const refused = await call('app_greet', { name: 'Ada' }, headers)
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 403, code: 'forbidden' })
    expect((await call('shout', { text: 'ok' }, headers)).status).toBe(200)
  })

  test('that calls itself through another is stopped, and says by which way', async () => {
    const { status, body } = await call('app_tick')
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'agent_app_failed' })
    expect(body.detail).toContain(
      'at most 4 deep; this one is deeper: app_tick → app_tock → app_tick → app_tock → app_tick',
    )
  })

  test('may name a tool that comes later: until then its folder is refused, and mended without an edit', async () => {
    await folder.drop('waits', "return await ctx.tools.call('to-come', {})", { permissions: { tools: ['to-come'] } })
    const app = async () => (await kernel.request('GET', '/api/agent-apps/waits')).body
    await vi.waitFor(async () => expect((await app()).error?.message).toContain('there is no tool "to-come"'), 5000)
    await folder.write('to-come', { 'tool.json': tool('to-come'), 'tool.ts': toolTs("return 'came'") })
    await vi.waitFor(async () => expect((await app()).error).toBeUndefined(), 5000)
    expect((await call('app_waits')).body.result).toBe('came')
  })

  test('cannot call what a person shall be asked about', async () => {
    const grant = (grant: string) => kernel.request('PUT', '/api/tools/shout/grant', { body: { grant }, as: 'owner' })
    expect((await grant('ask')).status).toBe(200)
    const { status, body } = await kernel.request('POST', '/api/agent-apps/greet/run', { body: { inputs: {} } })
    await grant('allow')
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'approval_required' })
  })
})

describe('with a single sandbox process', () => {
  test('what one run calls gets a process beside it; what would have to wait for its own caller is refused, not kept', async () => {
    const apps = await ManifestsFolder.create()
    const one = await startTestKernel({
      plugins: ['agent-apps', 'sandbox', 'tools', 'developer'],
      manifests: apps.path,
      env: { SVC_SANDBOX_MAX_HOSTS: '1' },
    })
    const run = (app: string) => one.request('POST', `/api/agent-apps/${app}/run`, { body: { inputs: {} } })
    try {
      await apps.write('echo', { 'tool.json': tool('echo'), 'tool.ts': toolTs('return input.text') })
      await apps.drop('calls', "return await ctx.tools.call('echo', { text: 'heard' })", {
        permissions: { tools: ['echo'] },
      })
      await apps.drop('again', "return await ctx.tools.call('app_again', {})", {
        permissions: { tools: ['app_again'] },
        limits: { concurrency: 1 },
      })
      await vi.waitFor(async () => expect((await run('calls')).body.output).toBe('heard'), 10_000)
      const { status, body } = await run('again')
      expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'rate_limited' })
      expect(body.detail).toContain('again runs 1 times at once already')
    } finally {
      await one.stop()
      await apps.delete()
    }
  })
})
