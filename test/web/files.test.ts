import { createHash } from 'node:crypto'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putManyFiles } from './support/many-files.ts'
import { hasPages, openPages } from './support/served-pages.ts'
import type { ServedPages } from './support/served-pages.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==',
  'base64',
)
const mebibyte = 1024 * 1024

/** Runs in the page: two files of a folder that is dropped. */
const dropOfTwo = `(() => {
  const data = new DataTransfer()
  data.items.add(new File(['one'], 'one.txt', { type: 'text/plain' }))
  data.items.add(new File(['<script>alert(1)</script>'], 'page.html', { type: 'text/html' }))
  return data
})()`

describe.skipIf(!hasPages)('the page Files', () => {
  let pages: ServedPages
  beforeAll(async () => {
    pages = await openPages({
      plugins: ['web', 'files'],
      env: { SVC_FILES_MAX_MB: '10', SVC_RATE_LIMIT_PER_MINUTE: '100000' },
    })
    await pages.page.goto('/files')
  })
  afterAll(async () => {
    await pages?.stop()
  })

  const button = (name: string) => pages.page.getByRole('button', { name, exact: true })
  const link = (name: string) => pages.page.getByRole('link', { name, exact: true })
  const dialog = (name: string) => pages.page.getByRole('dialog', { name, exact: true })
  const uploads = () => pages.page.getByRole('region', { name: 'Uploads' })
  const put = (path: string, text: string) => pages.svc.request('POST', '/api/files/text', { body: { path, text } })
  const listed = async (query = '') => (await pages.svc.request('GET', `/api/files${query}`)).body.items

  async function choose(files: string | { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    const choosing = pages.page.waitForEvent('filechooser')
    await button('Upload files').click()
    await (await choosing).setFiles(files)
  }

  it('uploads files in pieces, and refuses one that is too large with the limit and its size', async () => {
    const { page } = pages
    const pieces: number[] = []
    page.on('request', request => {
      if (request.method() === 'PATCH') pieces.push(Number(request.headers()['upload-offset']))
    })
    const large = Buffer.alloc(9 * mebibyte, 'svc')
    await choose([
      { name: 'large.bin', mimeType: 'application/octet-stream', buffer: large },
      { name: 'too large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(11 * mebibyte) },
      { name: 'dot.png', mimeType: 'image/png', buffer: picture },
    ])
    await uploads().getByText('2 of 3 uploaded').waitFor()
    const refused = uploads().getByRole('listitem').filter({ hasText: 'too large.bin' })
    await refused.getByText(/over the limit of 10485760 bytes.* This file has 11\.5 MB\./).waitFor()
    expect(pieces).toEqual(expect.arrayContaining([0, 8 * mebibyte]))
    const stored = (await listed()).find(({ path }: { path: string }) => path === 'large.bin')
    expect(stored.sha256).toBe(createHash('sha256').update(large).digest('hex'))
    await button('Hide these').click()
    await page
      .getByRole('table', { name: 'Files' })
      .getByRole('row', { name: /large\.bin 9\.4 MB/ })
      .waitFor()
  })

  it('cancels an upload, which then counts no more, and sends it again', async () => {
    const { page, svc } = pages
    const before = (await svc.request('GET', '/api/files/usage')).body.bytes
    await page.route('**/api/files/uploads/*', route =>
      route.request().method() === 'PATCH' ? undefined : route.fallback(),
    )
    await choose([{ name: 'slow.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1000, 'x') }])
    await button('Cancel slow.txt').click()
    await uploads().getByText('Cancelled').waitFor()
    await expect.poll(async () => (await svc.request('GET', '/api/files/usage')).body.bytes).toBe(before)
    await page.unroute('**/api/files/uploads/*')
    await button('Try again: slow.txt').click()
    await uploads().getByText('1 of 1 uploaded').waitFor()
    await button('Hide these').click()
  })

  it('goes on with an upload that a failure cut off, from where the server has come to', async () => {
    const { page } = pages
    const offsets: string[] = []
    let isCut = true
    await page.route('**/api/files/uploads/*', route => {
      const offset = route.request().headers()['upload-offset']
      if (route.request().method() !== 'PATCH' || offset === undefined) return route.fallback()
      offsets.push(offset)
      return isCut && offset !== '0' ? route.abort('connectionreset') : route.fallback()
    })
    const content = Buffer.alloc(9 * mebibyte, 'again')
    await choose([{ name: 'cut.bin', mimeType: 'application/octet-stream', buffer: content }])
    await button('Try again: cut.bin').waitFor()
    isCut = false
    await button('Try again: cut.bin').click()
    await uploads().getByText('1 of 1 uploaded').waitFor()
    expect([offsets.filter(offset => offset === '0').length, offsets.at(-1)]).toEqual([1, String(8 * mebibyte)])
    const stored = (await listed()).find(({ path }: { path: string }) => path === 'cut.bin')
    expect(stored.sha256).toBe(createHash('sha256').update(content).digest('hex'))
    await page.unroute('**/api/files/uploads/*')
    await button('Hide these').click()
  })

  it('says that a file changed while it was sent, and keeps nothing of it', async () => {
    const { page, svc } = pages
    const path = join(svc.home, 'growing.bin')
    await writeFile(path, Buffer.alloc(9 * mebibyte, 'grows'))
    await page.route('**/api/files/uploads/*', async route => {
      if (route.request().headers()['upload-offset'] === '0') await appendFile(path, 'more')
      await route.fallback()
    })
    await choose(path)
    await uploads()
      .getByText(/growing\.bin changed or went away since it was chosen\. Choose it again\./)
      .waitFor()
    expect((await listed()).map((file: { path: string }) => file.path)).not.toContain('growing.bin')
    await page.unroute('**/api/files/uploads/*')
    await button('Hide these').click()
  })

  it('takes what is dropped into the folder that is open, and runs nothing of it', async () => {
    const { page } = pages
    await button('New folder').click()
    await dialog('New folder').getByRole('textbox', { name: 'Name' }).fill('reports/2026')
    await button('Open folder').click()
    const data = await page.evaluateHandle(dropOfTwo)
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: data })
    await page.getByText('Drop to upload to reports/2026').waitFor()
    await page.dispatchEvent('body', 'drop', { dataTransfer: data })
    await link('page.html').click()
    await dialog('page.html').getByText('<script>alert(1)</script>').waitFor()
    // Escape closes what is on top, and nothing below it.
    await dialog('page.html').getByRole('button', { name: 'Rename or move' }).click()
    await page.locator('[role=dialog] input:focus').waitFor()
    await page.keyboard.press('Escape')
    await dialog('Rename or move').waitFor({ state: 'hidden' })
    await dialog('page.html').getByText('<script>alert(1)</script>').waitFor()
    await page.keyboard.press('Escape')
    await dialog('page.html').waitFor({ state: 'hidden' })
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'reports' }).click()
    await link('2026').waitFor()
    expect((await listed('?prefix=reports/')).map(({ path }: { path: string }) => path)).toEqual([
      'reports/2026/one.txt',
      'reports/2026/page.html',
    ])
  })

  it('shows a picture, and makes a link that opens without an account until it is ended', async () => {
    const { page } = pages
    await page.goto('/files')
    await link('dot.png').click()
    await page.getByRole('img', { name: 'dot.png' }).waitFor()
    await button('Copy link').click()
    const url = await page.getByRole('textbox', { name: 'Link' }).inputValue()
    expect((await fetch(url)).status).toBe(200)
    await button('End all links').click()
    await page.getByText('No link opens dot.png any more.').waitFor()
    expect((await fetch(url)).status).toBe(404)
    const saving = page.waitForEvent('download')
    await button('Download').click()
    expect((await saving).suggestedFilename()).toBe('dot.png')
  })

  it('has the versions of a file, and brings one back', async () => {
    const { page } = pages
    await put('plan.md', '# One')
    await put('plan.md', '# Two')
    const [{ file_id }] = await listed('?prefix=plan.md')
    await page.goto(`/files?file=${file_id}`)
    await dialog('plan.md').getByText('# Two').waitFor()
    await page.getByRole('tab', { name: 'Versions' }).click()
    await button('Restore version 1').click()
    await page.getByText('Version 3 (now)').waitFor()
    await page.getByRole('tab', { name: 'Preview' }).click()
    await dialog('plan.md').getByText('# One').waitFor()
  })

  it('moves a file, refuses a path that is taken, and takes deletion back', async () => {
    const { page } = pages
    await page.goto('/files')
    await button('Actions for plan.md').click()
    await page.getByRole('menuitem', { name: 'Rename or move' }).click()
    await page.getByRole('textbox', { name: 'Path' }).fill('dot.png')
    await button('Move file').click()
    await dialog('Rename or move')
      .getByText(/dot\.png/)
      .waitFor()
    await page.getByRole('textbox', { name: 'Path' }).fill('plans/plan.md')
    await button('Move file').click()
    await link('plans').click()
    await button('Actions for plan.md').click()
    await page.getByRole('menuitem', { name: 'Delete file' }).click()
    await page.getByText('In the trash: plan.md').waitFor()
    await button('Undo').last().click()
    await link('plan.md').waitFor()
  })

  it('restores from the trash to another path when the old one is taken, and deletes for good by name', async () => {
    const { page, svc } = pages
    const [{ file_id }] = await listed('?prefix=plans/')
    await svc.request('DELETE', `/api/files/${file_id}`)
    await put('plans/plan.md', 'Another')
    await page.goto('/files')
    await link('Trash (1)').click()
    await button('Restore plans/plan.md').click()
    await dialog('Restore file').getByRole('textbox', { name: 'Path' }).fill('plans/old plan.md')
    await dialog('Restore file').getByRole('button', { name: 'Restore file' }).click()
    await page.getByText(/The trash is empty/).waitFor()
    expect((await listed('?prefix=plans/')).map(({ path }: { path: string }) => path)).toEqual([
      'plans/old plan.md',
      'plans/plan.md',
    ])
    await svc.request('DELETE', `/api/files/${file_id}`)
    await button('Delete for good: plans/old plan.md').click()
    await dialog('Delete for good').getByRole('textbox').fill('old plan.md')
    await dialog('Delete for good').getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText(/The trash is empty/).waitFor()
  })

  it('draws the rows in view of a large folder, and reads on as it is scrolled', async () => {
    const { page } = pages
    await putManyFiles(pages.svc, 'many', 450)
    await page.goto('/files?folder=many')
    const table = page.getByRole('table', { name: 'Files' })
    await link('00000.txt').waitFor()
    await expect
      .poll(async () => {
        await table.evaluate('element => { element.scrollTop = element.scrollHeight }')
        await table.hover()
        await page.mouse.wheel(0, 100_000)
        return table.getAttribute('aria-rowcount')
      })
      .toBe('451')
    await link('00449.txt').waitFor()
    expect(await table.getByRole('row').count()).toBeLessThan(80)
    await page.getByRole('searchbox', { name: 'Search files' }).fill('many 00123')
    await link('many/00123.txt').waitFor()
    expect(pages.complaints).toEqual([])
  })
})
