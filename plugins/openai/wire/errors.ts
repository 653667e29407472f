import { CallerError, messageOf, SvcError, WorldError } from '@svc/plugin'
import type { FieldError, ForeignProblem, JsonObject, PublicProblem } from '@svc/plugin'

interface Kind {
  type: string
  code: string | null
}

const kinds: Record<number, Kind> = {
  400: { type: 'invalid_request_error', code: null },
  401: { type: 'invalid_request_error', code: 'invalid_api_key' },
  403: { type: 'permission_error', code: null },
  404: { type: 'invalid_request_error', code: null },
  413: { type: 'invalid_request_error', code: null },
  415: { type: 'invalid_request_error', code: null },
  422: { type: 'invalid_request_error', code: null },
  429: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
}

const outOfBudget: Kind = { type: 'insufficient_quota', code: 'insufficient_quota' }

/** `/messages/0/content` as OpenAI writes it: `messages[0].content`. */
export function paramOf(errors: readonly FieldError[] | undefined): string | null {
  const path = errors?.find(error => error.path !== '')?.path
  if (path === undefined) return null
  return path
    .replace(/^\//, '')
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
}

/** Clients try a 409 again, so only what passes by itself stays one. */
function statusOf(problem: PublicProblem): number {
  return problem.status === 409 && problem.code !== 'idempotency_in_progress' ? 400 : problem.status
}

function kindOf(problem: PublicProblem): Kind {
  if (problem.code === 'token_budget_exceeded') return outOfBudget
  const status = statusOf(problem)
  const known = kinds[status] ?? { type: status >= 500 ? 'api_error' : 'invalid_request_error', code: null }
  const isPlain = problem.code === 'validation_error'
  return { type: known.type, code: known.code ?? (isPlain ? null : problem.code) }
}

/** The object in `{"error": …}`. */
export function openAiError(problem: PublicProblem): JsonObject {
  const kind = kindOf(problem)
  const param = problem.code === 'model_not_allowed' ? 'model' : paramOf(problem.errors)
  return { message: problem.detail, type: kind.type, param, code: kind.code }
}

/** Every error of /v1 in OpenAI's form. */
export function openAiProblem(problem: PublicProblem): ForeignProblem {
  const headers: Record<string, string> = {}
  // The budget comes back in hours or days: to try again in a second is of no use.
  if (problem.code === 'token_budget_exceeded') headers['x-should-retry'] = 'false'
  return { status: statusOf(problem), headers, body: { error: openAiError(problem) } }
}

/** The 404 of a path that is no route. Most often a client was given another base URL than its library wants: then the error says which. */
export function unknownPathProblem(problem: PublicProblem): ForeignProblem {
  const [, doubled, messages, below] = asked.exec(problem.detail) ?? []
  const remedy = doubled ? remedies[messages ? 'messages' : 'doubled'] : below && remedies.without
  return openAiProblem(remedy ? { ...problem, detail: `${problem.detail} ${remedy}` } : problem)
}

const asked =
  /^There is no route [A-Z]+ \S*?(?:(\/v1\/v1)(?:(\/messages\b)|\b)|(?<!\/v1)(\/(?:chat\/completions|completions|embeddings|models|responses)\b))/
const remedies = {
  without: 'The base URL of a client of OpenAI ends with /v1, such as http://127.0.0.1:8420/v1.',
  doubled: 'The path has /v1 twice: give the client a base URL that ends with one /v1.',
  messages: 'The path has /v1 twice: the base URL of a client of Anthropic has no /v1 at its end.',
}

/** On routes where what is not found can only be the model. */
export function modelProblem(problem: PublicProblem): ForeignProblem {
  const foreign = openAiProblem(problem)
  if (problem.status !== 404) return foreign
  return { ...foreign, body: { error: { ...openAiError(problem), param: 'model', code: 'model_not_found' } } }
}

/** What went wrong once the answer had begun, as a client may see it. */
export function problemOfThrown(thrown: unknown, requestId: string): PublicProblem {
  if (!(thrown instanceof SvcError) || thrown.status === 500) {
    const detail = `An unexpected error happened. The log names it under request id ${requestId}.`
    return { status: 500, code: 'internal_error', detail, request_id: requestId }
  }
  return {
    status: thrown.status,
    code: thrown.code,
    detail: messageOf(thrown),
    request_id: requestId,
    ...(thrown.errors?.length && { errors: thrown.errors }),
  }
}

/** The error in a turn's log, to be thrown. */
export function errorOfTurn(error: { status: number; code: string; detail: string }): SvcError {
  if (error.status >= 500) return new WorldError(error.status, error.code, error.detail)
  return new CallerError(error.status, error.code, error.detail)
}

/** The last a client hears of a stream that broke: this form and no other is raised by every client. */
export function errorFrame(thrown: unknown, requestId: string): string {
  const error = openAiError(problemOfThrown(thrown, requestId))
  return `event: error\ndata: ${JSON.stringify({ error })}\n\n`
}
