/**
 * Waits for the first of `events`, so that what is thrown before it can still be the answer's status; then hands on all. When `signal`
 * aborts before anybody reads on, they are ended.
 */
export async function begun<T>(events: AsyncIterable<T>, signal: AbortSignal): Promise<AsyncIterable<T>> {
  const iterator = events[Symbol.asyncIterator]()
  const first = await iterator.next()
  // A generator that stands at its first event hears of no signal.
  const end = () => void iterator.return?.().catch(() => undefined)
  if (signal.aborted) end()
  signal.throwIfAborted()
  signal.addEventListener('abort', end, { once: true })
  return (async function* () {
    signal.removeEventListener('abort', end)
    signal.throwIfAborted()
    try {
      for (let next = first; !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  })()
}
