import { UnavailableError, messageOf } from '@svc/plugin'
import type { SvcError } from '@svc/plugin'
import type { Exchange } from './exchange.ts'
import { problemOf, problemType, publicProblemOf, toSvcError } from './problem.ts'

/** Sends an error as a problem, and logs what the operator must know. */
export function sendProblem(exchange: Exchange, thrown: unknown, bodyLimit: number): SvcError {
  const error = toSvcError(stoppedOr(exchange, thrown), bodyLimit)
  const { id, reply, response, route } = exchange
  if (!response.destroyed) logProblem(exchange, error)
  if (exchange.answered) {
    // Too late for an answer: a cut connection is the only truth left to tell.
    response.destroy()
    return error
  }
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfterSeconds)))
  if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="svc"')
  const foreign = route?.definition.problem?.(publicProblemOf(error, id))
  if (foreign) {
    for (const [name, value] of Object.entries(foreign.headers ?? {})) reply.header(name, value)
    exchange.send(foreign.status, JSON.stringify(foreign.body), 'application/json; charset=utf-8')
  } else {
    exchange.send(error.status, JSON.stringify(problemOf(error, id)), problemType)
  }
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
