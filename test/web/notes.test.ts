import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const notes = '/api/workspace/notes'

describe.skipIf(!hasPages)('the page Notes', () => {
  let pages: ServedPages
  let noteId: string
  beforeAll(async () => {
    pages = await openPages({ plugins: ['web', 'workspace'] })
  })
  afterAll(async () => {
    await pages?.stop()
  })

  /** A note of its own for each test, open on the page. */
  beforeEach(async () => {
    await pages.page.unrouteAll({ behavior: 'wait' })
    const made = await pages.svc.request('POST', notes, { body: { title: 'Plan', body: 'First', tags: [] } })
    noteId = made.body.note_id
    await pages.page.goto(`/notes?note=${noteId}`)
    await text().waitFor()
  })

  const text = () => pages.page.getByRole('textbox', { name: 'Text', exact: true })
  const saved = () => pages.page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  const button = (name: string) => pages.page.getByRole('button', { name, exact: true })
  const conflict = () => pages.page.getByRole('alertdialog', { name: 'This note changed elsewhere' })
  const stored = async (id = noteId) => (await pages.svc.request('GET', `${notes}/${id}`)).body
  const elsewhere = (body: string) => pages.svc.request('PUT', `${notes}/${noteId}`, { body: { title: 'Plan', body } })

  /** Typed here and written there, so that the save of this page is refused. */
  async function bothWrite(): Promise<void> {
    let isFirst = true
    await pages.page.route(`**${notes}/*`, async route => {
      if (isFirst && route.request().method() === 'PUT') {
        isFirst = false
        await elsewhere('Theirs <b>bold</b>')
      }
      await route.continue()
    })
    await text().fill('Mine')
    await conflict().waitFor()
  }

  it('saves by itself what is typed, and says so', async () => {
    await text().fill('Second, see [[Nothing]]')
    await pages.page.getByRole('status').getByText('Saving…').waitFor()
    await saved()
    expect(await stored()).toMatchObject({ body: 'Second, see [[Nothing]]', version: 2 })
    await pages.page.getByRole('region', { name: 'All notes' }).getByText('Second, see Nothing').waitFor()
  })

  it('shows the text as it reads, with links that open notes, and the offer to begin one', async () => {
    const { page } = pages
    await text().fill('# Steps\n\nSee [[Plan]] and [[Not yet]].')
    await saved()
    await page.getByText('Read', { exact: true }).click()
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('heading', { name: 'Steps' }).waitFor()
    expect(await text().isHidden()).toBe(true)
    await preview.getByRole('link', { name: 'Not yet' }).click()
    await page.getByText('No note is called “Not yet”.').waitFor()
    await button('Begin this note').click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Not yet')
    await page.goBack()
    await preview.getByRole('link', { name: 'Plan' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Plan')
    // A title that the note had before leads to it, too.
    await page.getByRole('textbox', { name: 'Title' }).fill('Plan of May')
    await saved()
    await page.goBack()
    await preview.getByRole('link', { name: 'Plan' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Plan of May')
  })

  it('makes a note whose name waits to be typed', async () => {
    await button('New note').click()
    await pages.page.getByRole('heading', { name: 'Notes' }).waitFor()
    await expect.poll(() => pages.page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('New note')
    await expect.poll(() => pages.page.evaluate('String(getSelection())')).toBe('New note')
    await pages.page.keyboard.type('Groceries')
    await saved()
    const id = new URL(pages.page.url()).searchParams.get('note') ?? ''
    expect(await stored(id)).toMatchObject({ title: 'Groceries' })
  })

  it('keeps a text through a reload, and saves it then', async () => {
    await pages.page.route(`**${notes}/*`, route =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    )
    await text().fill('Not sent yet')
    await pages.page.reload()
    await expect.poll(() => text().inputValue()).toBe('Not sent yet')
    expect(await stored()).toMatchObject({ body: 'First' })
    await pages.page.unroute(`**${notes}/*`)
    await saved()
    await expect.poll(async () => (await stored()).body).toBe('Not sent yet')
  })

  it('shows what somebody else wrote, while nothing is typed here', async () => {
    await elsewhere('Theirs')
    await expect.poll(() => text().inputValue()).toBe('Theirs')
    expect(await conflict().count()).toBe(0)
  })

  it('shows both texts when both wrote, and keeps mine', async () => {
    await bothWrite()
    await conflict().getByRole('region', { name: 'Yours' }).getByText('Mine').waitFor()
    await conflict().getByRole('region', { name: 'Theirs' }).getByText('Theirs <b>bold</b>').waitFor()
    await pages.page.keyboard.press('Escape')
    await pages.page.keyboard.press('Escape')
    expect(await conflict().isVisible()).toBe(true)
    await button('Keep mine').click()
    await conflict().waitFor({ state: 'hidden' })
    await saved()
    expect(await stored()).toMatchObject({ body: 'Mine' })
  })

  it('uses theirs', async () => {
    await bothWrite()
    await button('Use theirs').click()
    await expect.poll(() => text().inputValue()).toBe('Theirs <b>bold</b>')
    await pages.page.reload()
    await expect.poll(() => text().inputValue()).toBe('Theirs <b>bold</b>')
    expect(await stored()).toMatchObject({ body: 'Theirs <b>bold</b>' })
  })

  it('keeps both, mine as a second note', async () => {
    await bothWrite()
    await button('Keep both').click()
    await expect.poll(() => pages.page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Plan (my copy)')
    expect(await text().inputValue()).toBe('Mine')
    expect(await stored()).toMatchObject({ body: 'Theirs <b>bold</b>' })
    const copy = new URL(pages.page.url()).searchParams.get('note') ?? ''
    expect(await stored(copy)).toMatchObject({ title: 'Plan (my copy)', body: 'Mine' })
  })

  it('keeps the text of a note that somebody else deleted', async () => {
    await pages.page.route(`**${notes}/*`, async route => {
      if (route.request().method() === 'PUT') await pages.svc.request('DELETE', `${notes}/${noteId}`)
      await route.continue()
    })
    await text().fill('Still mine')
    await button('Save as a new note').click()
    await pages.page.unroute(`**${notes}/*`)
    await expect.poll(() => text().inputValue()).toBe('Still mine')
    const id = new URL(pages.page.url()).searchParams.get('note') ?? ''
    expect(id).not.toBe(noteId)
    expect(await stored(id)).toMatchObject({ body: 'Still mine' })
  })

  it('deletes a note, and brings it back', async () => {
    await button('Delete note').click()
    await pages.page.getByText('Deleted: Plan').waitFor()
    expect((await pages.svc.request('GET', `${notes}/${noteId}`)).status).toBe(404)
    await button('Undo').last().click()
    await expect.poll(() => text().inputValue()).toBe('First')
    expect(new URL(pages.page.url()).searchParams.get('note')).toBe(noteId)
    expect(pages.complaints).toEqual([])
  })

  // The last of them: a person who signs in again has another session than these tests.
  it('keeps both also when the session has ended: the sign-in comes on top of both texts', async () => {
    await bothWrite()
    const { svc, page } = pages
    await svc.request('POST', '/api/auth/logout', { as: 'owner', headers: { origin: svc.url } })
    await button('Keep both').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password', { exact: true }).fill(svc.owner.password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Plan (my copy)')
    expect(await text().inputValue()).toBe('Mine')
  })
})
