import { createReadStream } from 'node:fs'
import type { RouteRegistrar } from '@svc/plugin'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // The explorer styles itself through elements and attributes it makes; scripts stay ours alone.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>svc API</title>
    <link rel="icon" href="data:,">
    <style>
      header { display: flex; gap: 16px; padding: 8px 16px; font: 14px/20px system-ui, sans-serif; border-bottom: 1px solid #8884; }
      header a { color: inherit; }
      header a:first-child { font-weight: 600; }
    </style>
  </head>
  <body>
    <header><a href="../">svc</a> <a href="../chat">Chat</a></header>
    <div id="explorer"></div>
    <noscript>The explorer needs JavaScript. The document itself is at <a href="openapi.json">openapi.json</a>.</noscript>
    <script src="docs/explorer.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`

// Everything that would ask another host is off, and the policy above holds even where an option is forgotten.
const start = `const here = new URL('.', document.baseURI)
const ours = here.origin
Scalar.createApiReference('#explorer', {
  url: new URL('openapi.json', here).href,
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true, hideAddApi: true },
  mcp: { disabled: true },
  externalUrls: { dashboardUrl: ours, registryUrl: ours, proxyUrl: ours, apiBaseUrl: ours },
  persistAuth: false,
  theme: 'none',
  modelsSectionLabel: 'Schemas',
})
`

const javascript = 'text/javascript; charset=utf-8'

const explorer = new URL('./generated/api-explorer.js', import.meta.url)

/** The interactive explorer, from this host alone. */
export function docsRoutes(app: RouteRegistrar): void {
  app.route({
    method: 'GET',
    path: '/api/docs',
    operationId: 'getDocs',
    summary: 'The interactive API explorer',
    internal: true,
    permission: 'public',
    responses: { 200: { description: 'A page', contentType: 'text/html; charset=utf-8', example: '<!doctype html>…' } },
    handler: (_request, reply) => {
      reply.header('content-security-policy', policy)
      return page
    },
  })

  app.route({
    method: 'GET',
    path: '/api/docs/start.js',
    operationId: 'getDocsStart',
    summary: 'The script that starts the explorer',
    internal: true,
    permission: 'public',
    responses: { 200: { description: 'A script', contentType: javascript, example: 'Scalar.createApiReference(…)' } },
    handler: () => start,
  })

  app.route({
    method: 'GET',
    path: '/api/docs/explorer.js',
    operationId: 'getDocsExplorer',
    summary: 'The explorer itself',
    internal: true,
    permission: 'public',
    responses: { 200: { description: 'A script', contentType: javascript, example: '…' } },
    longRunning: true,
    handler: (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600')
      return reply.stream(createReadStream(explorer), javascript)
    },
  })
}
