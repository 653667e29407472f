import { useSyncExternalStore } from 'react'

/** Whether the browser has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

/**
 * Resolves when the browser has a network.
 * @throws the reason of the signal when that comes first
 */
export async function whenOnline(signal?: AbortSignal | null): Promise<void> {
  if (navigator.onLine) return
  await new Promise<void>((resolve, reject) => {
    const stop = subscribe(() => {
      if (navigator.onLine) end(resolve)
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

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
