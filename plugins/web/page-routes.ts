import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import type { HttpServer, RouteRegistrar } from '@svc/plugin'

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

const anyQuery = Type.Object({}, { additionalProperties: true })
const html = 'text/html; charset=utf-8'
const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

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
    path: '/chat',
    file: 'chat.html',
    operationId: 'getChatPage',
    summary: 'Where people talk to the agent',
    contentType: html,
  },
  {
    path: '/auth/register',
    file: 'register.html',
    operationId: 'getRegisterPage',
    summary: 'Where the link of an invitation leads',
    contentType: html,
  },
  {
    path: '/web/register.js',
    file: 'register.js',
    operationId: 'getRegisterScript',
    summary: 'The script of the page for new accounts',
    contentType: script,
  },
  {
    path: '/web/form.js',
    file: 'form.js',
    operationId: 'getFormScript',
    summary: 'How the forms of the pages are sent',
    contentType: script,
  },
  {
    path: '/web/api.js',
    file: 'api.js',
    operationId: 'getApiScript',
    summary: 'How the pages reach the API',
    contentType: script,
  },
  {
    path: '/web/workspace.js',
    file: 'workspace.js',
    operationId: 'getWorkspaceScript',
    summary: 'How a person chooses among their workspaces',
    contentType: script,
  },
  {
    path: '/web/chat.js',
    file: 'chat.js',
    operationId: 'getChatScript',
    summary: 'The script of the chat',
    contentType: script,
  },
  {
    path: '/web/chat-turn.js',
    file: 'chat-turn.js',
    operationId: 'getChatTurnScript',
    summary: 'How a turn of the chat is shown',
    contentType: script,
  },
  {
    path: '/web/chat.css',
    file: 'chat.css',
    operationId: 'getChatStyle',
    summary: 'The style of the chat',
    contentType: style,
  },
  {
    path: '/web/page.js',
    file: 'page.js',
    operationId: 'getPageScript',
    summary: 'The script of the pages',
    contentType: script,
  },
  {
    path: '/web/style.css',
    file: 'style.css',
    operationId: 'getPageStyle',
    summary: 'The style of the pages',
    contentType: style,
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
      internal: true,
      permission: 'public',
      // The scripts read what stands behind the question mark, such as the code of an invitation.
      query: anyQuery,
      responses: { 200: { description: 'The file', contentType, example: '…' } },
      async handler(_request, reply) {
        reply.header('content-security-policy', policy)
        return readFile(new URL(`page/${file}`, import.meta.url), 'utf8')
      },
    })
  }
}

/** The page at paths that nothing serves. It may stand at any depth, so its links begin at the address of the server. */
export function unknownPage(http: HttpServer): void {
  http.setUnknownPage(async () => {
    const page = await readFile(new URL('page/unknown.html', import.meta.url), 'utf8')
    const root = new URL(http.facts().base_url || '/', 'http://localhost').pathname.replace(/\/$/, '')
    return {
      html: page.replaceAll('{root}', escaped(root)),
      headers: { 'content-security-policy': policy, 'cache-control': 'no-store' },
    }
  })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
