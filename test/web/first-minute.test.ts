import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BootReport } from '../../kernel/index.ts'
import { AppFolder } from '../../plugins/web/served/app-folder.ts'
import { AppPage } from '../../plugins/web/served/app-page.ts'
import { sharedChromium } from '../support/programs/chromium.ts'
import { startFreshServer } from './support/fresh-server.ts'
import type { FreshServer } from './support/fresh-server.ts'
import { hasPages } from './support/served-pages.ts'

describe.skipIf(!hasPages)('the first minute', () => {
  let server: FreshServer
  let report: BootReport
  let browser: Browser
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    // A password that is too short is refused.
    server = await startFreshServer({ mayComplain: text => text.includes('400 (Bad Request)') })
    ;({ report, browser, page, complaints } = server)
  })
  afterAll(() => server?.stop())

  it('leads from the printed link to an owner, a model, sample data and an answer with its source', async () => {
    // Somebody who is there already opens the printed link in the same tab.
    await page.goto(`${report.url}/`)
    await page.getByLabel('Setup token').waitFor()
    await page.goto(report.setupUrl ?? '')
    await page.getByLabel('Setup token').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: 'Set up svc' }).waitFor()
    // The token leaves the address.
    await page.waitForURL(`${report.url}/auth/setup`)
    const step = page.getByRole('list', { name: 'Progress' }).locator('[aria-current="step"]')
    await page.getByLabel('Username').fill('ada')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create owner' }).click()
    await page.getByText(/must have 8 to 256 characters/).waitFor()
    await page.getByLabel('Password', { exact: true }).fill('a password of mine')
    await page.getByRole('button', { name: 'Create owner' }).click()

    await page.getByRole('button', { name: 'Skip for now' }).waitFor()
    expect(await step.textContent()).toBe('Model')
    await page.getByLabel('Base URL').fill('http://127.0.0.1:1/v1')
    await page.getByRole('button', { name: 'Test and save' }).click()
    await page.getByRole('alert').filter({ hasText: 'ECONNREFUSED' }).waitFor()
    await page.getByRole('button', { name: 'Skip for now' }).click()

    await page.getByRole('button', { name: 'Add sample data' }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome to svc' }).waitFor()
    await page.getByRole('button', { name: 'Skip', exact: true }).click()

    const suggestion = page.getByRole('group', { name: 'Suggestions' }).getByRole('button').first()
    const question = (await suggestion.textContent()) ?? ''
    await suggestion.click()
    await page.getByRole('article', { name: 'You' }).getByText(question).waitFor()
    await page.getByRole('region', { name: 'Sources' }).getByRole('link').first().waitFor()
    expect(page.url()).toMatch(/\/sub\/path\/c\/ses_/)
  })

  it('has nothing to set up any more, signs out, says what a wrong password is, and signs in', async () => {
    await page.goto(`${report.url}/auth/setup`)
    await page.getByText('Setup is done').waitFor()
    await page.goto(`${report.url}/`)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(complaints).toEqual([])
    const password = page.getByLabel('Password', { exact: true })
    await page.getByLabel('Username').fill('ada')
    await password.fill('not that one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .waitFor()
    expect(await password.inputValue()).toBe('')
    await password.fill('a password of mine')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'New conversation' }).waitFor()
  })

  it('takes an invitation to an account of its own', async () => {
    const cookies = await page.context().cookies()
    const invitation = await fetch(`${report.url}/api/users/invites`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: new URL(report.url ?? '').origin,
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ role: 'user' }),
    })
    const { token } = (await invitation.json()) as { token: string }
    const guest = await (await browser.newContext()).newPage()
    await guest.goto(`${report.url}/auth/register`)
    await guest.getByText('Registration is closed').waitFor()
    await guest.goto(`${report.url}/auth/register?invite=${token}`)
    await guest.getByLabel('Username').fill('grace')
    await guest.getByLabel('Password', { exact: true }).fill('a password of hers')
    await guest.getByRole('button', { name: 'Create account' }).click()
    await guest.getByRole('heading', { level: 1, name: 'Welcome to svc' }).waitFor()
    await guest.context().close()
  })
})

describe.skipIf(!hasPages)('the setup link, while the pages are still being built', () => {
  it('opens them as soon as they are there, and keeps its token', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-unbuilt-'))
    const appPage = new AppPage(new AppFolder(pathToFileURL(`${folder}/`)), () => '')
    const server = createServer((_request, answer) => {
      appPage.make(200).then(
        ({ status, html, headers }) =>
          answer.writeHead(status, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(html),
        (error: unknown) => answer.destroy(error instanceof Error ? error : undefined),
      )
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const page = await (await sharedChromium()).newPage()
    const refusals: string[] = []
    page.on('console', message => {
      if (message.text().includes('Content Security Policy')) refusals.push(message.text())
    })
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/setup#token=abc`)
    await page.getByRole('heading', { name: 'The pages are being built' }).waitFor()
    await writeFile(join(folder, 'index.html'), '<!doctype html><html><head></head><body><h1>Here</h1></body></html>')
    await page.getByRole('heading', { name: 'Here' }).waitFor()
    expect([new URL(page.url()).hash, refusals]).toEqual(['#token=abc', []])
    await page.context().close()
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })
})
