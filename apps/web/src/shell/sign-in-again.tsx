import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../live/fetch-part.ts'
import { onSessionEnd } from '../live/session-fetch.ts'

interface Waiting {
  done: () => void
  left: (reason: Error) => void
}

const load = () => import('./sign-in-dialog.tsx')
const SignInDialog = lazyPart(load, 'SignInDialog')

/** Over the page when the session has ended: what was refused is sent again afterwards. */
export function SignInAgain() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  useEffect(() => {
    let leave: Waiting['left'] | null = null
    onSessionEnd(
      () =>
        new Promise((done, left) => {
          leave = left
          setWaiting({ done, left })
        }),
    )
    // It is here before it is needed: then the server may be a newer one, without this very file. Asked for again when it did not come.
    void load().catch(() => undefined)
    return () => {
      onSessionEnd(null)
      leave?.(new Error('Nobody signed in again.'))
    }
  }, [])
  if (waiting === null) return null
  return (
    <Suspense fallback={null}>
      <SignInDialog
        onDone={() => {
          waiting.done()
          setWaiting(null)
        }}
        onLeave={() => {
          waiting.left(new Error('Nobody signed in again.'))
          setWaiting(null)
        }}
      />
    </Suspense>
  )
}
