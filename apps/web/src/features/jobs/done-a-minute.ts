const minuteMs = 60_000

/** How many of these ends, as RFC 3339, fall into each of the last minutes, the oldest first; what is older or still to come counts nowhere. */
export function doneAMinute(ends: readonly (string | null)[], now: number, minutes: number): number[] {
  const counts = Array.from({ length: minutes }, () => 0)
  for (const end of ends) {
    const ago = Math.floor((now - Date.parse(end ?? '')) / minuteMs)
    const index = minutes - 1 - ago
    if (index >= 0 && index < minutes) counts[index] = (counts[index] ?? 0) + 1
  }
  return counts
}

/** The points of an SVG polyline: one for each count, the highest at the top. */
export function sparkline(counts: readonly number[], width: number, height: number): string {
  const most = Math.max(1, ...counts)
  const step = width / Math.max(1, counts.length - 1)
  const round = (value: number): number => Math.round(value * 10) / 10
  return counts.map((count, index) => `${round(index * step)},${round(height - (count / most) * height)}`).join(' ')
}
