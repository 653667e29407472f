import { readFile } from 'node:fs/promises'
import type { RouteRegistrar } from '@svc/plugin'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface PageFile {
  path: string
  file: string
  operationId: string
  summary: string
  contentType: string
}

const html = 'text/html; charset=utf-8'

const files: PageFile[] = [
  {
    path: '/',
    file: 'index.html',
    operationId: 'getHomePage',
    summary: 'The page that a browser opens first',
    contentType: html,
  },
  {
    path: '/setup',
    file: 'index.html',
    operationId: 'getSetupPage',
    summary: 'Where the setup link leads',
    contentType: html,
  },
  {
    path: '/web/page.js',
    file: 'page.js',
    operationId: 'getPageScript',
    summary: 'The script of the pages',
    contentType: 'text/javascript; charset=utf-8',
  },
  {
    path: '/web/style.css',
    file: 'style.css',
    operationId: 'getPageStyle',
    summary: 'The style of the pages',
    contentType: 'text/css; charset=utf-8',
  },
]

/** The pages, from this host alone and without inline scripts or styles. */
export function pageRoutes(app: RouteRegistrar): void {
  for (const { path, file, operationId, summary, contentType } of files) {
    app.route({
      method: 'GET',
      path,
      operationId,
      summary,
      permission: 'public',
      responses: { 200: { description: 'The file', contentType, example: '…' } },
      async handler(_request, reply) {
        reply.header('content-security-policy', policy)
        return readFile(new URL(`page/${file}`, import.meta.url), 'utf8')
      },
    })
  }
}
