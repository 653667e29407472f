import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AppFolder } from './app-folder.ts'

export interface Page {
  status: number
  html: string
  headers: Record<string, string>
}

/** The page of the browser app at any of its addresses; the same for everyone but for the nonce. */
export class AppPage {
  readonly #folder: AppFolder
  readonly #basePath: () => string

  constructor(folder: AppFolder, basePath: () => string) {
    this.#folder = folder
    this.#basePath = basePath
  }

  async make(status: number): Promise<Page> {
    if (!this.#folder.isThere) return this.#notBuilt()
    const nonce = randomBytes(16).toString('base64')
    const head = `<head>\n    <base href="${escaped(this.#basePath())}/" />\n    <meta property="csp-nonce" nonce="${nonce}" />`
    const html = (await this.#folder.template()).replace('<head>', head)
    return { status, html, headers: headers(nonce) }
  }

  /** Between the first start and the end of the build. The page asks again by itself. */
  async #notBuilt(): Promise<Page> {
    const html = await readFile(new URL('../page/not-built.html', import.meta.url), 'utf8')
    const nonce = randomBytes(16).toString('base64')
    return {
      status: 503,
      html: html.replaceAll('{nonce}', nonce),
      headers: { ...headers(nonce, `'nonce-${nonce}'`), 'retry-after': '2' },
    }
  }
}

/** Nothing inline but the styles that carry the nonce, nothing from another host. */
function headers(nonce: string, scripts = "'self'"): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return { 'content-security-policy': policy.join('; '), 'cache-control': 'no-store' }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
