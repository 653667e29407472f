import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const definition = `document: { dsl: '1.0.3', namespace: default, name: brief, version: '1.0.0', title: '<b>Brief</b>' }
input:
  schema:
    document: { type: object, required: [topic], properties: { topic: { type: string } } }
do:
  - collect:
      set: { text: '\${ "About " + .topic }' }
  - each:
      for: { each: part, in: '\${ [1, 2, 3] }' }
      do:
        - write: { set: { part: '\${ $part }' } }
  - ask:
      call: approval
      with:
        title: Publish it?
        form: { type: object, required: [stars], properties: { stars: { type: integer, minimum: 1, maximum: 5 } } }
  - publish: { set: { stars: '\${ .form.stars }' } }
`
const parts = `document: { dsl: '1.0.3', namespace: default, name: parts, version: '1.0.0' }
do:
  - which: { switch: [{ plastic: { when: .card, then: card } }], then: cash }
  - card: { set: { by: card }, then: both }
  - cash: { set: { by: cash } }
  - both: { fork: { branches: [{ left: { set: { a: 1 } } }, { right: { set: { b: 1 } } }] } }
`
const fails = `document: { dsl: '1.0.3', namespace: default, name: fails, version: '1.0.0' }
do:
  - first: { set: { n: 1 } }
  - second: { set: { m: '\${ .n | error }' } }
`

