import type { RetryPolicy } from '../../definitions/workflow.ts'
import { msOf } from './durations.ts'

const mostTries = 100
const usualTries = 3
const longestPauseMs = 60 * 60 * 1000

/** How far a `try` is with its tries. */
export interface Tries {
  /** Those that have failed. */
  count: number
  /** When the first began, in milliseconds since the epoch. */
  since: number
}

/**
 * The pause before the next try in milliseconds, or null when the policy allows none. `leastMs` is what the other side asked for
 * (`Retry-After`); `random` is from 0 to 1.
 */
export function nextPause(
  policy: RetryPolicy,
  { count, since }: Tries,
  { now, leastMs, random }: { now: number; leastMs: number; random: number },
): number | null {
  const { attempt, duration } = policy.limit ?? {}
  const limit = attempt?.count ?? (duration === undefined && attempt?.duration === undefined ? usualTries : mostTries)
  if (count > Math.min(limit, mostTries)) return null
  const pause = Math.max(leastMs, Math.min(longestPauseMs, backoff(policy, count) + jitter(policy, random)))
  const allowedMs = duration === undefined ? Infinity : msOf(duration)
  return now + pause - since > allowedMs ? null : pause
}

function backoff({ delay, backoff }: RetryPolicy, count: number): number {
  const first = delay === undefined ? 0 : msOf(delay)
  if (backoff?.exponential) return first * 2 ** (count - 1)
  return backoff?.linear ? first * count : first
}

function jitter({ jitter }: RetryPolicy, random: number): number {
  if (!jitter) return 0
  const from = msOf(jitter.from)
  return from + (msOf(jitter.to) - from) * random
}
