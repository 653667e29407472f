import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildWebApp } from '../../scripts/bootstrap/web-app.mjs'
import { launchChromium } from '../support/programs/chromium.ts'
import { repositoryRoot } from '../support/repository.ts'
import { hasPages } from '../web/support/served-pages.ts'
import { runSvcHere } from '../support/programs/run-svc.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

const password = 'correct horse battery'
const plugins = ['admin', 'developer', 'web', 'plugin-pages', 'agent-apps', 'sandbox']
let cwd: string
let server: TestKernel

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-people-'))
  server = await startTestKernel({ plugins })
})
afterAll(async () => {
  await server?.stop()
  await rm(cwd, { recursive: true, force: true })
})

const svc = (...args: string[]) => runSvcHere(['user', ...args], { cwd, env: { SVC_HOME: server.home } })
const register = (body: Record<string, string>) =>
  server.request('POST', '/api/auth/register', { body: { password, ...body }, as: 'none' })
const tokenOf = (link: string) => new URL(link.trim()).searchParams.get('invite') ?? ''

describe('an invitation', () => {
  it('is a link that one person uses once; it is listed until then', async () => {
    expect((await svc('invites')).stdout).toBe('There are no open invitations.\n')
    const { stdout: link, stderr } = await svc('invite', '--role', 'admin', '--days', '2')
    expect(link).toMatch(new RegExp(`^${server.report.url}/auth/register\\?invite=\\S+\n$`))
    expect(stderr).toContain('the role admin, once, until')
    const [, row] = (await svc('invites')).stdout.split('\n')
    expect(row?.split(/ {2,}/)).toEqual([
      expect.stringMatching(/^inv_/) as string,
      'admin',
      server.owner.username,
      expect.stringMatching(/^\d{4}-/) as string,
    ])
    const invite = tokenOf(link)
    const { status, body } = await register({ username: 'grace', invite })
    expect([status, body.user.role]).toEqual([201, 'admin'])
    expect((await svc('invites')).stdout).toBe('There are no open invitations.\n')
    expect(await register({ username: 'mallory', invite })).toMatchObject({
      status: 403,
      body: { code: 'invitation_invalid', detail: expect.stringContaining('was used') as string },
    })
  })

  it('that is revoked opens nothing, and is revoked once', async () => {
    const { stdout: link } = await svc('invite')
    const id = `inv_${tokenOf(link).split('_')[0]}`
    expect((await svc('revoke-invite', id)).stdout).toBe(`The invitation ${id} is revoked.\n`)
    expect((await register({ username: 'heidi', invite: tokenOf(link) })).status).toBe(403)
    const again = await svc('revoke-invite', id)
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('was revoked or has expired') as string])
  })

  it('never shows its token again, and an admin neither makes nor revokes one for an owner', async () => {
    const owners = await server.request('POST', '/api/users/invites', { body: { role: 'owner' }, as: 'owner' })
    const listed = await server.request('GET', '/api/users/invites', { as: 'owner' })
    expect(JSON.stringify(listed.body)).not.toContain(owners.body.token)
    const signedIn = await server.request('POST', '/api/auth/login', {
      body: { username: 'grace', password },
      as: 'none',
    })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const asAdmin = { as: 'none' as const, headers: { cookie, origin: server.url } }
    const revoked = await server.request('DELETE', `/api/users/invites/${owners.body.id}`, asAdmin)
    const made = await server.request('POST', '/api/users/invites', { ...asAdmin, body: { role: 'owner' } })
    expect([revoked.status, made.status]).toEqual([403, 403])
    await server.request('DELETE', `/api/users/invites/${owners.body.id}`, { as: 'owner' })
  })
})

it('an account that is switched off is out until it is switched on', async () => {
  await server.request('POST', '/api/users', { body: { username: 'ivan', password, role: 'user' }, as: 'owner' })
  const login = () => server.request('POST', '/api/auth/login', { body: { username: 'ivan', password }, as: 'none' })
  expect((await svc('disable', 'ivan')).stdout).toContain('is off now')
  expect((await login()).status).toBe(401)
  expect((await svc('enable', 'ivan')).stdout).toContain('is on again')
  expect((await login()).status).toBe(200)
})

