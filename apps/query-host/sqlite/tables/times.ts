/** `2020-01-31`, `2020-01-31 12:00:00.5`: milliseconds since the epoch, NaN for other text. */
export function msOf(text: string): number {
  return Date.parse(text.length === 10 ? text : `${text.replace(' ', 'T')}Z`)
}

/** As it stands in an answer: `2020-01-31T12:00:00.500`. */
export function textOfMs(ms: number): string {
  return new Date(Math.round(ms)).toISOString().slice(0, -1)
}
