import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'
import { workerLinkPath } from '@svc/plugin/contracts/worker-link'
import type { WorkerServer } from '@svc/plugin/contracts/worker-link'
import { LinkClient } from './link-client.ts'
import type { ServerLink } from './link-client.ts'
import { RemoteJobSource } from './remote-job-source.ts'
import { RemoteJobStore } from './remote-job-store.ts'
import { LinkNotes } from './link-notes.ts'

const firstPauseMs = 100
const longestPauseMs = 2000
/** While the server starts, stops, or has no owner yet. */
const passing = new Set(['unavailable', 'setup_required', 'rate_limited'])

/** The server behind a link. `onMismatch` is called when it runs another version by now. */
export function linkedServer(link: ServerLink, onMismatch: (error: Error) => void): WorkerServer {
  const client = new LinkClient(link, onMismatch)
  return {
    name: link.name,
    hello: () => client.get('/hello'),
    queue: (worker, { clock, log, signal }) => ({
      store: new RemoteJobStore(client),
      source: new RemoteJobSource({ client, worker, clock, log, signal }),
    }),
    notes: ({ clock, log }) => new LinkNotes(client, { clock, log }),
  }
}

/** Resolves once the server answers a worker, whatever it answers; says once what it waits for. */
export async function awaitServer(link: ServerLink, note: (text: string) => void, signal: AbortSignal): Promise<void> {
  let noted = ''
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const reason = await reasonToWait(link)
    if (reason === null) return
    if (reason !== noted) note(`${reason} Waiting for it.`)
    noted = reason
    await wait(pause, undefined, { signal })
  }
}

async function reasonToWait(link: ServerLink): Promise<string | null> {
  try {
    const { status, body } = await link.request('GET', `${workerLinkPath}/hello`)
    if (status < 400 || !passing.has(text(body, 'code'))) return null
    return `${link.name}: ${text(body, 'detail')}`
  } catch (error) {
    return messageOf(error)
  }
}

function text(body: JsonValue, name: string): string {
  const value = body !== null && typeof body === 'object' && !Array.isArray(body) ? body[name] : undefined
  return typeof value === 'string' ? value : ''
}
