import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryRoot } from '../support/repository.ts'
import { appThatDoes, writeApp } from './support/made-apps.ts'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const plugins = ['agent-apps', 'sandbox', 'developer', 'jobs']

describe.skipIf(!hasPages)('the pages Agent apps, with the apps that come along, and Developer', () => {
  let pages: ServedPages
  beforeAll(async () => {
    pages = await openPages({ plugins, manifests: join(repositoryRoot, 'manifests') })
  })
  afterAll(() => pages?.stop())

  it('runs the example of an app and shows its result, which has an address of its own', async () => {
    const { page } = pages
    await page.goto('/agent-apps')
    await page.getByRole('searchbox', { name: 'Search agent apps' }).fill('csv')
    await page.getByRole('link', { name: /csv/i }).click()
    await page.getByRole('button', { name: 'Run app' }).click()
    await page.getByText('This is required.').waitFor()
    const field = page.getByRole('textbox', { name: 'Csv' })
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await page.locator('textarea:focus').waitFor()
    await page
      .getByRole('button', { name: /^Use example: / })
      .first()
      .click()
    await page.getByText('This is required.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Run app' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByRole('heading', { name: 'Succeeded' }).waitFor()
    await result.getByRole('table', { name: 'Columns' }).getByRole('cell', { name: 'Horsepower' }).waitFor()
    await result.getByText('JSON', { exact: true }).click()
    expect(JSON.parse((await result.locator('pre').first().textContent()) ?? '')).toHaveProperty('columns')
    expect(page.url()).toMatch(/\/agent-apps\/csv-profile\/runs\/run_/)
    await page.reload()
    await result.getByRole('heading', { name: 'Succeeded' }).waitFor()
  })

  it('lists the runs, says how to schedule the app, and writes the run as code with the inputs of the form', async () => {
    const { page, svc } = pages
    await page.getByRole('tab', { name: 'History' }).click()
    const runs = page.getByRole('table', { name: 'Runs' }).getByRole('row')
    await runs.filter({ hasText: 'Succeeded' }).first().waitFor()
    await svc.request('POST', '/api/agent-apps/csv-profile/run', { body: { inputs: { csv: 'a\n1\n' } } })
    await runs.filter({ hasText: 'A program' }).waitFor()
    await page.getByRole('tab', { name: 'Schedule' }).click()
    await page.getByRole('region', { name: 'Schedule' }).getByText('"cron"').waitFor()
    await page.getByRole('tab', { name: 'Code' }).click()
    const code = await page.getByRole('region', { name: 'Example' }).textContent()
    expect(code).toContain('$SVC_API_KEY')
    expect(code).toContain('Miles_per_Gallon')
    // The address says which tab is shown: back leads to the one before, and a reload keeps it.
    await page.goBack()
    await page.getByRole('region', { name: 'Schedule' }).waitFor()
    await page.reload()
    await page.getByRole('region', { name: 'Schedule' }).getByText('"cron"').waitFor()
    expect(await page.getByRole('tab', { name: 'Schedule' }).getAttribute('aria-selected')).toBe('true')
    expect(pages.complaints).toEqual([])
  })

  it('reads a text from a file, and says what file is none', async () => {
    const { page } = pages
    await page.goto('/agent-apps/csv-profile')
    const choose = async (name: string, content: Buffer): Promise<void> => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Read from a file: CSV' }).click()
      await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: content })
    }
    await choose('people.xlsx', Buffer.from([0xff, 0xfe, 0]))
    await page.getByText('people.xlsx is no text in UTF-8.').waitFor()
    await choose('people.csv', Buffer.from(`name,age\n${'Ada,36\n'.repeat(20_000)}`))
    await page.getByText('people.xlsx').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Run app' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText('20000', { exact: true }).first().waitFor()
  })

  it('gives a field to each input of the other apps', async () => {
    const { page } = pages
    await page.goto('/agent-apps/page-brief')
    expect(await page.getByRole('textbox', { name: 'Sentences' }).inputValue()).toBe('5')
    const url = page.getByRole('textbox', { name: 'Url' })
    await url.fill('example.com')
    await url.blur()
    await page.getByText('This does not fit the pattern').waitFor()
    await page.goto('/agent-apps/report-card')
    await page.getByRole('textbox', { name: 'Pupil' }).waitFor()
    await page.getByRole('combobox', { name: 'Tone' }).waitFor()
  })

  it('makes a key that works, shows it once, and revokes it', async () => {
    const { page, svc } = pages
    await page.goto('/developer')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create key' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('my editor')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
    const asked = () => fetch(`${svc.url}/api/auth/me`, { headers: { authorization: `Bearer ${key}` } })
    expect(await (await asked()).json()).toMatchObject({ via: 'api_key' })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Revoke my editor' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('button', { name: 'Revoke my editor' }).waitFor({ state: 'detached' })
    expect((await asked()).status).toBe(401)
  })
})

