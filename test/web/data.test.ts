import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const sales = 'region,year,price\nnorth,2023,10.5\nsouth,2024,11.5\n<img src=x onerror=alert(1)>,2025,\n'

describe.skipIf(!hasPages)('the page Data', () => {
  let pages: ServedPages
  let page: Page
  const exact = (name: string) => ({ name, exact: true })
  const rows = () => page.getByRole('table', exact('Rows'))
  const tab = (name: string) => page.getByRole('tab', exact(name)).click()

  beforeAll(async () => {
    pages = await openPages({ plugins: ['data', 'developer'], env: { SVC_DATA_UPLOAD_MAX_MB: '5' } })
    page = pages.page
    await page.goto('/data')
  })
  afterAll(() => pages?.stop())

  it('imports a file and shows its rows, in which HTML is text', async () => {
    await page.getByRole('button', exact('Import data')).click()
    const dialog = page.getByRole('dialog', exact('Import data'))
    await dialog.getByRole('button', exact('Import')).click()
    await dialog.getByText('Choose a file').last().waitFor()
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: '<b>sales.csv', mimeType: 'text/csv', buffer: Buffer.from(sales) })
    expect(await dialog.getByRole('textbox', exact('Name')).inputValue()).toBe('<b>sales')
    await dialog.getByRole('button', exact('Import')).click()
    await page.getByRole('heading', { level: 1, ...exact('<b>sales') }).waitFor()
    await rows().getByRole('cell', exact('north')).waitFor()
    await rows().getByRole('cell', exact('<img src=x onerror=alert(1)>')).waitFor()
    expect(await page.getByRole('main').locator('img, b').count()).toBe(0)
    expect(await rows().getAttribute('aria-rowcount')).toBe('4')
  })

  it('moves in the grid by keys', async () => {
    await rows().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.getByRole('status').filter({ hasText: 'Row 2 of 3, price: 11.5' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('status').filter({ hasText: 'price: NULL' }).waitFor()
  })

  it('asks in SQL, draws the result, copies it out and keeps the question', async () => {
    await tab('SQL')
    await page.locator('.cm-editor').waitFor()
    const sql = page.getByRole('textbox', exact('SQL'))
    await sql.fill('SELEC 1')
    await sql.press('Control+Enter')
    await page.getByRole('alert').getByText(/SELEC/).waitFor()
    await page.locator('.cm-mistake', { hasText: /^SELEC$/ }).waitFor()
    await sql.fill('SELECT nope FROM b_sales')
    await page.locator('.cm-mistake').waitFor({ state: 'detached' })
    await sql.press('Control+Enter')
    await page.locator('.cm-mistake', { hasText: /^nope$/ }).waitFor()
    await sql.fill('SELECT region, price * 2 AS "twice" FROM "b_sales" WHERE price > 0 ORDER BY 1')
    await sql.press('Control+Enter')
    const result = page.getByRole('region', exact('Result'))
    await result.getByText(/^2 rows, [\d.]+ m?s$/).waitFor()
    await result.getByRole('cell', exact('21')).waitFor()
    await result.getByRole('button', exact('Chart')).click()
    await result
      .getByRole('img', { name: /^twice by region/ })
      .locator('svg, canvas')
      .waitFor()
    // What is typed meanwhile is not what the result was asked with.
    const statement = (await sql.textContent()) ?? ''
    await sql.fill('SELECT 1')
    const download = page.waitForEvent('download')
    await result.getByRole('button', exact('Export')).click()
    const saved = await readFile(await (await download).path(), 'utf8')
    expect(saved.split('\n').slice(0, 3)).toEqual(['region,twice', 'north,21.0', 'south,23.0'])
    await sql.fill(statement)
    await page.getByRole('button', exact('Save query')).click()
    const dialog = page.getByRole('dialog', exact('Save query'))
    await dialog.getByRole('textbox', exact('Name')).fill('Twice')
    await dialog.getByRole('button', exact('Save query')).click()
    await page.reload()
    await page.locator('.cm-editor').waitFor()
    expect(await sql.textContent()).toContain('"twice"')
    await sql.fill('SELECT 1')
    await page.getByRole('button', exact('Saved queries')).click()
    await page.getByRole('menuitem', exact('Twice')).click()
    await page.locator('.cm-content', { hasText: '"twice"' }).waitFor()
  })

  it('completes tables and columns, and lets the Tab key go on', async () => {
    const sql = page.getByRole('textbox', exact('SQL'))
    await sql.fill('')
    await sql.pressSequentially('SELECT * FROM b_s')
    await page.getByRole('listbox').getByRole('option', { name: 'b_sales' }).waitFor()
    await sql.press('Enter')
    await sql.pressSequentially(' WHERE b_sales.reg')
    await page.getByRole('listbox').getByRole('option', { name: 'region' }).waitFor()
    await sql.press('Escape')
    await sql.press('Tab')
    expect(await page.getByRole('button', exact('Run')).evaluate(button => button.matches(':focus'))).toBe(true)
  })

  it('is used by the keyboard alone, from the first stop of the page to the button that runs a question', async () => {
    const focused = 'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent'
    const tabTo = async (name: string): Promise<void> => {
      for (let stop = 0; stop < 40; stop += 1) {
        await page.keyboard.press('Tab')
        if ((await page.evaluate(focused)) === name) return
      }
      throw new Error(`No stop of the Tab key is ${name}.`)
    }
    await page.goto('/data')
    await page.getByRole('link', exact('<b>sales')).waitFor()
    await tabTo('Skip to content')
    await page.keyboard.press('Enter')
    await tabTo('<b>sales')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, ...exact('<b>sales') }).waitFor()
    await tabTo('Rows')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.locator('.cm-editor').waitFor()
    await tabTo('SQL')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('SELECT 6 * 7 AS answer')
    await page.keyboard.press('Escape')
    await tabTo('Run')
    await page.keyboard.press('Enter')
    await page.getByRole('region', exact('Result')).getByRole('cell', exact('42')).waitFor()
  })

  it('shows each column in numbers, and how a program asks', async () => {
    await tab('Profile')
    await page.getByRole('img', { name: /^Histogram of year/ }).waitFor()
    await page.getByText('33 % missing').waitFor()
    await tab('Use')
    await page.getByRole('region', exact('Example')).getByText('/api/data/query').first().waitFor()
  })

  it('follows a new version, says what changed and goes back to the old one', async () => {
    await tab('Versions')
    const id = new URL(page.url()).searchParams.get('dataset') ?? ''
    const body = { dataset_id: id, format: 'csv', content: `${sales}west,2026,4\n` }
    expect((await pages.svc.request('POST', '/api/data/import', { body })).status).toBe(201)
    const versions = page.getByRole('table', exact('Versions'))
    await versions.getByRole('cell', exact('+1')).waitFor()
    await page.getByRole('button', exact('Compare version 2')).click()
    await page.getByRole('region', exact('Difference')).getByText('1 rows added').waitFor()
    await page.getByRole('button', exact('Restore version 1')).click()
    await page.getByRole('button', exact('Compare version 3')).waitFor()
    await page.getByText('3 rows, 3 columns').waitFor()
  })

  it('is quick with 100,000 rows and 100 columns: only what is in view is there', async () => {
    const columns = Array.from({ length: 100 }, (_, index) => `i + ${index} AS c${index}`).join(', ')
    const sql = `SELECT ${columns} FROM range(100000) t(i)`
    const made = await pages.svc.request('POST', '/api/data/datasets', { body: { sql, name: 'Wide' } })
    expect(made.status, JSON.stringify(made.body).slice(0, 300)).toBe(201)
    await page.goto(`/data?dataset=${made.body.dataset_id}`)
    await rows().getByRole('columnheader', { name: /^c0/ }).waitFor()
    await rows().focus()
    await page.keyboard.press('Control+End')
    await page.getByRole('status').filter({ hasText: 'Row 100,000 of 100,000, c99: 100098' }).waitFor()
    expect(await rows().getByRole('cell').count()).toBeLessThan(2000)
  })

  it('shows the first rows before the import, and takes other types and no names', async () => {
    await page.goto('/data')
    await page.getByRole('button', exact('Import data')).click()
    const dialog = page.getByRole('dialog', exact('Import data'))
    const codes = Array.from({ length: 30 }, (_, index) => `00${index},${index % 2 === 0}`).join('\n')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(`code,paid\n${codes}\n`) })
    const preview = dialog.getByRole('region', exact('Preview'))
    await preview.getByText('The first 20 rows, 2 columns').waitFor()
    expect(await preview.getByRole('row').count()).toBe(21)
    const type = preview.getByRole('combobox', exact('Type of code'))
    expect(await type.locator('option:checked').textContent()).toBe('Found: whole number')
    await type.selectOption('Text')
    await dialog.getByRole('button', exact('Import')).click()
    await rows()
      .getByRole('columnheader', { name: /^code\s*varchar/ })
      .waitFor()
    await rows().getByRole('cell', exact('003')).waitFor()
    await page.goto('/data')
    await page.getByRole('button', exact('Import data')).click()
    await dialog.getByRole('tab', exact('Paste')).click()
    await dialog.getByRole('textbox', exact('Table')).fill('north,ten\nsouth,11\n')
    await preview.getByRole('checkbox').uncheck()
    await preview.getByRole('combobox', exact('Type of column_2')).selectOption('Whole number')
    await dialog.getByRole('textbox', exact('Name')).fill('Regions')
    await dialog.getByRole('button', exact('Import')).click()
    await rows()
      .getByRole('columnheader', { name: /^column_2\s*bigint/ })
      .waitFor()
    await rows().getByRole('cell', exact('11')).waitFor()
    expect(await rows().getAttribute('aria-rowcount')).toBe('2')
  })

  it('takes 2,000 columns, and a cell of 2 MB, of which the grid shows the beginning', async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `c${index}`).join()
    const values = Array.from({ length: 2000 }, (_, index) => String(index)).join()
    await page.goto('/data')
    await page.getByRole('button', exact('Import data')).click()
    const dialog = page.getByRole('dialog', exact('Import data'))
    const choose = (name: string, text: string) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('wider.csv', `${names}\n${values}\n`)
    await dialog.getByText('1 row, the first 50 of 2,000 columns').waitFor()
    await dialog.getByRole('button', exact('Import')).click()
    await rows().focus()
    await page.keyboard.press('End')
    await page.getByRole('status').filter({ hasText: 'Row 1 of 1, c1999: 1999' }).waitFor()
    await page.goto('/data')
    await page.getByRole('button', exact('Import data')).click()
    await choose('long.csv', `name,text\nAda,${'long '.repeat(420_000)}\n`)
    await dialog.getByRole('button', exact('Import')).click()
    await rows().getByRole('cell', exact('Ada')).waitFor()
    expect((await rows().textContent())?.length).toBeLessThan(20_000)
  })

  it('imports what is pasted and says where the server refuses it', async () => {
    await page.goto('/data')
    await page.getByRole('button', exact('Import data')).click()
    const dialog = page.getByRole('dialog', exact('Import data'))
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'broken.json',
      mimeType: 'application/json',
      buffer: Buffer.from('[{"a": '),
    })
    await dialog.getByRole('button', exact('Import')).click()
    await dialog.getByRole('alert').getByText(/JSON/).first().waitFor()
    await dialog.getByRole('tab', exact('Paste')).click()
    await dialog.getByRole('textbox', exact('Table')).fill('a\tb\n1\t2\n')
    await dialog.getByRole('textbox', exact('Name')).fill('Narrow')
    await dialog.getByRole('button', exact('Import')).click()
    await page.getByRole('heading', { level: 1, ...exact('Narrow') }).waitFor()
  })

  it('says why a file is not taken, with line and column, limit and size, and keeps nothing of it', async () => {
    const catalogue = async () => (await pages.svc.request('GET', '/api/data/catalog')).body.items.length
    const before = await catalogue()
    await page.goto('/data')
    await page.getByRole('button', exact('Import data')).click()
    const dialog = page.getByRole('dialog', exact('Import data'))
    const file = dialog.locator('input[type=file]')
    const refusal = (words: RegExp) => dialog.getByRole('alert').getByText(words).first().waitFor()
    const submit = dialog.getByRole('button', exact('Import'))
    await file.setInputFiles({
      name: 'mixed.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('id,price\n1,ten\n2,eleven\n3,12\n'),
    })
    await dialog.getByRole('combobox', exact('Type of price')).selectOption('Whole number')
    await submit.click()
    await refusal(/line 2, "price": is no BIGINT/)
    await file.setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.alloc(6_000_000, 'a,b\n') })
    await submit.click()
    await refusal(/over the limit of 5242880 bytes.* This file has 6 MB\./)
    const path = join(pages.svc.home, 'growing.csv')
    await writeFile(path, 'a,b\n1,2\n')
    await file.setInputFiles(path)
    await appendFile(path, '3,4\n')
    await submit.click()
    await refusal(/growing\.csv changed or went away since it was chosen/)
    await dialog.getByRole('button', exact('Cancel')).click()
    const body = { name: 'broken', mode: 'job', format: 'csv', content: 'a,b\n1\n2\n' }
    expect((await pages.svc.request('POST', '/api/data/import', { body })).status).toBe(202)
    await page
      .getByRole('list', exact('Imports'))
      .getByText(/An import failed: .*line 2/)
      .waitFor()
    expect(await catalogue()).toBe(before)
  })

  it('renames and deletes by name', async () => {
    await page.getByRole('link', exact('Narrow')).click()
    await page.getByRole('button', exact('Dataset menu')).click()
    await page.getByRole('menuitem', exact('Rename')).click()
    await page.getByRole('textbox', exact('Name')).fill('Thin')
    await page.getByRole('button', exact('Rename')).click()
    await page.getByRole('heading', { level: 1, ...exact('Thin') }).waitFor()
    await page.getByRole('button', exact('Dataset menu')).click()
    await page.getByRole('menuitem', exact('Delete dataset')).click()
    const dialog = page.getByRole('dialog', exact('Delete dataset'))
    expect(await dialog.getByRole('button', exact('Delete dataset')).isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Thin')
    await dialog.getByRole('button', exact('Delete dataset')).click()
    await page.getByRole('link', exact('Wide')).waitFor()
    expect(await page.getByRole('link', exact('Thin')).count()).toBe(0)
    expect(pages.complaints).toEqual([])
  })
})
