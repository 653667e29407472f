import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordPluginSwitch } from '../../apps/cli/offline/record-plugin-switch.ts'
import { BootError, openStoppedHome } from '../../kernel/index.ts'
import type { KernelConfig } from '../../kernel/index.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import { TestStream } from '../support/event-stream.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { ask, makeKey, openInstallation } from './servers.ts'
import type { Installation } from './servers.ts'

let installation: Installation
let first: ServerProcess
let home: string
let url: string
let key: string
beforeAll(async () => {
  installation = await openInstallation()
  home = await installation.home()
  first = installation.start(home)
  url = await first.ready
  key = await makeKey(url)
})
afterAll(() => installation.close())

const write = (title: string, at = url) => ask(at, key, 'POST', '/api/workspace/notes', { title, body: 'kept' })

async function titles(at: string): Promise<string[]> {
  const { body } = await ask(at, key, 'GET', '/api/workspace/notes?limit=100')
  return (body as { items: { title: string }[] }).items.map(({ title }) => title).toSorted()
}

it('names itself, and says that the files are a copy of a log', async () => {
  const { headers } = await ask(url, key, 'GET', '/api/auth/me')
  expect(headers.get('x-svc-server')).toMatch(/^srv_/)
  const { body: planes } = await ask(url, key, 'GET', '/api/data/planes/status')
  expect(planes).toMatchObject({ planes: { data: { driver: 'sqlite+log' }, control: { driver: 'postgres' } } })
  const { status, body, headers: ofProbe } = await ask(url, null, 'GET', '/readyz')
  expect(ofProbe.get('x-svc-server')).toBe(headers.get('x-svc-server'))
  const { checks } = body as { checks: { name: string }[] }
  const ofMode = ['lease', 'workspace log', 'content store']
  expect([status, checks.map(({ name }) => name)]).toEqual([200, expect.arrayContaining(ofMode)])
})

it('runs jobs, and brings their events to the workspace', async () => {
  const stream = await TestStream.open(`${url}/api/events`, { authorization: `Bearer ${key}` })
  const made = await ask(url, key, 'POST', '/api/jobs', { kind: 'faults.work', payload: { n: 1, ms: 1 } })
  const { job_id } = made.body as { job_id: string }
  for (let message = await stream.next(); message?.event !== 'job.succeeded'; message = await stream.next())
    expect(message).not.toBeNull()
  expect(stream.last?.data).toMatchObject({ data: { job_id } })
  await stream.close()
})

it('keeps no workspace open in which nothing waits', async () => {
  const { body } = await ask(url, key, 'GET', '/api/auth/me')
  const folder = join(home, 'workspaces', (body as { workspace: { id: string } }).workspace.id)
  const [file = ''] = (await readdir(folder)).filter(name => name.endsWith('.sqlite'))
  const owners = () => {
    using db = new DatabaseSync(join(folder, file), { readOnly: true })
    return db.prepare(`SELECT owner FROM kernel_workspace_marks WHERE workspace_id <> '*'`).all()
  }
  await expect.poll(owners).toEqual([])
})

const hello = [{ role: 'user', content: 'Hello' }]
it.each([
  ['/v1/chat/completions', { messages: hello }, 'data: [DONE]'],
  ['/v1/messages', { messages: hello, max_tokens: 100 }, 'event: message_stop'],
  ['/v1/responses', { input: 'Hello' }, 'event: response.completed'],
])('streams an answer of the agent at %s to its end', async (path, body, end) => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, model: 'agent', stream: true }),
  })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(end)])
})

describe('A start with SVC_CLUSTER_SECRET', () => {
  const refusalOf = async (env: Record<string, string | undefined>, at?: string): Promise<string> => {
    const started = await startTestKernel({
      plugins: [],
      env: { ...installation.env, ...env },
      ...(at && { home: at }),
    }).catch((error: unknown) => error)
    const { cause = started } = started instanceof Error ? started : {}
    if (cause instanceof BootError) return `${cause.exitCode} ${cause.message}`
    throw new Error('The start was not refused.', { cause: started })
  }

  it('is refused with the setting that is missing or wrong', async () => {
    const secret = 'other words, and as many as it takes'
    expect(await refusalOf({ DATABASE_URL: undefined })).toMatch(/^78 [^]*SVC_CLUSTER_SECRET needs DATABASE_URL/)
    expect(await refusalOf({ SVC_CONTENT_URL: undefined })).toMatch(/^78 [^]*SVC_CLUSTER_SECRET needs SVC_CONTENT_URL/)
    expect(await refusalOf({ SVC_CLUSTER_SECRET: 'short' })).toMatch(/^78 [^]*SVC_CLUSTER_SECRET/)
    expect(await refusalOf({ SVC_DATA_DRIVER: 'duckdb' })).toMatch(/^78 [^]*SVC_DATA_DRIVER/)
    const stranger = await refusalOf({ SVC_CLUSTER_SECRET: secret })
    expect(stranger).toMatch(/^78 [^]*SVC_CLUSTER_SECRET is not the secret/)
    expect(stranger).not.toContain(secret)
  })

  it('is refused with 75 on a home that another server has', async () => {
    expect(await refusalOf({}, home)).toMatch(/^75 /)
  })

  it('is refused on a home whose workspaces are in no log, and such a home is left as it is', async () => {
    const env = { ...installation.env, SVC_CLUSTER_SECRET: undefined }
    const at = await installation.home()
    const databaseUrl = await installation.postgres.createDatabase('before')
    const alone = await startTestKernel({
      plugins: ['workspace'],
      home: at,
      env: { ...env, DATABASE_URL: databaseUrl },
    })
    expect((await alone.request('POST', '/api/workspace/notes', { body: { title: 'old', body: '' } })).status).toBe(201)
    await alone.stop()
    expect(await refusalOf({ DATABASE_URL: databaseUrl }, at)).toMatch(/^1 [^]*workspaces that are not in PostgreSQL/)
    const again = await startTestKernel({
      plugins: ['workspace'],
      home: at,
      env: { ...env, DATABASE_URL: databaseUrl },
    })
    const { body } = await again.request('GET', '/api/workspace/notes')
    expect(body).toMatchObject({ items: [{ title: 'old' }] })
    await again.stop()
  })
})

