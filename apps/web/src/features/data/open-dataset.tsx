import { ActionIcon, Menu } from '@mantine/core'
import { ConflictError, NotFoundError } from '@svc/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { bytes } from '../../ui/words/bytes.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { saveBytes } from '../../ui/copy/save-file.ts'
import { usePageTitle } from '../../ui/page/page.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { AddressTabs } from '../../ui/page/tabs.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'
import { RenameDataset } from './rename-dataset.tsx'
import { Profile } from './views/profile.tsx'
import { Rows } from './views/rows.tsx'
import { Sql } from './views/sql.tsx'
import { Use } from './views/use.tsx'
import { Versions } from './views/versions.tsx'
import classes from './data.module.css'

export type Dataset = Awaited<ReturnType<typeof svc.data.get>>

const formats = [
  { id: 'csv', title: 'CSV', type: 'text/csv' },
  { id: 'parquet', title: 'Parquet', type: 'application/vnd.apache.parquet' },
  { id: 'json', title: 'JSON', type: 'application/json' },
  { id: 'xlsx', title: 'Excel', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
] as const

/** One dataset: its rows, its columns in numbers, questions in SQL, its versions, and how a program reads it. */
export function OpenDataset({ id }: { id: string }) {
  const dataset = useQuery({
    queryKey: ['data', 'one', id],
    queryFn: async ({ signal }) => svc.data.get(id, { signal }),
  })
  if (dataset.error instanceof NotFoundError) {
    return (
      <EmptyState icon="database" action={<Link to="/data">All datasets</Link>}>
        There is no such dataset in this workspace. It may have been deleted.
      </EmptyState>
    )
  }
  return (
    <Loaded query={dataset} sketch={<RowsSketch />}>
      {data => (
        <>
          <Head dataset={data} />
          {data.warnings.length > 0 && (
            <ul className={classes.warnings} aria-label="Warnings">
              {data.warnings.map(warning => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          )}
          <AddressTabs
            label="What is shown of the dataset"
            parameter="view"
            tabs={[
              { id: 'rows', title: 'Rows', content: () => <Rows dataset={data} /> },
              { id: 'profile', title: 'Profile', content: () => <Profile dataset={data} /> },
              { id: 'sql', title: 'SQL', content: () => <Sql key={data.dataset_id} dataset={data} /> },
              { id: 'versions', title: 'Versions', content: () => <Versions dataset={data} /> },
              { id: 'use', title: 'Use', content: () => <Use dataset={data} /> },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

function Head({ dataset }: { dataset: Dataset }) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isUsed, setUsed] = useState(false)
  const navigate = useNavigate()
  const { dataset_id: id, name, table } = dataset
  usePageTitle(name)
  const save = async ({ id: format, type }: (typeof formats)[number]): Promise<void> => {
    setError(null)
    try {
      saveBytes(await svc.data.export({ dataset_id: id, format }), `${table}.${format}`, type)
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <>
      <div className={classes.head}>
        <Link to="/data">All datasets</Link>
        <span className={classes.facts}>
          {dataset.rows.toLocaleString('en')} rows, {dataset.columns.length.toLocaleString('en')} columns,{' '}
          {bytes(dataset.bytes)}, version {dataset.latest_version}
        </span>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" size={32} aria-label="Dataset menu">
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setDialog('rename')}>Rename</Menu.Item>
            <Menu.Label>Export as</Menu.Label>
            {formats.map(format => (
              <Menu.Item key={format.id} onClick={() => void save(format)}>
                {format.title}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item color="bad" onClick={() => setDialog('delete')}>
              Delete dataset
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {error !== null && <ErrorPanel error={error} />}
      {dialog === 'rename' && (
        <Modal opened onClose={() => setDialog(null)} title="Rename" closeButtonProps={{ 'aria-label': 'Close' }}>
          <RenameDataset dataset={dataset} onDone={() => setDialog(null)} />
        </Modal>
      )}
      {dialog === 'delete' && (
        <Confirm
          verb="Delete dataset"
          name={name}
          onClose={() => setDialog(null)}
          onConfirm={async () => {
            try {
              await svc.data.delete(id, { confirm: name, ...(isUsed && { force: true }) })
            } catch (problem) {
              // Who reads by what it is used and presses the button again means it.
              if (problem instanceof ConflictError) setUsed(true)
              throw problem
            }
            await navigate({ to: '/data' })
            void queries.invalidateQueries({ queryKey: ['data', 'list'] })
          }}
        >
          All {dataset.latest_version === 1 ? 'its rows go' : `${dataset.latest_version} versions of it go`}, for
          everybody in this workspace. There is no way back.
          {isUsed && ' What used it keeps its name. Press again to delete it.'}
        </Confirm>
      )}
    </>
  )
}
