import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let kernel: TestKernel
let count = 0
/** Somebody who is no admin, in a workspace of her own. */
let grace: { headers: Record<string, string>; as: 'none' }

beforeAll(async () => {
  kernel = await startTestKernel({ plugins: ['playbooks', 'developer', 'admin', 'tools'] })
  const person = { username: 'grace', password: 'correct horse battery' }
  await kernel.request('POST', '/api/users', { body: { ...person, role: 'user' }, as: 'owner' })
  const signedIn = await kernel.request('POST', '/api/auth/login', { body: person, as: 'none' })
  grace = { headers: { cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '' }, as: 'none' }
})
afterAll(() => kernel?.stop())

const ask = (method: string, path: string, body?: object, more: object = {}) =>
  kernel.request(method, `/api/playbooks${path}`, { ...(body && { body: body as never }), ...more })
async function add(tasks: object[], document: object = {}): Promise<string> {
  const whole = { dsl: '1.0.3', namespace: 'default', name: `status-${(count += 1)}`, version: '1.0.0', ...document }
  const made = await ask('POST', '', { definition: { document: whole, do: tasks } })
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  expect(made.headers.get('location')).toBe(`${kernel.url}/api/playbooks/${made.body.id}`)
  return whole.name
}
const start = (playbook_id: string, more: object = {}, as: object = {}) =>
  ask('POST', '/runs', { playbook_id, ...more }, as)
async function keyFor(...scopes: string[]) {
  const { body } = await kernel.request('POST', '/api/developer/keys', {
    body: { name: scopes.join(), scopes },
    as: 'owner',
  })
  return { headers: { authorization: `Bearer ${body.key}` }, as: 'none' }
}
const pause = [{ pause: { wait: 'PT1H' } }]
const quick = [{ a: { set: { n: 1 } } }]

test('playbooks are found by a part of their words and by tags, and shown in any of their versions', async () => {
  const name = await add(quick, { title: 'Weekly figures', tags: { team: 'red' } })
  await ask('POST', '', {
    definition: { document: { dsl: '1.0.3', namespace: 'default', name, version: '1.1.0' }, do: quick },
  })
  const names = async (query: string) =>
    (await ask('GET', `?${query}`)).body.items.map((each: { name: string }) => each.name)
  // The version that a start takes has no title and no tags any more.
  expect([await names('search=weekly'), await names('tag=team')]).toEqual([[], []])
  await ask('PATCH', `/${name}`, { active_version: '1.0.0' })
  expect([await names('search=WEEKLY'), await names('tag=team'), await names('tag=team%3Dred')]).toEqual([
    [name],
    [name],
    [name],
  ])
  expect(await names('tag=team%3Dblue')).toEqual([])
  expect((await ask('GET', `/${name}?version=1.1.0`)).body).toMatchObject({
    version: '1.1.0',
    revision: 2,
    graph: { nodes: [{ name: 'a' }] },
  })
  expect((await ask('GET', `/${name}?version=9.0.0`)).status).toBe(404)
  expect((await ask('PATCH', `/${name}`, { active_version: '9.0.0' })).status).toBe(404)
  expect((await ask('GET', '/nobody')).status).toBe(404)
})

