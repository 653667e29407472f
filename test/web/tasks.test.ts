import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const tasks = '/api/workspace/tasks'

describe.skipIf(!hasPages)('the page Tasks', () => {
  let pages: ServedPages
  beforeAll(async () => {
    pages = await openPages({ plugins: ['web', 'workspace'] })
    await pages.page.goto('/tasks')
  })
  afterAll(async () => {
    await pages?.stop()
  })

  const group = (name: string) => pages.page.getByRole('region', { name: new RegExp(`^${name}`) })
  const box = (name: string) => ({ name, exact: true })
  const stored = async (title: string) =>
    (await pages.svc.request('GET', `${tasks}?search=${encodeURIComponent(title)}`)).body.items[0]

  it('adds a task by a line and Enter, and keeps a line that was not sent', async () => {
    const { page } = pages
    const field = page.getByRole('textbox', box('New task'))
    await field.fill('Buy <b>milk</b>')
    await field.press('Enter')
    await group('To do').getByRole('checkbox', box('Buy <b>milk</b>')).waitFor()
    expect(await page.getByRole('main').locator('b').count()).toBe(0)
    expect(await field.inputValue()).toBe('')
    await field.fill('Half a tho')
    await page.reload()
    expect(await field.inputValue()).toBe('Half a tho')
    await field.fill(' ')
    await field.press('Enter')
    await page.getByText('Type what there is to do').waitFor()
  })

  it('shows a task that somebody else makes, without a reload', async () => {
    await pages.svc.request('POST', tasks, { body: { title: 'From the agent', priority: 'urgent' } })
    await group('To do').getByRole('checkbox', box('From the agent')).waitFor()
    await group('To do').getByText('Urgent').waitFor()
  })

  it('ticks a task off, and back by Undo', async () => {
    const { page } = pages
    await group('To do').getByRole('checkbox', box('From the agent')).click()
    await group('Done')
      .getByRole('checkbox', { ...box('From the agent'), checked: true })
      .waitFor()
    expect(await stored('From the agent')).toMatchObject({ status: 'done' })
    await page.getByRole('status', { name: 'Notifications' }).getByRole('button', box('Undo')).click()
    await group('To do')
      .getByRole('checkbox', { ...box('From the agent'), checked: false })
      .waitFor()
    expect(await stored('From the agent')).toMatchObject({ status: 'todo' })
  })

  it('shows the change at once and takes it back when the server refuses it', async () => {
    const { page } = pages
    await page.route(`**${tasks}/*`, route =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 403,
            contentType: 'application/problem+json',
            body: JSON.stringify({ status: 403, code: 'forbidden', detail: 'Your role may not change tasks.' }),
          })
        : route.fallback(),
    )
    await group('To do').getByRole('checkbox', box('From the agent')).click()
    await page.getByRole('alert').getByText('Your role may not change tasks.').waitFor()
    await group('To do')
      .getByRole('checkbox', { ...box('From the agent'), checked: false })
      .waitFor()
    await page.unroute(`**${tasks}/*`)
  })

  it('sends what was changed in the dialog, and leaves what somebody else changed meanwhile', async () => {
    const { page, svc } = pages
    await page.getByRole('link', box('From the agent')).click()
    const dialog = page.getByRole('dialog', box('Task'))
    await dialog.getByRole('textbox', box('Title')).waitFor()
    const { task_id } = await stored('From the agent')
    await svc.request('PATCH', `${tasks}/${task_id}`, { body: { body: 'Their details' } })
    await dialog.getByRole('textbox', box('Title')).fill('')
    await dialog.getByText('A task needs a title').waitFor()
    await dialog.getByRole('textbox', box('Title')).fill('From us both')
    await dialog.getByLabel('Due').fill('2031-05-06')
    await dialog.getByLabel('Tags', { exact: true }).fill('x'.repeat(65))
    await dialog.getByLabel('Tags', { exact: true }).press('Enter')
    await dialog.getByRole('button', box('Save task')).click()
    await dialog.getByText(/64 characters/).waitFor()
    await dialog.getByLabel('Tags', { exact: true }).press('Backspace')
    await page.reload()
    await dialog.getByRole('button', box('Save task')).click()
    await dialog.waitFor({ state: 'hidden' })
    await group('To do').getByRole('link', box('From us both')).waitFor()
    expect(await stored('From us both')).toMatchObject({ due: '2031-05-06', body: 'Their details', priority: 'urgent' })
    expect(new URL(page.url()).search).toBe('')
  })

  it('deletes a task, and brings it back with all it had', async () => {
    const { page } = pages
    const { task_id } = await stored('From us both')
    await page.getByRole('button', box('Actions for From us both')).click()
    await page.getByRole('menuitem', box('Delete task')).click()
    await page.getByText('Deleted: From us both').waitFor()
    expect(await stored('From us both')).toBeUndefined()
    await page.getByRole('button', box('Undo')).last().click()
    await group('To do').getByRole('link', box('From us both')).waitFor()
    expect(await stored('From us both')).toMatchObject({ task_id, due: '2031-05-06', body: 'Their details' })
  })

  it('finds tasks by words, and says so in the address', async () => {
    const { page } = pages
    await page.getByRole('searchbox', box('Search tasks')).fill('milk')
    await page.getByRole('link', box('From us both')).waitFor({ state: 'hidden' })
    await page.getByRole('link', box('Buy <b>milk</b>')).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('milk')
    await page.reload()
    expect(await page.getByRole('searchbox', box('Search tasks')).inputValue()).toBe('milk')
    expect(pages.complaints).toEqual([])
  })
})
