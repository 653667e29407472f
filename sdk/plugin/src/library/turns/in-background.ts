import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

let line: Promise<void> = Promise.resolve()

/**
 * Runs a short piece of long work on the event loop. The pieces of all who call this follow each other, each after a rest as long as
 * the piece before it took: at least half of the loop's time stays for requests. A piece should take a few milliseconds at most.
 */
export async function inBackground<T>(work: () => T): Promise<T> {
  const before = line
  const over = Promise.withResolvers<void>()
  line = over.promise
  await before
  const began = performance.now()
  try {
    return work()
  } finally {
    // A timer that has run out already would run in the same turn.
    void pause(performance.now() - began)
      .then(() => nextTurn())
      .then(over.resolve)
  }
}
