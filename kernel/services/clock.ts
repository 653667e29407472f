import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '@svc/plugin'

export const systemClock: Clock = {
  now: () => Date.now(),
  timestamp: () => new Date().toISOString(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, signal ? { signal } : {})
  },
}
