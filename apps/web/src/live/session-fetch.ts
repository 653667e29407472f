import { whenOnline } from './online.ts'
import { readServerClock } from './server-clock.ts'
import { readTooManyRequests } from './too-many-requests.ts'
import { chosenWorkspace } from './workspace-choice.ts'

/** Ends when the person has signed in again; rejects when they left the dialog. */
type SignInAgain = () => Promise<void>

let signInAgain: SignInAgain | null = null
let waiting: Promise<void> | null = null

/** Who shows the dialog; null: nobody does, and a refusal is an answer as any other. */
export function onSessionEnd(handler: SignInAgain | null): void {
  signInAgain = handler
}

/** A 401 of these is about what was typed. */
const ways = /\/api\/auth\/(?:login|password|register|setup|status)$/

const reads = new Set(['GET', 'HEAD', undefined])

/**
 * `fetch` with the session, in the workspace of this tab. When the session has ended, the person signs in again over the page, and what was refused is
 * sent once more with all its headers, so that its Idempotency-Key is the same. Requests that are refused meanwhile wait for the same dialog.
 * While the browser is offline, what changes something waits until it is online again.
 */
export async function sessionFetch(input: string, init: RequestInit = {}): Promise<Response> {
  const request = { ...init, headers: inWorkspace(init.headers) }
  if (!reads.has(init.method)) await whenOnline(init.signal)
  const answer = await fetch(input, request)
  readServerClock(answer.headers)
  readTooManyRequests(answer)
  const address = new URL(input, document.baseURI)
  if (answer.status !== 401 || signInAgain === null || ways.test(address.pathname)) return answer
  // What was read once cannot be sent again.
  if (init.body instanceof ReadableStream) return answer
  waiting ??= signInAgain().finally(() => (waiting = null))
  try {
    await waiting
  } catch {
    return answer
  }
  await answer.body?.cancel()
  return fetch(input, request)
}

function inWorkspace(given: HeadersInit | undefined): Headers {
  const headers = new Headers(given)
  const workspace = chosenWorkspace()
  if (workspace !== null && !headers.has('x-workspace-id')) headers.set('x-workspace-id', workspace)
  return headers
}
