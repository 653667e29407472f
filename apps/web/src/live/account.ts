import { AuthenticationError } from '@svc/sdk'
import { forgetDrafts } from './drafts.ts'
import { meQuery, signedOut } from './me.ts'
import { isOnline } from './online.ts'
import { queries } from './query-client.ts'
import { root, svc } from './server.ts'
import { chooseWorkspace } from './workspace-choice.ts'

/** Tabs of one browser share the session: what happens to it in one concerns all. */
const tabs = new BroadcastChannel('svc-account')

/** Reads who is signed in now, and says it to the other tabs. @throws Error when nobody is, as where the browser keeps no cookies */
export async function signedIn(): Promise<void> {
  const me = await queries.fetchQuery({ ...meQuery, staleTime: 0 })
  tabs.postMessage(me?.user.id ?? null)
  if (me !== null) return
  throw new Error(
    'This browser did not keep the cookie of the session. Allow cookies for this site, then sign in again.',
  )
}

/** Another tab signed somebody in while this one shows the way in. Call what it returns to stop. */
export function onSignedInElsewhere(goOn: () => void): () => void {
  const hear = ({ data }: MessageEvent<string | null>): void => {
    if (data !== null)
      void queries.fetchQuery({ ...meQuery, staleTime: 0 }).then(
        me => me !== null && goOn(),
        () => undefined,
      )
  }
  tabs.addEventListener('message', hear)
  return () => tabs.removeEventListener('message', hear)
}

/** Ends the session; nothing of it is left in the browser. @throws Error when the server could not be asked: the session goes on */
export async function signOut(): Promise<void> {
  if (!isOnline()) throw new Error('You are offline. Sign out when you are connected.')
  try {
    await svc.post('/api/auth/logout')
  } catch (error) {
    // It had ended before.
    if (!(error instanceof AuthenticationError)) throw error
  }
  forgetDrafts()
  signedOut()
  chooseWorkspace(null)
  tabs.postMessage(null)
  location.assign(new URL('auth/login', root))
}

/** This tab goes on in another workspace, from the start. */
export function openWorkspace(id: string): void {
  chooseWorkspace(id)
  location.assign(root)
}

/** Another tab signed somebody else in or out: what this one shows is no longer theirs. Call what it returns to stop. */
export function onAnotherAccount(userId: string): () => void {
  const hear = ({ data }: MessageEvent<string | null>): void => {
    if (data === userId) return
    forgetDrafts()
    location.assign(root)
  }
  tabs.addEventListener('message', hear)
  return () => tabs.removeEventListener('message', hear)
}
