import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function OnboardingPage() {
  return (
    <Page title="Welcome to svc">
      <EmptyState icon="check">Five things to try first.</EmptyState>
    </Page>
  )
}
