import { NativeSelect } from '@mantine/core'
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
    <NativeSelect
      aria-label="Workspace"
      className={classes.switcher ?? ''}
      value={workspace.id}
      onChange={event => openWorkspace(event.currentTarget.value)}
      data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
