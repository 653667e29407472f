import { PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { signedIn } from '../../live/account.ts'
import { svc } from '../../live/server.ts'
import { RefusalPanel } from '../../ui/forms/refusal-panel.tsx'
import { textIn, useSubmit } from '../../ui/forms/use-submit.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { newUsername } from './new-username.ts'
import { strengthOf } from './password-strength.ts'
import { useSetupToken } from './setup-token.ts'

/** Makes the first account, the owner of the installation, and signs it in. */
export function OwnerForm({ onDone }: { onDone: () => void }) {
  const given = useSetupToken()
  const [password, setPassword] = useState('')
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    const username = textIn(form, 'username')
    const setup_token = given || textIn(form, 'setup_token')
    await svc.post('/api/auth/setup', { body: { username, password, setup_token }, maxRetries: 0 })
    await signedIn()
    onDone()
  })

  return (
    <form onSubmit={onSubmit}>
      <Stack gap={16}>
        {given === '' && (
          <TextInput
            name="setup_token"
            label="Setup token"
            description="svc prints it when it starts, and keeps it in the file setup_token of its data folder."
            error={refusal.at('/setup_token')}
            autoComplete="off"
            required
            withAsterisk={false}
          />
        )}
        <TextInput
          name="username"
          label="Username"
          {...newUsername}
          error={refusal.at('/username')}
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
        />
        <PasswordInput
          name="password"
          label="Password"
          description={strengthOf(password)}
          error={refusal.at('/password')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <RefusalPanel refusal={refusal} />
        <SubmitButton loading={isBusy} fullWidth>
          Create owner
        </SubmitButton>
      </Stack>
    </form>
  )
}
