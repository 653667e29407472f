import { Alert, Anchor, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { RateLimitError } from '@svc/sdk'
import { useEffect, useRef, useState } from 'react'
import { onSignedInElsewhere, signedIn } from '../../live/account.ts'
import { root, svc } from '../../live/server.ts'
import { AuthCard } from '../../ui/page/auth-card.tsx'
import { sentenceOf } from '../../ui/states/sentence-of.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'

/** Only a path of this app: an address from elsewhere leads nowhere. */
export function pathWithin(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return '/'
  return new URL(next, root.origin).origin === root.origin ? next : '/'
}

export function LoginPage() {
  const { next } = useSearch({ strict: false }) as { next?: string }
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const [seconds, setSeconds] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  useEffect(() => {
    if (problem !== null) password.current?.focus()
  }, [problem])
  useEffect(() => onSignedInElsewhere(() => void navigate({ to: pathWithin(next) })), [navigate, next])

  const signIn = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      const body = { username: username.current?.value ?? '', password: password.current?.value ?? '' }
      await svc.post('/api/auth/login', { body, maxRetries: 0 })
      await signedIn()
      await navigate({ to: pathWithin(next) })
    } catch (error) {
      if (password.current) password.current.value = ''
      if (error instanceof RateLimitError) setSeconds(Math.ceil(error.retryAfter ?? 60))
      setProblem(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthCard title="Sign in">
      <form
        onSubmit={event => {
          event.preventDefault()
          void signIn()
        }}
      >
        <Stack gap={16}>
          <TextInput
            ref={username}
            label="Username"
            name="username"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
          />
          <PasswordInput
            ref={password}
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
          />
          {problem !== null && (
            <Alert role="alert" color="bad" variant="light">
              {problem}
            </Alert>
          )}
          <SubmitButton loading={isBusy} disabled={seconds > 0} fullWidth>
            {seconds > 0 ? `Try again in ${seconds} s` : 'Sign in'}
          </SubmitButton>
          <Anchor href="auth/register" size="sm">
            Create an account
          </Anchor>
        </Stack>
      </form>
    </AuthCard>
  )
}
