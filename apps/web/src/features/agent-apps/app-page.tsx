import { useParams } from '@tanstack/react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function AgentAppPage() {
  const { name } = useParams({ strict: false })
  return (
    <Page title={name ?? ''}>
      <EmptyState icon="bot">The form of this agent app.</EmptyState>
    </Page>
  )
}
