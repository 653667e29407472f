import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { AuthCard } from '../ui/page/auth-card.tsx'
import { Page } from '../ui/page/page.tsx'
import { ErrorPanel } from '../ui/states/error-panel.tsx'

/** In place of all that could not be drawn. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const retry = useRetry(reset)
  return (
    <AuthCard title="This page failed">
      <ErrorPanel error={error} onRetry={retry} />
    </AuthCard>
  )
}

/** In place of one page; what stands around it lives on. */
export function PageInShellFailed({ error, reset }: ErrorComponentProps) {
  const retry = useRetry(reset)
  return (
    <Page title="This page failed" narrow>
      <ErrorPanel error={error} onRetry={retry} />
    </Page>
  )
}

/** Draws it again, and asks again what the page asks for before it is drawn: its failure is kept with the address. */
function useRetry(reset: () => void): () => void {
  const router = useRouter()
  return () => {
    reset()
    void router.invalidate()
  }
}
