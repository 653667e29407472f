import { Button, Group, MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useListing } from '../../../live/listing.ts'
import { svc } from '../../../live/server.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import classes from '../ml.module.css'
import { mlSearch } from '../ml-link.tsx'
import { offeredColumns, usualColumns } from './columns.ts'
import { DeleteExperiment } from './delete-experiment.tsx'
import { FilterBox } from './filter-box.tsx'
import { NewTraining } from './new-training.tsx'
import { NoRuns } from './no-runs.tsx'
import { RunTable } from './run-table.tsx'

interface ListAddress {
  q?: string
  experiment?: string
  order?: string
  columns?: string
}

const mostCompared = 10
/** It cannot be deleted. */
const defaultExperimentId = 'exp_default'

/** The runs of the workspace, as table: filtered, ordered, with the columns that were chosen; ticked ones are compared. */
export function RunList() {
  const { q: filter, experiment, order, columns } = useSearch({ strict: false }) as ListAddress
  const navigate = useNavigate()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [isTraining, setTraining] = useState(false)
  const listing = useListing(['ml', 'list', 'runs', experiment, filter, order], options =>
    svc.ml.runs.search(
      {
        limit: 50,
        ...(experiment !== undefined && { experiment_id: experiment }),
        ...(filter !== undefined && { filter }),
        ...(order !== undefined && { order_by: [order] }),
      },
      options,
    ),
  )
  const change = (part: ListAddress): void =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...part }),
      replace: true,
    } as never)
  const train = (
    <Button data-key="n" onClick={() => setTraining(true)}>
      Train a model
    </Button>
  )
  const isNarrowed = filter !== undefined || experiment !== undefined
  return (
    <>
      {isTraining && <NewTraining onClose={() => setTraining(false)} />}
      {isNarrowed && <Tools {...{ filter, experiment, change }} />}
      <Loaded query={listing} sketch={<RowsSketch />}>
        {items => {
          if (items.length === 0) return isNarrowed ? <p>No run fits.</p> : <NoRuns action={train} />
          const shown = columns === undefined ? usualColumns(items) : columns.split('\n').filter(Boolean)
          return (
            <>
              {!isNarrowed && <Tools {...{ filter, experiment, change }} />}
              <Group className={classes.tools} align="end">
                <MultiSelect
                  label="Columns"
                  data={[...new Set([...offeredColumns(items), ...shown])]}
                  value={[...shown]}
                  onChange={next => change({ columns: next.join('\n') })}
                  searchable
                />
                <Button
                  variant="default"
                  disabled={ticked.length < 2}
                  onClick={() => void navigate({ to: '/data', search: mlSearch({ compare: ticked.join(',') }) })}
                >
                  {ticked.length < 2 ? 'Compare runs' : `Compare ${ticked.length} runs`}
                </Button>
                {train}
              </Group>
              <RunTable
                runs={items}
                columns={shown}
                order={order}
                onOrder={next => change({ order: next })}
                ticked={ticked}
                onTick={setTicked}
                mostTicked={mostCompared}
              />
              <ShowMore listing={listing} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}

function Tools({
  filter,
  experiment,
  change,
}: {
  filter: string | undefined
  experiment: string | undefined
  change: (part: ListAddress) => void
}) {
  const experiments = useQuery({
    queryKey: ['ml', 'experiments'],
    queryFn: async ({ signal }) => (await svc.ml.experiments.list({ limit: 200 }, { signal })).items,
  })
  const items = experiments.data ?? []
  const chosen = items.find(({ experiment_id }) => experiment_id === experiment)
  return (
    <Group className={classes.tools} align="end">
      <FilterBox filter={filter} onFilter={next => change({ q: next })} />
      <Select
        label="Experiment"
        placeholder="All"
        clearable
        searchable
        data={items.map(({ experiment_id: value, name, runs }) => ({
          value,
          label: `${name} (${runs.toLocaleString('en')})`,
        }))}
        value={experiment ?? null}
        onChange={next => change({ experiment: next ?? undefined })}
      />
      {chosen !== undefined && chosen.experiment_id !== defaultExperimentId && (
        <DeleteExperiment experiment={chosen} onDeleted={() => change({ experiment: undefined })} />
      )}
    </Group>
  )
}
