import type { HttpServer, NotFoundError } from '@svc/plugin'
import type { Exchange } from '../exchange.ts'
import { sendProblem } from '../replies/problem.ts'

export type MakeUnknownPage = Parameters<HttpServer['setUnknownPage']>[0]

const html = /(?:^|,)\s*text\/html\s*(?:[;,]|$)/i

/** A page for browsers, which ask for HTML by name, and a problem for programs. */
export function answerUnknownPath(exchange: Exchange, error: NotFoundError, page: MakeUnknownPage | null): void {
  exchange.reply.header('vary', 'Accept')
  if (page === null || exchange.method !== 'GET' || !html.test(exchange.headers['accept'] ?? '')) {
    sendProblem(exchange, error)
    return
  }
  page({ path: exchange.path, detail: error.message }).then(
    ({ status = error.status, html: text, headers }) => {
      for (const [name, value] of Object.entries(headers)) exchange.reply.header(name, value)
      exchange.send(status, text, 'text/html; charset=utf-8')
    },
    (fault: unknown) => void sendProblem(exchange, fault),
  )
}
