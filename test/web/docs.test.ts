import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

describe.skipIf(!hasPages)('the manual in the browser', () => {
  let pages: ServedPages
  const exact = (name: string) => ({ name, exact: true })

  beforeAll(async () => {
    pages = await openPages({ plugins: ['web'] })
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
    expect(pages.complaints).toEqual([])
  })

  it('says that there is no such page', async () => {
    await pages.page.goto('/docs/nothing')
    await pages.page.getByText('The manual has no page of this name.').waitFor()
  })
})
