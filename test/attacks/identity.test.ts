import { lstat, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { password, startIdentityServer } from './identity-server.ts'

const eve = { username: 'eve', password }

describe('the first owner', () => {
  test('is not whoever comes from a loopback address: without the token nobody is', async () => {
    await using server = await startIdentityServer({ admin: null })
    const tries = [
      eve,
      { ...eve, setup_token: '' },
      { ...eve, setup_token: 'x'.repeat(32) },
      { ...eve, setup_token: null },
    ]
    const statuses = []
    for (const each of tries) {
      const headers = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' }
      statuses.push((await server.nobody.send('POST', '/api/auth/setup', each, headers)).status)
    }
    expect(statuses).toEqual([400, 400, 403, 400])
    expect((await server.nobody.send('GET', '/api/auth/status')).body).toMatchObject({ setup_required: true })
  })

  test('is one, of twenty who bring the right token at once', async () => {
    await using server = await startIdentityServer({ admin: null })
    const racers = Array.from({ length: 20 }, (_, index) =>
      server.nobody.send('POST', '/api/auth/setup', {
        username: `racer${index}`,
        password,
        setup_token: server.setupToken,
      }),
    )
    const statuses = (await Promise.all(racers)).map(answer => answer.status).toSorted()
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    expect(await server.control.read(reader => reader.find('users', { role: 'owner' }))).toHaveLength(1)
  })

  test('cannot be tried for by guessing tokens', async () => {
    await using server = await startIdentityServer({ admin: null })
    const statuses = []
    for (let tries = 0; tries < 6; tries += 1) {
      const guess = { ...eve, setup_token: String(tries).repeat(32) }
      statuses.push((await server.nobody.send('POST', '/api/auth/setup', guess)).status)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  test('has a token that only the owner of the home can read, even where somebody left a file or a link', async () => {
    await using server = await startIdentityServer({ admin: null })
    const path = join(server.home, 'setup_token')
    const lure = join(server.home, 'lure')
    await writeFile(lure, 'untouched', { mode: 0o644 })
    await rm(path)
    await symlink(lure, path)
    const { setupToken } = await server.auth.prepare()
    expect(await readFile(path, 'utf8')).toBe(`${setupToken}\n`)
    expect((await lstat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(lure, 'utf8')).toBe('untouched')
  })
})

describe('guessing passwords', () => {
  test('of one who is signed in ends after five tries, and locks out nobody who signs in from there', async () => {
    await using server = await startIdentityServer({ wrongPerAddress: 6 })
    const ada = await server.signIn('ada')
    await ada.send('POST', '/api/users', { username: 'eve', password, role: 'user' })
    await ada.send('POST', '/api/users', { username: 'bob', password, role: 'user' })
    const [evesSession, bobs] = [await server.signIn('eve'), await server.signIn('bob')]
    const guess = (who: typeof ada) =>
      who.send('POST', '/api/auth/password', { current_password: 'wrong horse', new_password: 'another horse battery' })
    const guesses: number[] = []
    for (let tries = 0; tries < 6; tries += 1) guesses.push((await guess(evesSession)).status)
    const signIns = await Promise.all(
      ['ada', 'eve', 'bob'].map(username => server.nobody.send('POST', '/api/auth/login', { username, password })),
    )
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429])
    expect(signIns.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([(await guess(bobs)).status, (await guess(ada)).status]).toEqual([401, 429])
  })

  test('tells nothing about who exists', async () => {
    await using server = await startIdentityServer()
    const ada = await server.signIn('ada')
    const made = await ada.send('POST', '/api/users', { username: 'off', password, role: 'user' })
    await ada.send('PATCH', `/api/users/${(made.body['user'] as { id: string }).id}`, { disabled: true })
    const tries = [
      { username: 'nobody', password },
      { username: 'ada', password: 'wrong' },
      { username: 'off', password },
    ]
    const answers = []
    for (const each of tries) {
      const { status, body, headers } = await server.nobody.send('POST', '/api/auth/login', each)
      answers.push(JSON.stringify({ status, ...body, request_id: '', cookies: headers.getSetCookie() }))
    }
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('"status":401')
  })

  test('with one name, in any case, a hundred at once, is five tries', async () => {
    await using server = await startIdentityServer()
    const names = ['ada', 'ADA', 'Ada', 'aDa']
    const guesses = Array.from({ length: 100 }, (_, index) =>
      server.nobody.send('POST', '/api/auth/login', { username: names[index % 4], password: `guess ${index}` }),
    )
    const statuses = (await Promise.all(guesses)).map(answer => answer.status)
    expect(statuses.filter(status => status === 401)).toHaveLength(5)
    expect(statuses.filter(status => status === 429)).toHaveLength(95)
    expect((await server.nobody.send('GET', '/healthz')).status).toBe(200)
  })

  test('with many names from one address ends too, whatever address the request claims', async () => {
    await using server = await startIdentityServer({ wrongPerAddress: 5 })
    const statuses = []
    for (let index = 0; index < 6; index += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${index}` }
      const guess = { username: `user${index}`, password: 'guess guess' }
      statuses.push((await server.nobody.send('POST', '/api/auth/login', guess, headers)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })
})

describe('registration', () => {
  test('is off unless it is switched on', async () => {
    await using server = await startIdentityServer()
    const answer = await server.nobody.send('POST', '/api/auth/register', eve)
    expect([answer.status, answer.body['code']]).toEqual([403, 'registration_disabled'])
    const guessed = { ...eve, invite: `01jzcq3m5n8v7x2k4w6y9a0b1c_${'A'.repeat(32)}` }
    const wrong = await server.nobody.send('POST', '/api/auth/register', guessed)
    expect([wrong.status, wrong.body['code']]).toEqual([403, 'invitation_invalid'])
  })

  test('gives one name to one person, of ten who ask at once in ten spellings', async () => {
    await using server = await startIdentityServer({ registrationEnabled: true })
    const spellings = ['eve', 'Eve', 'EVE', 'eVe', 'evE', 'EVe', 'eVE', 'EvE', 'eve', 'Eve']
    const answers = await Promise.all(
      spellings.map(username => server.nobody.send('POST', '/api/auth/register', { username, password })),
    )
    expect(answers.map(answer => answer.status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })

  test('gives no role that is asked for, and no name that looks like another', async () => {
    await using server = await startIdentityServer({ registrationEnabled: true })
    const asked = await server.nobody.send('POST', '/api/auth/register', { ...eve, role: 'owner' })
    expect(asked.status).toBe(400)
    for (const username of ['аda', 'ada ', ' ada', 'ada\u200b', '__proto__', 'a/../b', '', 'x'.repeat(65)]) {
      expect((await server.nobody.send('POST', '/api/auth/register', { username, password })).status).toBe(400)
    }
  })

  test('lets one person in by one invitation, of five who hold it', async () => {
    await using server = await startIdentityServer()
    const ada = await server.signIn('ada')
    const { body } = await ada.send('POST', '/api/users/invites', { role: 'admin' })
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(username =>
        server.nobody.send('POST', '/api/auth/register', { username, password, invite: body['token'] }),
      ),
    )
    expect(answers.map(answer => answer.status).toSorted()).toEqual([201, 403, 403, 403, 403])
  })
})

describe('roles', () => {
  test('are not taken: a user cannot raise themself, an admin cannot make, invite, demote or delete an owner', async () => {
    await using server = await startIdentityServer()
    const ada = await server.signIn('ada')
    const idOf = (answer: { body: Record<string, unknown> }) => (answer.body['user'] as { id: string }).id
    const owner = idOf(await ada.send('GET', '/api/auth/me'))
    const userId = idOf(await ada.send('POST', '/api/users', { username: 'usr', password, role: 'user' }))
    const adminId = idOf(await ada.send('POST', '/api/users', { username: 'adm', password, role: 'admin' }))
    const [user, admin] = [await server.signIn('usr'), await server.signIn('adm')]
    const refused = [
      await user.send('PATCH', `/api/users/${userId}`, { role: 'admin' }),
      await user.send('GET', '/api/users'),
      await user.send('POST', '/api/users/invites', { role: 'user' }),
      await user.send('GET', '/api/admin/audit'),
      await admin.send('PATCH', `/api/users/${adminId}`, { role: 'owner' }),
      await admin.send('POST', '/api/users', { username: 'own', password, role: 'owner' }),
      await admin.send('POST', '/api/users/invites', { role: 'owner' }),
      await admin.send('PATCH', `/api/users/${owner}`, { role: 'user' }),
      await admin.send('POST', `/api/users/${owner}/password`, { new_password: password }),
      await admin.send('DELETE', `/api/users/${owner}`),
      await admin.send('GET', '/api/admin/plugins'),
      await admin.send('PATCH', '/api/admin/plugins/x', { enabled: false }),
    ]
    expect(refused.map(answer => [answer.status, answer.body['code']])).toEqual(refused.map(() => [403, 'forbidden']))
  })

  test('leave an owner, though two owners demote and delete each other at once', async () => {
    await using server = await startIdentityServer()
    const ada = await server.signIn('ada')
    const made = await ada.send('POST', '/api/users', { username: 'eve', password, role: 'owner' })
    const eveId = (made.body['user'] as { id: string }).id
    const adaId = ((await ada.send('GET', '/api/auth/me')).body['user'] as { id: string }).id
    const second = await server.signIn('eve')
    await Promise.all([
      ada.send('PATCH', `/api/users/${eveId}`, { role: 'user' }),
      second.send('PATCH', `/api/users/${adaId}`, { disabled: true }),
      ada.send('DELETE', `/api/users/${eveId}`),
      second.send('DELETE', `/api/users/${adaId}`),
    ])
    const owners = await server.control.read(reader => reader.find('users', { role: 'owner' }))
    expect(owners.filter(owner => !owner.disabled)).toHaveLength(1)
  })
})

test('the audit log tells of sign-ins, good and bad, and of nobody’s secrets; no route takes a line out', async () => {
  await using server = await startIdentityServer()
  const ada = await server.signIn('ada')
  const secretInNameField = 'my secret passphrase'
  await server.nobody.send('POST', '/api/auth/login', { username: 'ada', password: 'wrong horse' })
  await server.nobody.send('POST', '/api/auth/login', { username: secretInNameField, password: 'x' })
  await ada.send('POST', '/api/users/invites', { role: 'user' })
  const { body } = await ada.send('GET', '/api/admin/audit')
  const items = body['items'] as {
    id: string
    action: string
    target: string | null
    ip: string
    actor: { username: string | null }
  }[]
  expect(items.map(item => [item.action, item.actor.username, item.ip])).toEqual([
    ['user.invited', 'ada', '127.0.0.1'],
    ['login.failed', null, '127.0.0.1'],
    ['login.failed', null, '127.0.0.1'],
    ['login', 'ada', '127.0.0.1'],
    ['setup.completed', null, null],
  ])
  expect(items.map(item => item.target)).toEqual([
    expect.stringMatching(/^inv_/),
    null,
    'ada',
    expect.stringMatching(/^usr_/),
    expect.stringMatching(/^usr_/),
  ])
  const everything = JSON.stringify(body) + server.log.join('')
  for (const secret of [password, 'wrong horse', secretInNameField]) expect(everything).not.toContain(secret)
  const attempts = [
    await ada.send('DELETE', '/api/admin/audit'),
    await ada.send('DELETE', `/api/admin/audit/${items[0]?.id}`),
  ]
  expect(attempts.map(answer => answer.status)).toEqual([404, 404])
})
