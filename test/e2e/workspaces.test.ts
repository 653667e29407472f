import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { TestStream } from '../support/event-stream.ts'

const plugins = ['admin', 'developer', 'files', 'jobs', 'mcp', 'tools', 'workspace', 'models']
let cwd: string
let server: TestKernel
let lab: string
/** Another person's, whom nobody here was let in by. */
let foreign: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-workspaces-'))
  server = await startTestKernel({ plugins })
  const grace = { username: 'grace', password: 'correct horse battery' }
  await server.request('POST', '/api/users', { body: { ...grace, role: 'user' }, as: 'owner' })
  const signedIn = await server.request('POST', '/api/auth/login', { body: grace, as: 'none' })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  foreign = (await server.request('GET', '/api/auth/me', { as: 'none', headers: { cookie } })).body.workspace.id
})
afterAll(async () => {
  await server?.stop()
  await rm(cwd, { recursive: true, force: true })
})

const svc = (args: string[], env: Record<string, string> = {}) =>
  runSvcHere(args, { cwd, env: { SVC_HOME: server.home, ...env } })
const json = async <Answer>(...args: string[]): Promise<Answer> => {
  const { code, stdout, stderr } = await svc([...args, '--json'])
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Answer
}

describe('svc workspace', () => {
  it('makes one, lets somebody in and takes them out again', async () => {
    lab = (await json<{ id: string }>('workspace', 'create', 'Lab')).id
    expect((await svc(['workspace', 'add', 'Grace', '--workspace', 'Lab'])).stdout).toBe(
      'grace may work in the workspace Lab now.\n',
    )
    const members = async () =>
      (await json<{ items: { username: string }[] }>('workspace', 'members', '--workspace', lab)).items.map(
        ({ username }) => username,
      )
    expect(await members()).toEqual(['owner', 'grace'])
    expect((await svc(['workspace', 'remove', 'nobody', '--workspace', lab])).stderr).toContain(
      '"nobody" is no member of the workspace Lab: owner, grace.',
    )
    expect((await svc(['workspace', 'remove', 'grace', '--workspace', lab])).code).toBe(0)
    expect(await members()).toEqual(['owner'])
  })
})

describe('A command of svc', () => {
  it('works in the workspace that --workspace or SVC_WORKSPACE names, by name or id', async () => {
    const made = await svc(['key', 'create', 'of the lab', '--workspace', 'Lab'])
    const whose = { as: 'none', headers: { authorization: `Bearer ${made.stdout.trim()}` } } as const
    expect((await server.request('GET', '/api/auth/me', whose)).body.workspace).toEqual({ id: lab, name: 'Lab' })
    for (const env of [{ SVC_WORKSPACE: 'Lab' }, { SVC_WORKSPACE: lab }])
      expect((await svc(['workspace', 'list'], env)).stdout).toMatch(/^\* {2}Lab /m)
    expect((await svc(['workspace', 'list'], { SVC_WORKSPACE: 'Lab' })).stdout).not.toMatch(/^\* {2}owner/m)
    // The option is the stronger of the two.
    const both = await svc(['workspace', 'list', '--workspace', "owner's workspace"], { SVC_WORKSPACE: 'Lab' })
    expect(both.stdout).toMatch(/^\* {2}owner's workspace /m)
  })

  it.each(['Nowhere', () => foreign])(
    'names the workspaces there are for one that is not the caller’s',
    async named => {
      const wanted = typeof named === 'string' ? named : named()
      const { code, stderr, stdout } = await svc(['key', 'create', 'x', '--workspace', wanted])
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toBe(
        `svc: You are in no workspace "${wanted}". Yours are "Lab", "owner's workspace"; svc workspace list shows their ids.\n`,
      )
    },
  )

  it('asks for the id where two workspaces have one name', async () => {
    const ids = [
      await json<{ id: string }>('workspace', 'create', 'Twin'),
      await json<{ id: string }>('workspace', 'create', 'Twin'),
    ]
    const { code, stderr } = await svc(['workspace', 'members', '--workspace', 'Twin'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('There are 2 workspaces "Twin". Name one by its id: ')])
    for (const { id } of ids) expect(stderr).toContain(id)
  })

  it('says that a developer key has one workspace', async () => {
    const env = { SVC_BASE_URL: server.url, SVC_API_KEY: server.key }
    const { code, stderr } = await svc(['jobs', 'list', '--workspace', 'Lab'], env)
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('works in the workspace "owner\'s workspace" alone, not in "Lab"'),
    ])
    expect((await svc(['jobs', 'list', '--workspace', "owner's workspace"], env)).code).toBe(0)
  })

  it('does so without a server too', async () => {
    const home = join(cwd, 'alone')
    const alone = (args: string[]) =>
      runSvcHere(args, { cwd, env: { SVC_HOME: home }, input: 'correct horse battery\n' })
    await alone(['setup', '--username', 'ada', '--password-stdin'])
    await alone(['workspace', 'create', 'Lab'])
    expect((await alone(['workspace', 'list', '--workspace', 'Lab'])).stdout).toMatch(/^\* {2}Lab /m)
  })
})

