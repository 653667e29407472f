import { Button, Table, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import classes from '../admin.module.css'
import { ChangeSetting } from './change-setting.tsx'

export type Setting = Awaited<ReturnType<typeof svc.admin.config>>['items'][number]

const origins: Readonly<Record<string, string>> = { default: 'Default', 'settings.json': 'Chosen here' }

/** Every setting of the last start and where its value came from; those that somebody set come first. */
export function Configuration() {
  const [words, setWords] = useState('')
  const [changed, setChanged] = useState<Setting | null>(null)
  const settings = useQuery({
    queryKey: ['admin', 'config'],
    queryFn: async ({ signal }) => svc.admin.config({ signal }),
  })
  return (
    <section aria-labelledby="configuration">
      <h2 id="configuration" className={classes.section}>
        Configuration
      </h2>
      <p className={classes.says}>
        A change counts from the next start on. What a flag, the environment or svc.config.yaml sets is changed there.{' '}
        <Link to="/docs/$page" params={{ page: 'configuration' } as never}>
          What each of them is
        </Link>
      </p>
      <Loaded query={settings} sketch={<RowsSketch />}>
        {({ items, changed_at_restart: waiting }) => (
          <>
            {waiting.length > 0 && (
              <p role="status" className={classes.says}>
                {waiting.length === 1 ? 'One setting changes' : `${waiting.length} settings change`} with the next
                start: {waiting.join(', ')}.
              </p>
            )}
            <div className={classes.line}>
              <TextInput
                aria-label="Filter settings"
                placeholder="Filter settings"
                value={words}
                onChange={event => setWords(event.currentTarget.value)}
              />
            </div>
            <div className={classes.scroll}>
              <Table aria-label="Settings">
                <TableHead columns={['Setting', 'Value', 'From', { unseen: 'Actions' }]} />
                <Table.Tbody>
                  {items
                    .filter(({ key }) => key.includes(words.trim().toLowerCase()))
                    .toSorted((a, b) => weightOf(a) - weightOf(b))
                    .map(setting => (
                      <OneSetting key={setting.key} setting={setting} onChange={() => setChanged(setting)} />
                    ))}
                </Table.Tbody>
              </Table>
            </div>
          </>
        )}
      </Loaded>
      {changed !== null && <ChangeSetting setting={changed} onClose={() => setChanged(null)} />}
    </section>
  )
}

function OneSetting({ setting, onChange }: { setting: Setting; onChange: () => void }) {
  const { key, value, origin, description, read_only } = setting
  return (
    <Table.Tr>
      <Table.Td className={classes.wide} title={description}>
        {key}
      </Table.Td>
      <Table.Td className={classes.wide}>
        {shown(value)}
        {'next' in setting && <span className={classes.says}>From the next start: {shown(setting.next)}</span>}
      </Table.Td>
      <Table.Td>{origins[origin] ?? origin}</Table.Td>
      <Table.Td ta="right">
        {read_only === null ? (
          <Button variant="subtle" size="compact-sm" aria-label={`Change ${key}`} onClick={onChange}>
            Change
          </Button>
        ) : (
          <span className={classes.says} title={read_only}>
            Read only
          </span>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function weightOf(setting: Setting): number {
  if ('next' in setting) return 0
  return setting.origin === 'default' ? 2 : 1
}

function shown(value: unknown): string {
  if (value === null || value === '') return 'Not set'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
