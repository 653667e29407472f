import { SvcError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { Command, CommandInput } from '@svc/plugin/contracts/cli'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testCommandContext } from '../../test/support/command-context.ts'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'
import { listPlugins } from './cli/plugins.ts'
import { changeRole, createUser, listUsers } from './cli/users.ts'

const password = 'correct horse battery'
let svc: TestKernel
beforeAll(async () => {
  svc = await startTestKernel({ plugins: ['admin', 'developer'] })
})
afterAll(() => svc.stop())

interface UserAnswer {
  user: { id: string; username: string; role: string; disabled: boolean }
}

async function addUser(username: string, role = 'user') {
  const made = await svc.request<UserAnswer>('POST', '/api/users', { body: { username, password, role } })
  expect(made.status).toBe(201)
  return { ...made.body.user, location: made.headers.get('location') }
}

describe('users', () => {
  test('are made, found where Location says, changed and deleted', async () => {
    const { id, location } = await addUser('grace')
    expect(location).toBe(`${svc.url}/api/users/${id}`)
    const changed = await svc.request('PATCH', `/api/users/${id}`, { body: { role: 'admin', disabled: true } })
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { user: { username: 'grace', role: 'admin', disabled: true } },
    ])
    expect((await svc.request('GET', `/api/users/${id}`)).body).toEqual(changed.body)
    expect((await svc.request('DELETE', `/api/users/${id}`)).status).toBe(204)
    expect((await svc.request('GET', `/api/users/${id}`)).status).toBe(404)
  })

  test('come a page at a time, newest first', async () => {
    for (const username of ['p1', 'p2', 'p3']) await addUser(username)
    const names: string[] = []
    let cursor = ''
    do {
      const page = await svc.request('GET', `/api/users?limit=2${cursor}`)
      names.push(...page.body.items.map((user: { username: string }) => user.username))
      cursor = page.body.next_cursor === null ? '' : `&cursor=${encodeURIComponent(page.body.next_cursor)}`
    } while (cursor !== '')
    expect(names).toEqual(['p3', 'p2', 'p1', 'owner'])
  })

  test.each([
    ['an unknown field', { username: 'x', password, role: 'user', admin: true }],
    ['a short password', { username: 'x', password: 'short', role: 'user' }],
    ['a name with a space', { username: 'x y', password, role: 'user' }],
    ['an unknown role', { username: 'x', password, role: 'root' }],
    ['no role', { username: 'x', password }],
  ])('with %s are refused', async (_, body) => {
    const answer = await svc.request('POST', '/api/users', { body })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
  })

  test('get a new password from an admin, and sign in with it', async () => {
    const { id } = await addUser('forgetful')
    const fresh = { username: 'forgetful', password: 'staple correct horse' }
    const reset = await svc.request('POST', `/api/users/${id}/password`, { body: { new_password: fresh.password } })
    expect(reset.status).toBe(204)
    expect((await svc.request('POST', '/api/auth/login', { as: 'none', body: fresh })).status).toBe(200)
  })

  test('are invited, and register with the role that the invitation gives', async () => {
    const invite = await svc.request('POST', '/api/users/invites', { body: { role: 'admin' } })
    expect(invite.body).toMatchObject({ role: 'admin', token: expect.any(String) })
    const { token: _token, url: _url, ...shown } = invite.body
    const read = () => svc.request('GET', `/api/users/invites/${invite.body.id}`)
    expect([invite.headers.get('location'), (await read()).body]).toEqual([
      `${svc.url}/api/users/invites/${invite.body.id}`,
      shown,
    ])
    const body = { username: 'invited', password, invite: invite.body.token }
    const answer = await svc.request('POST', '/api/auth/register', { as: 'none', body })
    expect([answer.status, answer.body]).toMatchObject([201, { user: { username: 'invited', role: 'admin' } }])
    expect([answer.headers.get('location'), (await read()).status]).toEqual([`${svc.url}/api/auth/me`, 404])
  })
})

test('a workspace is made, shared, renamed, chosen by its header, and deleted', async () => {
  const member = await addUser('member')
  const as = 'owner' as const
  const made = await svc.request('POST', '/api/workspaces', { as, body: { name: 'Research' } })
  const path = `/api/workspaces/${made.body.id}`
  expect(made.headers.get('location')).toBe(`${svc.url}${path}`)
  const added = await svc.request('POST', `${path}/members`, { as, body: { username: 'member' } })
  expect([added.status, added.body]).toEqual([201, { user_id: member.id, username: 'member', role: 'member' }])
  expect((await svc.request('PATCH', path, { as, body: { name: 'Field work' } })).body).toMatchObject({
    name: 'Field work',
  })
  const chosen = await svc.request('GET', '/api/auth/me', { as, headers: { 'x-workspace-id': made.body.id } })
  expect(chosen.body.workspace).toEqual({ id: made.body.id, name: 'Field work' })
  expect((await svc.request('DELETE', `${path}/members/${member.id}`, { as })).status).toBe(204)
  const { body } = await svc.request('GET', `${path}/members`, { as })
  expect(body.items.map((each: { username: string }) => each.username)).toEqual(['owner'])
  expect((await svc.request('DELETE', path, { as })).status).toBe(204)
  expect((await svc.request('GET', path, { as })).status).toBe(404)
})

