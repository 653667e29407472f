import { SvcError } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'
import { cliCommands } from '@svc/plugin/contracts/cli'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestKernel } from '../../test/support/start-test-kernel.ts'
import type { TestKernel } from '../../test/support/start-test-kernel.ts'

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
    const body = { username: 'invited', password, invite: invite.body.token }
    const answer = await svc.request('POST', '/api/auth/register', { as: 'none', body })
    expect([answer.status, answer.body]).toMatchObject([201, { user: { username: 'invited', role: 'admin' } }])
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
  expect((await svc.request('PATCH', '/api/admin/plugins/nothing', { body: { enabled: true } })).status).toBe(404)
  const audit = await svc.request('GET', '/api/admin/audit?limit=1')
  expect(audit.body.items).toMatchObject([
    { action: 'plugin.disabled', target: 'developer', actor: { via: 'api_key' } },
  ])
  await svc.request('PATCH', '/api/admin/plugins/developer', { body: { enabled: true } })
})

describe('the commands', () => {
  async function run(
    name: string,
    given: Partial<CliContext> = {},
  ): Promise<{ code: number; text: string; value: JsonValue }> {
    const command = svc.kernel.contributions(cliCommands).find(({ value }) => value.name === name)?.value
    if (command === undefined) throw new Error(`no plugin contributes ${name}`)
    let text = ''
    let value: JsonValue = null
    const code = await command.run({
      arguments: {},
      options: {},
      rest: [],
      cwd: '/',
      json: false,
      interactive: false,
      signal: new AbortController().signal,
      result: (...shown) => void ([value, text] = shown),
      note: () => undefined,
      print: () => undefined,
      ask: async () => null,
      upload: async () => null,
      download: () => Promise.reject(new Error('no bytes here')),
      events: async () => null,
      api: async (method, path, body) => {
        const principal = await svc.kernel.operator()
        const answer = await svc.kernel.dispatch({ method, path, principal, ...(body === undefined ? {} : { body }) })
        if (answer.status >= 400) throw new SvcError(answer.status, 'refused', JSON.stringify(answer.body))
        return answer.body
      },
      ...given,
    })
    return { code, text, value }
  }

  test('list users as aligned columns, or as JSON', async () => {
    await addUser('listed', 'admin')
    const { code, text, value } = await run('user list')
    expect(code).toBe(0)
    expect(text).toMatch(/^USERNAME +ROLE +STATE +CREATED\n/)
    expect(text).toMatch(/^listed +admin +active +20\d\d-/m)
    expect(value).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ username: 'listed' })]) })
  })

  test('change a role by name, whatever its case', async () => {
    await addUser('rising')
    const { text, value } = await run('user role', { arguments: { username: 'RISING', role: 'admin' } })
    expect(text).toContain('rising has the role admin')
    expect(value).toMatchObject({ user: { username: 'rising', role: 'admin' } })
  })

  test('say what is wrong and what to do', async () => {
    const unknown = run('user role', { arguments: { username: 'nobody', role: 'admin' } })
    await expect(unknown).rejects.toThrow('There is no user "nobody". "svc user list" shows all.')
    const role = run('user role', { arguments: { username: 'owner', role: 'boss' } })
    await expect(role).rejects.toThrow('"boss" is no role; choose one of owner, admin, user.')
    await expect(run('user create', { arguments: { username: 'x' } })).rejects.toThrow(/--password-stdin/)
    await expect(run('user role', { arguments: { username: 'owner', role: 'user' } })).rejects.toThrow(/last_owner/)
  })

  test('list and switch plugins', async () => {
    expect((await run('plugin list')).text).toMatch(/^admin +1\.0\.0 +running/m)
    const off = await run('plugin disable', { arguments: { plugin: 'developer' } })
    expect(off.text).toBe('developer is off from the next start on.')
    expect((await run('plugin enable', { arguments: { plugin: 'developer' } })).text).toMatch(/^developer is on/)
    await expect(run('plugin enable', { arguments: { plugin: 'nothing' } })).rejects.toThrow()
  })
})
