import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const plants = Array.from({ length: 24 }, (_, row) => {
  const isLamp = row % 2
  return [10 + isLamp * 2 + (row % 5) * 0.7, isLamp ? 'lamp' : '=window', row % 4 < 2 ? 0 : 1, 1 + (row % 3)].join(',')
})
const csv = ['height,light,watered,<b>dose</b>', ...plants].join('\n')

describe.skipIf(!hasPages)('the page Statistics', () => {
  let pages: ServedPages
  let dataset: string
  beforeAll(async () => {
    pages = await openPages({ plugins: ['web', 'data', 'stats', 'export'] })
    const body = { name: 'Seedlings', format: 'csv', content: csv }
    dataset = (await pages.svc.request('POST', '/api/stats/import', { body })).body.dataset_id
    // R starts while the page is opened.
    const order = { dataset_id: dataset, method: 'descriptives', variables: { variables: ['height'] } }
    await Promise.all([pages.svc.request('POST', '/api/stats/analyze', { body: order }), pages.page.goto('/stats')])
  })
  afterAll(async () => {
    await pages?.stop()
  })

  const box = (name: string) => ({ name, exact: true })
  const list = (name: string) => pages.page.getByRole('listbox', box(name))
  const variable = (name: string, where = 'Variables') =>
    list(where).getByRole('option', { name: new RegExp(`${name}$`) })
  const button = (name: string) => pages.page.getByRole('button', box(name))
  const results = () => pages.page.getByRole('region', box('Results'))
  const said = (text: string) => pages.page.getByRole('status').filter({ hasText: text }).waitFor()
  const chosenByKeyboard = async (field: string, typed: string, option: string): Promise<void> => {
    await pages.page.getByRole('combobox', box(field)).focus()
    await pages.page.getByRole('option').first().waitFor()
    await pages.page.keyboard.type(typed)
    await pages.page.locator('[role=option][data-combobox-selected]', { hasText: option }).waitFor()
    await pages.page.keyboard.press('Enter')
    await expect.poll(() => pages.page.getByRole('combobox', box(field)).inputValue()).toBe(option)
  }
  const kept = async () => (await pages.svc.request('GET', '/api/stats/analyses')).body.items.length

  it('shows what each method is for until one is chosen', async () => {
    const methods = pages.page.getByRole('region', box('Methods'))
    await methods.getByRole('button', { name: /^Independent-samples t test/ }).click()
    await list('Variables').waitFor({ state: 'hidden' })
    await said('Choose a dataset.')
    await methods.waitFor({ state: 'hidden' })
    await pages.page.goto('/stats')
  })

  it('gives a result by the keyboard alone', async () => {
    const { page } = pages
    await chosenByKeyboard('Dataset', 'Seed', 'Seedlings')
    await chosenByKeyboard('Method', 'Independent', 'Independent-samples t test')
    await list('Dependent').waitFor()
    await list('Variables').focus()
    await page.keyboard.type('hei')
    await page.keyboard.press('Enter')
    await said('height added to Dependent')
    await page.keyboard.type('li')
    await button('Add to Group').press('Enter')
    await said('light added to Group')
    await results().getByRole('table', box('t test')).waitFor()
    expect(await results().getByRole('columnheader', box('95% CI')).count()).toBe(1)
    expect(await results().getByRole('cell', box('< .001')).count()).toBeGreaterThan(0)
    await results().getByRole('region', box('Assumptions')).getByText('OK', { exact: true }).first().waitFor()
    await results().getByRole('tab', box('Python')).press('Enter')
    await results().getByText('import pandas').waitFor()
  })

  it('draws plots under the policy of the page, and shows their data as a table', async () => {
    const figure = results()
      .getByRole('figure')
      .filter({ has: pages.page.locator('svg') })
      .first()
    await figure.getByRole('button', box('Show as table')).click()
    await results().getByRole('table', { name: 'height by light' }).getByRole('cell', box('=window')).waitFor()
    expect(pages.complaints).toEqual([])
  })

  it('can be stopped while it computes, shows the result before it dimmed, and begins again', async () => {
    const { page } = pages
    const state = page.getByRole('status', box('State of the analysis'))
    const confidence = page.getByRole('textbox', box('Confidence level'))
    await page.route('**/api/stats/analyze', () => undefined)
    await confidence.press('Control+a')
    await confidence.pressSequentially('0.90')
    expect(await confidence.inputValue()).toBe('0.90')
    await state.getByText('Computing…').waitFor()
    await results().getByRole('table', box('t test')).waitFor()
    await state.getByRole('button', box('Cancel')).click()
    await results().getByText('Stopped.').waitFor()
    await page.unroute('**/api/stats/analyze')
    await button('Run again').click()
    await results().getByRole('columnheader', box('90% CI')).waitFor()
    await confidence.fill('0.95')
    await results().getByRole('columnheader', box('95% CI')).waitFor()
  })

  it('keeps no steps on the way, and what a reload would lose is in the address', async () => {
    const before = await kept()
    const field = pages.page.getByRole('checkbox', box('Equal variances'))
    await field.press('Space')
    await results().getByText('Student’s t test').waitFor()
    await pages.page.getByRole('link', box('Open')).waitFor()
    await expect.poll(kept).toBe(before)
    await pages.page.reload()
    await results().getByText('Student’s t test').waitFor()
    expect(await field.isChecked()).toBe(true)
    expect(await kept()).toBe(before)
  })

  it('keeps what was computed before the page was opened, and what was exported or stood for a while', async () => {
    const page = await pages.open()
    const results = page.getByRole('region', box('Results'))
    const list = async () => (await pages.svc.request('GET', '/api/stats/analyses')).body.items
    const computed = async (level: string): Promise<string> => {
      await page.getByRole('textbox', box('Confidence level')).fill(level)
      await results.getByRole('columnheader', box(`${Math.round(Number(level) * 100)}% CI`)).waitFor()
      return (await list())[0].analysis_id as string
    }
    await page.goto(pages.page.url())
    const [first, second] = [await computed('0.91'), await computed('0.92')]
    await expect.poll(async () => JSON.stringify(await list())).not.toContain(first)
    await page.reload()
    const third = await computed('0.93')
    await results.getByRole('button', box('Export')).click()
    await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Markdown' }).click()])
    const fourth = await computed('0.94')
    await page.clock.setFixedTime(Date.now() + 120_000)
    const fifth = await computed('0.96')
    const sixth = await computed('0.97')
    await expect.poll(async () => JSON.stringify(await list())).not.toContain(fifth)
    const left = (await list()).map(({ analysis_id }: { analysis_id: string }) => analysis_id)
    expect(left.slice(0, 4)).toEqual([sixth, fourth, third, second])
    await page.context().close()
  })

  it('refuses a measure that does not fit, offers to treat it as nominal, and takes it by drag', async () => {
    await variable('watered').dragTo(list('Group'))
    await pages.page.getByText('watered is continuous').waitFor()
    expect(await variable('light', 'Group').count()).toBe(1)
    await button('Treat as nominal').click()
    await said('watered added to Group, light removed from Group')
    await results().getByText('of “watered”').waitFor()
    const { variables } = (await pages.svc.request('GET', `/api/stats/datasets/${dataset}/variables`)).body
    expect(variables[2]).toMatchObject({ name: 'watered', measure: 'nominal' })
  })

  it('says at the variable why something cannot be computed', async () => {
    await variable('dose</b>').dblclick()
    await said('Every role is full')
    await variable('watered', 'Group').dragTo(list('Variables'))
    await said('watered removed from Group')
    await pages.page.getByText('Add a variable to Group.').waitFor()
    await variable('dose</b>').click()
    await button('Add to Group').click()
    await button('Treat as nominal').click()
    await pages.page.getByText('it has 3 groups').waitFor()
    const described = await list('Group').getAttribute('aria-describedby')
    expect(await pages.page.locator(`[id="${described}"]`).textContent()).toContain('it has 3 groups')
    expect(await results().getByRole('table').count()).toBe(0)
    expect(await pages.page.getByRole('main').locator('b').count()).toBe(0)
  })
  it('shows a column of the address that there is not, so that it can be removed', async () => {
    const variables = JSON.stringify({ dependent: ['hight'], group: ['light'] })
    const search = new URLSearchParams({ dataset, method: 't_test_independent', variables })
    await pages.page.goto(`/stats?${search.toString()}`)
    await pages.page.getByText('did you mean "height"?').waitFor()
    await variable('hight', 'Dependent').dblclick()
    await variable('height').dblclick()
    await results().getByRole('table', box('t test')).waitFor()
  })

  it('asks for nothing that the form does not show, whatever the address says', async () => {
    const page = await pages.open()
    const variables = JSON.stringify({ dependent: ['height'], group: ['light'] })
    const options = JSON.stringify({ gone: true })
    const search = new URLSearchParams({ dataset, method: 't_test_independent', variables, options })
    await page.goto(`/stats?${search.toString()}`)
    await page.getByRole('region', box('Results')).getByRole('table', box('t test')).waitFor()
    const power = {
      method: 'power',
      options: JSON.stringify({ test: 't_test_independent', effect: 0.5, alpha: 0.05, power: 0.8 }),
      filter: 'height > 1',
    }
    await page.goto(`/stats?${new URLSearchParams(power).toString()}`)
    await page.getByRole('region', box('Results')).getByRole('table').first().waitFor()
    await page.context().close()
  })

  it('makes one report of several analyses, keeps it, and opens one at its own address', async () => {
    const { page } = pages
    await button('Add to report').click()
    await page.getByRole('combobox', box('Method')).click()
    await page.getByRole('option', { name: /^Mann-Whitney/ }).click()
    await results()
      .getByRole('heading', { name: /Mann-Whitney/ })
      .waitFor()
    await button('Add to report').click()
    const report = page.getByRole('region', box('Report'))
    await report.getByRole('article', { name: '2. Mann-Whitney U test' }).waitFor()
    await button('Move 2. Mann-Whitney U test up').click()
    await report.getByRole('article', { name: '1. Mann-Whitney U test' }).waitFor()
    await button('Export report').click()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Markdown' }).click(),
    ])
    const text = await readFile(await saved.path(), 'utf8')
    expect(text.indexOf('Mann-Whitney U test')).toBeLessThan(text.indexOf('Independent-samples t test'))
    await page.getByRole('link', box('Open')).click()
    await page.getByRole('heading', { level: 1, name: 'Mann-Whitney U test' }).waitFor()
    await page.getByRole('link', box('Change')).click()
    await variable('light', 'Group').waitFor()
    await page.goBack()
    await button('Delete analysis').click()
    await page.getByRole('dialog').getByRole('button', box('Delete analysis')).click()
    await page.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor()
    expect(pages.complaints).toEqual([])
  })
})
