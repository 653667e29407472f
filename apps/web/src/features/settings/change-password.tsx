import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { svc } from '../../live/server.ts'
import { fieldErrors } from '../../ui/forms/field-errors.ts'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { notice } from '../../ui/overlays/notices.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import classes from './settings.module.css'

/** A new password; every other sign-in ends with it. */
export function ChangePassword() {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const faults = fieldErrors(error)
  const change = async (form: HTMLFormElement): Promise<void> => {
    const values = new FormData(form)
    const body = { current_password: values.get('current'), new_password: values.get('new') }
    setBusy(true)
    setError(null)
    try {
      await svc.post('/api/auth/password', { body })
      form.reset()
      notice('The password is changed. Other sign-ins have ended.')
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section>
      <h2>Password</h2>
      <form
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          void change(event.currentTarget)
        }}
      >
        <PasswordInput
          name="current"
          label="Current password"
          autoComplete="current-password"
          error={faults['/current_password']}
        />
        <PasswordInput name="new" label="New password" autoComplete="new-password" error={faults['/new_password']} />
        {error !== null && Object.keys(faults).length === 0 && <ErrorPanel error={error} />}
        <SubmitButton variant="default" loading={isBusy}>
          Change password
        </SubmitButton>
      </form>
    </section>
  )
}
