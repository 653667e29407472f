import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

describe.skipIf(!hasPages)('the page Email', () => {
  let pages: ServedPages
  beforeAll(async () => {
    pages = await openPages({ plugins: ['web', 'email'] })
    await pages.page.goto('/email')
  })
  afterAll(async () => {
    await pages?.stop()
  })

  it('says that there is no account, and which server a new one fails at', async () => {
    const { page, svc } = pages
    await page.getByText('No account is connected.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: 'Connect an account' }).click()
    await page.getByRole('textbox', { name: 'Address' }).fill('ada@example.test')
    await page.getByRole('textbox', { name: 'Password' }).fill('engine')
    await page.getByRole('textbox', { name: 'IMAP server' }).fill('a b')
    await page.getByRole('textbox', { name: 'SMTP server' }).fill('smtp.invalid')
    await page.getByRole('button', { name: 'Connect account' }).click()
    const imap = page.getByRole('textbox', { name: 'IMAP server' })
    await expect.poll(() => imap.getAttribute('aria-invalid')).toBe('true')
    await imap.fill('imap.invalid')
    await page.getByRole('button', { name: 'Connect account' }).click()
    await page
      .getByRole('alert')
      .getByText(/imap\.invalid cannot be reached.* smtp\.invalid cannot be reached/)
      .waitFor()
    expect((await svc.request('GET', '/api/email/account')).body).toMatchObject({ address: 'ada@example.test' })
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Change the account' }).waitFor()
    expect(pages.complaints).toEqual([])
  })
})
