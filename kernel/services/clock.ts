import type { Clock } from '@svc/plugin'

export const systemClock: Clock = {
  now: () => Date.now(),
  timestamp: () => new Date().toISOString(),
  // By hand: the one of node:timers/promises makes an error with its stack for each sleep that ends early, as most sleeps do.
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const giveUp = (): void => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }, ms)
      signal?.addEventListener('abort', giveUp, { once: true })
    }),
}
