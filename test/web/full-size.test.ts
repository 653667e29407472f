import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itOfOneServer } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { appThatDoes, writeApp } from './support/made-apps.ts'
import { putManyFiles } from './support/many-files.ts'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const cloud = `return { $schema: 'https://vega.github.io/schema/vega-lite/v6.json', title: 'Cloud', mark: 'point',
  data: { values: Array.from({ length: 100000 }, (_, i) => ({ x: i % 317, y: (i * 7) % 211 })) },
  encoding: { x: { field: 'x', type: 'quantitative' }, y: { field: 'y', type: 'quantitative' } } }`

describe.skipIf(!hasPages)('pages at full size', () => {
  let folder: string
  let pages: ServedPages
  let svc: TestKernel
  let page: Page
  const exact = (name: string) => ({ name, exact: true })
  const options = () => ({
    home: join(folder, 'home'),
    manifests: join(folder, 'manifests'),
    plugins: ['web', 'plugin-pages', 'admin', 'files', 'workspace', 'data', 'agent-apps', 'sandbox', 'developer'],
  })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-full-size-'))
    await writeApp(join(folder, 'manifests'), 'cloud', {
      manifest: { limits: { output_bytes: 8_388_608, timeout_ms: 60_000, cpu_ms: 10_000 } },
      main: appThatDoes(cloud),
    })
    pages = await openPages(options())
    ;({ page, svc } = pages)
  })
  afterAll(async () => {
    await pages?.close()
    await svc?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  itOfOneServer('scrolls to the last of 10,000 files in a folder, and has the rows in view alone', async () => {
    await putManyFiles(svc, 'many', 10_000)
    await page.goto('/files?folder=many')
    const table = page.getByRole('table', exact('Files'))
    await page.getByRole('link', exact('00000.txt')).waitFor()
    await table.hover()
    await expect
      .poll(
        async () => {
          await table.evaluate('element => { element.scrollTop = element.scrollHeight }')
          await page.mouse.wheel(0, 1_000_000)
          return table.getAttribute('aria-rowcount')
        },
        { timeout: 60_000, interval: 20 },
      )
      .toBe('10001')
    await table.evaluate('element => { element.scrollTop = element.scrollHeight }')
    await page.getByRole('link', exact('09999.txt')).waitFor()
    expect(await table.getByRole('row').count()).toBeLessThan(80)
  })

  it('draws a plot of 100,000 points on one canvas, with a table of the first of them', async () => {
    await page.goto('/agent-apps/cloud')
    await page.getByRole('button', exact('Run app')).click()
    const result = page.getByRole('region', exact('Result'))
    await result.getByText('100,000 rows of data').waitFor()
    await result.locator('canvas').waitFor()
    expect(await result.locator('svg *').count()).toBeLessThan(50)
    await result.getByRole('button', exact('Show as table')).click()
    await result.getByText('The first 500 of 100,000 rows.').waitFor()
    expect(await result.getByRole('row').count()).toBe(501)
  })

  it('follows 50 events a second with no more than four requests a second', async () => {
    await page.goto('/data?tab=jobs')
    const states = page.getByRole('navigation', exact('States'))
    await states.getByRole('link', { name: /^Queued/ }).waitFor()
    let asked = 0
    page.on('request', request => {
      if (request.url().includes('/api/jobs')) asked += 1
    })
    const began = performance.now()
    for (let index = 0; index < 200; index += 1) {
      await svc.request('POST', '/api/jobs', { body: { kind: `flood.${index % 7}`, payload: { index } } })
    }
    await states.getByRole('link', { name: /^Queued ?200$/ }).waitFor()
    // A list and its counts, each four times a second at the most, and once more when the flood is over.
    const seconds = (performance.now() - began) / 1000
    expect(asked).toBeLessThanOrEqual(2 * (4 * seconds + 2))
    await page.getByRole('table', exact('Jobs')).getByText('flood.').first().waitFor()
  })

  itOfOneServer(
    'says so when the plugin of an open page is switched off, and keeps what was typed elsewhere',
    async () => {
      await page.goto('/notes')
      await page.getByRole('button', exact('New note')).first().waitFor()
      const other = await pages.open({
        cookie: (await page.context().cookies()).map(each => `${each.name}=${each.value}`).join('; '),
      })
      await other.goto('/data')
      await other.getByRole('button', exact('Import data')).first().waitFor()
      const off = await svc.request('PATCH', '/api/admin/plugins/data', { as: 'owner', body: { enabled: false } })
      expect(off.status, JSON.stringify(off.body)).toBe(200)
      const port = new URL(svc.url).port
      await svc.stop()
      svc = await startTestKernel({ ...options(), env: { SVC_PORT: port } })
      await other.getByRole('heading', { level: 1, ...exact('Data is switched off') }).waitFor()
      await other.getByRole('link', exact('Open the plugins')).waitFor()
      expect(await other.getByRole('navigation', exact('Main')).getByRole('link', exact('Data')).count()).toBe(0)
      await page.getByRole('button', exact('New note')).first().click()
      await expect.poll(() => page.getByRole('textbox', exact('Title')).inputValue()).toBe('New note')
      expect(pages.complaints).toEqual([])
    },
  )
})
