import { Button, Group, Modal, PasswordInput, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { followEventsAgain } from '../live/events/live-events.ts'
import { useMe } from '../live/me.ts'
import { svc } from '../live/server.ts'
import { onSessionEnd } from '../live/session-fetch.ts'

interface Waiting {
  done: () => void
  left: (reason: Error) => void
}

/** Over the page when the session has ended: what was refused is sent again afterwards. */
export function SignInAgain() {
  const { user } = useMe()
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    onSessionEnd(() => new Promise((done, left) => setWaiting({ done, left })))
    return () => onSessionEnd(null)
  }, [])
  const leave = (): void => {
    waiting?.left(new Error('Nobody signed in again.'))
    setWaiting(null)
  }
  const signIn = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      const body = { username: user.username, password: password.current?.value ?? '' }
      await svc.post('/api/auth/login', { body })
      followEventsAgain()
      waiting?.done()
      setWaiting(null)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      if (password.current) password.current.value = ''
      password.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened={waiting !== null} onClose={leave} title="Sign in again" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={event => {
          event.preventDefault()
          void signIn()
        }}
      >
        <Stack gap={16}>
          <p style={{ margin: 0 }}>The session of {user.username} has ended. Nothing on this page is lost.</p>
          <PasswordInput
            ref={password}
            label="Password"
            error={problem}
            autoComplete="current-password"
            data-autofocus
          />
          <Group justify="flex-end">
            <Button type="submit" loading={isBusy}>
              Sign in
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