test('plugins are listed, and switching one is written to the audit log', async () => {
  const listed = await svc.request('GET', '/api/admin/plugins')
  expect(listed.body.items).toContainEqual(expect.objectContaining({ id: 'admin', enabled: true, outcome: 'running' }))
  const changed = await svc.request('PATCH', '/api/admin/plugins/developer', { body: { enabled: false } })
  expect([changed.status, changed.body]).toMatchObject([200, { enabled: false, restart_required: true }])
  const settings = (await svc.request('GET', '/api/admin/config')).body.items
  expect(settings).toContainEqual(
    expect.objectContaining({ key: 'host', value: '127.0.0.1', origin: 'default', read_only: null }),
  )
  expect((await svc.request('PATCH', '/api/admin/plugins/nothing', { body: { enabled: true } })).status).toBe(404)
  const audit = await svc.request('GET', '/api/admin/audit?limit=1')
  expect(audit.body.items).toMatchObject([
    { action: 'plugin.disabled', target: 'developer', actor: { via: 'api_key' } },
  ])
  await svc.request('PATCH', '/api/admin/plugins/developer', { body: { enabled: true } })
})

test('settings that are chosen at the same moment are all kept', async () => {
  const choose = (values: JsonObject) => svc.request('PATCH', '/api/admin/config', { body: { values } })
  await Promise.all([choose({ job_retention_days: 14 }), choose({ backup_keep: 3 })])
  const chosen = await choose({ job_retention_days: null })
  expect(chosen.body).toMatchObject({ changed_at_restart: ['backup_keep'] })
  await choose({ backup_keep: null })
})

describe('the commands', () => {
  async function run<Input extends CommandInput>(
    command: Command<Input>,
    given: Input,
  ): Promise<{ code: number; text: string; value: unknown }> {
    let text = ''
    let value: unknown = null
    const context = testCommandContext<Input>({
      ...given,
      io: { result: (...shown) => void ([value, text] = shown) },
      server: {
        request: async (method, path, body) => {
          const principal = await svc.kernel.operator()
          const answer = await svc.kernel.dispatch({ method, path, principal, ...(body === undefined ? {} : { body }) })
          if (answer.status >= 400) throw new SvcError(answer.status, 'refused', JSON.stringify(answer.body))
          return answer.body
        },
      },
    })
    return { code: await command(context), text, value }
  }

  test('list users as aligned columns, or as JSON', async () => {
    await addUser('listed', 'admin')
    const { code, text, value } = await run(listUsers, { arguments: {}, options: {} })
    expect(code).toBe(0)
    expect(text).toMatch(/^USERNAME +ROLE +STATE +CREATED\n/)
    expect(text).toMatch(/^listed +admin +active +20\d\d-/m)
    expect(value).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ username: 'listed' })]) })
  })

  test('change a role by name, whatever its case', async () => {
    await addUser('rising')
    const { text, value } = await run(changeRole, { arguments: { username: 'RISING', role: 'admin' }, options: {} })
    expect(text).toContain('rising has the role admin')
    expect(value).toMatchObject({ user: { username: 'rising', role: 'admin' } })
  })

  test('say what is wrong and what to do', async () => {
    const unknown = run(changeRole, { arguments: { username: 'nobody', role: 'admin' }, options: {} })
    await expect(unknown).rejects.toThrow('There is no user "nobody". "svc user list" shows all.')
    const unasked = run(createUser, { arguments: { username: 'x' }, options: {} })
    await expect(unasked).rejects.toThrow(/--password-stdin/)
    const last = run(changeRole, { arguments: { username: 'owner', role: 'user' }, options: {} })
    await expect(last).rejects.toThrow(/last_owner/)
  })

  test('list plugins with what was switched since the start', async () => {
    const lines = async () => (await run(listPlugins, { arguments: {}, options: {} })).text
    expect(await lines()).toMatch(/^developer +1\.0\.0 +running +\w/m)
    await svc.request('PATCH', '/api/admin/plugins/developer', { body: { enabled: false } })
    expect(await lines()).toMatch(/^developer +1\.0\.0 +running, off from the next start +\w/m)
    await svc.request('PATCH', '/api/admin/plugins/developer', { body: { enabled: true } })
    expect(await lines()).toMatch(/^developer +1\.0\.0 +running +\w/m)
  })
})
