import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itOfOneServer } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const tasks = '/api/workspace/tasks'

describe.skipIf(!hasPages)('what a person typed and read', () => {
  let folder: string
  let provider: FakeModelServer
  let pages: ServedPages
  let page: Page
  let svc: TestKernel
  const options = () => ({
    home: join(folder, 'home'),
    plugins: ['web', 'plugin-pages', 'workspace', 'conversations', 'models', 'developer', 'memory', 'tools'],
    env: { SVC_MODEL_BASE_URL: provider.baseUrl, SVC_MODEL_NAME: 'fake-model' },
  })
  const exact = (name: string) => ({ name, exact: true })
  const newTask = () => page.getByRole('textbox', exact('New task'))
  const message = () => page.getByRole('textbox', exact('Message'))
  const titles = async () =>
    (await svc.request('GET', tasks)).body.items.map(({ title }: { title: string }) => title) as string[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-lasting-'))
    provider = await startFakeModelServer()
    pages = await openPages(options())
    ;({ page, svc } = pages)
  })
  afterAll(async () => {
    await pages?.close()
    await svc?.stop()
    await provider?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is sent again, once and with the same Idempotency-Key, when the session had ended', async () => {
    await page.goto('/tasks')
    const sent: { key: string | undefined; status: number }[] = []
    page.on('response', answer => {
      const request = answer.request()
      if (request.method() !== 'POST' || new URL(request.url()).pathname !== tasks) return
      sent.push({ key: request.headers()['idempotency-key'], status: answer.status() })
    })
    await newTask().waitFor()
    const left = await svc.request('POST', '/api/auth/logout', { as: 'owner', headers: { origin: svc.url } })
    expect(left.status).toBeLessThan(300)
    await newTask().fill('Typed in an old session')
    await newTask().press('Enter')
    const dialog = page.getByRole('dialog', exact('Sign in again'))
    const password = dialog.getByLabel('Password', { exact: true })
    await password.fill('not this one')
    await dialog.getByRole('button', exact('Sign in')).click()
    await dialog.getByText(/do not match|wrong|incorrect/i).waitFor()
    expect(await password.inputValue()).toBe('')
    await password.fill(svc.owner.password)
    await dialog.getByRole('button', exact('Sign in')).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('checkbox', exact('Typed in an old session')).waitFor()
    expect(await titles()).toEqual(['Typed in an old session'])
    expect(sent.map(({ status }) => status)).toEqual([401, 201])
    expect(sent[0]?.key).toBeTruthy()
    expect(sent[1]?.key).toBe(sent[0]?.key)
  })

  it('stays in its field when the server fails', async () => {
    await page.route(`**${tasks}`, route => {
      if (route.request().method() !== 'POST') return route.continue()
      const body = JSON.stringify({
        type: 'about:blank',
        status: 500,
        code: 'internal_error',
        detail: 'The disk is full.',
      })
      return route.fulfill({ status: 500, contentType: 'application/problem+json', body })
    })
    await newTask().fill('Not lost')
    await newTask().press('Enter')
    await page.getByText('The disk is full.').waitFor({ timeout: 20_000 })
    expect(await newTask().inputValue()).toBe('Not lost')
    await page.unroute(`**${tasks}`)
    await newTask().press('Enter')
    await page.getByRole('checkbox', exact('Not lost')).waitFor()
  })

  it('waits while the browser is offline: a form says so, and what was done is sent once when the network is back', async () => {
    const add = page.getByRole('button', exact('Add task'))
    const box = page.getByRole('checkbox', exact('Not lost'))
    const sent: string[] = []
    page.on('request', request => {
      if (request.method() !== 'GET') sent.push(request.method())
    })
    await page.context().setOffline(true)
    await page.getByRole('status', exact('Connection')).filter({ hasText: 'Offline.' }).waitFor()
    await newTask().fill('Of a tunnel')
    await newTask().press('Enter')
    expect([await add.isDisabled(), sent]).toEqual([true, []])
    await add.hover({ force: true })
    await page.getByRole('tooltip').getByText('You are offline.').waitFor()
    // What has no form waits on its own.
    await box.click()
    expect(sent).toEqual([])
    await page.context().setOffline(false)
    await expect.poll(async () => (await svc.request('GET', `${tasks}?status=done`)).body.items.length).toBe(1)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    expect(await newTask().inputValue()).toBe('Of a tunnel')
    await add.click()
    await page.getByRole('checkbox', exact('Of a tunnel')).waitFor()
    expect(sent).toEqual(['PATCH', 'POST'])
  })

  it('stays on its page until the network is back, when the next page is not there yet', async () => {
    const walker = await page.context().newPage()
    await walker.goto('/tasks')
    await walker.getByRole('checkbox', exact('Of a tunnel')).waitFor()
    await walker.context().setOffline(true)
    await walker.getByRole('status', exact('Connection')).filter({ hasText: 'Offline.' }).waitFor()
    await walker.getByRole('link', exact('Memory')).click()
    await walker.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
    await walker.context().setOffline(false)
    await walker.getByRole('heading', { level: 1, name: 'Memory' }).waitFor()
    await walker.close()
  })

  it('is opened anew where a newer server has not the file of a page any more', async () => {
    const walker = await page.context().newPage()
    await walker.goto('/tasks')
    await walker.getByRole('textbox', exact('New task')).fill('Over an update')
    await walker.route(/\/web\/page-[^/]*\.js$/, route => route.fulfill({ status: 404 }), { times: 1 })
    await walker.getByRole('link', exact('Developer')).click()
    await walker.getByRole('heading', { level: 1, name: 'Developer' }).waitFor()
    await walker.goto('/tasks')
    await expect.poll(() => walker.getByRole('textbox', exact('New task')).inputValue()).toBe('Over an update')
    await walker.getByRole('textbox', exact('New task')).fill('')
    await walker.close()
  })

  it('comes late with the time until then, where somebody asked for too much at once', async () => {
    const hasty = await page.context().newPage()
    const headers = { 'retry-after': '4' }
    await hasty.route(`**${tasks}?*`, route => route.fulfill({ status: 429, headers, json: { status: 429 } }), {
      times: 1,
    })
    await hasty.goto('/tasks')
    await hasty
      .getByRole('status', exact('Connection'))
      .filter({ hasText: /Too many requests.*in \d s/ })
      .waitFor()
    await hasty.getByRole('checkbox', exact('Of a tunnel')).waitFor()
    await hasty.close()
  })

  it('is there in the next tab after its own was closed, and in one tab only', async () => {
    const closed = await page.context().newPage()
    await closed.goto('/notes')
    await closed.goto('/tasks')
    await closed.getByRole('textbox', exact('New task')).fill('In a tab that closes')
    await closed.close({ runBeforeUnload: true })
    await expect.poll(() => page.evaluate('Object.keys(localStorage).join()')).toContain('svc-left')
    const next = await page.context().newPage()
    await next.goto('/tasks')
    await expect.poll(() => next.getByRole('textbox', exact('New task')).inputValue()).toBe('In a tab that closes')
    const other = await page.context().newPage()
    await other.goto('/tasks')
    await other.getByRole('checkbox', exact('Of a tunnel')).waitFor()
    expect(await other.getByRole('textbox', exact('New task')).inputValue()).toBe('')
    await Promise.all([next.getByRole('textbox', exact('New task')).fill(''), other.close()])
    await next.close()
  })

  itOfOneServer(
    'survives a restart of the server: lists follow again, and an answer that was cut says so',
    async () => {
      await page.goto('/')
      const chunk = {
        id: 'c',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: { content: 'One, two' } }],
      }
      provider.script({ rawChunks: [`data: ${JSON.stringify(chunk)}\n\n`], ending: 'hang' })
      await message().fill('Count')
      await message().press('Enter')
      const log = page.getByRole('log', exact('Messages'))
      await log.getByText('One, two').waitFor()
      await message().fill('half a thought')
      const reading = await pages.open({
        cookie: (await page.context().cookies()).map(each => `${each.name}=${each.value}`).join('; '),
      })
      await reading.goto('/tasks')
      await reading.getByRole('checkbox', exact('Of a tunnel')).waitFor()

      const port = new URL(svc.url).port
      await svc.stop()
      await page.getByRole('status', exact('Connection')).filter({ hasText: 'Reconnecting…' }).waitFor()
      svc = await startTestKernel({ ...options(), env: { ...options().env, SVC_PORT: port } })
      await page
        .getByRole('status', exact('Connection'))
        .filter({ hasText: 'Connected again' })
        .waitFor({ timeout: 40_000 })
      expect(await message().inputValue()).toBe('half a thought')
      await log.getByText(/Interrupted|Stopped/).waitFor({ timeout: 20_000 })
      provider.script({ text: 'One, two, three.' })
      await log.getByRole('button', exact('Try again')).click()
      await log.getByText('One, two, three.').waitFor()
      await svc.request('POST', tasks, { body: { title: 'Made after the restart' } })
      await reading.getByRole('checkbox', exact('Made after the restart')).waitFor({ timeout: 40_000 })
      await reading.context().close()
    },
  )

  itOfOneServer('is forgotten by a sign-out, also where the session had ended', async () => {
    await page.evaluate("fetch('api/auth/logout', { method: 'POST' })")
    await message().fill('of nobody')
    await page.getByRole('button', exact('Account')).click()
    await page.getByRole('menuitem', exact('Sign out')).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await page.evaluate("Object.keys(sessionStorage).filter(name => name.startsWith('svc-draft'))")).toEqual([])
  })
})
