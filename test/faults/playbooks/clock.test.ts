import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startFakeWebHost } from '../../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../support/servers/fake-web-host.ts'
import { repositoryRoot } from '../../support/repository.ts'
import { hasEnded, PlaybookServer, waitsFor } from './playbook-server.ts'

const hourMs = 60 * 60 * 1000
let host: FakeWebHost
let server: PlaybookServer
let offset = 0

beforeEach(async () => {
  host = await startFakeWebHost((_request, response) => void response.writeHead(200).end())
  server = await PlaybookServer.create({ SVC_EGRESS_ALLOW: host.key })
  await writeFile(clockFile(), '0')
  await server.live(clock())
})
afterEach(async () => {
  await server?.remove()
  await host?.close()
})

const clockFile = () => join(server.home, '..', 'clock')
const clock = () => {
  const preload = join(repositoryRoot, 'test/support/programs/fault-clock.ts')
  return { NODE_OPTIONS: `--import ${preload}`, FAULT_CLOCK: clockFile() }
}

/** The clock of the server is set, and sessions may have ended. */
async function setClock(offsetMs: number): Promise<void> {
  offset = offsetMs
  await writeFile(clockFile(), String(Math.round(offset)))
  server.process.signal('SIGUSR2')
  // The signal has come when what is stored is dated so.
  await vi.waitFor(async () => {
    await server.signIn()
    await server.ask('PUT', '/api/playbooks/secrets/CLOCK', { value: String(offset) })
    const { items } = await server.ask('GET', '/api/playbooks/secrets')
    expect(Math.abs(Date.parse(items[0]?.updated_at) - Date.now() - offset)).toBeLessThan(hourMs)
  })
}

const post = (path: string) => ({ call: 'http', with: { method: 'post', endpoint: `${host.url}${path}` } })
const asks = { ask: { call: 'approval', with: { title: 'Go on?' } } }
const counts = () =>
  Object.fromEntries([...Map.groupBy(host.requests, ({ path }) => path)].map(([path, all]) => [path, all.length]))

it('set forward by a day lets a run that waits for an hour go on, and keeps what a person is still asked', async () => {
  const waits = await server.start('waits', [{ pause: { wait: 'PT1H' } }, { then: post('/waited') }])
  const asked = await server.start('asks', [asks, { then: post('/asked') }])
  const expires = await server.start('expires', [
    { ask: { call: 'approval', with: { title: 'Soon?', expires_in: 'PT2H' } } },
  ])
  await server.reaches(waits, waitsFor('timer'))
  await server.reaches(asked, waitsFor('approval'))
  await server.reaches(expires, waitsFor('approval'))
  await setClock(24 * hourMs)
  expect(await server.reaches(waits, hasEnded)).toMatchObject({ status: 'completed' })
  expect(await server.reaches(expires, hasEnded)).toMatchObject({ status: 'faulted', error: { status: 408 } })
  expect(await server.reaches(asked, waitsFor('approval'))).toMatchObject({ status: 'waiting' })
  await server.ask('POST', `/api/playbooks/runs/${asked}/approve`, {})
  expect(await server.reaches(asked, hasEnded)).toMatchObject({ status: 'completed' })
  expect(counts()).toEqual({ '/waited': 1, '/asked': 1 })
}, 240_000)

it('set back by a day loses no run and repeats no step, also over a restart', async () => {
  const loop = {
    loop: { for: { in: '[range(3)]' }, do: [{ before: post('/before') }, asks, { after: post('/after') }] },
  }
  const id = await server.start('back', [loop, { last: post('/last') }])
  const approve = async (): Promise<void> => {
    await server.reaches(id, waitsFor('approval'))
    await server.ask('POST', `/api/playbooks/runs/${id}/approve`, {})
  }
  await approve()
  await server.reaches(id, ({ waiting_for: waiting }) => waiting.length > 0 && counts()['/before'] === 2)
  await setClock(-24 * hourMs)
  await approve()
  await vi.waitFor(() => expect(counts()['/before']).toBe(3))
  // A process that begins with the clock set back gives ids that sort before those of the run.
  await server.kill()
  const preload = clock()
  await server.live({ ...preload, FAULT_CLOCK_AT_START: '1' })
  await approve()
  expect(await server.reaches(id, hasEnded)).toMatchObject({ status: 'completed', error: null })
  expect(counts()).toEqual({ '/before': 3, '/after': 3, '/last': 1 })
  const fresh = await server.start('fresh', [{ one: { set: { n: 1 } } }, { two: post('/fresh') }])
  expect(await server.reaches(fresh, hasEnded)).toMatchObject({ status: 'completed' })
}, 240_000)

