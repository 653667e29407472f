import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import { axeOptions, pageFacts, seriousFindings } from './support/page-facts.mjs'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

/** Every address of the app and the heading of its page. */
const routes: [path: string, heading: string | RegExp][] = [
  ['/', 'New conversation'],
  ['/agent-apps', 'Agent apps'],
  ['/agent-apps/csv-profile', 'CSV profile'],
  ['/agent-apps/csv-profile?tab=schedule', 'CSV profile'],
  ['/agent-apps/csv-profile?tab=code', 'CSV profile'],
  ['/data', 'Data'],
  ['/data?tab=jobs', 'Data'],
  ['/data?tab=ml', 'Data'],
  ['/data?tab=export', 'Data'],
  ['/stats', 'Statistics'],
  ['/memory', 'Memory'],
  ['/files', 'Files'],
  ['/notes', 'Notes'],
  ['/tasks', 'Tasks'],
  ['/tools', 'Tools'],
  ['/tools?tab=approvals', 'Tools'],
  ['/tools?tab=grants', 'Tools'],
  ['/playbooks', 'Playbooks'],
  ['/playbooks?tab=runs', 'Playbooks'],
  ['/playbooks?tab=new', 'Playbooks'],
  ['/research', 'Research'],
  ['/email', 'Email'],
  ['/docs', 'Documentation'],
  ['/docs/agent-apps', 'Documentation'],
  ['/developer', 'Developer'],
  ['/admin', 'Admin'],
  ['/admin?tab=plugins', 'Admin'],
  ['/admin?tab=models', 'Admin'],
  ['/admin?tab=audit', 'Admin'],
  ['/admin?tab=storage', 'Admin'],
  ['/admin?tab=system', 'Admin'],
  ['/settings', 'Settings'],
  ['/onboarding', 'Welcome to svc'],
]
const outside: [path: string, heading: string][] = [
  ['/auth/login', 'Sign in'],
  ['/auth/register', 'Create an account'],
  ['/auth/setup', 'Set up svc'],
]
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const narrow = { width: 320, height: 640 }
interface Look {
  colorScheme: 'light' | 'dark'
  viewport: { width: number; height: number }
  /** The rules of axe, which looks for what keeps people out: the themes differ in colours alone, and these are the same for everybody. */
  axe?: keyof typeof axeOptions
}
/** Below a path, as behind a proxy: what would leave it is a request to elsewhere. */
const basePath = '/sub/path'
/** In which a page is looked at, one after the other on one visit. */
const looksOfOwner: readonly Look[] = [
  { colorScheme: 'light', viewport: wide, axe: 'all' },
  { colorScheme: 'dark', viewport: wide, axe: 'colours' },
  { colorScheme: 'dark', viewport: phone },
  { colorScheme: 'light', viewport: narrow },
]
const looksOfUser: readonly Look[] = [
  { colorScheme: 'light', viewport: phone, axe: 'structure' },
  { colorScheme: 'dark', viewport: wide },
]
/** What fades has other contrasts on the way, until a frame is drawn, and a page behind another one draws none: it ends at once here. */
const withoutFading = `(() => {
  const fading = () => document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  // What inherits a colour fades after it.
  for (let round = 0, found = fading(); found.length > 0 && round < 20; round += 1, found = fading())
    for (const animation of found) animation.finish()
})()`
/** `data-mantine-color-scheme` of the document. */
const shownTheme = "document.documentElement.getAttribute('data-mantine-color-scheme')"

