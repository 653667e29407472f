import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKernel } from '../../kernel/index.ts'
import type { BootReport, Kernel } from '../../kernel/index.ts'
import { hasChromium, launchChromium } from '../support/programs/chromium.ts'
import { repositoryRoot } from '../support/repository.ts'
import { childPrograms } from '../rooms/kernel.ts'

describe.skipIf(!hasChromium)('the pages in a browser', () => {
  let folder: string
  let kernel: Kernel
  let report: BootReport
  let browser: Browser
  let page: Page
  const foreign: string[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
    await cp(join(repositoryRoot, 'manifests/csv-profile'), join(folder, 'manifests/csv-profile'), { recursive: true })
    kernel = createKernel({
      env: { SVC_HOME: join(folder, 'home'), SVC_PORT: '0', SVC_LOG_LEVEL: 'error' },
      cwd: folder,
      builtinPlugins: join(repositoryRoot, 'plugins'),
      childPrograms: childPrograms(),
      listen: true,
    })
    report = await kernel.start()
    browser = await launchChromium()
    page = await browser.newPage()
    page.on('request', request => {
      if (!request.url().startsWith(report.url ?? '') && !request.url().startsWith('data:')) foreign.push(request.url())
    })
    page.on('pageerror', error => complaints.push(error.message))
    page.on('console', message => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text())
    })
  })
  afterAll(async () => {
    await browser?.close()
    await kernel?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('lead from the printed link to an owner, a key and the output of an app', async () => {
    await page.goto(report.setupUrl ?? '')
    await page.getByLabel('Username').fill('ada')
    await page.getByLabel('Password').fill('a password of mine')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByRole('heading', { name: 'Welcome, ada' }).waitFor()
    expect(page.url()).toBe(`${report.url}/`)

    await page.getByRole('button', { name: 'Create a key' }).click()
    const shown = page.getByLabel('The new key')
    await shown.waitFor()
    const key = (await shown.textContent()) ?? ''
    const answer = await fetch(`${report.url}/api/auth/me`, { headers: { authorization: `Bearer ${key}` } })
    expect(await answer.json()).toMatchObject({ user: { username: 'ada', role: 'owner' }, via: 'api_key' })

    await page.getByRole('button', { name: 'Run its example' }).click()
    const output = page.getByLabel('Output of csv-profile')
    await output.waitFor()
    expect(JSON.parse((await output.textContent()) ?? '')).toMatchObject({ columns: expect.any(Array) })
  })

  it('say what is wrong at a failed sign-in, and sign in again', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Username').fill('ada')
    await page.getByLabel('Password').fill('not that one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').filter({ hasText: 'password' }).waitFor()
    await page.getByLabel('Password').fill('a password of mine')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Welcome, ada' }).waitFor()
  })

  it('show every app, also those that the first page of the list does not hold', async () => {
    const manifest = { manifest_version: '1', version: '1.0.0', description: 'One of many', inputs: { type: 'object' } }
    const names = Array.from({ length: 201 }, (_, index) => `many-${String(index).padStart(3, '0')}`)
    for (const name of names) {
      await mkdir(join(folder, 'manifests', name))
      const text = JSON.stringify({ ...manifest, name, entry: { type: 'prompt', prompt: 'Hello' } })
      await writeFile(join(folder, 'manifests', name, 'manifest.json'), text)
    }
    const listed = async (after = ''): Promise<number> => {
      const answer = await page.request.get(`${report.url}/api/agent-apps?limit=200${after}`)
      const { items, next_cursor: next } = (await answer.json()) as { items: unknown[]; next_cursor: string | null }
      return items.length + (next === null ? 0 : await listed(`&cursor=${encodeURIComponent(next)}`))
    }
    await expect.poll(() => listed(), { timeout: 20_000, interval: 250 }).toBe(202)
    await page.reload()
    await expect.poll(() => page.getByRole('heading', { name: /^many-\d+$/ }).count(), { timeout: 20_000 }).toBe(201)
  })

  it('say how long a name is locked after wrong passwords', async () => {
    const again = await browser.newPage()
    await again.goto(`${report.url}/`)
    await again.getByLabel('Username').fill('eve')
    const alert = again.getByRole('alert')
    let status = 0
    for (let attempt = 1; attempt <= 6 && status !== 429; attempt += 1) {
      await again.getByLabel('Password').fill(`not that one ${attempt}`)
      const answer = again.waitForResponse('**/api/auth/login')
      await again.getByRole('button', { name: 'Sign in' }).click()
      status = (await answer).status()
      if (status === 429) expect(Number((await answer).headers()['retry-after'])).toBeGreaterThan(0)
    }
    await alert.filter({ hasText: /^Too many wrong credentials\. Try again in \d+ s\.$/ }).waitFor()
    await again.close()
  })

  it('have one for addresses that nothing serves, which leads home; programs get a problem', async () => {
    const address = `${report.url}/no/such/<page>?x=1`
    const answer = await page.goto(address)
    expect([answer?.status(), answer?.headers()['vary']]).toEqual([404, 'Accept'])
    await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor()
    const main = await page.getByRole('main').boundingBox()
    expect(main?.width, 'the style of the other pages').toBeLessThan(800)
    const program = await fetch(address)
    expect([
      program.status,
      program.headers.get('content-type'),
      ((await program.json()) as { code: string }).code,
    ]).toEqual([404, 'application/problem+json; charset=utf-8', 'not_found'])
    expect(
      (await fetch(address, { method: 'POST', headers: { accept: 'text/html' } })).headers.get('content-type'),
    ).toMatch(/problem/)
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Welcome, ada' }).waitFor()
  })

  it('ask no other host for anything and break no rule of their policy', () => {
    expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] })
  })
})
