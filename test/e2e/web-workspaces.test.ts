import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { hasChromium, launchChromium } from '../support/programs/chromium.ts'

describe.skipIf(!hasChromium)('the choice of a workspace in a browser', () => {
  let svc: TestKernel
  let browser: Browser
  let page: Page
  let lab: string

  beforeAll(async () => {
    svc = await startTestKernel({
      plugins: ['admin', 'web', 'developer', 'agent-apps', 'sandbox', 'conversations', 'models', 'tools'],
    })
    browser = await launchChromium()
    page = await browser.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await svc?.stop()
  })

  const signIn = async () => {
    await page.getByLabel('Username').fill(svc.owner.username)
    await page.getByLabel('Password').fill(svc.owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: `Welcome, ${svc.owner.username}` }).waitFor()
  }
  const workspace = () => page.getByRole('combobox', { name: /^Workspace/ })

  it('is not offered to those who have one', async () => {
    await page.goto(svc.url)
    await signIn()
    await page.getByRole('button', { name: 'Create a key' }).waitFor()
    expect(await workspace().isVisible()).toBe(false)
  })

  it('holds for what the pages do, for the keys they make, and for later visits', async () => {
    lab = (await svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Lab' } })).body.id
    await page.reload()
    await workspace().selectOption('Lab')
    await page.getByText('a key of workspace Lab').waitFor()
    await page.getByRole('button', { name: 'Create a key' }).click()
    const shown = page.getByLabel('The new key')
    await shown.waitFor()
    const headers = { authorization: `Bearer ${await shown.textContent()}` }
    const { body: me } = await svc.request('GET', '/api/auth/me', { as: 'none', headers })
    expect(me.workspace).toEqual({ id: lab, name: 'Lab' })

    await page.goto(`${svc.url}/chat`)
    await page.getByLabel('Message', { exact: true }).fill('Where am I?')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('listitem').getByRole('button').first().waitFor()
    const conversations = async (id: string | null) => {
      const { body } = await svc.request('GET', '/api/conversations', {
        as: 'owner',
        headers: id === null ? {} : { 'x-workspace-id': id },
      })
      return body.items.length as number
    }
    expect([await conversations(lab), await conversations(null)]).toEqual([1, 0])
    await page.getByRole('button', { name: 'Send' }).waitFor()
    expect(new URL(page.url()).hash).not.toBe('')
    await workspace().selectOption("owner's workspace")
    await page.waitForURL(`${svc.url}/chat`)
    await page.getByRole('heading', { name: 'New conversation' }).waitFor()
    expect(await page.getByRole('listitem').count()).toBe(0)
  })

  it('ends with the membership: the page goes on in the first workspace', async () => {
    await workspace().selectOption('Lab')
    await expect.poll(() => page.getByRole('listitem').count()).toBe(1)
    await svc.request('DELETE', `/api/workspaces/${lab}`, { as: 'owner' })
    await page.goto(svc.url)
    await page.getByText("a key of workspace owner's workspace").waitFor()
    expect(await workspace().isVisible()).toBe(false)
  })

  it('ends with the sign-in', async () => {
    await svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Second' } })
    await page.reload()
    await workspace().selectOption('Second')
    await page.getByText('a key of workspace Second').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await workspace().isVisible()).toBe(false)
    await signIn()
    await page.getByText("a key of workspace owner's workspace").waitFor()
  })
})
