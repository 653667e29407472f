import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { fetchPart } from '../live/fetch-part.ts'
import { useMe } from '../live/me.ts'
import { Icon } from '../ui/icon.tsx'
import { leave } from './leave.ts'
import { showDialog } from './shell-dialog.ts'
import classes from './account-menu.module.css'

/** Who is signed in and in which workspace, and what concerns them alone. */
export function AccountMenu() {
  const { user, workspace } = useMe()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="top-end" width={220}>
      <div className={classes.account}>
        <span className={classes.names}>
          <span className={classes.user}>{user.username}</span>
          <span className={classes.workspace}>{workspace.name}</span>
        </span>
        <Menu.Target>
          <UnstyledButton className={classes.button} aria-label="Account">
            <Icon name="chevron" size={16} />
          </UnstyledButton>
        </Menu.Target>
      </div>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void navigate({ to: '/settings' })}>Settings</Menu.Item>
        <Menu.Item onClick={() => void navigate({ to: '/onboarding' })}>First steps</Menu.Item>
        <Menu.Item onClick={() => showDialog('keys')}>Keyboard shortcuts</Menu.Item>
        <Menu.Item
          visibleFrom="md"
          onClick={() => void fetchPart(() => import('../ui/tour/tour.ts')).then(({ startTour }) => startTour())}
        >
          Tour
        </Menu.Item>
        <Menu.Item onClick={() => void navigate({ to: '/docs' })}>Documentation</Menu.Item>
        <Menu.Item component="a" href="api/docs" target="_blank">
          API explorer
        </Menu.Item>
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={scheme => setColorScheme(scheme as typeof colorScheme)}>
          <Menu.RadioItem value="auto">As the system</Menu.RadioItem>
          <Menu.RadioItem value="light">Light</Menu.RadioItem>
          <Menu.RadioItem value="dark">Dark</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item onClick={leave}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
