import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { buildWebApp } from '../../../scripts/bootstrap/web-app.mjs'
import { createKernel } from '../../../kernel/index.ts'
import type { BootReport } from '../../../kernel/index.ts'
import { childPrograms } from '../../rooms/kernel.ts'
import { sharedChromium } from '../../support/programs/chromium.ts'
import { repositoryRoot } from '../../support/repository.ts'

export interface FreshServer {
  report: BootReport
  browser: Browser
  page: Page
  /** Errors of the console and of scripts, and requests that leave the app. */
  complaints: string[]
  stop(): Promise<void>
}

/** A server on an empty home, below a path, as somebody finds it who has just started it; nobody is signed in. */
export async function startFreshServer({ mayComplain = (_text: string): boolean => false } = {}): Promise<FreshServer> {
  await buildWebApp(repositoryRoot, process.execPath, { servedFrom: [join(repositoryRoot, 'plugins/web')] })
  const folder = await mkdtemp(join(tmpdir(), 'svc-test-'))
  await cp(join(repositoryRoot, 'manifests/csv-profile'), join(folder, 'manifests/csv-profile'), { recursive: true })
  const kernel = createKernel({
    env: { SVC_HOME: join(folder, 'home'), SVC_PORT: '0', SVC_LOG_LEVEL: 'error', SVC_BASE_PATH: '/sub/path' },
    cwd: folder,
    builtinPlugins: join(repositoryRoot, 'plugins'),
    childPrograms: childPrograms(),
    listen: true,
  })
  const report = await kernel.start()
  const browser = await sharedChromium()
  const page = await browser.newPage()
  // As in other tests of pages: a busy machine is slow to start what the first of them needs.
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !mayComplain(message.text())) complaints.push(message.text())
  })
  page.on('request', request => {
    const isOurs = request.url().startsWith(`${new URL(report.url ?? '').origin}/sub/path/`)
    if (!isOurs && !/^(data|blob):/.test(request.url())) complaints.push(request.url())
  })
  return {
    report,
    browser,
    page,
    complaints,
    async stop() {
      await page.context().close()
      await kernel.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
