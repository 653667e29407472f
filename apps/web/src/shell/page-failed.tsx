import type { ErrorComponentProps } from '@tanstack/react-router'
import { AuthCard } from '../ui/page/auth-card.tsx'
import { Page } from '../ui/page/page.tsx'
import { ErrorPanel } from '../ui/states/error-panel.tsx'

/** In place of all that could not be drawn. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <AuthCard title="This page failed">
      <ErrorPanel error={error} onRetry={reset} />
    </AuthCard>
  )
}

/** In place of one page; what stands around it lives on. */
export function PageInShellFailed({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page failed" narrow>
      <ErrorPanel error={error} onRetry={reset} />
    </Page>
  )
}
