import { Button, Table, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useListing } from '../../../live/listing.ts'
import { svc } from '../../../live/server.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { saveBytes } from '../../../ui/copy/save-file.ts'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { Time } from '../../../ui/words/time.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import classes from '../admin.module.css'

/** Who changed what, the newest first. The filter looks through the entries that are shown. */
export function Audit() {
  const [words, setWords] = useState('')
  const entries = useListing(['admin', 'list', 'audit'], options => svc.admin.audit({ limit: 100 }, options))
  return (
    <Loaded query={entries} sketch={<RowsSketch />}>
      {items => {
        const wanted = words.trim().toLowerCase()
        const shown = items.filter(entry => wanted === '' || JSON.stringify(entry).toLowerCase().includes(wanted))
        const save = (): void =>
          saveBytes(
            new TextEncoder().encode(shown.map(entry => JSON.stringify(entry)).join('\n')),
            'audit.ndjson',
            'application/x-ndjson',
          )
        return (
          <>
            <div className={classes.line}>
              <TextInput
                type="search"
                aria-label="Filter entries"
                placeholder="Filter entries"
                value={words}
                onChange={event => setWords(event.currentTarget.value)}
                data-key="/"
              />
              <Button variant="default" onClick={save}>
                Export entries
              </Button>
            </div>
            <div className={classes.scroll}>
              <Table aria-label="Audit log">
                <TableHead columns={['When', 'Who', 'What', 'On', 'From']} />
                <Table.Tbody>
                  {shown.map(({ id, at, actor, action, target, ip }) => (
                    <Table.Tr key={id}>
                      <Table.Td>
                        <Time at={at} />
                      </Table.Td>
                      <Table.Td className={classes.wide}>{actor.username ?? actor.via}</Table.Td>
                      <Table.Td>{action}</Table.Td>
                      <Table.Td className={classes.wide}>{target}</Table.Td>
                      <Table.Td>{ip}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
            {shown.length === 0 && <p>None of the entries that are shown has these words.</p>}
            <ShowMore listing={entries} />
          </>
        )
      }}
    </Loaded>
  )
}
