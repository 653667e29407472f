import { Anchor } from '@mantine/core'
import { Page } from '../../ui/page/page.tsx'
import { AddressTabs } from '../../ui/page/tabs.tsx'
import { Examples } from './examples-tab.tsx'
import { Keys } from './keys/keys.tsx'
import { Usage } from './usage.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'

/** For those who write programs: keys, what they use, code, and events sent to an address. */
export function DeveloperPage() {
  const tabs = [
    { id: 'keys', title: 'Keys', content: () => <Keys /> },
    { id: 'usage', title: 'Usage', content: () => <Usage /> },
    { id: 'examples', title: 'Examples', content: () => <Examples /> },
    { id: 'webhooks', title: 'Webhooks', content: () => <Webhooks /> },
  ]
  return (
    <Page
      title="Developer"
      actions={
        <Anchor href="api/docs" display="inline-block" lh="24px">
          API explorer
        </Anchor>
      }
    >
      <AddressTabs label="For developers" tabs={tabs} />
    </Page>
  )
}
