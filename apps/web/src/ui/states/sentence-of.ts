import { APIError, ConnectionError, TimeoutError } from '@svc/sdk'
import { isOnline } from '../../live/online.ts'

/** What went wrong, in the words of the server where it has some. */
export function sentenceOf(error: unknown): string {
  if (error instanceof APIError && error.problem !== null) return error.problem.detail
  if (error instanceof ConnectionError && !isOnline()) return 'This browser is offline. Nothing that was typed is lost.'
  if (error instanceof ConnectionError && !(error instanceof TimeoutError))
    return 'The server does not answer. Nothing that was typed is lost.'
  return error instanceof Error ? error.message : String(error)
}