it('a log that is trimmed takes nothing from who has read it, and faults a run that has not', async () => {
  const hear = (type: string) => ({ hear: { listen: { to: { one: { with: { type } } } } } })
  const publish = (type: string) =>
    server.ask('POST', '/api/playbooks/events', { source: 'https://test', type, id: `${type} ${offset}` })
  const reading = await server.start('reading', [hear('test.late'), { then: post('/heard') }])
  const held = await server.start('held', [hear('test.early')])
  await server.reaches(reading, waitsFor('event'))
  await server.reaches(held, waitsFor('event'))
  await server.ask('POST', `/api/playbooks/runs/${held}/suspend`, {})
  await server.reaches(held, ({ status }) => status === 'suspended')
  await publish('test.early')
  // Events are kept for a week, and what an earlier look found in the log goes at the next.
  await setClock(8 * 24 * hourMs)
  // The log is read once for all that wait: when another has its event, who waits for the late one has read as far.
  const other = await server.start('other', [hear('test.other')])
  await server.reaches(other, waitsFor('event'))
  await publish('test.other')
  await server.reaches(other, hasEnded)
  await setClock(8 * 24 * hourMs + 2 * 60_000)
  await publish('test.last')
  await server.ask('POST', `/api/playbooks/runs/${held}/resume`, {})
  expect(await server.reaches(held, hasEnded)).toMatchObject({
    status: 'faulted',
    error: { status: 500, detail: expect.stringMatching(/^event_gap: /), instance: '/do/0/hear' },
  })
  await publish('test.late')
  expect(await server.reaches(reading, hasEnded)).toMatchObject({ status: 'completed' })
  expect(counts()).toEqual({ '/heard': 1 })
}, 240_000)

it('a night in which summer time begins and one in which it ends have one run each', async () => {
  const document = {
    dsl: '1.0.3',
    namespace: 'default',
    name: 'nightly',
    version: '1.0.0',
    metadata: { timezone: 'Europe/London' },
  }
  const definition = { document, schedule: { cron: '30 1 * * *' }, do: [{ work: post('/nightly') }] }
  const until = (iso: string) => Date.parse(iso) - Date.now()
  // In 2027 the clocks go forward on 28 March at 01:00, and back on 31 October at 02:00.
  for (const [eve, night, day] of [
    ['2027-03-27T22:00:00Z', '2027-03-28T01:31:00Z', '2027-03-28T09:00:00Z'],
    ['2027-10-30T22:00:00Z', '2027-10-31T00:31:00Z', '2027-10-31T09:00:00Z'],
  ] as const) {
    host.requests.length = 0
    await setClock(until(eve))
    await server.ask('POST', '/api/playbooks', { definition })
    const { schedule } = await server.ask('PATCH', '/api/playbooks/nightly', { schedule_enabled: true })
    expect(schedule).toMatchObject({ enabled: true })
    await setClock(until(night))
    await vi.waitFor(() => expect(counts()).toEqual({ '/nightly': 1 }), { timeout: 60_000 })
    // The hour that comes twice passes a second time.
    await setClock(until(day))
    const { items } = await server.ask('GET', '/api/playbooks/runs?playbook_id=nightly')
    for (const { id } of items) await server.reaches(id, hasEnded)
    await vi.waitFor(
      async () => {
        const { schedule: next } = await server.ask('GET', '/api/playbooks/nightly')
        expect(Date.parse(next.next_run_at)).toBeGreaterThan(Date.parse(day))
      },
      { timeout: 60_000 },
    )
    expect(counts()).toEqual({ '/nightly': 1 })
    await server.ask('PATCH', '/api/playbooks/nightly', { schedule_enabled: false })
  }
}, 300_000)
