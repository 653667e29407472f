import { Button, Table } from '@mantine/core'
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
import classes from '../developer.module.css'

const states: Readonly<Record<string, string>> = { pending: 'Pending', succeeded: 'Delivered', failed: 'Failed' }

/** What was sent to one address, and what it answered. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const [error, setError] = useState<unknown>(null)
  const deliveries = useListing(['webhooks', 'list', webhookId], options =>
    svc.developer.webhooks.deliveries(webhookId, { limit: 20 }, options),
  )
  const again = (id: string): void =>
    void svc.developer.webhooks
      .redeliver(id)
      .then(() => queries.invalidateQueries({ queryKey: ['webhooks'] }))
      .then(() => setError(null), setError)
  return (
    <div className={classes.deliveries}>
      {error !== null && <ErrorPanel error={error} />}
      <Loaded query={deliveries} sketch={<RowsSketch />}>
        {items =>
          items.length === 0 ? (
            <p>Nothing was sent yet.</p>
          ) : (
            <div className={classes.scroll}>
              <Table aria-label="Deliveries">
                <TableHead columns={['Event', 'State', 'Made', { unseen: 'Actions' }]} />
                <Table.Tbody>
                  {items.map(({ id, event_type, status, error: fault, created_at, attempts }) => (
                    <Table.Tr key={id}>
                      <Table.Td>{event_type}</Table.Td>
                      <Table.Td className={classes.wide}>
                        {states[status] ?? status}
                        {attempts.length > 0 && `, ${attempts.at(-1)?.status ?? 'no answer'}`}
                        {fault !== null && <span className={classes.says}>{fault}</span>}
                      </Table.Td>
                      <Table.Td>
                        <Time at={created_at} />
                      </Table.Td>
                      <Table.Td ta="right">
                        <Button
                          variant="subtle"
                          size="compact-sm"
                          disabled={status === 'pending'}
                          onClick={() => again(id)}
                        >
                          Redeliver
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
      <ShowMore listing={deliveries} />
    </div>
  )
}
