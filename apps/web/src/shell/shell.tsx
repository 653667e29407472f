import { useMediaQuery } from '@mantine/hooks'
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { onAnotherAccount } from '../live/account.ts'
import { leaveDrafts } from '../live/drafts.ts'
import { lazyPart } from '../live/fetch-part.ts'
import { followEvents } from '../live/events/live-events.ts'
import { useMe, useNobody } from '../live/me.ts'
import { Icon } from '../ui/icon.tsx'
import { SkipLink } from '../ui/page/skip-link.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Activity } from './activity/activity.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { useShortcuts } from './keys/shortcuts.ts'
import { MainMenu } from './main-menu.tsx'
import { OpenPage } from './open-page.tsx'
import { showDialog, useShellDialog } from './shell-dialog.ts'
import { SignInAgain } from './sign-in-again.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'
import classes from './shell.module.css'

const Notices = lazyPart(() => import('./notices.tsx'), 'Notices')
const Palette = lazyPart(() => import('./palette/palette.tsx'), 'Palette')
const ShortcutList = lazyPart(() => import('./keys/shortcut-list.tsx'), 'ShortcutList')

/** What stands around every page of a person who is signed in. Once nobody is, it leads to the way in, and back. */
export function Shell() {
  const isNobody = useNobody()
  const router = useRouter()
  useEffect(() => {
    if (isNobody) void router.invalidate()
  }, [isNobody, router])
  return isNobody ? null : <ShellOfPerson />
}

function ShellOfPerson() {
  const [isOpen, setOpen] = useState(false)
  const path = useRouterState({ select: state => state.location.pathname })
  const { user, workspace } = useMe()
  const dialog = useShellDialog()
  useShortcuts()
  const opener = useRef<HTMLButtonElement>(null)
  const isNarrow = useMediaQuery('(max-width: 768px)')
  // Where the menu stands beside the page, nothing could close it.
  useEffect(() => setOpen(false), [path, isNarrow])
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setOpen(false)
      opener.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isOpen])
  useEffect(() => leaveDrafts(user.id), [user.id])
  useEffect(() => followEvents(workspace.id), [workspace.id])
  useEffect(() => onAnotherAccount(user.id), [user.id])
  return (
    <div className={classes.shell}>
      <SkipLink />
      <button
        ref={opener}
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
        <button type="button" className={classes.search} data-tour="search" onClick={() => showDialog('palette')}>
          <Icon name="search" size={16} />
          Search
          <kbd aria-hidden="true">{searchKey}</kbd>
        </button>
        <MainMenu />
        <WorkspaceSwitcher />
        <div className={classes.feet}>
          <AccountMenu />
          <Activity />
        </div>
      </aside>
      {isOpen && <div className={classes.shade} onClick={() => setOpen(false)} />}
      <main id="main" className={classes.main} tabIndex={-1} inert={isOpen}>
        <ConnectionBar />
        <OpenPage path={path}>
          <Outlet />
        </OpenPage>
      </main>
      <SignInAgain />
      <Suspense fallback={null}>
        {dialog === 'palette' && <Palette />}
        {dialog === 'keys' && <ShortcutList />}
      </Suspense>
      <div role="status" aria-label="Notifications" className={classes.notices}>
        <Suspense fallback={null}>
          <Notices />
        </Suspense>
      </div>
    </div>
  )
}

const searchKey = navigator.userAgent.includes('Mac') ? '⌘ K' : 'Ctrl K'
