import type { ServerResponse } from 'node:http'
import type { HttpLimits } from './limits.ts'

/** Resolves with true once the client has read on or gone, with false when it read nothing for the whole of the grace time. */
export function keepsUp(raw: ServerResponse, limits: HttpLimits): Promise<boolean> {
  return new Promise(resolve => {
    const settle = (reads: boolean) => (): void => {
      clearTimeout(timer)
      raw.off('drain', drained).off('close', closed)
      resolve(reads)
    }
    const drained = settle(true)
    const closed = settle(true)
    const timer = setTimeout(settle(false), limits.streamStallMs).unref()
    raw.once('drain', drained).once('close', closed)
  })
}
