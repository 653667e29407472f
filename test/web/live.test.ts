import type { JsonValue } from '@svc/plugin'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProxy } from './support/proxy.ts'
import type { Proxy } from './support/proxy.ts'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const csv = 'a,b\n1,2\n'
/** Where a list is, what a program makes meanwhile, and by what a person knows it. */
const lists: [path: string, how: [method: string, path: string, body: JsonValue], shown: RegExp][] = [
  ['/', ['POST', '/api/conversations', { title: 'Of a program' }], /Of a program/],
  ['/tasks', ['POST', '/api/workspace/tasks', { title: 'Water the plants' }], /Water the plants/],
  ['/notes', ['POST', '/api/workspace/notes', { title: 'Seedlings', body: 'Sown in May.' }], /Seedlings/],
  ['/files', ['POST', '/api/files/text', { path: 'plan.md', text: 'Plan' }], /plan\.md/],
  ['/memory', ['POST', '/api/memory', { content: 'Beans are sown in May.', source: 'almanac' }], /Beans are sown/],
  ['/data', ['POST', '/api/data/import', { name: 'Harvest', format: 'csv', content: csv }], /Harvest/],
  ['/data?tab=jobs', ['POST', '/api/jobs', { kind: 'watering' }], /watering/],
  ['/developer', ['POST', '/api/developer/keys', { name: 'Of the greenhouse', scopes: ['jobs:read'] }], /greenhouse/],
  ['/admin', ['POST', '/api/users', { username: 'grace', password: 'a long password', role: 'user' }], /grace/],
  [
    '/tools?tab=approvals',
    ['POST', '/api/tools/text_diff/call', { arguments: { before: 'a', after: 'b' } }],
    /text_diff/,
  ],
]

describe.skipIf(!hasPages)('what is made elsewhere', () => {
  let pages: ServedPages
  let proxy: Proxy
  let page: Page

  beforeAll(async () => {
    pages = await openPages({})
    proxy = await startProxy(pages.svc.url)
    page = await pages.open({ baseURL: proxy.url, viewport: { width: 1440, height: 900 } })
    await pages.svc.request('PUT', '/api/tools/text_diff/grant', { body: { grant: 'ask' }, as: 'owner' })
  })
  afterAll(async () => {
    await pages?.stop()
    await proxy?.close()
  })

  it.each(lists)('is seen on %s without a reload', async (path, [method, route, body], shown) => {
    await page.goto(path)
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
    await expect.poll(() => proxy.streams.size).toBe(1)
    expect(await page.getByText(shown).count()).toBe(0)
    const loads: string[] = []
    page.on('load', () => loads.push(path))
    const made = await pages.svc.request(method, route, { body, as: 'owner', headers: { origin: pages.svc.url } })
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300)
    await page.getByText(shown).first().waitFor()
    expect([loads, pages.complaints]).toEqual([[], []])
  })

  it('comes to five tabs over one stream', async () => {
    await page.goto('/tasks')
    const tabs = [page]
    for (let more = 0; more < 4; more += 1) {
      const tab = await page.context().newPage()
      await tab.goto('/tasks')
      tabs.push(tab)
    }
    await pages.svc.request('POST', '/api/workspace/tasks', { body: { title: 'For every tab' } })
    await Promise.all(tabs.map(tab => tab.getByRole('checkbox', { name: /For every tab/ }).waitFor()))
    expect(proxy.streams.size).toBe(1)
    await Promise.all(tabs.slice(1).map(tab => tab.close()))
  })

  it('comes from another workspace of the person once theirs is deleted, and the old one is not asked for again', async () => {
    const { svc } = pages
    await svc.request('POST', '/api/workspace/tasks', { body: { title: 'At home' } })
    const made = await svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Allotment' } })
    const between = await startProxy(svc.url)
    const tab = await pages.open({ baseURL: between.url })
    await tab.goto('/tasks')
    await tab.getByRole('combobox', { name: 'Workspace' }).click()
    await tab.getByRole('option', { name: 'Allotment' }).click()
    await tab.waitForURL(/\/$/)
    await tab.goto('/tasks')
    await tab.getByRole('button', { name: 'Account' }).waitFor()
    await expect.poll(() => between.streams.size).toBe(1)
    between.asked = 0
    const deleted = await svc.request('DELETE', `/api/workspaces/${made.body.id}`, { as: 'owner' })
    expect(deleted.status).toBeLessThan(300)
    await tab.getByRole('checkbox', { name: /At home/ }).waitFor()
    await svc.request('POST', '/api/workspace/tasks', { body: { title: 'In the house' } })
    await tab.getByRole('checkbox', { name: /In the house/ }).waitFor()
    await tab.waitForTimeout(4000)
    expect(between.asked).toBeLessThanOrEqual(3)
    await tab.context().close()
    await between.close()
    expect(pages.complaints).toEqual([])
  })

  it('is asked for less and less often where it is refused for a while', async () => {
    const tab = await pages.open()
    await tab.addInitScript('delete globalThis.SharedWorker')
    const asked: number[] = []
    const refusal = { status: 429, json: { status: 429, code: 'rate_limited', detail: 'Too many streams.' } }
    await tab.route('**/api/events', route => {
      asked.push(Date.now())
      return route.fulfill(refusal)
    })
    await tab.goto('/tasks')
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(4)
    const [, second = 0, third = 0, fourth = 0] = asked
    expect([third - second > 1800, fourth - third > 3600]).toEqual([true, true])
    await tab.context().close()
  })

  it('is there after a gap in the stream', async () => {
    await page.goto('/tasks')
    await expect.poll(() => proxy.streams.size).toBe(1)
    // What comes over the stream is read after all that the page reads when it opens.
    await pages.svc.request('POST', '/api/workspace/tasks', { body: { title: 'Before it' } })
    await page.getByRole('checkbox', { name: /Before it/ }).waitFor()
    proxy.isDeaf = true
    await pages.svc.request('POST', '/api/workspace/tasks', { body: { title: 'In the gap' } })
    const { body } = await pages.svc.request('GET', '/api/workspace/tasks')
    expect(body.items.map(({ title }: { title: string }) => title)).toContain('In the gap')
    expect(await page.getByRole('checkbox', { name: /In the gap/ }).count()).toBe(0)
    proxy.isDeaf = false
    // What the server says when the log no longer has what a reader saw last.
    for (const stream of proxy.streams)
      stream.write(
        `id: evt_1\nevent: gap\ndata: ${JSON.stringify({ type: 'gap', after: 'evt_1', resumes_at: null })}\n\n`,
      )
    await page.getByRole('checkbox', { name: /In the gap/ }).waitFor()
    expect(pages.complaints).toEqual([])
  })
})
