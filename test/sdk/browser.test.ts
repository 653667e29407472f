import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { hasChromium, launchChromium } from '../support/programs/chromium.ts'
import { repositoryRoot } from '../support/repository.ts'

/** Run in a page and in a worker: what it gives is compared with the server. */
const program = `
import { SvcClient, SvcError } from '@svc/sdk'

async function use() {
  const client = new SvcClient()
  const { id } = await client.memory.add({ content: 'The blue whale is the largest animal.' })
  const [best] = await client.memory.search('largest animal')
  const session = await client.conversations.create({ title: 'From the browser' })
  const said = await session.stream('Hello').text()
  const file = await client.files.uploadLarge(new File(['x'.repeat(1000)], 'x.txt'), { chunkSize: 400 })
  const bytes = await client.files.content(file.file_id)
  const controller = new AbortController()
  const events = client.events.subscribe({}, { signal: controller.signal })
  controller.abort()
  const aborted = await events[Symbol.asyncIterator]().next().catch(error => error.name)
  let refused
  try { new SvcClient({ apiKey: 'svc_secret' }) } catch (error) { refused = error instanceof SvcError && error.message }
  return { found: best.id === id, said, size: bytes.length, aborted, refused, address: client.baseUrl, key: client.toJSON() }
}
globalThis.used = use().catch(error => ({ failed: String(error) }))
`

interface Used {
  said: string
  refused: string
}

describe.skipIf(!hasChromium)('the SDK in a browser', () => {
  let svc: TestKernel
  let browser: Browser
  let page: Page
  let script: string

  beforeAll(async () => {
    svc = await startTestKernel({ plugins: ['developer', 'memory', 'conversations', 'models', 'tools', 'files'] })
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: repositoryRoot },
      bundle: true,
      format: 'iife',
      conditions: ['svc-source'],
      write: false,
      absWorkingDir: repositoryRoot,
    })
    script = outputFiles[0]?.text ?? ''
    browser = await launchChromium()
    page = await browser.newPage()
    // A page of the server's own origin, with nothing but the program.
    await page.route(`${svc.url}/page`, route =>
      route.fulfill({ contentType: 'text/html', body: '<title>Page</title>' }),
    )
    await page.goto(`${svc.url}/page`)
    const [name = '', value = ''] = svc.owner.cookie.split('=')
    await page.context().addCookies([{ name, value, url: svc.url }])
  })
  afterAll(async () => {
    await browser?.close()
    await svc?.stop()
  })

  const check = (used: Used) => {
    expect(used).toMatchObject({ found: true, size: 1000, aborted: 'AbortError', address: svc.url })
    expect(used.said).toContain('svc/offline')
    expect(used.refused).toContain('A key in a page can be read by everyone')
  }

  it('uses the session of a page', async () => {
    await page.addScriptTag({ content: script })
    check(await page.evaluate<Used>('used'))
  })

  it('uses the session of a page in a worker', async () => {
    const code = JSON.stringify(`${script}; used.then(postMessage)`)
    const start = `new Worker(URL.createObjectURL(new Blob([${code}], { type: 'text/javascript' })))`
    check(await page.evaluate<Used>(`new Promise(resolve => (${start}.onmessage = ({ data }) => resolve(data)))`))
  })
})
