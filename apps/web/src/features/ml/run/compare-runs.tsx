import { Switch, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { usePageTitle } from '../../../ui/page/page.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import classes from '../ml.module.css'
import { DatasetLink, MlLink } from '../ml-link.tsx'
import { figure, statusWords } from '../../../ui/ml-run/run-words.ts'
import type { Run } from '../types.ts'
import { Curves } from './curves.tsx'

/** Runs side by side: what differs comes first, and the best of each metric is marked. */
export function CompareRuns({ ids }: { ids: readonly string[] }) {
  usePageTitle('Compare runs')
  const [isAll, setAll] = useState(false)
  const comparison = useQuery({
    queryKey: ['ml', 'compare', ...ids],
    queryFn: ({ signal }) => svc.ml.runs.compare(ids, { signal }),
  })
  // Of a figure with a mean over the folds the value alone is that of the last fold.
  const means = new Set(comparison.data?.metrics.map(({ key }) => key))
  return (
    <Loaded query={comparison} sketch={<RowsSketch />}>
      {({ runs, params, metrics, dataset_same }) => (
        <div className={classes.page}>
          <div className={classes.head}>
            <MlLink>All runs</MlLink>
            <Switch
              label="Show what is the same"
              checked={isAll}
              onChange={event => setAll(event.currentTarget.checked)}
            />
          </div>
          {!dataset_same && (
            <p className={classes.warnings} role="status">
              These runs did not use the same version of a dataset: their figures are not of the same rows.
            </p>
          )}
          <div className={classes.scroll}>
            <Table aria-label="Comparison" className={classes.compare}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Run</Table.Th>
                  {runs.map(run => (
                    <Table.Th key={run.run_id} ta="right">
                      <MlLink to={{ run: run.run_id }}>{run.name}</MlLink>
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                <Facts runs={runs} />
                <Heading count={runs.length}>Params</Heading>
                {params
                  .filter(({ differs }) => differs || isAll)
                  .map(({ key, values, differs }) => (
                    <Table.Tr key={key} data-differs={differs}>
                      <Table.Th scope="row">{key}</Table.Th>
                      {values.map((value, index) => (
                        <Table.Td key={index} ta="right">
                          {value ?? ''}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
                <Heading count={runs.length}>Metrics</Heading>
                {metrics
                  .filter(({ key, values }) => isAll || (new Set(values).size > 1 && !means.has(`${key}_mean`)))
                  .map(({ key, values, best }) => (
                    <Table.Tr key={key}>
                      <Table.Th scope="row">{key}</Table.Th>
                      {values.map((value, index) => (
                        <Table.Td key={index} ta="right">
                          {runs[index]?.run_id === best ? <strong>{figure(value)} best</strong> : figure(value)}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
              </Table.Tbody>
            </Table>
          </div>
          <Curves runs={runs} />
        </div>
      )}
    </Loaded>
  )
}

function Facts({ runs }: { runs: readonly Run[] }) {
  return (
    <>
      <Table.Tr>
        <Table.Th scope="row">Status</Table.Th>
        {runs.map(({ run_id, status }) => (
          <Table.Td key={run_id} ta="right">
            {statusWords[status]}
          </Table.Td>
        ))}
      </Table.Tr>
      <Table.Tr>
        <Table.Th scope="row">Dataset</Table.Th>
        {runs.map(({ run_id, dataset }) => (
          <Table.Td key={run_id} ta="right">
            <DatasetLink dataset={dataset} />
          </Table.Td>
        ))}
      </Table.Tr>
    </>
  )
}

function Heading({ count, children }: { count: number; children: string }) {
  return (
    <Table.Tr>
      <Table.Th colSpan={count + 1} className={classes.group}>
        {children}
      </Table.Th>
    </Table.Tr>
  )
}
