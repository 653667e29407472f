import { Switch, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import classes from '../admin.module.css'

const states: Readonly<Record<string, string>> = {
  running: 'Running',
  disabled: 'Off',
  'not-started': 'Not started',
  'waiting-for-owner': 'Waits for the owner',
  failed: 'Failed',
  degraded: 'Degraded',
}

/** Which plugins run, why one does not, and a switch. */
export function Plugins() {
  const [error, setError] = useState<unknown>(null)
  const plugins = useQuery({
    queryKey: ['admin', 'plugins'],
    queryFn: async ({ signal }) => (await svc.admin.plugins.list({ signal })).items,
  })
  const set = (id: string, enabled: boolean): void =>
    void svc.admin.plugins
      .setEnabled(id, { enabled })
      .then(() => queries.invalidateQueries({ queryKey: ['admin', 'plugins'] }))
      .then(() => setError(null), setError)
  return (
    <>
      <p>A change takes effect with the next start of svc.</p>
      {error !== null && <ErrorPanel error={error} />}
      <Loaded query={plugins} sketch={<RowsSketch />}>
        {items => (
          <div className={classes.scroll}>
            <Table aria-label="Plugins" className={classes.fits ?? ''}>
              <TableHead columns={['Plugin', 'State', 'On']} />
              <Table.Tbody>
                {items.map(({ id, title, description, outcome, error: fault, enabled, restart_required: isDue }) => (
                  <Table.Tr key={id}>
                    <Table.Td className={classes.wide}>
                      {title}
                      <span className={classes.says}>{description}</span>
                    </Table.Td>
                    <Table.Td className={classes.wide}>
                      {states[outcome] ?? outcome}
                      {isDue && <span className={classes.says}>Changes with the next start</span>}
                      {fault !== null && <span className={classes.bad}>{fault}</span>}
                    </Table.Td>
                    <Table.Td>
                      <Switch
                        aria-label={`${title} on`}
                        checked={enabled}
                        onChange={event => set(id, event.currentTarget.checked)}
                      />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
      </Loaded>
    </>
  )
}
