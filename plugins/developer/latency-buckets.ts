// Each bucket is a fifth wider than the one before: from 0.1 ms to 13 minutes, no estimate is off by more than a tenth.
const growth = 1.2
const smallestMs = 0.1
const highest = 88

/** The bucket that a duration falls into. */
export function bucketOf(durationMs: number): number {
  if (!(durationMs > smallestMs)) return 0
  return Math.min(highest, Math.ceil(Math.log(durationMs / smallestMs) / Math.log(growth)))
}

/** The middle of a bucket, in milliseconds with two decimals. */
export function millisecondsOf(bucket: number): number {
  const middle = smallestMs * growth ** (bucket - 0.5)
  return Math.round(middle * 100) / 100
}

/** The duration under which `fraction` of all counted requests stayed; null without any. `counts` is in bucket order. */
export function percentile(counts: readonly { bucket: number; count: number }[], fraction: number): number | null {
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { bucket, count } of counts) {
    seen += count
    if (seen >= total * fraction) return millisecondsOf(bucket)
  }
  return null
}
