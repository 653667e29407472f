import type { EgressRequest } from '../../core/egress.ts'

const longestAnswerMs = 60 * 60_000

/** The limits of a call whose answer is written while it is read: until it begins, between two of its pieces, and an hour for all of it. */
export function answerLimits(timeoutMs: number): Pick<EgressRequest, 'timeoutMs' | 'stream'> {
  return { timeoutMs, stream: { silenceMs: timeoutMs, totalMs: longestAnswerMs } }
}
