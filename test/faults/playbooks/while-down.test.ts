import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runSvcHere } from '../../support/programs/run-svc.ts'
import { ManifestsFolder } from '../../e2e/agent-apps-support.ts'
import { startFakeModelServer } from '../../support/servers/fake-model-server.ts'
import { startFakeWebHost } from '../../support/servers/fake-web-host.ts'
import { hasEnded, PlaybookServer, waitsFor } from './playbook-server.ts'

let apps: ManifestsFolder
let server: PlaybookServer

beforeEach(async () => {
  apps = await ManifestsFolder.create()
  server = await PlaybookServer.create({ SVC_MANIFESTS: apps.path })
})
afterEach(async () => {
  await server?.remove()
  await apps?.delete()
})

/** As it stands in the file: a reader over HTTP would close it. */
async function recordOf(runId: string): Promise<unknown> {
  const folder = join(server.home, 'workspaces')
  const files = (await readdir(folder, { recursive: true })).filter(file => file.endsWith('data_plane.sqlite'))
  for (const file of files) {
    const db = new DatabaseSync(join(folder, file), { readOnly: true })
    try {
      const found = db.prepare('SELECT status, output FROM agent_apps_runs WHERE run_id = ?').get(runId)
      if (found) return { ...found }
    } finally {
      db.close()
    }
  }
  return undefined
}

test('the record of an app is closed at the start, when its playbook ended right before the server died', async () => {
  const manifest = { manifest_version: '1', name: 'asks', version: '1.0.0', description: 'Asks.' }
  await apps.write('asks', {
    'playbook.yaml': `document: {dsl: '1.0.3', namespace: default, name: asks, version: '1.0.0'}
do:
  - ask: {call: approval, with: {title: Go on?}}
  - done: {set: {text: "yes"}}
`,
    'manifest.json': { ...manifest, entry: { type: 'playbook', file: 'playbook.yaml' }, inputs: { type: 'object' } },
  })
  await server.live()
  const { run_id } = await vi.waitFor(async () => {
    const run = await server.ask('POST', '/api/agent-apps/asks/run', { inputs: {}, runner: 'job' })
    expect(run.run_id, JSON.stringify(run)).toBeDefined()
    return run
  }, 30_000)
  const { playbook_run_id: id } = await vi.waitFor(async () => {
    const record = await server.ask('GET', `/api/agent-apps/runs/${run_id}`)
    expect(record.playbook_run_id).toEqual(expect.any(String))
    return record
  }, 30_000)
  await server.reaches(id, waitsFor('approval'))
  await server.kill()
  // The end of the run is on the disk, and nobody has looked at it.
  await server.liveUntil({ touching: 'wake_at = NULL, claim_token = NULL', at: 'after-commit', nth: 1 })
  await server.signIn()
  const approved = server.ask('POST', `/api/playbooks/runs/${id}/approve`, {})
  await Promise.allSettled([approved, server.process.exited])
  expect(await recordOf(run_id)).toEqual({ status: 'running', output: null })
  // Nobody asks it anything.
  await server.liveUntil({ touching: 'no statement', at: 'after-commit', nth: 1 })
  await vi.waitFor(async () => {
    expect(await recordOf(run_id)).toEqual({ status: 'succeeded', output: '{"text":"yes"}' })
  }, 30_000)
}, 120_000)

test('a server that dies right after a fork was resumed sends what had completed no second time', async () => {
  let isBroken = true
  const host = await startFakeWebHost((request, response) =>
    response.writeHead(request.url === '/ship' && isBroken ? 500 : 200).end(),
  )
  try {
    const env = { SVC_EGRESS_ALLOW: host.key }
    const send = (name: string) => ({
      [name]: { call: 'http', with: { method: 'post', endpoint: `${host.url}/${name}` } },
    })
    await server.live(env)
    const ships = { ships: { do: [{ ask: { call: 'approval', with: { title: 'Ship?' } } }, send('ship')] } }
    const id = await server.start('forked', [{ both: { fork: { branches: [send('charge'), ships] } } }])
    await vi.waitFor(() => expect(host.requests).toHaveLength(1), 30_000)
    await server.ask('POST', `/api/playbooks/runs/${id}/approve`, {})
    await server.reaches(id, hasEnded)
    isBroken = false
    await server.kill()
    await server.liveUntil({ touching: 'UPDATE playbooks_tasks SET status', at: 'after-commit', nth: 1 })
    await server.signIn()
    await expect(server.ask('POST', `/api/playbooks/runs/${id}/resume`, {})).rejects.toThrow(TypeError)
    await server.live(env)
    expect(await server.reaches(id, hasEnded)).toMatchObject({ status: 'completed' })
    expect(host.requests.map(({ path }) => path)).toEqual(['/charge', '/ship', '/ship'])
    expect(host.requests[1]?.headers['idempotency-key']).toBe(host.requests[2]?.headers['idempotency-key'])
  } finally {
    await host.close()
  }
}, 120_000)

