import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestKernel } from '../rooms/kernel.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { main, ManifestsFolder, startWithApps, untilRun } from './agent-apps-support.ts'

let apps: ManifestsFolder
let kernel: TestKernel
const logged: string[] = []

const run = (name: string, body: object = {}) =>
  kernel.request('POST', `/api/agent-apps/${name}/run`, { body: body as never })
const svc = (...args: string[]) =>
  runSvcHere(args, { cwd: apps.path, env: { SVC_BASE_URL: kernel.url, SVC_API_KEY: kernel.key } })

/** Breaks the app's code on its sixth line, and waits until the server has seen it. */
async function breakApp(name: string): Promise<void> {
  await apps.write(name, { 'main.ts': main('return {') })
  await vi.waitFor(
    async () => expect((await kernel.request('GET', `/api/agent-apps/${name}`)).body.error).toBeDefined(),
    { timeout: 60_000, interval: 30 },
  )
}

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  kernel = await startWithApps(apps, { onLog: line => logged.push(line) })
})
afterAll(async () => {
  await kernel?.stop()
  await apps?.delete()
})

const broken = {
  message: expect.stringMatching(/^Version 1\.0\.0 ran as it was before the last edit, which is broken: ./) as string,
  file: 'main.ts',
  line: expect.any(Number) as number,
}

test('while an edit is broken, each answer of the last good version says what is wrong and where', async () => {
  await apps.drop('edited', "if (ctx.inputs.fail) throw new Error('as asked'); return 'good'")
  const before = await run('edited')
  expect([before.body.output, before.body.warnings, before.headers.get('svc-warning')]).toEqual([
    'good',
    undefined,
    null,
  ])

  await breakApp('edited')
  const after = await run('edited')
  expect(after).toMatchObject({ status: 200, body: { output: 'good', warnings: [broken] } })
  expect(after.headers.get('svc-warning')).toMatch(/^version=1\.0\.0; file=main\.ts; line=\d+; problems=1$/)
  expect(await run('edited', { inputs: { fail: true } })).toMatchObject({
    status: 422,
    body: { code: 'agent_app_failed', warnings: [broken] },
  })
  const queued = await run('edited', { runner: 'job' })
  expect(queued).toMatchObject({ status: 202, body: { status: 'queued', warnings: [broken] } })
  await untilRun(kernel, queued.body.run_id, 'succeeded')

  await apps.write('edited', { 'main.ts': main("return 'repaired'") })
  await vi.waitFor(async () => expect((await run('edited')).body.output).toBe('repaired'), { timeout: 20_000 })
  const repaired = await run('edited')
  expect([repaired.body.warnings, repaired.headers.get('svc-warning')]).toEqual([undefined, null])
})

test('the server logs one line for a broken edit, however often the app runs', async () => {
  await apps.drop('noisy', 'return 1')
  await run('noisy')
  await breakApp('noisy')
  for (let i = 0; i < 3; i++) await run('noisy')
  const lines = logged.filter(line => line.includes('The agent app noisy has problems'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/Version 1\.0\.0 stays up\.\\nmain\.ts:\d+:\d+: /)
  expect(lines[0]?.trimEnd()).not.toContain('\n')
})

test('svc app run shows the warning, and prints the output all the same', async () => {
  await apps.drop('typed', "if (ctx.inputs.fail) throw new Error('as asked'); return 'good'", {
    inputs: { type: 'object', properties: { fail: { type: 'boolean' } } },
  })
  await svc('app', 'run', 'typed')
  await breakApp('typed')
  const warning = /warning: main\.ts:\d+: Version 1\.0\.0 ran as it was before the last edit/
  expect(await svc('app', 'run', 'typed')).toMatchObject({
    code: 0,
    stdout: 'good\n',
    stderr: expect.stringMatching(warning) as string,
  })
  const failed = await svc('app', 'run', 'typed', '--fail')
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringMatching(warning)])
  // Where it was thrown, and what: each once.
  expect(failed.stderr.trimEnd().split('\n').slice(-2)).toEqual([
    expect.stringMatching(/^ {4}at .*main\.ts:\d+:\d+\)?$/),
    'svc: typed: Error: as asked',
  ])
  expect(failed.stderr.match(/as asked/g)).toHaveLength(1)
  expect((await svc('app', 'show', 'typed')).stdout).toContain('Version 1.0.0 runs, as it was before.\nmain.ts:')
})
