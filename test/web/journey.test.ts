import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFreshServer } from './support/fresh-server.ts'
import type { FreshServer } from './support/fresh-server.ts'
import { hasPages } from './support/served-pages.ts'

const run = promisify(execFile)
const csv = ['region,price,size', 'north,10.5,1', 'south,11.5,2', 'north,12.5,3', 'south,9.5,4'].join('\n')
const password = 'a password of mine'

describe.skipIf(!hasPages)('the first five minutes', () => {
  let server: FreshServer
  let page: Page

  beforeAll(async () => {
    server = await startFreshServer()
    ;({ page } = server)
  })
  afterAll(() => server?.stop())

  const exact = (name: string) => ({ name, exact: true })
  const button = (name: string) => page.getByRole('button', exact(name))
  const field = (name: string) => page.getByRole('textbox', exact(name))
  const goTo = (name: string) => page.getByRole('navigation', exact('Main')).getByRole('link', exact(name)).click()
  const choose = async (name: string, option: RegExp): Promise<void> => {
    await page.getByRole('combobox', exact(name)).click()
    await page.getByRole('option', { name: option }).click()
  }

  it(
    'lead to an owner, an answer, a chart, a result, a test and a key, without a single address typed',
    { timeout: 240_000 },
    async () => {
      await page.goto(server.report.setupUrl ?? '')
      await field('Username').fill('ada')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await button('Create owner').click()
      await button('Skip for now').click()
      await button('Add sample data').click()
      await button('Skip').click()

      await page.getByRole('group', exact('Suggestions')).getByRole('button').first().click()
      await page.getByRole('region', exact('Sources')).getByRole('link').first().waitFor()

      await goTo('Data')
      await button('Import data').click()
      const dialog = page.getByRole('dialog', exact('Import data'))
      const file = { name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
      await dialog.locator('input[type=file]').setInputFiles(file)
      await dialog.getByRole('button', exact('Import')).click()
      await page.getByRole('tab', exact('SQL')).click()
      await field('SQL').fill('SELECT region, sum(price) AS total FROM sales GROUP BY region ORDER BY region')
      await button('Run').click()
      const result = page.getByRole('region', exact('Result'))
      await result.getByRole('cell', exact('23')).waitFor()
      await result.getByRole('button', exact('Chart')).click()
      await result.getByRole('img', { name: /^total by region/ }).waitFor()

      await goTo('Agent apps')
      await page.getByRole('link', { name: /CSV profile/ }).click()
      await page
        .getByRole('button', { name: /^Use example: / })
        .first()
        .click()
      await button('Run app').click()
      await result.getByRole('heading', exact('Succeeded')).waitFor()

      await goTo('Statistics')
      await choose('Dataset', /^Sample house prices/)
      await choose('Method', /^Correlation/)
      for (const name of ['price', 'area_m2']) {
        await page
          .getByRole('listbox', exact('Variables'))
          .getByRole('option', { name: new RegExp(`${name}$`) })
          .dblclick()
      }
      await page.getByRole('region', exact('Results')).getByRole('table').first().waitFor({ timeout: 60_000 })

      await goTo('Developer')
      await button('Create key').click()
      const keys = page.getByRole('dialog', exact('Create key'))
      await keys.getByRole('textbox', exact('Name')).fill('Mine')
      await keys.getByRole('button', exact('Create key')).click()
      const example = (await keys.getByRole('region', exact('Example')).locator('pre').first().textContent()) ?? ''
      const { stdout } = await run('bash', ['-c', example])
      expect(JSON.parse(stdout)).toMatchObject({ user: { username: 'ada' } })
      await keys.getByRole('button', exact('Close')).last().click()

      await page.getByRole('button', { name: /^Account/ }).click()
      await page.getByRole('menuitem', exact('Sign out')).click()
      await field('Username').fill('ada')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await button('Sign in').click()
      await page.getByRole('heading', { level: 1, ...exact('New conversation') }).waitFor()
      expect(server.complaints).toEqual([])
    },
  )
})
