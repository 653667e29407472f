import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestKernel } from '../rooms/kernel.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { ManifestsFolder, startWithApps } from './agent-apps-support.ts'

let apps: ManifestsFolder
let kernel: TestKernel

const get = async (path: string) => (await kernel.request('GET', `/api/agent-apps${path}`)).body
const run = (name: string, body: object = {}) =>
  kernel.request('POST', `/api/agent-apps/${name}/run`, { body: body as never })
const svc = (...args: string[]) =>
  runSvcHere(args, { cwd: apps.path, env: { SVC_BASE_URL: kernel.url, SVC_API_KEY: kernel.key } })

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  await apps.drop('accents', "ctx.log('one line'); return 'é'.repeat(ctx.inputs.times ?? 2)")
  await apps.drop('ticking', 'return ctx.inputs.by', {
    schedule: { cron: '* * * * * *', timezone: 'Asia/Tokyo', inputs: { by: 'the clock' } },
  })
  await apps.drop('failing', "throw new Error('as asked')")
  await apps.drop('show', 'return 1')
  kernel = await startWithApps(apps)
})
afterAll(async () => {
  await kernel?.stop()
  await apps?.delete()
})

test('a list of runs has the size of the output in its place, and no logs; the run itself has both', async () => {
  const { body } = await run('accents')
  const { output, logs, ...listed } = await get(`/runs/${body.run_id}`)
  expect([output, logs]).toEqual(['éé', [expect.objectContaining({ message: 'one line' })]])
  expect((await get('/runs?app=accents')).items).toEqual([{ ...listed, output_bytes: 6 }])
  const failed = await run('failing')
  expect((await get('/runs?app=failing')).items).toMatchObject([{ run_id: failed.body.run_id, output_bytes: 0 }])
})

test('an app shows its icon and its newest run in this workspace, alone and in the list', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'
  await apps.write('show', { 'icon.svg': drawing })
  const icon = `data:image/svg+xml;base64,${btoa(drawing)}`
  await vi.waitFor(async () => expect((await get('/show')).icon).toBe(icon), { timeout: 5000, interval: 50 })
  expect(await get('/accents')).toMatchObject({ icon: null })
  expect(await get('/show')).toMatchObject({ last_run: null })
  await run('show')
  await run('failing')
  const newest = await run('show')
  const last_run = { run_id: newest.body.run_id, status: 'succeeded', started_at: newest.body.started_at }
  expect((await get('/show')).last_run).toEqual(last_run)
  const { items } = (await get('')) as { items: { name: string; last_run: unknown }[] }
  expect(items.find(({ name }) => name === 'show')?.last_run).toEqual(last_run)
  expect(items.find(({ name }) => name === 'failing')?.last_run).toMatchObject({ status: 'failed' })
  const lab = await kernel.request<{ id: string }>('POST', '/api/workspaces', { as: 'owner', body: { name: 'Lab' } })
  const elsewhere = await kernel.request<{ last_run: unknown }>('GET', '/api/agent-apps/show', {
    as: 'owner',
    headers: { 'x-workspace-id': lab.body.id },
  })
  expect([elsewhere.status, elsewhere.body.last_run]).toEqual([200, null])
})

test('an app shows when it runs next by the clock, and its runs say that the schedule started them', async () => {
  const scheduled = { cron: '* * * * * *', timezone: 'Asia/Tokyo', inputs: { by: 'the clock' } }
  await vi.waitFor(
    async () => expect((await get('/runs?app=ticking&status=succeeded')).items.length).toBeGreaterThan(0),
    { timeout: 60_000, interval: 50 },
  )
  expect((await get('/ticking')).schedule).toEqual({
    ...scheduled,
    next_run_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/) as string,
  })
  const summaries: { name: string; schedule: object | null }[] = (await get('')).items
  expect(summaries.map(({ name, schedule }) => [name, schedule !== null])).toEqual([
    ['accents', false],
    ['failing', false],
    ['show', false],
    ['ticking', true],
  ])
  const [fired] = (await get('/runs?app=ticking&status=succeeded')).items
  expect(fired).toMatchObject({ runner: 'job', trigger: 'schedule' })
  expect(await get(`/runs/${fired.run_id}`)).toMatchObject({ trigger: 'schedule', output: 'the clock' })
  expect((await run('accents', { runner: 'cli' })).body).toMatchObject({ runner: 'cli', trigger: 'cli' })
  const { body: asked } = await run('ticking', { runner: 'job', inputs: { by: 'hand' } })
  expect(await get(`/runs/${asked.run_id}`)).toMatchObject({ runner: 'job', trigger: 'job' })
  expect((await svc('app', 'show', 'ticking')).stdout).toMatch(
    /schedule +\* \* \* \* \* \* \(Asia\/Tokyo\)\nnext run +\d{4}-/,
  )
})

test('svc app runs lists them, and svc app run show prints one with its log and its output', async () => {
  const { body } = await run('accents', { inputs: { times: 3 } })
  const listed = await svc('app', 'runs', 'accents', '--status', 'succeeded', '--limit', '1')
  expect(listed).toMatchObject({ code: 0 })
  expect(listed.stdout.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(/^RUN +APP +VERSION +STATUS +TRIGGER +STARTED +MS +OUTPUT BYTES +ERROR$/),
    expect.stringMatching(new RegExp(`^${body.run_id} +accents +1\\.0\\.0 +succeeded +api +.* 8$`)),
  ])
  const shown = await svc('app', 'run', 'show', body.run_id)
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(/info: one line\n\nééé\n$/) as string })
  const asJson = await svc('app', 'run', 'show', body.run_id, '--json')
  expect(JSON.parse(asJson.stdout)).toEqual(await get(`/runs/${body.run_id}`))

  const failed = await run('failing')
  expect((await svc('app', 'run', 'show', failed.body.run_id)).stdout).toMatch(/Error: as asked\n +at .*main\.ts:5:/)
  expect(await svc('app', 'runs', 'nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no agent app "nobody".') as string,
  })
  expect(await svc('app', 'run', 'show', 'nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no run "nobody".') as string,
  })
})
