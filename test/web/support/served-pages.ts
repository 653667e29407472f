import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { buildWebApp } from '../../../scripts/bootstrap/web-app.mjs'
import { startTestKernel } from '../../rooms/kernel.ts'
import type { TestKernel, TestKernelOptions } from '../../rooms/kernel.ts'
import { hasChromium, sharedChromium } from '../../support/programs/chromium.ts'
import { repositoryRoot } from '../../support/repository.ts'

/** Pages are looked at where there are a browser and the packages of the app, which `npm test` installs. */
export const hasPages = hasChromium && existsSync(join(repositoryRoot, 'apps/web/node_modules/vite'))

export interface ServedPages {
  svc: TestKernel
  browser: Browser
  page: Page
  /** Errors in the console and of scripts, breaches of the policy and requests to other hosts, on any page. */
  complaints: string[]
  /** Another tab, of the owner, of somebody with this cookie, or of nobody. */
  open(options?: { signedIn?: boolean; cookie?: string } & BrowserContextOptions): Promise<Page>
  /** Closes all tabs; the server goes on. */
  close(): Promise<void>
  stop(): Promise<void>
}

/** A server with the app as it is in the sources, and a page of its owner. */
export async function openPages(options: TestKernelOptions): Promise<ServedPages> {
  await buildWebApp(repositoryRoot, process.execPath, { servedFrom: [join(repositoryRoot, 'plugins/web')] })
  const plugins = options.plugins && [...new Set([...options.plugins, 'web', 'plugin-pages'])]
  // The tests open more pages in a minute than a person, each with all of its files.
  const env = { SVC_RATE_LIMIT_PER_MINUTE: '100000', ...options.env }
  const [svc, browser] = await Promise.all([startTestKernel({ ...options, plugins, env }), sharedChromium()])
  const complaints: string[] = []
  const contexts: BrowserContext[] = []
  const open: ServedPages['open'] = async ({ signedIn = true, cookie = svc.owner.cookie, ...context } = {}) => {
    const page = await openPage(browser, svc.url, signedIn ? cookie : '', complaints, context)
    contexts.push(page.context())
    return page
  }
  const close = async (): Promise<void> => void (await Promise.all(contexts.map(context => context.close())))
  return {
    svc,
    browser,
    page: await open(),
    complaints,
    open,
    close,
    async stop() {
      await close()
      await svc.stop()
    },
  }
}

async function openPage(
  browser: Browser,
  url: string,
  cookie: string,
  complaints: string[],
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 }, ...options })
  const cookies = cookie.split('; ').filter(pair => pair.includes('='))
  await context.addCookies(
    cookies.map(pair => ({
      name: pair.split('=')[0] ?? '',
      value: pair.slice(pair.indexOf('=') + 1),
      url: options.baseURL ?? url,
    })),
  )
  // A busy machine needs longer than Playwright's half a minute for the first process of R or of a query engine.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text())
  })
  page.on('request', request => {
    if (!request.url().startsWith(options.baseURL ?? url) && !/^(data|blob):/.test(request.url()))
      complaints.push(request.url())
  })
  return page
}
