import { PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { signedIn } from '../../live/account.ts'
import { statusQuery } from '../../live/me.ts'
import { svc } from '../../live/server.ts'
import { AuthCard } from '../../ui/page/auth-card.tsx'
import { RefusalPanel } from '../../ui/forms/refusal-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { textIn, useSubmit } from '../../ui/forms/use-submit.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { newUsername } from './new-username.ts'
import { strengthOf } from './password-strength.ts'

/** Where the link of an invitation leads; open to everybody where the operator allows it. */
export function RegisterPage() {
  const { invite = '' } = useSearch({ strict: false }) as { invite?: string }
  const status = useQuery(statusQuery)
  return (
    <AuthCard title="Create an account">
      <Loaded query={status}>
        {({ setup_required, multi_user_enabled, registration_enabled }) => {
          if (setup_required)
            return (
              <p>
                This installation has no owner yet. <Link to="/auth/setup">Set up svc</Link> first.
              </p>
            )
          if (!multi_user_enabled) return <p>This installation is for one person. No more accounts can be made here.</p>
          // With the code of an invitation it is open all the same, so the form has a field for one.
          return <AccountForm invite={invite} isOpen={registration_enabled} />
        }}
      </Loaded>
      <Link to="/auth/login">Sign in</Link>
    </AuthCard>
  )
}

function AccountForm({ invite, isOpen }: { invite: string; isOpen: boolean }) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    const code = invite || textIn(form, 'invite')
    const body = { username: textIn(form, 'username'), password, ...(code && { invite: code }) }
    await svc.post('/api/auth/register', { body, maxRetries: 0 })
    await signedIn()
    // The invitation is used up, so it leaves the history too.
    await navigate({ to: '/onboarding', replace: true })
  })

  return (
    <form onSubmit={onSubmit}>
      <Stack gap={16}>
        {!isOpen && invite === '' && (
          <p style={{ margin: 0 }}>Registration is closed. Ask an admin of this installation for an invitation.</p>
        )}
        {invite === '' && (
          <TextInput
            name="invite"
            label="Invite code"
            description={isOpen ? 'Only if you have one.' : undefined}
            error={refusal.at('/invite')}
            autoComplete="off"
            required={!isOpen}
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
          autoFocus={invite !== ''}
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
          Create account
        </SubmitButton>
      </Stack>
    </form>
  )
}