test('a start says what is wrong: inputs too large, a wait too long, no such playbook or version', async () => {
  const name = await add(quick)
  expect(await start(name, { inputs: { text: 'x'.repeat(1024 * 1024) } })).toMatchObject({ status: 413 })
  expect(await start(name, { wait_seconds: 31 })).toMatchObject({ status: 400 })
  expect(await start(name, { version: '2.0.0' })).toMatchObject({ status: 404 })
  expect(await start('nobody')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const begun = await start(name, { wait_seconds: 10 })
  expect([begun.status, begun.headers.get('location')]).toEqual([
    201,
    `${kernel.url}/api/playbooks/runs/${begun.body.id}`,
  ])
})

test('runs are listed by their playbook, status, trigger and parent, and deleted once they have ended', async () => {
  const child = await add(pause)
  const parent = await add([{ run: { run: { workflow: { namespace: 'default', name: child, version: 'latest' } } } }])
  const { id } = (await start(parent)).body
  const found = await vi.waitFor(async () => {
    const { items } = (await ask('GET', `/runs?parent_run_id=${id}`)).body
    expect(items).toMatchObject([{ name: child, trigger: 'parent', parent_run_id: id, status: 'waiting' }])
    return items[0]
  }, 10_000)
  expect(found.inputs).toBeUndefined()
  const ids = async (query: string) =>
    (await ask('GET', `/runs?${query}`)).body.items.map((each: { id: string }) => each.id)
  expect(await ids(`playbook_id=${parent}&trigger=api`)).toEqual([id])
  expect(await ids(`playbook_id=${parent}&status=completed`)).toEqual([])
  expect(await ids('trigger=parent')).toEqual([found.id])
  expect(await ask('DELETE', `/runs/${id}`)).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await ask('POST', `/runs/${id}/cancel`, { reason: 'enough' })).status).toBe(202)
  await vi.waitFor(async () => expect((await ask('DELETE', `/runs/${id}`)).status).toBe(204), 10_000)
  for (const path of ['', '/tasks', '/events']) expect((await ask('GET', `/runs/${id}${path}`)).status).toBe(404)
  for (const act of ['cancel', 'suspend', 'resume', 'approve', 'deny'])
    expect([act, (await ask('POST', `/runs/${id}/${act}`, {}, { as: 'owner' })).status]).toEqual([act, 404])
})

test('tasks are found by name and status', async () => {
  const name = await add([...quick, { no: { raise: { error: { type: 'https://example.com/no', status: 400 } } } }])
  const { id } = (await start(name, { wait_seconds: 10 })).body
  const names = async (query: string) =>
    (await ask('GET', `/runs/${id}/tasks?${query}`)).body.items.map((each: { name: string }) => each.name)
  expect([await names('name=a'), await names('status=faulted'), await names('limit=1')]).toEqual([['a'], ['no'], ['a']])
})

test('each scope allows its own: reading, starting, deciding; definitions and secrets are for admins', async () => {
  const name = await add([{ ask: { call: 'approval', with: { title: 'Go?' } } }])
  const reads = await keyFor('playbooks:read')
  const writes = await keyFor('playbooks:read', 'playbooks:write')
  const decides = await keyFor('playbooks:read', 'playbooks:approve')
  expect((await ask('GET', '', undefined, reads)).status).toBe(200)
  expect((await ask('POST', '/validate', { source: 'a: 1' }, reads)).body).toMatchObject({ valid: false })
  expect((await ask('POST', `/${name}/dry-run`, { inputs: {} }, reads)).status).toBe(200)
  expect((await start(name, {}, reads)).status).toBe(403)
  expect((await ask('POST', '/events', { source: 'a:b', type: 'order.paid' }, reads)).status).toBe(403)
  const { id } = (await start(name, { wait_seconds: 1 }, writes)).body
  for (const key of [reads, writes]) expect((await ask('POST', `/runs/${id}/approve`, {}, key)).status).toBe(403)
  expect((await ask('POST', `/runs/${id}/cancel`, {}, decides)).status).toBe(403)
  // `*` does not include it.
  expect((await ask('POST', `/runs/${id}/approve`, {})).status).toBe(403)
  expect((await ask('POST', `/runs/${id}/approve`, {}, decides)).status).toBe(200)

  for (const [method, path, body] of [
    ['POST', '', { source: 'a: 1' }],
    ['PATCH', `/${name}`, { enabled: false }],
    ['DELETE', `/${name}`, undefined],
    ['GET', '/secrets', undefined],
    ['PUT', '/secrets/TOKEN', { value: 'a secret value' }],
    ['DELETE', '/secrets/TOKEN', undefined],
  ] as const)
    expect([method, path, (await ask(method, path, body, grace)).status]).toEqual([method, path, 403])
})

test('another workspace sees nothing of it', async () => {
  const name = await add([{ ask: { call: 'approval', with: { title: 'Go?' } } }])
  const { id } = (await start(name, { wait_seconds: 1 })).body
  expect((await ask('GET', `/${name}`, undefined, grace)).status).toBe(404)
  expect((await start(name, {}, grace)).status).toBe(404)
  for (const path of ['', '/tasks', '/events'])
    expect((await ask('GET', `/runs/${id}${path}`, undefined, grace)).status).toBe(404)
  expect((await ask('POST', `/runs/${id}/approve`, {}, grace)).status).toBe(404)
  expect((await ask('GET', '/runs', undefined, grace)).body.items).toEqual([])
})
