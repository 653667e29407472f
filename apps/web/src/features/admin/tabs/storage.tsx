import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useListing } from '../../../live/listing.ts'
import { hasRole, useMe } from '../../../live/me.ts'
import { queries } from '../../../live/query-client.ts'
import { root, svc } from '../../../live/server.ts'
import { bytes } from '../../../ui/words/bytes.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { saveFrom } from '../../../ui/copy/save-file.ts'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { Time } from '../../../ui/words/time.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import classes from '../admin.module.css'

const titles: Readonly<Record<string, string>> = {
  control: 'Control',
  data: 'Data',
  analytics: 'Analytics',
  memory: 'Memory',
}

/** The four storage planes, and backups. */
export function Storage() {
  const isOwner = hasRole(useMe(), 'owner')
  const status = useQuery({
    queryKey: ['admin', 'planes'],
    queryFn: async ({ signal }) => (await svc.data.planes({ signal })).planes,
  })
  return (
    <>
      <Loaded query={status} sketch={<RowsSketch />}>
        {planes => (
          <div className={classes.scroll}>
            <Table aria-label="Storage planes">
              <TableHead columns={['Plane', 'State', 'Where']} />
              <Table.Tbody>
                {Object.entries(planes).map(([plane, { healthy, driver, detail, location, version }]) => (
                  <Table.Tr key={plane}>
                    <Table.Td>{titles[plane] ?? plane}</Table.Td>
                    <Table.Td className={classes.wide}>
                      <span className={healthy ? undefined : classes.bad}>{healthy ? 'Healthy' : 'Not healthy'}</span>
                      <span className={classes.says}>{detail}</span>
                    </Table.Td>
                    <Table.Td className={classes.wide}>
                      {location}
                      <span className={classes.says}>
                        {driver} {version}
                      </span>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
      </Loaded>
      {isOwner && <Backups />}
    </>
  )
}

function Backups() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const backups = useListing(['admin', 'list', 'backups'], options => svc.admin.backups.list({ limit: 50 }, options))
  const make = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await svc.admin.backups.create()
      await queries.invalidateQueries({ queryKey: ['admin'] })
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section>
      <h2 className={classes.section}>Backups</h2>
      <div className={classes.line}>
        <Button onClick={() => void make()} loading={isBusy}>
          Back up now
        </Button>
      </div>
      {error !== null && <ErrorPanel error={error} />}
      <Loaded query={backups} sketch={<RowsSketch />}>
        {items =>
          items.length === 0 ? (
            <p>There is no backup yet.</p>
          ) : (
            <div className={classes.scroll}>
              <Table aria-label="Backups">
                <TableHead columns={['Backup', 'Made', { number: 'Size' }, { unseen: 'Actions' }]} />
                <Table.Tbody>
                  {items.map(({ name, created_at, bytes: size }) => (
                    <Table.Tr key={name}>
                      <Table.Td className={classes.wide}>{name}</Table.Td>
                      <Table.Td>
                        <Time at={created_at} />
                      </Table.Td>
                      <Table.Td ta="right">{bytes(size)}</Table.Td>
                      <Table.Td ta="right">
                        <Button
                          variant="subtle"
                          size="compact-sm"
                          aria-label={`Download ${name}`}
                          onClick={() =>
                            saveFrom(new URL(`api/backups/${encodeURIComponent(name)}/archive`, root).href, name)
                          }
                        >
                          Download
                        </Button>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          )
        }
      </Loaded>
      <ShowMore listing={backups} />
    </section>
  )
}
