type Listener = (seconds: number) => void

const listeners = new Set<Listener>()

/** Hears for how many seconds the server takes no further requests; call what it returns to stop. */
export function onTooManyRequests(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads from an answer whether the server takes no further requests for now. The SDK sends them again by itself. */
export function readTooManyRequests({ status, headers }: Response): void {
  const seconds = status === 429 ? Number(headers.get('retry-after')) : 0
  if (seconds > 0) for (const listener of listeners) listener(seconds)
}