describe.skipIf(!hasPages)('the page Agent apps, with apps of others', () => {
  const hostile = `<b>Everything</b> ${'x'.repeat(80)}`
  let manifests: string
  let pages: ServedPages
  beforeAll(async () => {
    manifests = await mkdtemp(join(tmpdir(), 'svc-apps-'))
    await writeApp(manifests, 'everything', {
      manifest: { display_name: hostile, inputs: everything, description: '‮<img src=x onerror=alert(1)>' },
      main: appThatDoes(`return { got: ctx.inputs, says: '**Bold** <b>bold</b>', chart: ${JSON.stringify(chart)} }`),
    })
    await writeApp(manifests, 'endless', {
      manifest: { limits: { cpu_ms: 10_000 } },
      main: appThatDoes(
        "ctx.log.warn('Going <i>on</i>'); ctx.progress(0.25, 'a quarter'); for (;;) await Promise.resolve()",
      ),
    })
    await writeApp(manifests, 'thrower', { main: appThatDoes("throw new TypeError('No <b>such</b> thing')") })
    await writeApp(manifests, 'broken', { main: 'export default {' })
    await writeApp(manifests, 'renamed', appWithInput('old'))
    pages = await openPages({ plugins, manifests })
  })
  afterAll(async () => {
    await pages?.stop()
    await rm(manifests, { recursive: true, force: true })
  })

  it('draws a schema with everything, and edits as JSON what has no field', async () => {
    const { page } = pages
    await page.goto('/agent-apps')
    await page.getByRole('link', { name: hostile }).click()
    await page.getByRole('heading', { level: 1, name: hostile }).waitFor()
    await page.getByRole('textbox', { name: 'Odd' }).fill('{"a":')
    await page.getByRole('textbox', { name: 'City' }).fill('Turin')
    await page.getByText('This is not JSON yet.').waitFor()
    await page.getByRole('textbox', { name: 'Odd' }).fill('{"a": [1]}')
    await page.getByRole('button', { name: 'Add to People' }).click()
    const person = page.getByRole('group', { name: 'People 1' })
    await person.getByRole('textbox', { name: 'Age' }).fill('-1')
    await page.getByRole('button', { name: 'Run app' }).click()
    await person.getByText(/^This must be/).waitFor()
    await person.getByRole('textbox', { name: 'Age' }).fill('36')
    await page.getByRole('checkbox', { name: 'Sure' }).check()
    await page.getByRole('button', { name: 'Run app' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByRole('heading', { name: 'Succeeded' }).waitFor()
    await result.getByRole('img', { name: /^Sales/ }).waitFor()
    await result.getByText('JSON', { exact: true }).click()
    const { got } = JSON.parse((await result.locator('pre').first().textContent()) ?? '') as { got: unknown }
    expect(got).toEqual({ kind: 'b', sure: true, odd: { a: [1] }, place: { city: 'Turin' }, people: [{ age: 36 }] })
    expect(await page.getByRole('main').locator('b, img:not([alt=""])').count()).toBe(0)
  })

  it('says how far a run is and what it logs, and cancels it', async () => {
    const { page } = pages
    await page.goto('/agent-apps/endless')
    await page.getByRole('button', { name: 'Run app' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByRole('log', { name: 'Log' }).getByText('Going <i>on</i>').waitFor()
    await result.getByText('25 % a quarter').waitFor()
    await result.getByRole('button', { name: 'Cancel run' }).click()
    await result.getByRole('heading', { name: 'Cancelled' }).waitFor()
  })

  it('shows where an app threw, and runs it again', async () => {
    const { page } = pages
    await page.goto('/agent-apps/thrower')
    await page.getByRole('button', { name: 'Run app' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByRole('heading', { name: 'Failed' }).waitFor()
    expect(await result.getByRole('alert').textContent()).toMatch(/No <b>such<\/b> thing[^]*main\.ts:5:/)
    const first = page.url()
    await result.getByRole('button', { name: 'Run again' }).click()
    await page.waitForURL(url => url.href !== first)
    await result.getByRole('heading', { name: 'Failed' }).waitFor()
  })

  it('sends no input that an edited manifest has not, and shows a refusal that is of no field', async () => {
    const { page } = pages
    await page.goto('/agent-apps/renamed')
    await page.getByRole('textbox', { name: 'Old' }).fill('Typed before')
    await writeApp(manifests, 'renamed', appWithInput('fresh'))
    const fresh = page.getByRole('textbox', { name: 'Fresh' })
    await fresh.waitFor()
    await page.getByRole('button', { name: 'Run app' }).click()
    await page.getByRole('alert').getByText('inputs must').waitFor()
    await fresh.fill('Typed now')
    await page.getByRole('button', { name: 'Run app' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByText('{"fresh":"Typed now"}').waitFor()
  })

  it('says what is broken, and that the last good version goes on', async () => {
    const { page } = pages
    await page.goto('/agent-apps')
    const broken = page.getByRole('region', { name: 'Broken apps' })
    await broken.getByRole('link', { name: 'broken' }).waitFor()
    expect(await broken.textContent()).toMatch(/main\.ts:\d/)
    // A folder that is dropped in is there without a reload.
    await writeApp(manifests, 'newcomer', { main: appThatDoes('return 1') })
    await page.getByRole('link', { name: 'newcomer', exact: true }).waitFor()
    await page.goto('/agent-apps/thrower')
    await page.getByRole('button', { name: 'Run app' }).waitFor()
    await writeApp(manifests, 'thrower', { main: 'export default {' })
    await page.getByRole('alert').getByText('the last good one, goes on running').waitFor()
    expect(await page.getByRole('button', { name: 'Run app' }).isEnabled()).toBe(true)
    expect(pages.complaints).toEqual([])
  })
})

const chart = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  title: 'Sales',
  data: { values: [{ day: 'Mon', sold: 3 }] },
  mark: 'bar',
  encoding: { x: { field: 'day', type: 'nominal' }, y: { field: 'sold', type: 'quantitative' } },
}

function appWithInput(name: string) {
  const inputs = { type: 'object', properties: { [name]: { type: 'string' } }, minProperties: 1 }
  return {
    manifest: { inputs: { ...inputs, additionalProperties: false } },
    main: appThatDoes('return JSON.stringify(ctx.inputs)'),
  }
}

const everything = {
  type: 'object',
  $defs: { place: { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false } },
  properties: {
    kind: { enum: ['a', 'b'], default: 'b' },
    sure: { type: 'boolean' },
    odd: { anyOf: [{ type: 'string' }, { type: 'object' }] },
    place: { $ref: '#/$defs/place' },
    people: {
      type: 'array',
      items: { type: 'object', properties: { age: { type: 'integer', minimum: 0 } }, additionalProperties: false },
    },
  },
  additionalProperties: false,
}

describe.skipIf(!hasPages)('the page Agent apps, with 100 of them', () => {
  const count = 100
  let manifests: string
  let pages: ServedPages
  beforeAll(async () => {
    manifests = await mkdtemp(join(tmpdir(), 'svc-apps-'))
    const names = Array.from({ length: count }, (_, index) => `app-${String(index).padStart(4, '0')}`)
    await Promise.all(names.map(name => writeApp(manifests, name, { main: appThatDoes('return 1') })))
    pages = await openPages({ plugins, manifests })
  }, 120_000)
  afterAll(async () => {
    await pages?.stop()
    await rm(manifests, { recursive: true, force: true })
  })

  it('shows the first, says how many there are, and finds any of them', async () => {
    const { page } = pages
    await page.goto('/agent-apps')
    await page.getByRole('link', { name: 'app-0000', exact: true }).waitFor()
    const cards = page.getByRole('main').getByRole('link', { name: /^app-/ })
    expect(await cards.count()).toBeLessThan(count)
    await page.getByRole('searchbox', { name: 'Search agent apps' }).fill('app-0099')
    await page.getByRole('link', { name: 'app-0099', exact: true }).waitFor()
    await expect.poll(() => cards.count()).toBe(1)
    await page.getByRole('searchbox', { name: 'Search agent apps' }).fill('')
    await page.getByRole('button', { name: 'Show all 100' }).click()
    await expect.poll(() => cards.count()).toBe(count)
    expect(pages.complaints).toEqual([])
  })
})
