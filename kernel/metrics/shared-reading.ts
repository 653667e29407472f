const freshMs = 1_000

/** Several gauges that tell of one reading ask for it once a scrape. */
export function sharedReading<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null
  return () => {
    const now = performance.now()
    if (last === null || now - last.at > freshMs) last = { at: now, answer: read() }
    return last.answer
  }
}
