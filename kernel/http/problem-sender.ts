import type { FastifyReply } from 'fastify'
import { UnavailableError, messageOf } from '@svc/plugin'
import type { SvcError } from '@svc/plugin'
import type { Exchange } from './exchange.ts'
import { problemOf, problemType, publicProblemOf, toSvcError } from './problem.ts'

/** Sends an error as a problem, and logs what the operator must know. */
export function sendProblem(exchange: Exchange, reply: FastifyReply, thrown: unknown, bodyLimit: number): SvcError {
  const error = toSvcError(stoppedOr(exchange, thrown), bodyLimit)
  if (!reply.raw.destroyed) logProblem(exchange, error)
  if (reply.sent || reply.raw.headersSent) {
    // Too late for an answer: a cut connection is the only truth left to tell.
    reply.raw.destroy()
    return error
  }
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfterSeconds)))
  if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="svc"')
  const foreign = exchange.route?.definition.problem?.(publicProblemOf(error, exchange.id))
  if (foreign) {
    reply
      .code(foreign.status)
      .headers(foreign.headers ?? {})
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(foreign.body))
    return error
  }
  reply
    .code(error.status)
    .header('content-type', problemType)
    .send(JSON.stringify(problemOf(error, exchange.id)))
  return error
}

/** Work that our own stop cut off did not fail: it can be tried again. */
function stoppedOr(exchange: Exchange, thrown: unknown): unknown {
  const cut = thrown instanceof Error && thrown.name === 'AbortError'
  return cut && exchange.stopped ? new UnavailableError('The server is stopping.', { cause: thrown }) : thrown
}

function logProblem(exchange: Exchange, error: SvcError): void {
  const fields = {
    ...error.fields,
    status: error.status,
    code: error.code,
    operation_id: exchange.route?.definition.operationId,
  }
  if (error.status === 500) {
    const cause = error.cause ?? error
    exchange.log.error({ ...fields, err: cause }, `request failed: ${messageOf(cause)}`)
    return
  }
  if (error.status > 500) exchange.log.warn({ ...fields, cause: error.cause && messageOf(error.cause) }, error.message)
  else exchange.log.debug(fields, error.message)
}
