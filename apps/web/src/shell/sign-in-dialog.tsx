import { Group, PasswordInput, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { followEventsAgain } from '../live/events/live-events.ts'
import { useMe } from '../live/me.ts'
import { svc } from '../live/server.ts'
import { sentenceOf } from '../ui/states/sentence-of.ts'
import { SubmitButton } from '../ui/forms/submit-button.tsx'
import { Modal } from '../ui/overlays/modal.tsx'

/** Asks the person of the page for the password; `onDone` follows when the server took it. */
export function SignInDialog({ onDone, onLeave }: { onDone: () => void; onLeave: () => void }) {
  const { user } = useMe()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const signIn = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      const body = { username: user.username, password: password.current?.value ?? '' }
      await svc.post('/api/auth/login', { body })
      followEventsAgain()
      onDone()
    } catch (error) {
      setProblem(sentenceOf(error))
      if (password.current) password.current.value = ''
      password.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onLeave} title="Sign in again" closeButtonProps={{ 'aria-label': 'Close' }}>
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
            <SubmitButton loading={isBusy}>Sign in</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
