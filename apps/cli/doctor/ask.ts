import type { ApiClient } from '../api/api-client.ts'
import { problemError } from '../api/problem-error.ts'
import type { Finding } from './finding.ts'

/** Asks the server, and makes of a refusal the finding that something was not told. */
export async function ask<Body>(
  api: ApiClient,
  path: string,
  about: string,
  signal: AbortSignal,
): Promise<{ body: Body; notTold?: never } | { notTold: Finding; body?: never }> {
  const answer = await api.exchange({ method: 'GET', path, signal })
  if (answer.status === 200) return { body: answer.body as Body }
  // A refusal says itself what to do.
  return { notTold: { check: about, outcome: 'warning', detail: `not told: ${problemError(answer).message}` } }
}
