import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { RouteRegistrar } from '@svc/plugin'
import type { AppFolder } from './served/app-folder.ts'
import type { AppPage } from './served/app-page.ts'

const forModels = [
  ['llms.txt', 'getManualList', 'The pages of the manual, for language models'],
  ['llms-full.txt', 'getWholeManual', 'The whole manual as one text, for language models'],
] as const

/** The browser app and its files, from this host alone. All pages but the first are what a browser gets at an address that nothing else serves. */
export function pageRoutes(app: RouteRegistrar, options: { folder: AppFolder; page: AppPage }): void {
  const { folder, page } = options
  app.route({
    method: 'GET',
    path: '/',
    operationId: 'getHomePage',
    summary: 'The page that a browser opens first',
    internal: true,
    permission: 'public',
    query: Type.Object({}, { additionalProperties: true }),
    responses: {
      200: { description: 'The page', contentType: 'text/html; charset=utf-8', example: '…' },
      503: {
        description: 'The page is still being built, and asks again',
        contentType: 'text/html; charset=utf-8',
        example: '…',
      },
    },
    etag: false,
    async handler(_request, reply) {
      const { status, html, headers } = await page.make(200)
      for (const [name, value] of Object.entries(headers)) reply.header(name, value)
      reply.status(status)
      return html
    },
  })

  for (const [name, operationId, summary] of forModels) {
    app.route({
      method: 'GET',
      path: `/${name}`,
      operationId,
      summary,
      internal: true,
      permission: 'public',
      responses: { 200: { description: 'Markdown', contentType: 'text/plain; charset=utf-8', example: '# svc' } },
      errors: { 404: ['not_found'] },
      etag: false,
      async handler(_request, reply) {
        const { bytes, contentType } = await folder.file(name, '')
        return reply.stream(Readable.from([bytes]), contentType)
      },
    })
  }

  app.route({
    method: 'GET',
    path: '/web/:file',
    operationId: 'getWebFile',
    summary: 'A file of the browser app',
    internal: true,
    permission: 'public',
    rateLimited: false,
    params: Type.Object({ file: Type.String({ maxLength: 200 }) }),
    responses: { 200: { description: 'The file', contentType: '*/*', example: '…' } },
    errors: { 404: ['not_found'] },
    etag: false,
    async handler({ params: { file }, headers }, reply) {
      const { bytes, contentType, encoding } = await folder.file(file, headers['accept-encoding'] ?? '')
      // A worker goes by the policy that its own script came with.
      reply.header('content-security-policy', "default-src 'none'; script-src 'self'; connect-src 'self'")
      if (encoding !== null) reply.header('content-encoding', encoding)
      // Another content has another name, where the name ends with the hash that the build gives it.
      const isLasting = /-[\w-]{8}\.(js|css|svg|woff2)$/.test(file)
      reply
        .header('vary', 'accept-encoding')
        .header('content-length', String(bytes.length))
        .header('cache-control', isLasting ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
      return reply.stream(Readable.from([bytes]), contentType)
    },
  })
}