test('a turn that waits for a person longer than keys are kept, and over a death of the server, is asked once', async () => {
  const model = await startFakeModelServer()
  try {
    const toolCalls = [{ id: 'call_1', name: 'calculator', arguments: '{"expression":"6*7"}' }]
    model.script({ toolCalls }, { text: 'It is 42.' })
    await server.live({ SVC_MODEL_BASE_URL: model.baseUrl, SVC_MODEL_NAME: 'fake-model' })
    await server.ask('PUT', '/api/tools/calculator/grant', { grant: 'ask' })
    const { id: session_id } = await server.ask('POST', '/api/conversations', { title: 'Sums' })
    const id = await server.start('asks', [
      { sum: { call: 'agent', with: { prompt: 'What is 6 * 7?', tools: ['calculator'], session_id } } },
    ])
    const { waiting_for } = await server.reaches(id, waitsFor('approval'))
    await server.kill()
    await expireRequests()
    await server.live({ SVC_MODEL_BASE_URL: model.baseUrl, SVC_MODEL_NAME: 'fake-model' })
    await server.ask('POST', `/api/approvals/${waiting_for[0].approval_id}/approve`, {})
    expect(await server.reaches(id, hasEnded)).toMatchObject({ status: 'completed', output: { content: 'It is 42.' } })
    const { items } = await server.ask('GET', `/api/conversations/${session_id}/messages`)
    expect(items.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(1)
  } finally {
    await model.close()
  }
}, 120_000)

/** As if a day had gone by. */
async function expireRequests(): Promise<void> {
  const files = await readdir(join(server.home, 'workspaces'), { recursive: true })
  for (const file of files.filter(name => name.endsWith('data_plane.sqlite'))) {
    const db = new DatabaseSync(join(server.home, 'workspaces', file))
    db.exec('UPDATE conversations_requests SET expires_at = 0')
    db.close()
  }
}

test('what people decide while no server is there counts when one is', async () => {
  await server.live()
  const ask = { ask: { call: 'approval', with: { title: 'Go on?' } } }
  const yes = await server.start('yes', [ask, { said: { set: { by: '${ .decided_by[0].username }' } } }])
  const no = await server.start('no', [ask])
  for (const id of [yes, no]) await server.reaches(id, waitsFor('approval'))
  await server.kill()
  const svc = (...args: string[]) => runSvcHere(['playbooks', ...args], { cwd: server.home, env: server.env })
  expect(await svc('approve', yes)).toMatchObject({ code: 0, stdout: 'Go on?: approved\n' })
  expect(await svc('deny', no, '--reason', 'not today')).toMatchObject({ code: 0, stdout: 'Go on?: denied\n' })
  expect((await svc('approve', no)).stderr).toContain('denied already')
  await server.live()
  expect(await server.reaches(yes, hasEnded)).toMatchObject({ status: 'completed', output: { by: 'operator' } })
  expect(await server.reaches(no, hasEnded)).toMatchObject({
    status: 'faulted',
    error: { status: 403, detail: 'approval_denied: operator has denied "Go on?". The reason: not today' },
  })
}, 120_000)

test.each([
  ['right before', 'before-commit', 'waiting'],
  ['right after', 'after-commit', 'completed'],
] as const)(
  'a server that dies %s a decision is on the disk knows afterwards what it said',
  async (_when, at, status) => {
    await server.live()
    const ask = { ask: { call: 'approval', with: { title: 'Go on?' } } }
    const id = await server.start('decided', [ask, { said: { set: { by: '${ .decided_by[0].username }' } } }])
    await server.reaches(id, waitsFor('approval'))
    await server.kill()
    await server.liveUntil({ touching: 'UPDATE playbooks_approvals SET status', at, nth: 1 })
    await server.signIn()
    await expect(server.ask('POST', `/api/playbooks/runs/${id}/approve`, {})).rejects.toThrow(TypeError)
    await server.live()
    expect(await server.reaches(id, run => run.status === status)).toMatchObject({ status })
    const again = await server.ask('POST', `/api/playbooks/runs/${id}/approve`, {})
    expect(again).toMatchObject({ status: 'approved' })
    expect(await server.reaches(id, hasEnded)).toMatchObject({ status: 'completed', output: { by: 'owner' } })
  },
  120_000,
)
