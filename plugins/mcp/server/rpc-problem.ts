import type { ForeignProblem, JsonObject, PublicProblem } from '@svc/plugin'

const parseError = -32_700
const invalidRequest = -32_600
const internalError = -32_603
const serverError = -32_000

/** An error of a request that never reached the protocol, in the protocol's form. */
export function rpcProblem(problem: PublicProblem): ForeignProblem {
  const { status, code, detail, request_id, errors } = problem
  const data: JsonObject = { code, request_id, ...(errors && { errors: errors.map(error => ({ ...error })) }) }
  return { status, body: { jsonrpc: '2.0', id: null, error: { code: rpcCode(problem), message: detail, data } } }
}

function rpcCode({ status, detail }: PublicProblem): number {
  if (status >= 500) return internalError
  if (status !== 400) return serverError
  return /^body is (not valid|missing)/.test(detail) ? parseError : invalidRequest
}
