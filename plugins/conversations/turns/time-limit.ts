import type { Clock } from '@svc/plugin'

/** The reason of a signal that ends a wait nobody needs any more; one object, so that no stack is written for it. */
const noLongerNeeded = Object.freeze({ name: 'AbortError', message: 'The wait is no longer needed.' })

/** Calls `onOver` after a time; what it returns ends the wait before. */
export function timeLimit(clock: Clock, ms: number, onOver: () => void): () => void {
  const ended = new AbortController()
  void clock.sleep(ms, ended.signal).then(onOver, () => undefined)
  return () => ended.abort(noLongerNeeded)
}
