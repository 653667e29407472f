import type { ApiClient } from '../api/api-client.ts'
import { problemError } from '../api/problem-error.ts'
import type { Finding } from './doctor-check.ts'

/** Asks the server; when it refuses, the refusal becomes a finding. */
export async function ask<Body>(
  api: ApiClient,
  path: string,
  about: string,
  signal: AbortSignal,
): Promise<{ body: Body; refusal?: never } | { refusal: Finding; body?: never }> {
  const answer = await api.exchange({ method: 'GET', path, signal })
  if (answer.status === 200) return { body: answer.body as Body }
  // A refusal says itself what to do.
  return {
    refusal: { check: about, outcome: 'warning', detail: `the server refused: ${problemError(answer).message}` },
  }
}
