import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { webSizes } from '../../../scripts/build/web-sizes.ts'
import { openPages } from '../../../test/web/support/served-pages.ts'
import { median } from '../../support/load.ts'
import { root } from '../../support/process.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const rounds = 9
const limits = { shell: 215, paintMs: 1500, slowLineMs: 5000 }
/** 400 ms a round trip, 1 Mbit/s each way. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 125_000, uploadThroughput: 125_000 }
const slowRounds = 3

/** The size of the shell, and the first paint and, over a slow line, the first use of `/` with a cold cache, signed in, with 100 conversations, beside an empty page. */
export async function shell(): Promise<Row[]> {
  const pages = await openPages({})
  const empty = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Empty</title><p>Empty'),
  )
  await new Promise<void>(resolve => empty.listen(0, '127.0.0.1', resolve))
  try {
    for (let index = 0; index < 100; index += 1)
      await pages.svc.request('POST', '/api/conversations', { body: { title: `Conversation ${index}` } })
    const cookie = pages.svc.owner.cookie
    const ours: number[] = []
    const nothing: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await paintMs(pages.browser, pages.svc.url, cookie))
      nothing.push(await paintMs(pages.browser, `http://127.0.0.1:${(empty.address() as AddressInfo).port}`, ''))
    }
    const slow: number[] = []
    for (let round = 0; round < slowRounds; round += 1)
      slow.push(await usableOnSlowLineMs(pages.browser, pages.svc.url, cookie))
    const size = (await webSizes(join(root, 'plugins/web/app'))).find(({ name }) => name === 'shell')
    const paint = {
      path: 'browser app, first page',
      measure: 'first contentful paint, cold cache',
      ours: median(ours),
      unit: 'ms',
    }
    return [
      atMost(
        {
          path: 'browser app, shell',
          measure: 'JavaScript, gzipped',
          ours: size?.kB ?? Number.NaN,
          unit: 'kB',
          beside: { name: 'the budget', value: limits.shell },
        },
        1,
      ),
      atMost({ ...paint, beside: { name: 'an empty page', value: median(nothing) } }, 4),
      atMost({ ...paint, beside: { name: 'the goal', value: limits.paintMs } }, 1),
      atMost(
        {
          path: 'browser app, first page',
          measure: 'a message can be typed, cold cache, 400 ms and 1 Mbit/s',
          ours: median(slow),
          unit: 'ms',
          beside: { name: 'the goal', value: limits.slowLineMs },
        },
        1,
      ),
    ]
  } finally {
    empty.close()
    await pages.stop()
    await pages.browser.close()
  }
}

async function paintMs(browser: Browser, url: string, cookie: string): Promise<number> {
  const page = await freshPage(browser, url, cookie)
  await page.goto(`${url}/`)
  const painted = await page.evaluate<number>(`new Promise(resolve => new PerformanceObserver(list => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime)
  }).observe({ type: 'paint', buffered: true }))`)
  await page.context().close()
  return painted
}

async function usableOnSlowLineMs(browser: Browser, url: string, cookie: string): Promise<number> {
  const page = await freshPage(browser, url, cookie)
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', slowLine)
  const started = performance.now()
  await page.goto(`${url}/`, { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  const tookMs = performance.now() - started
  await page.context().close()
  return tookMs
}

/** In a context of its own, whose cache is empty. */
async function freshPage(browser: Browser, url: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  for (const pair of cookie.split('; ').filter(Boolean)) {
    const at = pair.indexOf('=')
    await context.addCookies([{ name: pair.slice(0, at), value: pair.slice(at + 1), url }])
  }
  return context.newPage()
}
