import { Table } from '@mantine/core'
import { useListing } from '../../../live/listing.ts'
import { svc } from '../../../live/server.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { Time } from '../../../ui/words/time.tsx'
import classes from '../ml.module.css'
import { MlLink } from '../ml-link.tsx'

/** The registered models, with what their aliases point to. */
export function ModelList() {
  const models = useListing(['ml', 'list', 'models'], options => svc.ml.models.list({ limit: 100 }, options))
  return (
    <Loaded query={models} sketch={<RowsSketch />}>
      {items =>
        items.length === 0 ? (
          <EmptyState icon="brain" action={<MlLink>All runs</MlLink>} manual="ml">
            Models that are served by name. Open a finished run and register its model.
          </EmptyState>
        ) : (
          <>
            <div className={classes.scroll}>
              <Table aria-label="Models">
                <TableHead
                  columns={['Name', 'Description', 'Aliases', { number: 'Latest version' }, { number: 'Changed' }]}
                />
                <Table.Tbody>
                  {items.map(({ model_id, name, description, aliases, latest_version, updated_at }) => (
                    <Table.Tr key={model_id}>
                      <Table.Td className={classes.name}>
                        <MlLink to={{ model: model_id }}>{name}</MlLink>
                      </Table.Td>
                      <Table.Td className={classes.cell}>{description}</Table.Td>
                      <Table.Td className={classes.cell}>
                        {Object.entries(aliases)
                          .map(([alias, version]) => `${alias}: ${version}`)
                          .join(', ')}
                      </Table.Td>
                      <Table.Td ta="right">{latest_version ?? 'None'}</Table.Td>
                      <Table.Td ta="right">
                        <Time at={updated_at} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
            <ShowMore listing={models} />
          </>
        )
      }
    </Loaded>
  )
}