describe.skipIf(!hasPages)('the page for a new account', () => {
  let browser: Browser
  beforeAll(async () => {
    await buildWebApp(repositoryRoot, process.execPath, { servedFrom: [join(repositoryRoot, 'plugins/web')] })
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  it('takes the link, makes the account and signs in', async () => {
    const { stdout: link } = await svc('invite')
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    await page.goto(link.trim())
    await page.getByLabel('Username').fill('judy')
    await page.getByLabel('Password', { exact: true }).fill(password)
    expect(await page.getByLabel('Invite code').count()).toBe(0)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Welcome to svc' }).waitFor()
    expect([page.url(), complaints]).toEqual([`${server.report.url}/onboarding`, []])
    await page.close()
  })

  it('says the rules of a name before they are broken', async () => {
    const { stdout: link } = await svc('invite')
    const page = await browser.newPage()
    await page.goto(link.trim())
    await page.getByText('1 to 64 letters, digits and . _ @ + -').waitFor()
    const refused = page.locator('input[name=username]:invalid')
    for (const [name, faults] of [
      ['grace.h@x+1-2', 0],
      ['-grace', 1],
      ['gra ce', 1],
    ] as const) {
      await page.getByLabel('Username').fill(name)
      expect([name, await refused.count()]).toEqual([name, faults])
    }
    await page.close()
  })

  it('says that an invitation was used, and that registration is closed without one', async () => {
    const { stdout: link } = await svc('invite')
    await register({ username: 'karl', invite: tokenOf(link) })
    const page = await browser.newPage()
    await page.goto(link.trim())
    await page.getByLabel('Username').fill('lena')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('alert').filter({ hasText: 'was used' }).waitFor()
    await page.goto(`${server.url}/auth/register`)
    await page.getByText('Registration is closed.').waitFor()
    await page.close()
  })
})

describe('an installation for one person', () => {
  let home: string
  let alone: TestKernel | undefined

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'svc-alone-'))
  })
  afterEach(async () => {
    await alone?.stop()
    alone = undefined
  })
  afterAll(() => rm(home, { recursive: true, force: true }))

  it('invites, registers and creates nobody, and says so', async () => {
    const env = { SVC_MULTI_USER_ENABLED: 'false', SVC_REGISTRATION_ENABLED: 'true' }
    alone = await startTestKernel({ plugins, env })
    const { body: status } = await alone.request('GET', '/api/auth/status', { as: 'none' })
    expect(status).toEqual({
      setup_required: false,
      signed_in: false,
      registration_enabled: false,
      multi_user_enabled: false,
    })
    const refused = await Promise.all([
      alone.request('POST', '/api/users/invites', { body: { role: 'user' }, as: 'owner' }),
      alone.request('POST', '/api/users', { body: { username: 'bob', password, role: 'user' }, as: 'owner' }),
      alone.request('POST', '/api/auth/register', { body: { username: 'bob', password }, as: 'none' }),
    ])
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [403, 'multi_user_disabled']),
    )
    const invited = await runSvcHere(['user', 'invite'], { cwd, env: { SVC_HOME: alone.home } })
    expect([invited.code, invited.stderr]).toEqual([1, expect.stringContaining('SVC_MULTI_USER_ENABLED') as string])
  })

  it('keeps the accounts that it has, and lets them in', async () => {
    const before = await startTestKernel({ plugins, home })
    await before.request('POST', '/api/users', { body: { username: 'bob', password, role: 'user' }, as: 'owner' })
    const { body: invite } = await before.request('POST', '/api/users/invites', { body: { role: 'user' }, as: 'owner' })
    await before.stop()
    alone = await startTestKernel({ plugins, home, env: { SVC_MULTI_USER_ENABLED: 'false' } })
    const login = { body: { username: 'bob', password }, as: 'none' as const }
    expect((await alone.request('POST', '/api/auth/login', login)).status).toBe(200)
    const late = { body: { username: 'carol', password, invite: invite.token }, as: 'none' as const }
    expect((await alone.request('POST', '/api/auth/register', late)).body.code).toBe('multi_user_disabled')
  })
})
