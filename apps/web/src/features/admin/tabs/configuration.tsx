import { Table, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import classes from '../admin.module.css'

/** Every setting of the last start and where its value came from; those that somebody set come first. */
export function Configuration() {
  const [words, setWords] = useState('')
  const settings = useQuery({
    queryKey: ['admin', 'config'],
    queryFn: async ({ signal }) => (await svc.admin.config({ signal })).items,
  })
  return (
    <section aria-labelledby="configuration">
      <h2 id="configuration" className={classes.section}>
        Configuration
      </h2>
      <p className={classes.says}>
        Flags, the environment and svc.config.yaml set these values; a change counts from the next start on.{' '}
        <Link to="/docs/$page" params={{ page: 'configuration' } as never}>
          What each of them is
        </Link>
      </p>
      <Loaded query={settings} sketch={<RowsSketch />}>
        {items => (
          <>
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
                <TableHead columns={['Setting', 'Value', 'From']} />
                <Table.Tbody>
                  {items
                    .filter(({ key }) => key.includes(words.trim().toLowerCase()))
                    .toSorted((a, b) => Number(a.origin === 'default') - Number(b.origin === 'default'))
                    .map(({ key, value, origin }) => (
                      <Table.Tr key={key}>
                        <Table.Td>{key}</Table.Td>
                        <Table.Td className={classes.wide}>{shown(value)}</Table.Td>
                        <Table.Td>{origin === 'default' ? 'Default' : origin}</Table.Td>
                      </Table.Tr>
                    ))}
                </Table.Tbody>
              </Table>
            </div>
          </>
        )}
      </Loaded>
    </section>
  )
}

function shown(value: unknown): string {
  if (value === null || value === '') return 'Not set'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