describe.skipIf(!hasPages)('the page Playbooks', () => {
  let pages: ServedPages
  let page: Page

  beforeAll(async () => {
    pages = await openPages({ plugins: ['playbooks', 'developer', 'admin'] })
    page = pages.page
    await page.goto('/playbooks')
  })
  afterAll(() => pages?.stop())

  const exact = (name: string) => ({ name, exact: true })
  const button = (name: string) => page.getByRole('button', exact(name))
  // Until the editor is there, a plain field is.
  const text = () => page.getByRole('textbox', exact('Definition')).and(page.locator('[contenteditable="true"]'))
  const tasks = () => page.getByRole('navigation', exact('Tasks'))
  const state = (word: string) => page.getByRole('heading', { level: 2, ...exact(word) }).waitFor()

  it('checks a definition, shows each mistake at its line, and stores it once it is right', async () => {
    await page.getByRole('tab', exact('New playbook')).click()
    await text().fill(definition.replace('  - collect:\n      set:', '  - collect:\n      sett:'))
    await button('Check').click()
    const alert = page.getByRole('alert')
    await alert.getByText('1 mistake. Nothing was saved.').waitFor()
    await alert.getByRole('button', { name: /^Line 7:/ }).click()
    expect(await page.evaluate('getSelection().toString()')).toMatch(/^sett?$/)
    await page.locator('.cm-mistake', { hasText: 'sett' }).waitFor()
    await page.reload()
    await text().getByText('sett:').waitFor()
    await text().fill(definition)
    await button('Check').click()
    await page.getByRole('status').getByText('It can be run.').waitFor()
    await page.getByRole('region', exact('Graph')).getByText('publish', { exact: true }).waitFor()
    await button('Save as new version').click()
    await page.getByRole('heading', { level: 1, ...exact('<b>Brief</b>') }).waitFor()
    await page.getByRole('tab', exact('Definition')).click()
    await text().fill(definition.replace('Publish it?', 'Publish it now?'))
    await button('Save as new version').click()
    await page
      .getByRole('alert')
      .getByText(/Version 1\.0\.0 of brief is there/)
      .waitFor()
    expect(pages.complaints).toEqual([])
  })

  it('starts a run from its form, follows it, and goes on as a person decides', async () => {
    await page.goto('/playbooks')
    await page.getByRole('link', exact('<b>Brief</b>')).click()
    await button('Start').click()
    await page.getByText('is required').waitFor()
    await page.getByRole('textbox', exact('Topic')).fill('bees')
    await button('Start').click()
    await page.waitForURL(/\/playbooks\/brief\/runs\/prun_/)
    await state('Waiting')
    await tasks()
      .getByRole('button', { name: /write.*Completed.*3 times/ })
      .click()
    const detail = page.getByRole('region', exact('Task write'))
    await detail.getByText('3 of 3').waitFor()
    await detail.getByRole('button', exact('Previous time')).click()
    await detail.locator('pre').last().getByText('"part": 2').waitFor()
    await page.reload()
    await detail.waitFor()

    const phone = await pages.open({ viewport: { width: 390, height: 844 } })
    await phone.goto(page.url())
    const asked = phone.getByRole('region', exact('Publish it?'))
    await asked.getByRole('button', exact('Approve')).click()
    await asked.getByText('is required').waitFor()
    await asked.getByRole('textbox', exact('Stars')).fill('4')
    await asked.getByRole('button', exact('Approve')).click()
    await state('Completed')
    await page.getByRole('region', exact('Result')).getByText('4', { exact: true }).first().waitFor()
    expect(await page.getByRole('main').locator('b').count()).toBe(0)
    await phone.context().close()
    expect(pages.complaints).toEqual([])
  })

  it('draws ways that part side by side, loops as frames, and the list that is heard in the order of the definition', async () => {
    await pages.svc.request('POST', '/api/playbooks', { body: { source: parts } })
    await page.goto('/playbooks/parts')
    const names = ['which', 'card', 'cash', 'both', 'left', 'right']
    const boxes = await Promise.all(names.map(name => tasks().locator(`[title^="${name}"]`).boundingBox()))
    const [which, card, cash, both, left, right] = boxes
    expect(card?.y).toBe(cash?.y)
    expect(left?.y).toBe(right?.y)
    expect(card?.x).toBeLessThan(which?.x ?? 0)
    expect(both?.y).toBeGreaterThan(card?.y ?? 0)
    await tasks().getByText('otherwise').waitFor()
    expect(await tasks().getByRole('listitem').count()).toBe(names.length)
    expect(pages.complaints).toEqual([])
  })

  it('suspends, resumes and cancels a run, and runs one again from a task', async () => {
    const started = await pages.svc.request('POST', '/api/playbooks/runs', {
      body: { playbook_id: 'brief', inputs: { topic: 'wasps' } },
    })
    await page.goto(`/playbooks/brief/runs/${started.body.id}`)
    await state('Waiting')
    await button('Suspend').click()
    await state('Suspended')
    await button('Resume').click()
    await state('Waiting')
    await button('Cancel run').click()
    await state('Cancelled')
    await tasks()
      .getByRole('button', { name: /^collect/ })
      .click()
    await button('Resume from here').click()
    await page.getByRole('dialog', exact('Resume from here')).getByRole('button', exact('Resume from here')).click()
    await state('Waiting')
    expect(pages.complaints).toEqual([])
  })

  it('shows where a run failed, and goes on from there with the version in which it was repaired', async () => {
    await pages.svc.request('POST', '/api/playbooks', { body: { source: fails } })
    const failed = await pages.svc.request('POST', '/api/playbooks/runs', { body: { playbook_id: 'fails' } })
    await page.goto(`/playbooks/fails/runs/${failed.body.id}`)
    await state('Failed')
    await page.getByRole('alert').getByText('/do/1/second').first().waitFor()
    await tasks()
      .getByRole('button', { name: /second.*Failed/ })
      .waitFor()
    const repaired = fails.replace('| error', '+ 1').replace("'1.0.0'", "'1.1.0'")
    await pages.svc.request('POST', '/api/playbooks', { body: { source: repaired } })
    await page.getByRole('region', exact('Task second')).getByRole('button', exact('Resume from here')).click()
    const dialog = page.getByRole('dialog', exact('Resume from here'))
    await dialog.getByRole('combobox', exact('Version')).waitFor()
    await dialog.getByRole('button', exact('Resume from here')).click()
    await state('Completed')
    await page.getByText('Version 1.1.0').waitFor()
    await page.getByRole('region', exact('Result')).getByText('2', { exact: true }).first().waitFor()
    await page.goto('/playbooks?tab=runs')
    await page.getByRole('table', exact('Runs')).getByRole('row').nth(3).waitFor()
    expect(pages.complaints).toEqual([])
  })
})
