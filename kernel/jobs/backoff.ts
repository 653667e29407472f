const longestMs = 3_600_000
const jitter = 0.2

/** Milliseconds until the next try: min(2^attempt s, 1 h), ± 20 %, so that jobs that failed together do not come back together. */
export function backoffMs(attempt: number, random = Math.random()): number {
  const base = Math.min(2 ** attempt * 1000, longestMs)
  return Math.round(base * (1 - jitter + 2 * jitter * random))
}
