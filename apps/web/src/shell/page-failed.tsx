import type { ErrorComponentProps } from '@tanstack/react-router'
import { AuthCard } from '../ui/page/auth-card.tsx'
import { ErrorPanel } from '../ui/states/error-panel.tsx'

/** In place of a page that could not be drawn. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <AuthCard title="This page failed">
      <ErrorPanel error={error} onRetry={reset} />
    </AuthCard>
  )
}
