import { Notifications } from '@mantine/notifications'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { onAnotherAccount } from '../live/account.ts'
import { followEvents } from '../live/events/live-events.ts'
import { useMe } from '../live/me.ts'
import { Icon } from '../ui/icon.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { MainMenu } from './main-menu.tsx'
import { OpenPage } from './open-page.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'
import classes from './shell.module.css'

/** What stands around every page of a person who is signed in. */
export function Shell() {
  const [isOpen, setOpen] = useState(false)
  const path = useRouterState({ select: state => state.location.pathname })
  const { user, workspace } = useMe()
  useEffect(() => setOpen(false), [path])
  useEffect(() => followEvents(workspace.id), [workspace.id])
  useEffect(() => onAnotherAccount(user.id), [user.id])
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <button
        type="button"
        className={classes.open}
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="menu" />
        <span className="visually-hidden">{isOpen ? 'Close menu' : 'Open menu'}</span>
      </button>
      <aside id="menu" className={classes.sidebar} data-open={isOpen || undefined}>
        <MainMenu />
        <WorkspaceSwitcher />
        <AccountMenu />
      </aside>
      {isOpen && <div className={classes.shade} onClick={() => setOpen(false)} />}
      <main id="main" className={classes.main} tabIndex={-1}>
        <ConnectionBar />
        <OpenPage path={path}>
          <Outlet />
        </OpenPage>
      </main>
      <SignInAgain />
      <div role="status" aria-label="Notifications" className={classes.notices}>
        <Notifications withinPortal={false} position="bottom-right" autoClose={5000} />
      </div>
    </div>
  )
}
