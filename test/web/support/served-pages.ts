import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request as ask } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { startTestKernel } from '../../rooms/kernel.ts'
import type { TestKernel, TestKernelOptions } from '../../rooms/kernel.ts'
import { hasChromium, launchChromium } from '../../support/programs/chromium.ts'
import { repositoryRoot } from '../../support/repository.ts'

const app = join(repositoryRoot, 'apps/web')
const vite = join(app, 'node_modules/vite/bin/vite.js')

/** Pages are looked at where there are a browser and the packages of the app (`npm ci` in apps/web). */
export const hasPages = hasChromium && existsSync(vite)

export interface ServedPages {
  svc: TestKernel
  page: Page
  /** Errors of scripts and breaches of the policy, on any page. */
  complaints: string[]
  /** Another tab, of the same person or of nobody. */
  open(options?: { signedIn?: boolean }): Promise<Page>
  stop(): Promise<void>
}

/** The built app on a port of its own, under the policy that the server gives it, in front of a real server; and a page of its owner. */
export async function openPages(options: TestKernelOptions): Promise<ServedPages> {
  const [folder, svc, browser] = await Promise.all([build(), startTestKernel(options), launchChromium()])
  const server = createServer((request, response) => void answer(folder, svc.url, request, response))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const complaints: string[] = []
  const open = (signedIn: boolean): Promise<Page> =>
    openPage(browser, url, signedIn ? svc.owner.cookie : '', complaints)
  return {
    svc,
    page: await open(true),
    complaints,
    open: ({ signedIn = true } = {}) => open(signedIn),
    async stop() {
      await browser.close()
      server.closeAllConnections()
      server.close()
      await svc.stop()
    },
  }
}

async function openPage(browser: Browser, url: string, cookie: string, complaints: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
  const cookies = cookie.split('; ').filter(pair => pair.includes('='))
  await context.addCookies(
    cookies.map(pair => ({ name: pair.split('=')[0] ?? '', value: pair.slice(pair.indexOf('=') + 1), url })),
  )
  const page = await context.newPage()
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text())
  })
  return page
}

let built: Promise<string> | undefined

/** Once for the tests of a process. */
function build(): Promise<string> {
  built ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-pages-'))
    process.once('exit', () => void rm(folder, { recursive: true, force: true }))
    const env = { ...process.env, NODE_ENV: 'production', SVC_WEB_OUTPUT: folder }
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: app, env })
    return folder
  })()
  return built
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

async function answer(folder: string, api: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://pages')
  const type = types[extname(pathname)]
  if (pathname.startsWith('/api/')) pass(api, request, response)
  else if (type === undefined) await page(folder, response)
  else {
    const content = await readFile(join(folder, pathname)).catch(() => null)
    response.writeHead(content === null ? 404 : 200, { 'content-type': type }).end(content)
  }
}

async function page(folder: string, response: ServerResponse): Promise<void> {
  const nonce = randomBytes(16).toString('base64')
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const policy =
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; ` +
    `connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'`
  response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
  response.end(html.replace('<head>', `<head><base href="/"><meta property="csp-nonce" nonce="${nonce}">`))
}

/** As it came, its `Host` too: the server compares it with the origin of the page. */
function pass(api: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = request
  const onward = ask(new URL(url ?? '/', api), { method, headers }, answered => {
    response.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(response)
  })
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  request.pipe(onward)
}
