import { useSyncExternalStore } from 'react'

/** Between two looks at the server while the browser has no network. */
const firstPauseMs = 1000
const longestPauseMs = 30_000
const patienceMs = 5000

let isAway = false
/** The number of the look that counts: a later one ends those before it. */
let looks = 0
const listeners = new Set<() => void>()

/**
 * Called once, as the app begins. A browser that says that it has no network may reach the server all the same, on its own machine or over a cable of its
 * own: the server is asked.
 */
export function watchNetwork(): void {
  const begin = (): void => void look()
  addEventListener('online', begin)
  addEventListener('offline', begin)
  begin()
}

async function look(): Promise<void> {
  const own = ++looks
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const isThere = navigator.onLine || (await answers())
    if (own !== looks) return
    if (isAway === isThere) {
      isAway = !isThere
      for (const listener of listeners) listener()
    }
    if (isThere) return
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
}

function answers(): Promise<boolean> {
  const address = new URL('api/auth/status', document.baseURI)
  return fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) }).then(
    () => true,
    () => false,
  )
}

/** Whether the browser reaches the server, as far as it knows. */
export function isOnline(): boolean {
  return !isAway
}

export function useOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, isOnline)
}

/** Call what it returns to stop. */
export function onOnlineChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Resolves when the browser reaches the server.
 * @throws the reason of the signal when that comes first
 */
export async function whenOnline(signal?: AbortSignal | null): Promise<void> {
  if (isOnline()) return
  await new Promise<void>((resolve, reject) => {
    const stop = onOnlineChange(() => {
      if (isOnline()) end(resolve)
    })
    const giveUp = (): void => end(() => reject(signal?.reason as Error))
    const end = (settle: () => void): void => {
      stop()
      signal?.removeEventListener('abort', giveUp)
      settle()
    }
    if (signal?.aborted) giveUp()
    else signal?.addEventListener('abort', giveUp)
  })
}
