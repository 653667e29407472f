import { NotFoundError, SvcError, ValidationError } from '@svc/plugin'
import type { FieldError } from '@svc/plugin'
import type { ApiResponse } from './api-client.ts'

const standard = new Set(['type', 'title', 'status', 'detail', 'code', 'request_id', 'errors'])

/** The body of an answer; the route's schema says its type. @throws SvcError when it is a problem */
export function answerOf<Answer>(response: ApiResponse): Answer {
  if (response.status >= 400) throw problemError(response)
  return response.body as Answer
}

function isFieldError(error: unknown): error is FieldError {
  return typeof error === 'object' && error !== null && 'path' in error && 'message' in error
}

/** The error behind a problem document, as it was thrown on the other side. */
export function problemError({ status, body }: ApiResponse): SvcError {
  const problem = body !== null && typeof body === 'object' && !Array.isArray(body) ? body : {}
  const detail = typeof problem['detail'] === 'string' ? problem['detail'] : `The server answered ${status}.`
  const code = typeof problem['code'] === 'string' ? problem['code'] : 'unexpected_answer'
  const faults: unknown[] = Array.isArray(problem['errors']) ? problem['errors'] : []
  const errors = faults.filter(isFieldError)
  const extra = Object.fromEntries(Object.entries(problem).filter(([name]) => !standard.has(name)))
  if (code === 'not_found') return new NotFoundError(detail, { extra })
  if (code === 'validation_error') return new ValidationError(detail, errors, { extra })
  return new SvcError(status, code, detail, { errors, extra })
}
