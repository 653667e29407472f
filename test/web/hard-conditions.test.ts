import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { startProxy } from './support/proxy.ts'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const dayMs = 86_400_000
const tasks = '/api/workspace/tasks'
const guest = { username: 'guest', password: 'correct horse battery' }

describe.skipIf(!hasPages)('the browser app', () => {
  let pages: ServedPages
  let provider: FakeModelServer

  beforeAll(async () => {
    provider = await startFakeModelServer()
    pages = await openPages({
      plugins: ['conversations', 'models', 'tools', 'workspace', 'memory', 'admin', 'developer'],
      env: { SVC_MODEL_BASE_URL: provider.baseUrl, SVC_MODEL_NAME: 'fake-model', SVC_PUBLIC_URL: undefined },
    })
    await pages.svc.request('POST', '/api/users', { as: 'owner', body: { ...guest, role: 'user' } })
  })
  afterAll(async () => {
    await pages?.stop()
    await provider?.close()
  })

  const signIn = async (page: Page, { username, password } = pages.svc.owner): Promise<void> => {
    await page.getByRole('textbox', { name: 'Username' }).fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  it.each([
    ['behind', -dayMs],
    ['ahead', dayMs],
  ])('goes by the clock of the server where that of the browser is a day %s', async (_, offMs) => {
    const page = await pages.open()
    await page.clock.setFixedTime(Date.now() + offMs)
    await pages.svc.request('POST', '/api/conversations', { body: { title: 'Just now' } })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/')
    const list = page.getByRole('navigation', { name: 'Conversations' })
    await list.getByRole('link', { name: 'Just now' }).first().waitFor()
    expect(await list.getByRole('heading').allTextContents()).toEqual(['Today'])
    await page.context().close()
  })

  it('keeps what is typed, as long as the page is open, where the storage is full', async () => {
    const page = await pages.open()
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    })
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Message' }).fill('Half a thought')
    await page.getByRole('link', { name: 'Tasks' }).first().click()
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
    await page.goBack()
    await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Half a thought')
    await page.context().close()
  })

  it('opens where the browser refuses every storage', async () => {
    const page = await pages.open()
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(globalThis, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
      }
    })
    await page.goto('/tasks')
    await page.getByRole('textbox', { name: 'New task', exact: true }).fill('Without a storage')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: /Without a storage/ }).waitFor()
    expect(pages.complaints).toEqual([])
    await page.context().close()
  })

  it('works where the browser has no network and the server is on the same machine', async () => {
    const page = await pages.open({ signedIn: false })
    await page.addInitScript('Object.defineProperty(Navigator.prototype, "onLine", { get: () => false })')
    await page.goto('/auth/login')
    await signIn(page, { ...pages.svc.owner, ...guest })
    await page.getByRole('link', { name: 'Tasks' }).first().click()
    await page.evaluate('dispatchEvent(new Event("offline"))')
    await page.getByRole('textbox', { name: 'New task', exact: true }).fill('In the air')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: /In the air/ }).waitFor()
    await page.getByRole('link', { name: 'Chat' }).first().click()
    provider.script({ text: 'Here I am.' })
    await page.getByRole('textbox', { name: 'Message' }).fill('Are you there?')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('article', { name: 'Assistant' }).getByText('Here I am.').waitFor()
    expect(await page.getByRole('status', { name: 'Connection' }).innerText()).toBe('')
    await page.getByRole('button', { name: /Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(pages.complaints).toEqual([])
    await page.context().close()
  })

  it('says that cookies are needed where the browser keeps none', async () => {
    const page = await pages.open({ signedIn: false })
    await page.route('**/api/auth/login', async route => {
      const answer = await route.fetch()
      const { 'set-cookie': _, ...headers } = answer.headers()
      await page.context().clearCookies()
      await route.fulfill({ response: answer, headers })
      await page.context().clearCookies()
    })
    await page.goto('/auth/login')
    await signIn(page)
    await page.getByRole('alert').getByText('Allow cookies for this site').waitFor()
    await page.context().close()
  })

  it('answers and stays fresh behind a proxy that holds streams back', async () => {
    const proxy = await startProxy(pages.svc.url, { buffers: true })
    const page = await pages.open({ signedIn: false, baseURL: proxy.url })
    await page.clock.install()
    await page.goto('/auth/login')
    await signIn(page)
    provider.script({ text: 'All of it at once.' })
    await page.getByRole('textbox', { name: 'Message' }).fill('Are you there?')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('article', { name: 'Assistant' }).getByText('All of it at once.').waitFor()
    await page.goto('/tasks')
    await page.getByRole('textbox', { name: 'New task', exact: true }).waitFor()
    await pages.svc.request('POST', tasks, { body: { title: 'Made elsewhere' } })
    await page.clock.fastForward(20_000)
    await page.getByRole('checkbox', { name: /Made elsewhere/ }).waitFor()
    expect(pages.complaints).toEqual([])
    await page.context().close()
    await proxy.close()
  })

  it('goes on by Try again where it could not read who is there', async () => {
    const page = await pages.open()
    await page.route('**/api/auth/me', route =>
      route.fulfill({ status: 403, json: { status: 403, code: 'forbidden', detail: 'Not from here.' } }),
    )
    await page.goto('/tasks')
    await page.getByRole('heading', { level: 1, name: 'This page failed' }).waitFor()
    const answer = page.waitForResponse('**/api/auth/me')
    await page.getByRole('button', { name: 'Try again' }).click()
    await answer
    await page.getByRole('alert').getByText('Not from here.').waitFor()
    await page.unroute('**/api/auth/me')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
    await page.context().close()
  })

  it('leads to the way in, and back, where somebody closes the dialog of a session that has ended', async () => {
    const proxy = await startProxy(pages.svc.url, { buffers: true })
    const page = await pages.open({ signedIn: false, baseURL: proxy.url })
    await page.clock.install()
    await page.goto('/auth/login')
    await signIn(page, { ...pages.svc.owner, ...guest })
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await page.goto('/tasks')
    const field = page.getByRole('textbox', { name: 'New task', exact: true })
    await field.fill('Half a task')
    await page.evaluate("fetch('api/auth/logout', { method: 'POST' })")
    await page.clock.fastForward(20_000)
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/auth\/login\?next=/)
    await signIn(page, { ...pages.svc.owner, ...guest })
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
    await expect.poll(() => field.inputValue()).toBe('Half a task')
    expect(pages.complaints).toEqual([])
    await page.context().close()
    await proxy.close()
  })

  it('says at the address of a plugin that is switched off that it is, and leads there nowhere', async () => {
    const page = await pages.open()
    await page.goto('/stats')
    await page.getByRole('heading', { level: 1, name: 'Statistics is switched off' }).waitFor()
    await page.getByRole('link', { name: 'Open the plugins' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Statistics' }).count()).toBe(
      0,
    )
    expect(pages.complaints).toEqual([])
    await page.context().close()
  })

  it('draws names that are very long, look like HTML or run from right to left', async () => {
    const names = ['x'.repeat(200), '<b>bold</b> &amp; more', 'שלום עולם — مرحبا بالعالم']
    for (const title of names) await pages.svc.request('POST', '/api/conversations', { body: { title } })
    for (const title of names) await pages.svc.request('POST', tasks, { body: { title } })
    for (const width of [320, 1440]) {
      const page = await pages.open({ viewport: { width, height: 900 } })
      for (const path of ['/', '/tasks']) {
        await page.goto(path)
        if (path === '/' && width === 320) await page.getByRole('button', { name: 'Conversations' }).click()
        for (const name of names) await page.getByText(name, { exact: true }).first().waitFor()
        const sideways = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
        expect([path, width, sideways]).toEqual([path, width, false])
      }
      expect(await page.locator('main b').count()).toBe(0)
      await page.context().close()
    }
    expect(pages.complaints).toEqual([])
  })

  it('leaves nothing of one account in a tab when another tab signs in as somebody else', async () => {
    const first = await pages.open()
    await first.goto('/tasks')
    await first.getByRole('textbox', { name: 'New task', exact: true }).fill('Of the owner')
    const second = await first.context().newPage()
    await second.goto('/')
    await second.getByRole('button', { name: /Account/ }).click()
    await second.getByRole('menuitem', { name: 'Sign out' }).click()
    await first.waitForURL(/auth\/login/)
    await second.waitForURL(/auth\/login/)
    await signIn(second, { ...pages.svc.owner, ...guest })
    // The tab that waited at the way in goes on too, as the same person.
    await first.getByRole('button', { name: /Account/ }).waitFor()
    await first.getByRole('link', { name: 'Tasks' }).first().click()
    expect(await first.getByRole('textbox', { name: 'New task', exact: true }).inputValue()).toBe('')
    expect(await first.getByRole('link', { name: 'Admin' }).count()).toBe(0)
    await first.context().close()
  })
})
