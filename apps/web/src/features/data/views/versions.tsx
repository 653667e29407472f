import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useListing } from '../../../live/listing.ts'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { Time } from '../../../ui/words/time.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import type { Dataset } from '../open-dataset.tsx'
import classes from '../data.module.css'

/** Who made which version when; compare with the one before, or make an old one the newest again. */
export function Versions({ dataset: { dataset_id: id, latest_version: latest } }: { dataset: Dataset }) {
  const [compared, setCompared] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const versions = useListing(['data', 'list', 'versions', id], options =>
    svc.data.versions(id, { limit: 50 }, options),
  )
  const restore = (version: number): void =>
    void svc.data
      .restore(id, { version })
      .then(() => queries.invalidateQueries({ queryKey: ['data'] }))
      .then(() => setError(null), setError)
  return (
    <Loaded query={versions} sketch={<RowsSketch />}>
      {items => (
        <>
          {error !== null && <ErrorPanel error={error} />}
          <div className={classes.scroll}>
            <Table aria-label="Versions">
              <TableHead
                columns={[
                  'Version',
                  'Made',
                  'By',
                  'From',
                  { number: 'Rows' },
                  { number: 'Change' },
                  { unseen: 'Actions' },
                ]}
              />
              <Table.Tbody>
                {items.map(({ version, created_at, created_by, origin, rows }, index) => (
                  <Table.Tr key={version}>
                    <Table.Td>{version}</Table.Td>
                    <Table.Td>
                      <Time at={created_at} />
                    </Table.Td>
                    <Table.Td>{created_by?.username ?? 'svc'}</Table.Td>
                    <Table.Td>{origin.kind}</Table.Td>
                    <Table.Td ta="right">{rows.toLocaleString('en')}</Table.Td>
                    <Table.Td ta="right">{changeOf(rows, items[index + 1]?.rows)}</Table.Td>
                    <Table.Td ta="right">
                      {version > 1 && (
                        <Button
                          variant="subtle"
                          size="compact-sm"
                          aria-label={`Compare version ${version}`}
                          onClick={() => setCompared(version)}
                        >
                          Compare
                        </Button>
                      )}
                      {version !== latest && (
                        <Button
                          variant="subtle"
                          size="compact-sm"
                          aria-label={`Restore version ${version}`}
                          onClick={() => restore(version)}
                        >
                          Restore
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          <ShowMore listing={versions} />
          {compared !== null && <Difference id={id} to={compared} />}
        </>
      )}
    </Loaded>
  )
}

function Difference({ id, to }: { id: string; to: number }) {
  const diff = useQuery({
    queryKey: ['data', 'diff', id, to],
    staleTime: Infinity,
    queryFn: async ({ signal }) => svc.data.diff(id, { from: to - 1, to }, { signal }),
  })
  const names = (columns: readonly { name: string }[]): string => columns.map(({ name }) => name).join(', ')
  return (
    <section aria-label="Difference">
      <h3 className={classes.section}>
        From version {to - 1} to {to}
      </h3>
      <Loaded query={diff} sketch={<RowsSketch />}>
        {({ added, removed, changed, schema }) => (
          <ul>
            <li>{added.toLocaleString('en')} rows added</li>
            <li>{removed.toLocaleString('en')} rows removed</li>
            <li>{changed.toLocaleString('en')} rows changed</li>
            {schema.added.length > 0 && <li>New columns: {names(schema.added)}</li>}
            {schema.removed.length > 0 && <li>Columns that went: {names(schema.removed)}</li>}
            {schema.changed.length > 0 && <li>Columns of another type: {names(schema.changed)}</li>}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

/** How many rows more or fewer than the version before; nothing where that one is not listed. */
function changeOf(rows: number, before: number | undefined): string {
  if (before === undefined) return ''
  return (rows - before).toLocaleString('en', { signDisplay: 'exceptZero' })
}
