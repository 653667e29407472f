import { useQuery } from '@tanstack/react-query'
import { svc } from '../../../live/server.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { Time } from '../../../ui/words/time.tsx'
import classes from '../playbooks.module.css'
import type { PlaybookVersion } from '@svc/sdk'

/** The versions of a playbook, newest first. */
export function Versions({ name }: { name: string }) {
  const query = useQuery({
    queryKey: ['playbooks', 'versions', name],
    queryFn: async ({ signal }) =>
      (await svc.get<{ items: PlaybookVersion[] }>(`/api/playbooks/${encodeURIComponent(name)}/versions`, { signal }))
        .items,
  })
  return (
    <Loaded query={query} sketch={<RowsSketch />}>
      {versions => (
        <div className={classes.scroll} tabIndex={0} role="group" aria-label="Versions of the playbook">
          <table aria-label="Versions" className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">Revision</th>
                <th scope="col">Stored</th>
                <th scope="col">A start takes it</th>
              </tr>
            </thead>
            <tbody>
              {versions.map(({ version, revision, created_at, active }) => (
                <tr key={revision}>
                  <td>{version}</td>
                  <td>{revision}</td>
                  <td>
                    <Time at={created_at} />
                  </td>
                  <td>{active ? 'Yes' : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Loaded>
  )
}
