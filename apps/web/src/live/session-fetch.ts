import type { NextTry } from '@svc/sdk'
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

/** A 401 of these is about what was typed, or says that the session has ended, as it should. */
const ways = /\/api\/auth\/(?:login|logout|password|register|setup|status)$/

const reads = new Set(['GET', 'HEAD'])

/**
 * Before a request is sent: while the browser is offline, what changes something waits until it is online again. When the session has ended, the person
 * signs in again over the page, and what was refused is sent once more. Requests that are refused meanwhile wait for the same dialog.
 */
export async function beforeTry({ method, path, signal, refusal }: NextTry): Promise<void> {
  if (refusal !== null) {
    if (signInAgain === null || ways.test(path)) throw refusal
    waiting ??= signInAgain().finally(() => (waiting = null))
    await waiting.catch(() => {
      throw refusal
    })
  }
  if (!reads.has(method)) await whenOnline(signal)
}

/** `fetch` in the workspace of this tab. What answers say about the server is read on the way. */
export async function sessionFetch(input: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(input, { ...init, headers: inWorkspace(init.headers) })
  readServerClock(answer.headers)
  readTooManyRequests(answer)
  return answer
}

function inWorkspace(given: HeadersInit | undefined): Headers {
  const headers = new Headers(given)
  const workspace = chosenWorkspace()
  if (workspace !== null && !headers.has('x-workspace-id')) headers.set('x-workspace-id', workspace)
  return headers
}
