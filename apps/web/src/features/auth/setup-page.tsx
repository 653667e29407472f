import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery, statusQuery } from '../../live/me.ts'
import { AuthCard } from '../../ui/page/auth-card.tsx'
import { ConnectModel } from '../../ui/forms/connect-model.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { OwnerForm } from './owner-form.tsx'
import { SampleChoice } from './sample-choice.tsx'
import classes from './setup-page.module.css'

const steps = ['Owner', 'Model', 'Sample data'] as const

/** The first minute: an owner, a model, something to look at. */
export function SetupPage() {
  const navigate = useNavigate()
  const status = useQuery({ ...statusQuery, refetchOnWindowFocus: false })
  const me = useQuery(meQuery)
  const [step, setStep] = useState<number | null>(null)
  const finish = (): void => void navigate({ to: '/onboarding' })
  return (
    <AuthCard title="Set up svc">
      <Loaded query={status}>
        {({ setup_required: isRequired }) => {
          const at = step ?? 0
          if (!isRequired && step === null) return <SetupDone isSignedIn={Boolean(me.data)} />
          return (
            <>
              <ol aria-label="Progress" className={classes.steps}>
                {steps.map((title, index) => (
                  <li key={title} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
                    {title}
                  </li>
                ))}
              </ol>
              {at === 0 && <OwnerForm onDone={() => setStep(1)} />}
              {at === 1 && (
                <>
                  <h2>Connect a model</h2>
                  <ConnectModel scope="installation" onDone={() => setStep(2)} />
                  <p className={classes.hint}>svc answers from your memory and files until then.</p>
                  <Button variant="subtle" onClick={() => setStep(2)}>
                    Skip for now
                  </Button>
                </>
              )}
              {at === 2 && <SampleChoice onDone={finish} />}
            </>
          )
        }}
      </Loaded>
    </AuthCard>
  )
}

function SetupDone({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      <p>Setup is done: this installation has an owner.</p>
      <Button component={Link} to={isSignedIn ? '/' : '/auth/login'}>
        {isSignedIn ? 'Go to the start' : 'Sign in'}
      </Button>
    </>
  )
}
