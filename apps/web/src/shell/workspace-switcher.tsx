import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { openWorkspace } from '../live/account.ts'
import { useMe } from '../live/me.ts'
import { svc } from '../live/server.ts'
import classes from './workspace-switcher.module.css'

/** For those who have several: the one that this tab works in. */
export function WorkspaceSwitcher() {
  const { workspace } = useMe()
  const { data: workspaces = [] } = useQuery({
    queryKey: ['workspace', 'all'],
    queryFn: async ({ signal }) => (await svc.admin.workspaces.list({ limit: 200 }, { signal })).items,
  })
  if (workspaces.length < 2) return null
  return (
    // None of the browser: that one chooses at each arrow key while it is closed, and each choice leaves the page.
    <Select
      aria-label="Workspace"
      className={classes.switcher ?? ''}
      value={workspace.id}
      onChange={id => id !== null && openWorkspace(id)}
      allowDeselect={false}
      data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
