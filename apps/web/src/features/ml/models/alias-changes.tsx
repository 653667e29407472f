import { Table } from '@mantine/core'
import { useListing } from '../../../live/listing.ts'
import { svc } from '../../../live/server.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { Time } from '../../../ui/words/time.tsx'
import classes from '../ml.module.css'

/** Who moved which alias of a model, newest first; nothing where none was ever set. */
export function AliasChanges({ id }: { id: string }) {
  const changes = useListing(['ml', 'list', 'alias-changes', id], options =>
    svc.ml.models.aliasChanges(id, { limit: 20 }, options),
  )
  return (
    <Loaded query={changes}>
      {items =>
        items.length > 0 && (
          <section aria-label="Alias history">
            <h2>Alias history</h2>
            <div className={classes.scroll}>
              <Table aria-label="Alias history">
                <TableHead columns={['Alias', 'Change', 'By', { number: 'When' }]} />
                <Table.Tbody>
                  {items.map(({ alias, version, previous_version, changed_by, changed_at }, index) => (
                    <Table.Tr key={`${changed_at} ${alias} ${index}`}>
                      <Table.Td>{alias}</Table.Td>
                      <Table.Td>{moveInWords(previous_version, version)}</Table.Td>
                      <Table.Td>{changed_by.username}</Table.Td>
                      <Table.Td ta="right" className={classes.status}>
                        <Time at={changed_at} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
            <ShowMore listing={changes} />
          </section>
        )
      }
    </Loaded>
  )
}

function moveInWords(from: number | null, to: number | null): string {
  if (from === null) return `set to version ${to}`
  return to === null ? `removed from version ${from}` : `version ${from} → version ${to}`
}
