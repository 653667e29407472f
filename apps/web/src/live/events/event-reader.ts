import { APIError } from '@svc/sdk'
import type { Fetch, SvcClient, WorkspaceEvent } from '@svc/sdk'

/**
 * `gap`: some events are lost, so everything that was read may be old. `open`: the stream begins now, so what was read before, while nobody listened, may be
 * old too. `refused`: this person may not read these events, or their workspace is gone; nothing more comes.
 */
export type LiveNews =
  | { kind: 'open' }
  | { kind: 'event'; event: WorkspaceEvent }
  | { kind: 'gap' }
  | { kind: 'state'; state: 'connected' | 'reconnecting' | 'refused' | 'signed-out' }

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
  /** In a row. */
  let refusals = 0
  while (!signal.aborted) {
    const stream = client.events.subscribe({ after }, { signal, maxRetries: 0 })
    try {
      for await (const event of stream) {
        refusals = 0
        // A type that this version of the SDK does not know: the log says it all the same.
        emit((event.type as string) === 'gap' ? { kind: 'gap' } : { kind: 'event', event })
      }
    } catch (error) {
      if (signal.aborted) return
      const { status = 0, problem = null } = error instanceof APIError ? error : {}
      if (status === 401) return emit({ kind: 'state', state: 'signed-out' })
      // Without a problem it is a proxy that says so, while the server is away.
      if ((status === 403 || status === 404) && problem !== null) return emit({ kind: 'state', state: 'refused' })
      // The log does not know the last event: a backup was restored.
      after = status === 400 ? undefined : (stream.lastEventId ?? after)
      refusals = status === 0 ? 0 : refusals + 1
    }
    emit({ kind: 'state', state: 'reconnecting' })
    if (!(await serverIsBack(client, signal, Math.max(0, refusals - 1)))) return
    emit({ kind: 'state', state: 'connected' })
    if (after === undefined) emit({ kind: 'gap' })
  }
}

/** `tries`: those that came before this wait, and make it longer. False: `signal` ended it. */
export async function serverIsBack(client: SvcClient, signal: AbortSignal, tries = 0): Promise<boolean> {
  for (; !signal.aborted; tries++) {
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
