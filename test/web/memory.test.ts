import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

/** Runs in the page: a text and a file that is none. */
const dropOfTwo = `(() => {
  const data = new DataTransfer()
  data.items.add(new File(['# Leave\\n\\n28 days a year.'], 'handbook.md', { type: 'text/markdown' }))
  data.items.add(new File([new Uint8Array([0, 1, 2, 255])], 'noise.bin', { type: 'application/octet-stream' }))
  return data
})()`

describe.skipIf(!hasPages)('the page Memory', () => {
  let pages: ServedPages
  beforeAll(async () => {
    pages = await openPages({ plugins: ['web', 'memory'] })
    await pages.page.goto('/memory')
  })
  afterAll(async () => {
    await pages?.stop()
  })

  const dialog = (name: string) => pages.page.getByRole('dialog', { name, exact: true })
  const button = (name: string) => pages.page.getByRole('button', { name, exact: true })
  const listed = async () => (await pages.svc.request('GET', '/api/memory')).body.items

  it('begins with one thing to do, and remembers a text with its source', async () => {
    await button('Add memory').click()
    const form = dialog('Add memory')
    await form.getByRole('button', { name: 'Add memory' }).click()
    await form.getByText('Type what to remember').waitFor()
    await form
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('# Ports\n\nThe staging database listens on port 6543 <i>only</i>.')
    await form.getByRole('textbox', { name: 'Source' }).fill('runbook')
    await form.getByRole('button', { name: 'Add memory' }).click()
    await form.waitFor({ state: 'hidden' })
    await pages.page.getByRole('region', { name: 'Memories' }).getByRole('link', { name: 'Ports' }).waitFor()
    expect(await listed()).toMatchObject([{ source: 'runbook' }])
  })

  it('finds the passage, marks the words, and says why', async () => {
    const { page } = pages
    await page.getByRole('searchbox', { name: 'Search memory' }).fill('staging port')
    const result = page.getByRole('article', { name: 'runbook' })
    await result.waitFor()
    expect(await result.locator('mark').allTextContents()).toEqual(['staging', 'port'])
    expect(await result.getByRole('meter', { name: 'Score' }).getAttribute('value')).toMatch(/^0\.\d+$|^1$/)
    expect(await result.getByRole('table').count()).toBe(0)
    await result.getByRole('button', { name: 'Why this result' }).click()
    await result.getByRole('row', { name: /^Words Place 1 by words/ }).waitFor()
    await page.reload()
    await result.getByRole('link', { name: 'runbook' }).click()
    await dialog('runbook').locator('mark').getByText('The staging database listens on port 6543 only.').waitFor()
    expect(await dialog('runbook').locator('i').count()).toBe(0)
    await page.getByRole('tab', { name: 'As written' }).click()
    await dialog('runbook').locator('mark').getByText('port 6543 <i>only</i>.').waitFor()
    await page.getByRole('tab', { name: 'Text' }).click()
  })

  it('keeps an edit through a reload, refuses to overwrite another one unasked, and brings a version back', async () => {
    const { page, svc } = pages
    const [{ id }] = await listed()
    await button('Edit memory').click()
    const text = dialog('runbook').getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('The staging database listens on port 7000.')
    await svc.request('PATCH', `/api/memory/${id}`, { body: { tags: ['theirs'] } })
    await page.reload()
    await button('Edit memory').click()
    expect(await text.inputValue()).toBe('The staging database listens on port 7000.')
    await button('Save memory').click()
    await button('Save over it').click()
    await button('Edit memory').waitFor()
    expect(await listed()).toMatchObject([{ content: 'The staging database listens on port 7000.', tags: ['theirs'] }])
    await page.getByRole('tab', { name: 'History' }).click()
    await button('Restore version 1').click()
    await page.getByText('Version 1 is back.').waitFor()
    expect((await listed())[0].content).toContain('port 6543')
    await page.keyboard.press('Escape')
  })

  it('reads files that are dropped, and says of each what became of it', async () => {
    const { page } = pages
    const dropped = await page.evaluateHandle(dropOfTwo)
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: dropped })
    await page.getByText('Drop files to remember them').waitFor()
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped })
    const imports = page.getByRole('region', { name: 'Imports' })
    await imports.getByRole('listitem').filter({ hasText: 'handbook.md' }).getByText('Added, 1 passage').waitFor()
    const refused = imports.getByRole('listitem').filter({ hasText: 'noise.bin' })
    await refused.getByText(/The file is no text/).waitFor()
    await refused.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await refused.textContent()).not.toContain('req_')
    await button('Hide these').click()
    await imports.waitFor({ state: 'hidden' })
  })

  it('forgets a source once its name is typed', async () => {
    const { page } = pages
    await page.goto('/memory?source=runbook')
    await button('Delete source').click()
    const asked = dialog('Delete source')
    expect(await asked.getByRole('button', { name: 'Delete source' }).isDisabled()).toBe(true)
    await asked.getByRole('textbox', { name: 'Type runbook to confirm' }).fill('runbook')
    await asked.getByRole('button', { name: 'Delete source' }).click()
    await page.getByText('Deleted 1 memory.').waitFor()
    expect(await listed()).toMatchObject([{ source: 'handbook.md' }])
    expect(pages.complaints).toEqual([])
  })
})
