import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMe } from '../live/me.ts'

import { signOut } from '../live/account.ts'
import { Icon } from '../ui/icon.tsx'
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
        <Menu.Item component="a" href="api/docs" target="_blank">
          API explorer
        </Menu.Item>
        <Menu.Label>Theme</Menu.Label>
        {(['auto', 'light', 'dark'] as const).map(scheme => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            onClick={() => setColorScheme(scheme)}
          >
            {{ auto: 'As the system', light: 'Light', dark: 'Dark' }[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