describe.skipIf(!hasPages)('every page of the browser app', () => {
  let manifests: string
  let pages: ServedPages
  let userCookie: string
  /** Of the owner: addresses of what somebody made. */
  const records: [path: string, heading: string][] = []
  let axe: string

  beforeAll(async () => {
    manifests = await mkdtemp(join(tmpdir(), 'svc-routes-'))
    await cp(join(repositoryRoot, 'manifests/csv-profile'), join(manifests, 'csv-profile'), { recursive: true })
    pages = await openPages({ manifests, env: { SVC_BASE_PATH: basePath } })
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    const { svc } = pages
    const invitation = await svc.request('POST', '/api/users/invites', { as: 'owner', body: { role: 'user' } })
    const answer = await fetch(`${svc.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(svc.url).origin },
      body: JSON.stringify({ username: 'grace', password: 'a long password', invite: invitation.body.token }),
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    const conversation = await svc.request('POST', '/api/conversations', { as: 'owner', body: { title: 'Sums' } })
    const { session_id: id } = conversation.body
    const message = '/calculator {"expression": "17 * 6"}'
    await svc.request('POST', `/api/conversations/${id}/messages`, { as: 'owner', body: { message } })
    const inputs = { csv: 'name,age\nAda,36\n' }
    const run = await svc.request('POST', '/api/agent-apps/csv-profile/run', { as: 'owner', body: { inputs } })
    records.push(
      [`/c/${id}`, 'Sums'],
      [`/agent-apps/csv-profile/runs/${run.body.run_id}`, 'Run of CSV profile'],
      [`/agent-apps/csv-profile/runs/${run.body.run_id}?tab=history`, 'Run of CSV profile'],
    )
    userCookie = answer.headers
      .getSetCookie()
      .map(cookie => cookie.split(';')[0])
      .join('; ')
  })
  afterAll(async () => {
    await pages?.stop()
    await rm(manifests, { recursive: true, force: true })
  })

  const at = (path: string): string => pages.svc.url + path

  /** Opens the page, looks at it in each of the ways, and says what is wrong with it. */
  async function faultsOf(page: Page, path: string, heading: string | RegExp, looks: readonly Look[]) {
    const before = pages.complaints.length
    const faults: unknown[] = []
    await seen(page, looks[0])
    await page.goto(at(path))
    const title = page.getByRole('heading', { level: 1, name: heading, exact: typeof heading === 'string' })
    await title.waitFor()
    for (const look of looks) {
      await seen(page, look)
      await expect.poll(() => page.evaluate(shownTheme)).toBe(look.colorScheme)
      // What is read for the page is there.
      await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
      const facts = await page.evaluate(pageFacts)
      const sound = { headings: 1, mains: 1, title: true, skip: true, sideways: false, small: [] }
      const found: unknown[] = JSON.stringify(facts) === JSON.stringify(sound) ? [] : [facts]
      if (look.axe !== undefined) {
        if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe)
        await page.evaluate(withoutFading)
        found.push(...(await page.evaluate(seriousFindings, axeOptions[look.axe])))
      }
      faults.push(...found.map(fault => ({ path, theme: look.colorScheme, width: look.viewport.width, fault })))
    }
    return [...faults, ...pages.complaints.slice(before).map(fault => ({ path, fault }))]
  }

  async function seen(page: Page, look: Look | undefined): Promise<void> {
    if (look === undefined) return
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(look.viewport)
  }

  function watchConsole(page: Page): void {
    page.on('console', message => {
      // The API says so that the workspace has no mail account.
      const isNoAccount = message.location().url.includes('/api/email/')
      if (message.type() === 'error' && !isNoAccount) pages.complaints.push(message.text())
    })
  }

  describe('of the owner and of a user, in both themes, on a wide screen and on a phone', () => {
    const asked: string[] = []
    let ofOwner: Page
    let ofUser: Page
    beforeAll(async () => {
      ofOwner = await pages.open()
      ofUser = await pages.open({ cookie: userCookie })
      watchConsole(ofOwner)
      watchConsole(ofUser)
      ofUser.on('request', request => asked.push(new URL(request.url()).pathname.slice(basePath.length)))
    })

    // Both are looked at side by side: while one is drawn, the other is judged.
    it.each(routes)('is sound: %s', async (path, heading) => {
      const shown = path.startsWith('/admin') ? 'You cannot open this page' : heading
      const faults = await Promise.all([
        faultsOf(ofOwner, path, heading, looksOfOwner),
        faultsOf(ofUser, path, shown, looksOfUser),
      ])
      expect(faults).toEqual([[], []])
    })

    it('is sound where it shows what somebody made', async () => {
      const faults: unknown[] = []
      for (const [path, heading] of records) faults.push(...(await faultsOf(ofOwner, path, heading, looksOfOwner)))
      expect(faults).toEqual([])
    })

    it('leads a user nowhere to Admin, and asks for nothing of it', async () => {
      const ofAdmins = /^\/api\/(?:admin|users|audit|backups|metrics|plugins)(?:\/|$)/
      expect(asked.filter(path => ofAdmins.test(path))).toEqual([])
      expect(await ofUser.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0)
    })
  })

  it('is sound for somebody who is not signed in, and leads back after the sign-in', async () => {
    const page = await pages.open({ signedIn: false, colorScheme: 'dark' })
    page.on('console', message => {
      if (message.type() === 'error') pages.complaints.push(message.text())
    })
    const faults: unknown[] = []
    for (const [path, heading] of outside) faults.push(...(await faultsOf(page, path, heading, looksOfOwner)))
    expect(faults).toEqual([])
    await page.goto(at('/tasks?q=chairs'))
    await page.waitForURL(/auth\/login\?next=/)
    await page.getByLabel('Username').fill('grace')
    await page.getByLabel('Password', { exact: true }).fill('a long password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/tasks\?q=chairs$/)
    await page.context().close()
  })

  it('says that there is none at an unknown address, with 404; old addresses lead to the new ones', async () => {
    const page = await pages.open()
    const answer = await page.goto(at('/no/such/page'))
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await page.goto(at('/setup#token=abc'))
    await page.getByRole('heading', { level: 1, name: 'Set up svc' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${basePath}/auth/setup`)
    await page.goto(at('/chat'))
    await page.getByRole('heading', { level: 1, name: 'New conversation' }).waitFor()
    const program = await fetch(`${pages.svc.url}/no/such/page`)
    expect([program.status, program.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    await page.context().close()
  })

  it('comes with a policy without exceptions and a nonce of its own, packed, to be kept', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => fetch(`${pages.svc.url}/notes`, { headers: { accept: 'text/html' } })),
    )
    const policies = [first, second].map(answer => answer?.headers.get('content-security-policy') ?? '')
    expect(policies[0]).not.toBe(policies[1])
    expect(policies[0]).not.toContain('unsafe')
    expect(first?.headers.get('cache-control')).toBe('no-store')
    const script = /src="\.(\/web\/index-[^"]+\.js)"/.exec((await first?.text()) ?? '')?.[1] ?? ''
    const file = await fetch(`${pages.svc.url}${script}`, { headers: { 'accept-encoding': 'br' } })
    expect([file.status, file.headers.get('content-encoding'), file.headers.get('cache-control')]).toEqual([
      200,
      'br',
      'public, max-age=31536000, immutable',
    ])
    expect((await fetch(`${pages.svc.url}/web/nothing.js`)).status).toBe(404)
  })
})
