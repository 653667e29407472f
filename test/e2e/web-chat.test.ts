import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, launchChromium } from '../support/programs/chromium.ts'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

describe.skipIf(!hasChromium)('the chat in a browser', () => {
  let svc: TestKernel
  let provider: FakeModelServer
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    provider = await startFakeModelServer()
    svc = await startTestKernel({
      plugins: ['web', 'conversations', 'models', 'tools', 'memory'],
      env: { SVC_MODEL_BASE_URL: provider.baseUrl, SVC_MODEL_NAME: 'fake-model' },
    })
    browser = await launchChromium()
    page = await browser.newPage()
    page.on('pageerror', error => complaints.push(error.message))
    page.on('dialog', dialog => complaints.push(dialog.message()))
    page.on('console', message => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text())
    })
    await page
      .context()
      .addCookies(
        svc.owner.cookie
          .split('; ')
          .map(pair => ({ name: pair.split('=')[0] ?? '', value: pair.slice(pair.indexOf('=') + 1), url: svc.url })),
      )
  })
  afterAll(async () => {
    await browser?.close()
    await svc?.stop()
    await provider?.close()
  })

  async function ask(text: string): Promise<void> {
    await page.getByLabel('Message', { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
  }

  it('streams an answer, shows what was said as text, and finds it again', async () => {
    provider.script({ text: 'Six <img src=x onerror=alert(1)> chairs.\n\n```js\nalert(2)\n```' }, { text: 'Chairs' })
    await page.goto(`${svc.url}/chat`)
    await ask('How many <b>chairs</b>?')
    const log = page.getByRole('log')
    await log.getByText('Six <img src=x onerror=alert(1)> chairs.').waitFor()
    await log.getByText('alert(2)').waitFor()
    expect(await log.locator('img, b').count()).toBe(0)
    await page.getByRole('button', { name: 'Send' }).waitFor()
    await page.reload()
    await log.getByText('How many <b>chairs</b>?').waitFor()
    await log.getByText('Six <img src=x onerror=alert(1)> chairs.').waitFor()
    await page.getByLabel('Search conversations').fill('chairs')
    await page.getByLabel('Conversations', { exact: true }).getByText('**chairs**').first().waitFor()
  })

  it('shows what an answer was given of memory, as text, and lets it be switched off', async () => {
    const content = 'The <b>lighthouse</b> of Texel has 153 steps.'
    const source = '<i>islands</i>.md'
    await svc.request('POST', '/api/memory', { as: 'owner', body: { content, source } })
    provider.script({ text: 'It has 153 steps.' })
    await page.getByRole('button', { name: 'New conversation' }).click()
    await ask('How many steps has the lighthouse of Texel?')
    const log = page.getByRole('log')
    await log.getByText('Used 1 memory').click()
    await log.getByText(content).waitFor()
    await page.reload()
    await log.getByText('Used 1 memory').click()
    expect(await log.getByRole('listitem').textContent()).toBe(`${source} ${content}`)
    expect(await log.locator('b, i').count()).toBe(0)
    const box = page.getByLabel("Use this workspace's memory")
    expect(await box.isChecked()).toBe(true)
    const changed = page.waitForResponse(response => response.request().method() === 'PATCH')
    await box.uncheck()
    expect(await (await changed).json()).toMatchObject({ memory: false })
    await ask('And how many steps has the lighthouse of Texel now?')
    await log.getByText('It has 153 steps.').nth(1).waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
    expect(await log.getByText('Used 1 memory').count()).toBe(1)
  })

  it('stops an answer, which is kept as far as it went', async () => {
    const delta = { index: 0, delta: { content: 'Well, let me' }, finish_reason: null }
    provider.script({ rawChunks: [`data: ${JSON.stringify({ choices: [delta] })}\n\n`], ending: 'hang' })
    await page.goto(`${svc.url}/chat`)
    await ask('Go on for ever')
    await page.getByText('Well, let me').waitFor()
    // Another look at it while it runs: the same turn, followed from its beginning.
    await page.reload()
    await page.getByText('Well, let me').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped.').waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
  })

  it('asks before a tool reaches out, and goes on with the answer', async () => {
    const call = { id: 'call_1', name: 'http_fetch', arguments: '{"url":"https://example.com/"}' }
    provider.script({ toolCalls: [call] }, { text: 'Then not.' })
    await page.goto(`${svc.url}/chat`)
    await ask('Fetch it')
    const approval = page.getByRole('group', { name: 'Approval of http_fetch' })
    await approval.getByText('https://example.com/').waitFor()
    if (process.env['SHOT']) await page.screenshot({ path: process.env['SHOT'] })
    await approval.getByRole('button', { name: 'Deny' }).click()
    await page.getByText('Then not.').waitFor()
    expect(await approval.count()).toBe(0)
  })

  it('breaks no rule of its policy', () => {
    expect(complaints).toEqual([])
  })
})