describe('A session', () => {
  const inLab = () => ({ cookie: server.owner.cookie, 'x-workspace-id': lab })
  const inForeign = () => ({ cookie: server.owner.cookie, 'x-workspace-id': foreign })
  const call = (method: string, path: string, headers: Record<string, string>) =>
    fetch(server.url + path, { method, headers })

  it('reads files of the workspace that it chooses, and links to them carry the choice', async () => {
    const put = await fetch(`${server.url}/api/files/content/plan.txt`, {
      method: 'PUT',
      headers: inLab(),
      body: 'the plan',
    })
    const { file_id } = (await put.json()) as { file_id: string }
    const download = `/api/files/${file_id}/content`
    expect(await (await call('GET', download, inLab())).text()).toBe('the plan')
    expect((await call('GET', download, { cookie: server.owner.cookie })).status).toBe(404)
    expect((await call('GET', download, inForeign())).status).toBe(404)

    const linked = await fetch(`${server.url}/api/files/${file_id}/link`, {
      method: 'POST',
      headers: { ...inLab(), 'content-type': 'application/json' },
      body: JSON.stringify({ expires_seconds: 60 }),
    })
    const { url } = (await linked.json()) as { url: string }
    expect(await (await fetch(url)).text()).toBe('the plan')
    // The address bar sends the first workspace's session, or none: the link decides.
    expect(await (await fetch(url, { headers: { cookie: server.owner.cookie } })).text()).toBe('the plan')
  })

  it('opens no link to a file of a workspace that was deleted', async () => {
    const { body: workspace } = await server.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Gone' } })
    const headers = { cookie: server.owner.cookie, 'x-workspace-id': workspace.id }
    const put = await fetch(`${server.url}/api/files/content/a.txt`, { method: 'PUT', headers, body: 'a' })
    const { file_id } = (await put.json()) as { file_id: string }
    const { body: link } = await server.request('POST', `/api/files/${file_id}/link`, { as: 'none', headers, body: {} })
    const before = (await fetch(link.url)).status
    await server.request('DELETE', `/api/workspaces/${workspace.id}`, { as: 'owner' })
    expect([before, (await fetch(link.url)).status]).toEqual([200, 404])
  })

  it('follows the events of the workspace that it chooses, and no other', async () => {
    const [chosen, first] = await Promise.all([
      TestStream.open(`${server.url}/api/events?types=job.created`, inLab()),
      TestStream.open(`${server.url}/api/events?types=job.created`, { cookie: server.owner.cookie }),
    ])
    const enqueue = (kind: string, headers: Record<string, string>) =>
      server.request('POST', '/api/jobs', { as: 'none', headers, body: { kind } })
    const { body: inIt } = await enqueue('x.lab', inLab())
    const { body: outside } = await enqueue('x.first', { cookie: server.owner.cookie })
    const [[ofLab], [ofFirst]] = await Promise.all([chosen.take(1), first.take(1)])
    expect([JSON.stringify(ofLab?.data), JSON.stringify(ofFirst?.data)]).toEqual([
      expect.stringContaining(inIt.job_id),
      expect.stringContaining(outside.job_id),
    ])
    const refused = await call('GET', '/api/events', inForeign())
    expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
      404,
      expect.stringContaining('GET /api/workspaces lists'),
    ])
  })

  it('makes the key with which a client of MCP works in the workspace', async () => {
    const made = await server.request('POST', '/api/developer/keys', {
      as: 'none',
      headers: inLab(),
      body: { name: 'editor' },
    })
    await server.request('POST', '/api/workspace/tasks', {
      as: 'none',
      headers: inLab(),
      body: { title: 'Clean the lab' },
    })
    await server.request('POST', '/api/workspace/tasks', { as: 'owner', body: { title: 'Clean the house' } })
    const listed = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${made.body.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'task_list', arguments: {} },
      }),
    })
    const said = await listed.text()
    expect(said).toContain('Clean the lab')
    expect(said).not.toContain('Clean the house')
  })
})
