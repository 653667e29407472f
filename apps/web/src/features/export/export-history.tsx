import { Button, Group, Table } from '@mantine/core'
import { useState } from 'react'
import { useListing } from '../../live/listing.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { saveAnswer } from '../../ui/copy/save-file.ts'
import { bytes } from '../../ui/words/bytes.ts'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { Time } from '../../ui/words/time.tsx'
import classes from './export.module.css'

/** The documents that were made, with what each was warned of. */
export function ExportHistory() {
  const [deleted, setDeleted] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const listing = useListing(['exports', 'list'], options => svc.export.list({ limit: 20 }, options))
  return (
    <Loaded query={listing} sketch={<RowsSketch />}>
      {items =>
        items.length === 0 ? (
          <EmptyState icon="download" manual="export">
            Documents that you make of notes, files, datasets and analyses stand here.
          </EmptyState>
        ) : (
          <div className={classes.scroll}>
            <Table aria-label="Exports">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Title</Table.Th>
                  <Table.Th>Format</Table.Th>
                  <Table.Th>State</Table.Th>
                  <Table.Th>Made</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map(each => (
                  <Table.Tr key={each.export_id}>
                    <Table.Td>
                      {each.title}
                      {each.warnings.map(({ message }) => (
                        <p key={message} className={classes.warning}>
                          {message}
                        </p>
                      ))}
                    </Table.Td>
                    <Table.Td>{each.format.toUpperCase()}</Table.Td>
                    <Table.Td>{stateOf(each)}</Table.Td>
                    <Table.Td>
                      <Time at={each.created_at} />
                    </Table.Td>
                    <Table.Td>
                      <Group gap={4} wrap="nowrap" justify="end">
                        {each.available && (
                          <Button
                            variant="subtle"
                            size="compact-sm"
                            onClick={() =>
                              void saveAnswer(svc.export.content(each.export_id), `export.${each.format}`).then(
                                () => setError(null),
                                setError,
                              )
                            }
                          >
                            Download
                          </Button>
                        )}
                        <Button variant="subtle" size="compact-sm" onClick={() => setDeleted(each.export_id)}>
                          Delete
                        </Button>
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            {error !== null && <ErrorPanel error={error} />}
            <ShowMore listing={listing} />
            {deleted !== null && (
              <Confirm
                verb="Delete export"
                onClose={() => setDeleted(null)}
                onConfirm={async () => {
                  await svc.export.delete(deleted)
                  await queries.invalidateQueries({ queryKey: ['exports', 'list'] })
                }}
              >
                The file and its record are deleted for good. The records that it was made of stay.
              </Confirm>
            )}
          </div>
        )
      }
    </Loaded>
  )
}

function stateOf({
  status,
  error,
  size,
  signature,
  manifest,
}: {
  status: string
  error: { message: string } | null
  size: number | null
  signature: object | null
  manifest: object | null
}): string {
  if (status === 'running') return 'Being made'
  if (status === 'failed') return error?.message ?? 'Failed'
  const isSigned = signature !== null || manifest !== null
  return `${isSigned ? 'Signed, ' : ''}${bytes(size ?? 0)}`
}
