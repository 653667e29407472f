import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestStream } from '../support/event-stream.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const password = 'another horse battery'
let t: TestKernel
let workspace: string
type Headers = Record<string, string>

/** A user of the server, in the owner's workspace. */
async function member(username: string, role: 'admin' | 'user'): Promise<Headers & { user_id: string }> {
  const made = await t.request('POST', '/api/users', { body: { username, password, role } })
  await t.request('POST', `/api/workspaces/${workspace}/members`, { as: 'owner', body: { username } })
  const { headers } = await t.request('POST', '/api/auth/login', { as: 'none', body: { username, password } })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const user_id = (made.body as { user: { id: string } }).user.id
  return { cookie, 'x-workspace-id': workspace, user_id }
}

async function keyWith(scopes: string[], as: Headers = { cookie: t.owner.cookie }): Promise<Headers> {
  const { body } = await t.request('POST', '/api/developer/keys', {
    as: 'none',
    headers: as,
    body: { name: scopes.join(), scopes },
  })
  return { authorization: `Bearer ${(body as { key: string }).key}` }
}

const open = (headers: Headers, query = ''): Promise<TestStream> =>
  TestStream.open(`${t.url}/api/events${query}`, headers)
const refused = (headers: Headers, query = '') =>
  t.request<{ code: string }>('GET', `/api/events${query}`, { as: 'none', headers })
const happens = async (): Promise<void> => {
  await t.request('POST', '/api/developer/keys', { body: { name: 'told to admins' } })
  await t.request('POST', '/api/jobs', { body: { kind: 'last.one' } })
}
const typesUpToJob = async (stream: TestStream): Promise<string[]> => {
  const heard = await stream.until(({ event }) => event === 'job.created')
  await stream.close()
  return heard.map(({ event }) => event)
}

beforeAll(async () => {
  t = await startTestKernel({ plugins: ['admin', 'developer'] })
  workspace = ((await t.request('GET', '/api/auth/me')).body as { workspace: { id: string } }).workspace.id
})
afterAll(() => t.stop())

test('what admins are told comes to no narrow key, not by a pattern that names it and not from the log', async () => {
  const narrow = await keyWith(['events:read', 'jobs:write'])
  const user = await member('ursula', 'user')
  const { authorization } = { authorization: `Bearer ${t.key}` }
  const all = await open({ authorization })
  const others = await Promise.all([
    open(narrow),
    open(narrow, '?types=*'),
    open(narrow, '?types=key.*,key.created,job.created'),
    open({ cookie: user['cookie'] ?? '', 'x-workspace-id': workspace }),
  ])
  await happens()
  expect(await typesUpToJob(all)).toEqual(['key.created', 'job.created'])
  for (const stream of others) expect(await typesUpToJob(stream)).toEqual(['job.created'])

  const [first] = [await open({ authorization })]
  await happens()
  const received = await first.take(2)
  await first.close()
  // Resuming behind an event that the key was not told still tells it nothing of it.
  expect(await typesUpToJob(await open(narrow, `?last_event_id=${received[0]?.id}`))).toEqual(['job.created'])
})

test('the stream of a member ends when they are no member any more', async () => {
  const { user_id, ...headers } = await member('mallory', 'user')
  const narrow = await keyWith(['events:read'], headers)
  const streams = await Promise.all([open(headers), open(narrow)])
  await t.request('DELETE', `/api/workspaces/${workspace}/members/${user_id}`, { as: 'owner' })
  for (const stream of streams) {
    const heard = await stream.rest()
    expect(heard.map(({ event }) => event)).toEqual(['error'])
  }
  expect([(await refused(headers)).status, (await refused(narrow)).status]).toEqual([404, 401])
})

test('an event id of another workspace opens nothing there', async () => {
  const stream = await open({ authorization: `Bearer ${t.key}` })
  await happens()
  const [event] = await stream.take(1)
  await stream.close()
  const other = await t.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'other' } })
  const headers = { cookie: t.owner.cookie, 'x-workspace-id': (other.body as { id: string }).id }
  const { status, body } = await refused({ ...headers, 'last-event-id': event?.id ?? '' })
  expect([status, body.code]).toEqual([400, 'validation_error'])
})

test.each([
  '?types=',
  '?types=,',
  '?types=%00',
  `?types=${'job.*,'.repeat(300)}job.x`,
  `?types=${'a'.repeat(5000)}`,
  '?types=__proto__',
  '?types=job.*&types=run.*',
  '?last_event_id=evt_',
  '?last_event_id=evt_%00',
  `?last_event_id=evt_${'z'.repeat(26)}`,
  '?after=evt_1',
])('GET /api/events%s is refused as not valid', async query => {
  const { status, body } = await refused({ authorization: `Bearer ${t.key}` }, query)
  expect([status, body.code]).toEqual([400, 'validation_error'])
})

test('one caller has so many streams and no more, over all keys', async () => {
  const keys = await Promise.all([keyWith(['events:read']), keyWith(['events:read'])])
  const streams = await Promise.all(Array.from({ length: 32 }, (_, n) => open(keys[n % 2] ?? {})))
  expect(await refused(keys[0] ?? {})).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  await Promise.all(streams.map(stream => stream.close()))
})
