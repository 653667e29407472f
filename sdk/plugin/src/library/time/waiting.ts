import type { Clock } from '../../core/runtime.ts'

/** Resolves when `work` has ended, or after `ms`; rejects as it does until then. */
export async function atMost(ms: number, work: Promise<unknown>, clock: Pick<Clock, 'sleep'>): Promise<void> {
  const over = new AbortController()
  const limit = clock.sleep(ms, over.signal).catch(() => undefined)
  try {
    await Promise.race([work, limit])
  } finally {
    over.abort()
  }
}

/** Does `work` after each `ms`, until the signal aborts. `work` never rejects. */
export async function repeatedly(
  ms: number,
  work: () => unknown,
  { clock, signal }: { clock: Pick<Clock, 'sleep'>; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(ms, signal).catch(() => undefined)
    if (!signal.aborted) await work()
  }
}
