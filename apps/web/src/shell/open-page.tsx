import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasRole, useMe } from '../live/me.ts'
import { pageAt, usePages } from '../live/pages.ts'
import { EmptyState } from '../ui/states/empty-state.tsx'
import { Page } from '../ui/page/page.tsx'

/** The page of a plugin, or why it cannot be opened. */
export function OpenPage({ path, children }: { path: string; children: ReactNode }) {
  const me = useMe()
  const pages = usePages()
  // The list leaves out what the role may not see; nothing of it is asked for.
  if (path === '/admin' && !hasRole(me, 'admin')) {
    return (
      <Page title="You cannot open this page">
        <EmptyState icon="shield">This page is for admins. You are signed in as {me.user.username}.</EmptyState>
      </Page>
    )
  }
  const page = pageAt(pages, path)
  if (page === undefined || page.state === 'on') return children
  const words = { off: 'is switched off', failed: 'has failed', waiting: 'waits for the owner' }[page.state]
  return (
    <Page title={`${page.title} ${words}`}>
      <EmptyState
        icon="puzzle"
        action={
          hasRole(me, 'owner') && (
            <Button component={Link} to="/admin" search={{ tab: 'plugins' } as never}>
              Open the plugins
            </Button>
          )
        }
      >
        {page.reason ?? `The plugin ${page.plugin_title} is not in use.`}
      </EmptyState>
    </Page>
  )
}
