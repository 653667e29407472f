import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { signedIn } from '../../live/account.ts'
import { svc } from '../../live/server.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { fieldErrors } from '../../ui/field-errors.ts'
import { newUsername } from './new-username.ts'
import { strengthOf } from './password-strength.ts'
import { givenSetupToken, hideSetupToken } from './setup-token.ts'

/** Makes the first account, the owner of the installation, and signs it in. */
export function OwnerForm({ onDone }: { onDone: () => void }) {
  const [given] = useState(givenSetupToken)
  useEffect(hideSetupToken, [])
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [password, setPassword] = useState('')
  const faults = fieldErrors(error)

  const create = async (form: HTMLFormElement): Promise<void> => {
    const values = new FormData(form)
    setBusy(true)
    setError(null)
    try {
      await svc.post('/api/auth/setup', {
        body: {
          username: String(values.get('username')).trim(),
          password,
          setup_token: given || String(values.get('setup_token')).trim(),
        },
        maxRetries: 0,
      })
      await signedIn()
      onDone()
    } catch (problem) {
      setError(problem)
      const field = Object.keys(fieldErrors(problem))[0]?.slice(1)
      if (field !== undefined) form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void create(event.currentTarget)
      }}
    >
      <Stack gap={16}>
        {given === '' && (
          <TextInput
            name="setup_token"
            label="Setup token"
            description="svc prints it when it starts, and keeps it in the file setup_token of its data folder."
            error={faults['/setup_token']}
            autoComplete="off"
            required
            withAsterisk={false}
          />
        )}
        <TextInput
          name="username"
          label="Username"
          {...newUsername}
          error={faults['/username']}
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
        />
        <PasswordInput
          name="password"
          label="Password"
          description={strengthOf(password)}
          error={faults['/password']}
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        {error !== null && Object.keys(faults).length === 0 && <ErrorPanel error={error} />}
        <Button type="submit" loading={isBusy} fullWidth>
          Create owner
        </Button>
      </Stack>
    </form>
  )
}
