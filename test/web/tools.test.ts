import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

describe.skipIf(!hasPages)('the page Tools', () => {
  let pages: ServedPages
  beforeAll(async () => {
    pages = await openPages({ plugins: ['tools', 'workspace'] })
  })
  afterAll(() => pages?.stop())

  const ask = (title: string) =>
    pages.svc.request('POST', '/api/tools/note_write/call', { body: { arguments: { title, body: 'From a program' } } })
  const notes = async () => (await pages.svc.request('GET', '/api/workspace/notes')).body.items as { title: string }[]

  it('finds a tool, tries it and shows what it gave, or what is wrong at its field', async () => {
    const { page } = pages
    await page.goto('/tools')
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('calculator')
    const row = page.getByRole('row').filter({ hasText: 'calculator' })
    await row.getByRole('cell', { name: 'Reads' }).waitFor()
    await row.getByRole('cell', { name: 'Allowed' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'text_diff' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Calculator' }).click()
    const drawer = page.getByRole('dialog', { name: 'Calculator' })
    await drawer.getByRole('button', { name: 'Call tool' }).click()
    await drawer.getByText('This is required.').waitFor()
    await drawer.getByRole('textbox', { name: 'Expression' }).fill('5 inch to cm')
    await drawer.getByRole('button', { name: 'Call tool' }).click()
    await drawer.getByRole('region', { name: 'Result' }).getByText('12.7 cm').first().waitFor()
    await page.reload()
    expect(await drawer.getByRole('textbox', { name: 'Expression' }).inputValue()).toBe('5 inch to cm')
  })

  it('runs nothing that asks first until it is approved, and then shows what came of it', async () => {
    const { page } = pages
    await page.goto('/tools?tool=note_write')
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('textbox', { name: 'Title' }).fill('<b>Tried</b>')
    await drawer.getByRole('textbox', { name: 'Body' }).fill('Hello')
    await drawer.getByRole('button', { name: 'Call tool' }).click()
    await drawer.getByText('Nothing ran yet').waitFor()
    expect(await notes()).toEqual([])
    await drawer.getByRole('button', { name: /^Approve / }).click()
    await drawer.getByText('Approved by owner').waitFor()
    await drawer.getByText('Result', { exact: true }).click()
    await drawer.getByRole('button', { name: 'Download' }).waitFor()
    expect(await notes()).toMatchObject([{ title: '<b>Tried</b>' }])
    expect(await drawer.locator('b').count()).toBe(0)
  })

  it('lists what waits as it comes, and denies with a reason', async () => {
    const { page } = pages
    await page.goto('/tools?tab=approvals')
    await page.getByText('Nothing waits for you.').waitFor()
    const { approval_id } = (await ask('From a program')).body as { approval_id: string }
    const card = page.getByRole('region', { name: 'Waiting' }).getByRole('article')
    await card.getByText('It changes data of this workspace.').waitFor()
    await card.getByText(/^Expires in/).waitFor()
    await card.getByRole('textbox', { name: /^Reason/ }).fill('Ask <i>me</i> first')
    await card.getByRole('button', { name: /^Deny / }).click()
    const decided = page.getByRole('region', { name: 'Decided' })
    await decided.getByText('Ask <i>me</i> first').waitFor()
    const approval = await pages.svc.request('GET', `/api/approvals/${approval_id}`)
    expect(approval.body).toMatchObject({ status: 'denied', reason: 'Ask <i>me</i> first' })
    await page.getByText('Nothing waits for you.').waitFor()
  })

  it('shows the decision of somebody who was faster', async () => {
    const { page, svc } = pages
    const { approval_id } = (await ask('Raced')).body as { approval_id: string }
    await page.route('**/approve', async route => {
      await svc.request('POST', `/api/approvals/${approval_id}/deny`, { body: { reason: 'I was first' }, as: 'owner' })
      await route.continue()
    })
    await page.getByRole('button', { name: /^Approve / }).click()
    await page.getByRole('region', { name: 'Decided' }).getByText('I was first').waitFor()
    await page.getByText('Nothing waits for you.').waitFor()
    expect((await notes()).map(({ title }) => title)).not.toContain('Raced')
  })

  it('sets a grant and takes it back', async () => {
    const { page, svc } = pages
    const grants = async () => (await svc.request('GET', '/api/tools/grants')).body.items
    await page.goto('/tools?tool=note_write')
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('combobox', { name: 'Grant' }).click()
    await page.getByRole('option', { name: 'Denied' }).click()
    await drawer.getByRole('combobox', { name: 'Grant', disabled: false }).waitFor()
    expect(await grants()).toMatchObject([{ tool_name: 'note_write', grant: 'deny' }])
    await page.goto('/tools?tab=grants')
    await page.getByRole('button', { name: 'Take back note_write' }).click()
    await page.getByText('No grants yet.').waitFor()
    expect(await grants()).toEqual([])
    expect(pages.complaints).toEqual([])
  })
})
