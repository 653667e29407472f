import { Switch } from '@mantine/core'
import { useMe } from '../../live/me.ts'
import { setPreference } from '../../live/preferences.ts'
import { Page } from '../../ui/page/page.tsx'
import { ChangePassword } from './change-password.tsx'
import { RemoveSample } from './remove-sample.tsx'
import { SignIns } from './sign-ins.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { WorkspaceName } from './workspace-name.tsx'
import classes from './settings.module.css'

/** What concerns one person alone, and the name of their workspace. */
export function SettingsPage() {
  const { preferences } = useMe()
  return (
    <Page title="Settings" narrow>
      <div className={classes.sections}>
        <WorkspaceName />
        <ThemeChoice />
        <section>
          <h2>Keyboard</h2>
          <Switch
            label="Single-letter keys"
            description="g and a letter goes to a page, n makes a new record, / searches, ? lists the keys"
            checked={preferences['single_letter_keys_off'] !== true}
            onChange={event => void setPreference('single_letter_keys_off', event.currentTarget.checked ? null : true)}
          />
        </section>
        <ChangePassword />
        <SignIns />
        <RemoveSample />
      </div>
    </Page>
  )
}
