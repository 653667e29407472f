import { Button, Group, Table } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useListing } from '../../live/listing.ts'
import { svc } from '../../live/server.ts'
import { bytes } from '../../ui/words/bytes.ts'
import { DropArea } from '../../ui/forms/drop-area.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { SearchBox, useSearchText } from '../../ui/forms/search-box.tsx'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { ImportDialog } from './import/import-dialog.tsx'
import { RunningImports } from './import/running-imports.tsx'
import classes from './data.module.css'

/** The datasets of the workspace; a file that is dropped anywhere is imported. */
export function DatasetList() {
  const search = useSearchText()
  const navigate = useNavigate()
  const [importing, setImporting] = useState<{ file: File | null } | null>(null)
  const datasets = useListing(['data', 'list', search], options =>
    svc.data.catalog({ limit: 100, ...(search !== undefined && { search }) }, options),
  )
  const open = (id: string): void => void navigate({ to: '/data', search: { dataset: id } as never })
  const button = (
    <Button data-key="n" onClick={() => setImporting({ file: null })}>
      Import data
    </Button>
  )
  return (
    <>
      <DropArea
        label="Drop a file to import it"
        onDrop={({ files }) => files[0] !== undefined && setImporting({ file: files[0] })}
      />
      {importing !== null && (
        <ImportDialog
          dropped={importing.file}
          onClose={() => setImporting(null)}
          onDone={id => {
            setImporting(null)
            if (id !== null) open(id)
          }}
        />
      )}
      <RunningImports />
      <Loaded query={datasets} sketch={<RowsSketch />}>
        {items =>
          items.length === 0 && search === undefined ? (
            <EmptyState icon="database" action={button} manual="data">
              Tables that you import, query and chart. Drop a CSV, Excel, JSON or Parquet file anywhere on this page.
            </EmptyState>
          ) : (
            <>
              <Group className={classes.tools}>
                <SearchBox label="Search datasets" />
                {button}
              </Group>
              {items.length === 0 ? (
                <p>No dataset has these words.</p>
              ) : (
                <div className={classes.scroll}>
                  <Table aria-label="Datasets" className={classes.datasets}>
                    <TableHead
                      columns={[
                        'Name',
                        { number: 'Rows' },
                        { number: 'Columns' },
                        { number: 'Size' },
                        { number: 'Version' },
                        { number: 'Changed' },
                      ]}
                    />
                    <Table.Tbody>
                      {items.map(each => (
                        <Table.Tr key={each.dataset_id}>
                          <Table.Td className={classes.name}>
                            <Link to="/data" search={{ dataset: each.dataset_id } as never}>
                              {each.name}
                            </Link>
                          </Table.Td>
                          <Table.Td ta="right">{each.rows.toLocaleString('en')}</Table.Td>
                          <Table.Td ta="right">{each.columns.toLocaleString('en')}</Table.Td>
                          <Table.Td ta="right">{bytes(each.bytes)}</Table.Td>
                          <Table.Td ta="right">{each.latest_version}</Table.Td>
                          <Table.Td ta="right">
                            <Time at={each.updated_at} />
                          </Table.Td>
                        </Table.Tr>
                      ))}
                    </Table.Tbody>
                  </Table>
                </div>
              )}
              <ShowMore listing={datasets} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
