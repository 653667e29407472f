import { APIError } from '@svc/sdk'
import type { Fetch, SvcClient, WorkspaceEvent } from '@svc/sdk'

/**
 * `gap`: some events are lost, so everything that was read may be old. `open`: the stream begins now, so what was read before, while nobody listened, may be
 * old too.
 */
export type LiveNews =
  | { kind: 'open' }
  | { kind: 'event'; event: WorkspaceEvent }
  | { kind: 'gap' }
  | { kind: 'state'; state: 'connected' | 'reconnecting' | 'signed-out' }

const pausesMs = [1000, 2000, 4000, 8000, 16_000, 30_000]

/** `send`, and news of each stream that begins with what happens from now on. */
export function emittingOpen(send: Fetch, emit: (news: LiveNews) => void): Fetch {
  return async (input, init) => {
    const answer = await send(input, init)
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    if (isStream && answer.ok && !new Headers(init.headers).has('last-event-id')) emit({ kind: 'open' })
    return answer
  }
}

/** Follows the event log of the workspace until `signal` ends it; after each break it goes on where it was. */
export async function readEvents(
  client: SvcClient,
  emit: (news: LiveNews) => void,
  signal: AbortSignal,
): Promise<void> {
  let after: string | undefined
  while (!signal.aborted) {
    const stream = client.events.subscribe({ after }, { signal, maxRetries: 0 })
    try {
      for await (const event of stream) {
        // A type that this version of the SDK does not know: the log says it all the same.
        emit((event.type as string) === 'gap' ? { kind: 'gap' } : { kind: 'event', event })
      }
    } catch (error) {
      if (signal.aborted) return
      const status = error instanceof APIError ? error.status : 0
      if (status === 401) return emit({ kind: 'state', state: 'signed-out' })
      // The log does not know the last event: a backup was restored.
      after = status === 400 ? undefined : (stream.lastEventId ?? after)
    }
    emit({ kind: 'state', state: 'reconnecting' })
    if (!(await serverIsBack(client, signal))) return
    emit({ kind: 'state', state: 'connected' })
    if (after === undefined) emit({ kind: 'gap' })
  }
}

/** False: `signal` ended the wait. */
export async function serverIsBack(client: SvcClient, signal: AbortSignal): Promise<boolean> {
  for (let tries = 0; !signal.aborted; tries++) {
    await pause(pausesMs[Math.min(tries, pausesMs.length - 1)] as number, signal)
    try {
      await client.get('/api/auth/status', { signal, maxRetries: 0, timeout: 10_000 })
      return true
    } catch {
      // Away still.
    }
  }
  return false
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    // The network is back before the pause is over.
    addEventListener('online', end)
    signal.addEventListener('abort', end, { once: true })
  })
}
