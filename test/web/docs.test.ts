import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

describe.skipIf(!hasPages)('the manual in the browser', () => {
  let pages: ServedPages
  const exact = (name: string) => ({ name, exact: true })

  beforeAll(async () => {
    pages = await openPages({ plugins: ['web', 'tools', 'models', 'conversations'] })
    await pages.page.goto('/docs')
  })
  afterAll(() => pages?.stop())

  it('has its pages at the side, and links that lead from one to another and to a place', async () => {
    const { page } = pages
    await page.getByRole('heading', { level: 2, ...exact('svc documentation') }).waitFor()
    await page.getByRole('navigation', exact('Pages of the manual')).getByRole('link', exact('Jobs')).click()
    await page.getByRole('heading', { level: 2, ...exact('Jobs') }).waitFor()
    await page.getByRole('button', { name: 'Copy code' }).first().waitFor()
    const leads = await page
      .locator('main a[href*="/docs/"]')
      .evaluateAll(links => links.map(link => link.getAttribute('href')))
    expect(leads.length).toBeGreaterThan(10)
    await page.goto('/docs/api')
    await page.reload()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })

  it('finds a section by its words, and opens it there', async () => {
    const { page } = pages
    await page.getByRole('searchbox', exact('Search the manual')).fill('redrive dead')
    const found = page.getByRole('list', exact('Found in the manual')).getByRole('link')
    await found.first().waitFor()
    await found.first().click()
    await page.locator('main h2').first().waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/docs\/[a-z]/)
  })

  it('leads to the places of a page, and gives its pages as they are written, with a list for language models', async () => {
    const { page, svc } = pages
    await page.goto('/docs/configuration')
    await page.getByRole('navigation', exact('On this page')).getByRole('link', exact('Every setting')).click()
    await page.waitForURL(/#every-setting$/)
    await page.getByRole('cell', exact('SVC_LOG_LEVEL')).waitFor()
    const list = await fetch(`${svc.url}/llms.txt`)
    expect([list.status, list.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const text = await list.text()
    expect(text).toMatch(
      /^# svc\n\n> A self-hosted workspace[\s\S]+\n## Tutorials\n\n- \[Host svc and invite a colleague\]\(web\/tutorial-host\.md\): /,
    )
    expect([...text.matchAll(/\]\((.+?)\)/g)].filter(([, to = '']) => !/^web\/[a-z0-9-]+\.md$/.test(to))).toEqual([])
    const whole = await (await fetch(`${svc.url}/llms-full.txt`)).text()
    expect(whole).toMatch(/^# svc documentation\n[^]+\n# Tutorial: your first agent app\n[^]+\n# Backup\n/)
    const [, address = ''] = /\[Data\]\(([^)]+)\)/.exec(text) ?? []
    const written = await fetch(new URL(address, list.url))
    expect([written.headers.get('content-type'), (await written.text()).slice(0, 6)]).toEqual([
      'text/markdown; charset=utf-8',
      '# Data',
    ])
  })

  it('says that there is no such page', async () => {
    await pages.page.goto('/docs/nothing')
    await pages.page.getByText('The manual has no page of this name.').waitFor()
    expect(pages.complaints).toEqual([])
  })

  it('answers how something is done, also without a model, and names the page', async () => {
    const { svc } = pages
    const called = await svc.request('POST', '/api/tools/docs_search/call', {
      body: { arguments: { query: 'How do I back up my data?', limit: 1 } },
    })
    const url = `${svc.url}/docs/questions#how-do-i-back-up-my-data`
    expect([called.status, called.body]).toMatchObject([200, { result: { sections: [{ page: 'Questions', url }] } }])
    const { body: conversation } = await svc.request('POST', '/api/conversations', { body: {} })
    const { body } = await svc.request('POST', `/api/conversations/${conversation.session_id}/messages`, {
      body: { message: 'How do I back up my data?' },
    })
    expect(body.content).toContain('./svc backup create')
    expect(body.content).toContain(`](${url})`)
  })
})
