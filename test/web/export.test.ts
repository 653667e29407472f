import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

describe.skipIf(!hasPages)('the tab Export', () => {
  let pages: ServedPages
  let page: Page
  const exact = (name: string) => ({ name, exact: true })

  beforeAll(async () => {
    pages = await openPages({ plugins: ['export', 'workspace', 'data', 'files', 'jobs', 'developer'] })
    page = pages.page
    for (const title of ['Minutes of March', 'Plan <b>B</b>'])
      await pages.svc.request('POST', '/api/workspace/notes', { body: { title, body: 'We *agreed*.' } })
    // More than a picker offers before something is typed.
    const later = Array.from({ length: 101 }, (_, index) => ({ title: `Later ${index}`, body: '' }))
    await Promise.all(later.map(body => pages.svc.request('POST', '/api/workspace/notes', { body })))
    await page.goto('/data?tab=export')
  })
  afterAll(() => pages?.stop())

  it('makes a document of records, with a cover that is shown while it is written', async () => {
    for (const title of ['Minutes of March', 'Plan <b>B</b>']) {
      await page.getByRole('combobox', exact('Add a record')).fill(title)
      await page.getByRole('option', exact(title)).click()
    }
    await page.getByRole('button', exact('Move Plan <b>B</b> up')).click()
    await page.getByRole('textbox', exact('Title')).fill('All of it')
    await page.getByRole('textbox', exact('Organisation')).fill('Analytical Engines')
    await page.getByRole('button', exact('Add signatory')).click()
    await page.getByRole('group', exact('Signatory 1')).getByLabel('Name').fill('Ada Lovelace')
    const preview = page.getByRole('region', exact('Preview'))
    for (const words of ['All of it', 'Analytical Engines', 'Ada Lovelace']) await preview.getByText(words).waitFor()
    await page.getByRole('combobox', exact('Format')).selectOption('html')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', exact('Make document')).click()
    const file = await saved
    const html = readFileSync(await file.path(), 'utf8')
    expect(file.suggestedFilename()).toBe('All of it.html')
    expect(html.indexOf('Plan &lt;b&gt;B&lt;/b&gt;')).toBeLessThan(html.indexOf('Minutes of March</h2>'))
    const table = page.getByRole('table', exact('Exports'))
    await table.getByText('All of it').waitFor()
    expect(await page.locator('main b').count()).toBe(0)
  })

  it('makes a document in the background, with a logo of Files', async () => {
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 80, height: 40 } })
    const put = await fetch(`${pages.svc.url}/api/files/content/logo.png`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${pages.svc.key}`, 'content-type': 'image/png' },
      body: new Uint8Array(picture),
    })
    expect(put.status).toBe(201)
    await page.reload()
    await page.getByRole('textbox', exact('Title')).fill('With a logo')
    await page.getByRole('combobox', exact('Logo')).click()
    await page.getByRole('option', { name: /logo\.png/ }).click()
    await page.getByRole('region', exact('Preview')).getByRole('img', exact('Logo')).waitFor()
    await page.getByRole('combobox', exact('Format')).selectOption('pdf')
    await page.getByRole('switch', exact('Run as job')).check()
    await page.getByRole('button', exact('Make document')).click()
    await page.getByText('The document is being made.').waitFor()
    const row = page.getByRole('table', exact('Exports')).getByRole('row').filter({ hasText: 'With a logo' })
    const downloading = page.waitForEvent('download')
    await row.getByRole('button', exact('Download')).click()
    expect((await downloading).suggestedFilename()).toBe('With a logo.pdf')
    await row.getByRole('button', exact('Delete')).click()
    await page.getByRole('dialog').getByRole('button', exact('Delete export')).click()
    await row.waitFor({ state: 'detached' })
    expect(pages.complaints).toEqual([])
  })

  it('says of a file that nobody signed that it is not valid', async () => {
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', exact('Choose file')).click()
    const text = '%PDF-1.3\n%%EOF\n'
    await (await chosen).setFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text) })
    await page.getByRole('status').getByText('a.pdf is not valid').waitFor()
  })

  it('deletes an export', async () => {
    const table = page.getByRole('table', exact('Exports'))
    await table.getByRole('button', exact('Delete')).click()
    await page.getByRole('dialog').getByRole('button', exact('Delete export')).click()
    await page.getByText('Documents that you make of notes').waitFor()
  })
})
