const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** In words: what was less than a minute ago is now. */
export function ago(seconds: number): string {
  const step = steps.find(([, size]) => Math.abs(seconds) >= size)
  if (step !== undefined) return relative.format(Math.round(seconds / step[1]), step[0])
  // The clocks of the server and of this machine differ by a little.
  return seconds > 2 ? 'in less than a minute' : 'now'
}
