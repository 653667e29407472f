/** R's type 7 over sorted numbers. */
export function quantile(sorted: ArrayLike<number>, q: number): number | null {
  if (sorted.length === 0) return null
  const at = (sorted.length - 1) * q
  const low = Math.floor(at)
  const below = sorted[low] ?? Number.NaN
  const above = sorted[Math.min(sorted.length - 1, low + 1)] ?? below
  return at === low ? below : below + (at - low) * (above - below)
}
