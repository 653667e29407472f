import type { Clock } from '@svc/plugin'

/** Settles as `work` does, or rejects with the signal's reason as soon as it aborts, whether or not `work` listens to it. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    work.catch(() => undefined)
    throw signal.reason
  }
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = (): void => reject(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
    work.catch(() => undefined)
  }
}

/** The reason of a signal that ends a wait nobody needs any more; one object, so that no stack is written for it. */
const noLongerNeeded = Object.freeze({ name: 'AbortError', message: 'The wait is no longer needed.' })

/** Calls `onOver` after a time; what it returns ends the wait before. */
export function timeLimit(clock: Clock, ms: number, onOver: () => void): () => void {
  const ended = new AbortController()
  void clock.sleep(ms, ended.signal).then(onOver, () => undefined)
  return () => ended.abort(noLongerNeeded)
}

/** What `source` yields, until it ends or the signal aborts; then it is closed without waiting for it. */
export async function* abortableEach<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let isOver = false
  try {
    for (;;) {
      const next = await abortable(iterator.next(), signal)
      isOver = next.done === true
      if (next.done) return
      yield next.value
    }
  } finally {
    if (!isOver) void iterator.return?.().catch(() => undefined)
  }
}
