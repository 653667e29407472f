import { useSearch } from '@tanstack/react-router'
import { useWaitingApprovals } from '../../live/approvals.ts'
import { Page } from '../../ui/page/page.tsx'
import { AddressTabs } from '../../ui/page/tabs.tsx'
import { ApprovalInbox } from './approvals/approval-inbox.tsx'
import { GrantTable } from './grants/grant-table.tsx'
import { ToolDrawer } from './tool-drawer.tsx'
import { ToolTable } from './tool-table.tsx'

/** What agents, apps and programs may call; what waits for a decision; and what was decided for good. */
export function ToolsPage() {
  const { tool } = useSearch({ strict: false }) as { tool?: string }
  const waiting = useWaitingApprovals()
  return (
    <Page title="Tools">
      <AddressTabs
        label="Tools"
        tabs={[
          { id: 'tools', title: 'Tools', content: () => <ToolTable /> },
          {
            id: 'approvals',
            title: waiting === 0 ? 'Approvals' : `Approvals (${waiting})`,
            content: () => <ApprovalInbox />,
          },
          { id: 'grants', title: 'Grants', content: () => <GrantTable /> },
        ]}
      />
      {tool !== undefined && <ToolDrawer key={tool} name={tool} />}
    </Page>
  )
}
