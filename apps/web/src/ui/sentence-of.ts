import { APIError } from '@svc/sdk'

/** What went wrong, in the words of the server where it has some. */
export function sentenceOf(error: unknown): string {
  if (error instanceof APIError && error.problem !== null) return error.problem.detail
  return error instanceof Error ? error.message : String(error)
}
