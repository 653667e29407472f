import { hasRole, useMe } from '../../live/me.ts'
import { hasPage, usePages } from '../../live/pages.ts'
import { Page } from '../../ui/page/page.tsx'
import { AddressTabs } from '../../ui/page/tabs.tsx'
import { Audit } from './tabs/audit.tsx'
import { Models } from './tabs/models.tsx'
import { Plugins } from './tabs/plugins.tsx'
import { Storage } from './tabs/storage.tsx'
import { System } from './tabs/system.tsx'
import { Users } from './tabs/users.tsx'

/** What the people who run the installation see and change. */
export function AdminPage() {
  const me = useMe()
  const pages = usePages()
  const isOwner = hasRole(me, 'owner')
  const tabs = [
    { id: 'users', title: 'Users', content: () => <Users />, isShown: true },
    { id: 'plugins', title: 'Plugins', content: () => <Plugins />, isShown: isOwner },
    { id: 'models', title: 'Models', content: () => <Models />, isShown: hasPage(pages, '/') },
    { id: 'audit', title: 'Audit', content: () => <Audit />, isShown: true },
    { id: 'storage', title: 'Storage', content: () => <Storage />, isShown: true },
    { id: 'system', title: 'System', content: () => <System />, isShown: true },
  ]
  return (
    <Page title="Admin">
      <AddressTabs label="What is run" tabs={tabs.filter(({ isShown }) => isShown)} />
    </Page>
  )
}
