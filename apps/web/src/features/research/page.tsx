import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'

export function ResearchPage() {
  return (
    <Page title="Research">
      <EmptyState icon="flask">
        Sources, claims and documents of a project. No plugin for it is installed yet.
      </EmptyState>
    </Page>
  )
}
