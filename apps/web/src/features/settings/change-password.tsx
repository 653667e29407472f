import { PasswordInput } from '@mantine/core'
import { svc } from '../../live/server.ts'
import { RefusalPanel } from '../../ui/forms/refusal-panel.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { notice } from '../../ui/overlays/notices.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import classes from './settings.module.css'

/** A new password; every other sign-in ends with it. */
export function ChangePassword() {
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    await svc.post('/api/auth/password', { body: Object.fromEntries(new FormData(form)) })
    form.reset()
    notice('The password is changed. Other sign-ins have ended.')
  })
  return (
    <section>
      <h2>Password</h2>
      <form className={classes.form} onSubmit={onSubmit}>
        <PasswordInput
          name="current_password"
          label="Current password"
          autoComplete="current-password"
          error={refusal.at('/current_password')}
        />
        <PasswordInput
          name="new_password"
          label="New password"
          autoComplete="new-password"
          error={refusal.at('/new_password')}
        />
        <RefusalPanel refusal={refusal} />
        <SubmitButton variant="default" loading={isBusy}>
          Change password
        </SubmitButton>
      </form>
    </section>
  )
}