it('serves from an empty disk all that a killed server had answered, and the killed one without its files', async () => {
  const answered = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      expect((await write(`note ${n}`)).status).toBe(201)
      return `note ${n}`
    }),
  )
  const path = '/api/files/content/kept.txt'
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/plain' }
  expect((await fetch(url + path, { method: 'PUT', headers, body: 'the same bytes' })).status).toBe(201)
  // While the log takes no rows, nothing is said of what was written: no answer to it, none to a reader, no event.
  const stream = await TestStream.open(`${url}/api/events`, { authorization: `Bearer ${key}` })
  const release = await installation.holdLog()
  const written = write('unkept').catch(() => null)
  await installation.rowWaits()
  const untold = [written, titles(url).catch(() => null), stream.next()]
  const healthy = ask(url, null, 'GET', '/healthz').then(() => 'the server answers all the same')
  expect(await Promise.race([...untold, healthy])).toBe('the server answers all the same')
  first.signal('SIGKILL')
  await first.exited
  await release()

  const second = installation.start(await installation.home())
  const secondUrl = await second.ready
  // The lease of the killed one may last a moment yet.
  await expect.poll(async () => (await ask(secondUrl, key, 'GET', '/api/workspace/notes')).status).toBe(200)
  const there = await titles(secondUrl)
  expect(there.filter(title => title !== 'unkept')).toEqual(answered.toSorted())
  expect(await (await fetch(secondUrl + path, { headers })).text()).toBe('the same bytes')

  // Stopped for longer than its lease, while another server takes over.
  second.signal('SIGSTOP')
  const stale = ask(secondUrl, key, 'GET', '/api/workspace/notes?limit=100')
  const third = installation.start(home)
  url = await third.ready
  // Sent on to the one that is stopped, until its lease has ended.
  await expect.poll(async () => (await write('after')).status, { interval: 200 }).toBe(201)
  second.signal('SIGCONT')
  expect([503, null]).toContain(await stale.then(({ status }) => status).catch(() => null))
  expect(await second.exited).toMatchObject({ code: 69 })
  expect(await titles(url)).toEqual([...there, 'after'].toSorted())

  // A clean stop leaves nothing to wait for, and nothing here.
  third.signal('SIGTERM')
  expect(await third.exited).toMatchObject({ code: 0 })
  const left = await readdir(join(home, 'workspaces'), { recursive: true })
  expect(left.filter(name => name.includes('data_plane'))).toEqual([])
  const alone = installation.start(home, { SVC_CLUSTER_SECRET: '' })
  expect(await alone.exited).toMatchObject({ code: 1 })
  expect(alone.stderr()).toContain('Set SVC_CLUSTER_SECRET')

  const { DATABASE_URL: databaseUrl = '' } = installation.env
  await expect(openStoppedHome(home, databaseUrl)).rejects.toThrow(/does not work on such a home/)
  await expect(recordSwitch(null)).rejects.toThrow(/Set SVC_CLUSTER_SECRET, DATABASE_URL/)
  await recordSwitch(databaseUrl)
  const fourth = installation.start(home)
  url = await fourth.ready
  const { body: plugins } = await ask(url, key, 'GET', '/api/admin/plugins')
  expect(JSON.stringify(plugins)).toMatch(/"id":"faults"[^}]*"enabled":false|"enabled":false[^}]*"id":"faults"/)
}, 120_000)

function recordSwitch(databaseUrl: string | null): Promise<void> {
  const config = { home, ...(databaseUrl !== null && { database_url: databaseUrl }) } as KernelConfig
  return recordPluginSwitch({ config, id: 'faults', enabled: false })
}
