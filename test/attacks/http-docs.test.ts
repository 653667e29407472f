import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, launchChromium } from '../support/programs/chromium.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

describe('the explorer', () => {
  let svc: TestKernel
  beforeAll(async () => {
    svc = await startTestKernel({ plugins: ['developer'] })
  })
  afterAll(() => svc?.stop())

  it('is a page without inline scripts, under a policy that names no other host', async () => {
    const page = await fetch(`${svc.url}/api/docs`)
    const html = await page.text()
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(html.match(/<script(?![^>]*\ssrc=)/g)).toBeNull()
    expect(html).not.toMatch(/https?:\/\//)
    expect(policy).toMatch(/default-src 'none'; script-src 'self';/)
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/)
  })

  describe.skipIf(!hasChromium)('in a browser', () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchChromium()
    })
    afterAll(() => browser?.close())

    it('shows the operations, opens one, and asks no other host for anything', async () => {
      const { url } = svc
      const page = await browser.newPage()
      const foreign: string[] = []
      const blocked: string[] = []
      await page.context().route('**/*', route => {
        const asked = route.request().url()
        if (asked.startsWith(url) || asked.startsWith('data:') || asked.startsWith('blob:')) return route.continue()
        foreign.push(asked)
        return route.abort()
      })
      page.on('console', message => {
        if (message.text().includes('Content Security Policy')) blocked.push(message.text())
      })
      page.on('websocket', socket => foreign.push(socket.url()))
      await page.goto(`${url}/api/docs`)
      await page.getByText('Developer platform').first().click()
      await page.getByText('What this workspace used').first().waitFor()
      expect(await page.getByText('The script that starts the explorer').count()).toBe(0)
      expect(await page.getByRole('link', { name: 'svc', exact: true }).getAttribute('href')).toBe('../')
      await page.getByText('Make a key').first().click()
      await page.getByRole('heading', { name: 'Make a key' }).first().waitFor()
      // The named schemas have a group of their own; the one called Models is that of a plugin.
      await page.getByText('Schemas', { exact: true }).first().waitFor()
      await page.waitForLoadState('networkidle')
      expect({ foreign, blocked }).toEqual({ foreign: [], blocked: [] })
    })
  })
})
