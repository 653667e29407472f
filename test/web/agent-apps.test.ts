import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { repositoryRoot } from '../support/repository.ts'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

describe.skipIf(!hasPages)('the pages Agent apps and Developer', () => {
  let pages: ServedPages
  beforeAll(async () => {
    pages = await openPages({
      plugins: ['agent-apps', 'sandbox', 'developer', 'jobs'],
      env: { SVC_MANIFESTS: join(repositoryRoot, 'manifests') },
    })
  })
  afterAll(() => pages?.stop())

  it('runs the example of an app and shows its result, which has an address of its own', async () => {
    const { page } = pages
    await page.goto('/agent-apps')
    await page.getByRole('searchbox', { name: 'Search agent apps' }).fill('csv')
    await page.getByRole('link', { name: /csv/i }).click()
    await page.getByRole('button', { name: 'Run app' }).click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    await page
      .getByRole('button', { name: /^Use example: / })
      .first()
      .click()
    await page.getByRole('button', { name: 'Run app' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByRole('heading', { name: 'Succeeded' }).waitFor()
    expect(JSON.parse((await result.locator('pre').first().textContent()) ?? '')).toHaveProperty('columns')
    expect(page.url()).toMatch(/\/agent-apps\/csv-profile\/runs\/run_/)
    await page.reload()
    await result.getByRole('heading', { name: 'Succeeded' }).waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('listitem').filter({ hasText: 'succeeded' }).first().waitFor()
    await page.getByRole('tab', { name: 'Code' }).click()
    expect(await page.getByRole('region', { name: 'Example' }).textContent()).toContain('$SVC_API_KEY')
    expect(pages.complaints).toEqual([])
  })

  it('makes a key that works, shows it once, and revokes it', async () => {
    const { page, svc } = pages
    await page.goto('/developer')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create key' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('my editor')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
    const asked = () => fetch(`${svc.url}/api/auth/me`, { headers: { authorization: `Bearer ${key}` } })
    expect(await (await asked()).json()).toMatchObject({ via: 'api_key' })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Revoke my editor' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('button', { name: 'Revoke my editor' }).waitFor({ state: 'detached' })
    expect((await asked()).status).toBe(401)
  })
})
