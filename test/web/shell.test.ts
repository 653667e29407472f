import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePlugin } from '../support/plugin-folder.ts'
import { repositoryRoot } from '../support/repository.ts'
import { focusRing } from './support/page-facts.mjs'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

describe.skipIf(!hasPages)('what stands around every page', () => {
  let folder: string
  let pages: ServedPages
  const exact = (name: string) => ({ name, exact: true })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-shell-'))
    const broken = await writePlugin(folder, 'broken', {
      manifest: { pages: [{ path: '/broken', title: 'Broken', module: './web/page.js', group: 'build' }] },
      files: { 'web/page.js': 'export default function mount() { throw new Error("no luck") }\n' },
    })
    pages = await openPages({
      pluginFolders: [join(repositoryRoot, 'examples/hello-plugin'), broken],
    })
    await pages.svc.request('POST', '/api/workspace/notes', { body: { title: 'Travel <i>plans</i>', body: '' } })
    await pages.svc.request('POST', '/api/workspace/tasks', { body: { title: 'Pack' } })
    await pages.page.goto('/tasks')
    await pages.page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  })
  afterAll(async () => {
    await pages?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('opens a page, does an action and finds a record by the command palette', async () => {
    const { page } = pages
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', exact('Command palette'))
    const field = palette.getByRole('combobox', exact('Search or jump to'))
    await field.fill('mem')
    await palette.getByRole('option', exact('Memory')).waitFor()
    await field.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Memory' }).waitFor()
    await page.getByRole('button', { name: /^Search/ }).click()
    await field.fill('travel')
    await palette.getByRole('option', exact('Travel <i>plans</i>')).click()
    await page.getByRole('textbox', exact('Title')).waitFor()
    expect(await page.getByRole('textbox', exact('Title')).inputValue()).toBe('Travel <i>plans</i>')
    await page.keyboard.press('Control+k')
    await field.fill('what is not there')
    await field.press('Escape')
    await palette.waitFor({ state: 'detached' })
    // The field of the note had the focus; it has it again.
    await page.locator(':focus').waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('dark')
    await field.press('Enter')
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' })
  })

  it('goes by g and a letter, makes by n, searches by /, and lists the keys by ?', async () => {
    const { page } = pages
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
    await page.keyboard.press('n')
    const field = page.getByRole('textbox', exact('New task'))
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('? g n')
    expect(await field.inputValue()).toBe('? g n')
    await field.fill('')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('/')
    await page.getByRole('searchbox', exact('Search tasks')).and(page.locator(':focus')).waitFor()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', exact('Keyboard shortcuts'))
    await keys.getByText('Go to Notes').waitFor()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
  })

  it('keeps the menu of a phone in a drawer that Escape closes, with the page behind it out of reach', async () => {
    const page = await pages.open({ viewport: { width: 390, height: 844 } })
    await page.goto('/tasks')
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
    expect(await page.getByRole('navigation', exact('Main')).isVisible()).toBe(false)
    await page.getByRole('button', exact('Open menu')).click()
    await page.getByRole('navigation', exact('Main')).waitFor()
    expect(await page.locator('main[inert]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', exact('Open menu')).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('link', exact('Notes')).click()
    await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor()
    expect(await page.getByRole('navigation', exact('Main')).isVisible()).toBe(false)
    // Turned on its side, it is wide enough for the menu beside the page.
    await page.getByRole('button', exact('Open menu')).click()
    await page.setViewportSize({ width: 844, height: 390 })
    await page.locator('main[inert]').waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.getByRole('navigation', exact('Main')).isVisible()).toBe(false)
    await page.context().close()
  })

  it('leads nowhere but to its own pages after a sign-in', async () => {
    const page = await pages.open({ signedIn: false })
    for (const next of ['//example.org/', 'https://example.org/', '/\\example.org', 'javascript:alert(1)']) {
      await page.context().clearCookies()
      await page.goto(`/auth/login?next=${encodeURIComponent(next)}`)
      await page.getByLabel('Username').fill(pages.svc.owner.username)
      await page.getByLabel('Password', { exact: true }).fill(pages.svc.owner.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(`${pages.svc.url}/`)
      await page.getByRole('textbox', { name: 'Message' }).waitFor()
    }
    expect(pages.complaints).toEqual([])
    await page.context().close()
  })

  it.each(['/tasks', '/auth/login'])('lets the keyboard skip to what %s is about, without leaving it', async path => {
    const page = await pages.open({ signedIn: path !== '/auth/login' })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // Where the page does not take the focus itself, this is the first stop.
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await skip.focus()
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    await page.locator('main:focus').waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    await page.context().close()
  })

  it('leaves single letters alone when the person has switched them off', async () => {
    await pages.svc.request('PATCH', '/api/auth/me', { body: { preferences: { single_letter_keys_off: true } } })
    const page = await pages.open()
    await page.goto('/tasks')
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', exact('Command palette')).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    await page.context().close()
    await pages.svc.request('PATCH', '/api/auth/me', { body: { preferences: { single_letter_keys_off: null } } })
  })

  it('shows under the bell what runs and what has ended, as it happens', async () => {
    const { page, svc } = pages
    const enqueued = await svc.request('POST', '/api/jobs', { body: { kind: 'thumbnails.make', payload: {} } })
    const claimed = await svc.request('POST', '/api/jobs/claim', {
      body: { worker_id: 'w', kinds: ['thumbnails.make'] },
    })
    const [job] = claimed.body.jobs
    expect(job.job_id).toBe(enqueued.body.job_id)
    await page.getByRole('button', exact('Activity, 1 running')).click()
    const activity = page.getByRole('dialog', exact('Activity'))
    await activity.getByRole('button', exact('Cancel')).waitFor()
    await svc.request('POST', `/api/jobs/${job.job_id}/complete`, {
      body: { claim_token: job.claim_token, result: {} },
    })
    await activity.getByText('Nothing runs now.').waitFor()
    await activity.getByText(/^Done/).waitFor()
    await page.keyboard.press('Escape')
  })

  it('never loses the focus: to a dialog that closes, a button that works, or a part that goes away', async () => {
    const { page } = pages
    await page.goto('/tasks')
    const search = page.getByRole('button', { name: /^Search/ })
    await search.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', exact('Search or jump to')).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await search.and(page.locator(':focus')).waitFor()
    await page.getByRole('textbox', exact('New task')).fill('Unpack')
    const add = page.getByRole('button', exact('Add task'))
    await add.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', exact('Unpack')).waitFor()
    await page.locator('main :focus').waitFor()
    await page.getByRole('checkbox', exact('Unpack')).focus()
    const { body } = await pages.svc.request('GET', '/api/workspace/tasks')
    const { task_id: id } = body.items.find(({ title }: { title: string }) => title === 'Unpack')
    await pages.svc.request('DELETE', `/api/workspace/tasks/${id}`)
    await page.getByRole('checkbox', exact('Unpack')).waitFor({ state: 'detached' })
    await page.locator('main :focus').waitFor()
    expect(pages.complaints).toEqual([])
  })

  it.each(['/tasks', '/settings'])('shows on %s where the focus is, at each stop of the keyboard', async path => {
    const page = await pages.open()
    await page.goto(path)
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
    const stops: unknown[] = []
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press('Tab')
      stops.push(await page.evaluate(focusRing))
    }
    expect(stops.filter(ring => ring !== null).length).toBeGreaterThan(15)
    expect(stops.filter(ring => ring !== null && ring !== '2px solid')).toEqual([])
    await page.context().close()
  })

  it('draws the page of a plugin, and says so when it cannot', async () => {
    const { page } = pages
    await page.getByRole('link', exact('Greetings')).click()
    await page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor()
    await page.getByRole('textbox', exact('Name')).fill('<b>Ada</b>')
    await page.getByRole('button', exact('Greet')).click()
    await page.getByRole('listitem').filter({ hasText: '<b>Ada</b>' }).waitFor()
    await page.getByRole('link', exact('Broken')).click()
    await page.getByRole('alert').filter({ hasText: 'Broken cannot draw its page: no luck' }).waitFor()
    await page.goto('/hello')
    await page.getByRole('textbox', exact('Name')).waitFor()
    expect(pages.complaints).toEqual([])
  })

  it('shows around in five stops; Escape ends it', async () => {
    const { page } = pages
    await page.goto('/onboarding')
    await page.getByRole('button', exact('Start tour')).click()
    const tour = page.getByRole('dialog')
    await tour.getByText('1 of 5').waitFor()
    await tour.getByRole('button', exact('Next')).click()
    await tour.getByText('2 of 5').waitFor()
    await page.keyboard.press('Escape')
    await tour.waitFor({ state: 'detached' })
    expect(pages.complaints).toEqual([])
  })
})
