/** A clock that is off by less is as good as right: an answer takes a moment, and its header knows whole seconds. */
const mostOffMs = 5000

let aheadMs = 0

/** Sets the clock by the `Date` of an answer. */
export function readServerClock(headers: Headers): void {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  const off = date - Date.now()
  aheadMs = Math.abs(off) > mostOffMs ? off : 0
}

/** The time of the server, in milliseconds; the clock of the browser may be days off. */
export function serverNow(): number {
  return Date.now() + aheadMs
}
