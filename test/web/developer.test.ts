import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

describe.skipIf(!hasPages)('the page Developer', () => {
  let pages: ServedPages
  let page: Page
  let receiver: Server
  const received: string[] = []
  const exact = (name: string) => ({ name, exact: true })
  const tab = (name: string) => page.getByRole('tab', exact(name)).click()

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']))
      request.resume().on('end', () => response.end('<b>thanks</b>'))
    })
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    pages = await openPages({
      plugins: ['developer', 'webhooks', 'models', 'conversations'],
      env: { SVC_EGRESS_ALLOW: `127.0.0.1:${port}` },
    })
    page = pages.page
    await page.goto('/developer')
  })
  afterAll(async () => {
    await pages?.stop()
    receiver?.close()
  })

  it('shows a key once, in code that runs as it is copied', async () => {
    await page.getByRole('button', exact('Create key')).click()
    const dialog = page.getByRole('dialog', exact('Create key'))
    await dialog.getByRole('textbox', exact('Name')).fill('<b>Reader</b>')
    await dialog.getByRole('textbox', exact('Tokens a day')).fill('50000')
    await dialog.getByLabel('Scopes', { exact: true }).first().click()
    const { scopes } = (await pages.svc.request('GET', '/api/developer/platform')).body
    const named = (scopes as string[]).map(scope => (scope === '*' ? 'Everything' : scope))
    await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(named)
    await page.keyboard.press('Tab')
    // As by a double press of Enter: one key is made.
    const form = "document.querySelector('[role=dialog] form')"
    await page.evaluate(`${form}.requestSubmit(), ${form}.requestSubmit()`)
    const key = await dialog.getByRole('textbox', exact('Key')).inputValue()
    expect(key).toMatch(/^svc_/)
    const example = dialog.getByRole('region', exact('Example'))
    for (const language of ['curl', 'Python', 'TypeScript']) {
      await example.getByRole('tab', exact(language)).click()
      await example.locator('pre').filter({ hasText: key }).waitFor()
    }
    await dialog.getByRole('button', exact('Close')).last().click()
    await page.getByText('<b>Reader</b>', { exact: true }).waitFor()
    await page.getByText(/at most 50,000 tokens a day/).waitFor()
    const { items } = (await pages.svc.request('GET', '/api/developer/keys')).body
    expect((items as { name: string }[]).filter(({ name }) => name === '<b>Reader</b>')).toHaveLength(1)
    expect(await page.content()).not.toContain(key)
    const held = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(held).not.toContain(key)
  })

  it('says what was used, and has code and a configuration to copy', async () => {
    await pages.svc.request('GET', '/api/developer/keys')
    await tab('Usage')
    await page.getByRole('combobox', exact('Group')).selectOption('route')
    await page
      .getByRole('cell', { name: /^GET \/api/ })
      .first()
      .waitFor()
    const chart = page.getByRole('figure', exact('Requests a day'))
    await chart.locator('svg, canvas').first().waitFor()
    await page.getByRole('combobox', exact('Measure')).selectOption('errors')
    const errors = page.getByRole('figure', exact('Errors a day'))
    await errors.getByRole('button', exact('Show as table')).click()
    await errors
      .getByRole('cell', { name: /^GET \/api/ })
      .first()
      .waitFor()
    await tab('Examples')
    await page.getByRole('region', exact('MCP configuration')).getByText('"mcpServers"').waitFor()
    await page.getByRole('region', exact('Example')).getByText('$SVC_API_KEY').first().waitFor()
  })

  it('makes a webhook, tests it, shows what was answered and sends it again', async () => {
    await tab('Webhooks')
    await page.getByRole('button', exact('Create webhook')).click()
    const dialog = page.getByRole('dialog', exact('Create webhook'))
    await dialog.getByRole('textbox', exact('Address')).fill('no address')
    await dialog.getByRole('button', exact('Create webhook')).click()
    await dialog.getByRole('alert').or(dialog.locator('[aria-invalid="true"]')).first().waitFor()
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`
    await dialog.getByRole('textbox', exact('Address')).fill(url)
    await dialog.getByLabel('Events', { exact: true }).fill('job.daed')
    await dialog.getByLabel('Events', { exact: true }).press('Enter')
    await dialog.getByRole('button', exact('Create webhook')).click()
    await dialog.getByText('"job.daed" fits no event type.').waitFor()
    await dialog.getByLabel('Events', { exact: true }).press('Backspace')
    await dialog.getByRole('button', exact('Create webhook')).click()
    expect(await dialog.getByRole('textbox', exact('Secret')).inputValue()).toMatch(/^whsec_/)
    await dialog.getByRole('button', exact('Close')).last().click()
    await page.getByRole('button', exact('Send test')).click()
    const deliveries = page.getByRole('table', exact('Deliveries'))
    await deliveries.getByText('Delivered, 200').first().waitFor()
    const before = received.length
    await deliveries.getByRole('button', exact('Redeliver')).first().click()
    await expect.poll(() => received.length).toBe(before + 1)
    await page.getByRole('button', exact('Disable')).click()
    await page.getByText(/Disabled\./).waitFor()
    await page.getByRole('button', exact('Delete')).click()
    await page.getByRole('button', exact('Delete webhook')).click()
    await page.getByText('An address of yours').waitFor()
    expect(pages.complaints).toEqual([])
  })
})
