import type { ForeignProblem, JsonObject, PublicProblem } from '@svc/plugin'
import { problemOfThrown } from '../wire/errors.ts'

const types: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
}

/** Clients try a 409 again, so only what passes by itself stays one. */
function statusOf({ status, code }: PublicProblem): number {
  return status === 409 && code !== 'idempotency_in_progress' ? 400 : status
}

function errorBody(problem: PublicProblem): JsonObject {
  const status = statusOf(problem)
  const type = types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  return {
    type: 'error',
    error: { type, message: problem.detail },
    request_id: problem.request_id,
  }
}

/** Every error of the messages routes in Anthropic's form. */
export function anthropicProblem(problem: PublicProblem): ForeignProblem {
  const headers: Record<string, string> = { 'request-id': problem.request_id }
  // The budget comes back in hours or days: to try again in a second is of no use.
  if (problem.code === 'token_budget_exceeded') headers['x-should-retry'] = 'false'
  return { status: statusOf(problem), headers, body: errorBody(problem) }
}

/** The last a client hears of a stream that broke. */
export function errorEvent(thrown: unknown, requestId: string): JsonObject {
  return errorBody(problemOfThrown(thrown, requestId))
}
