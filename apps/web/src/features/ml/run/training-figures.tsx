import { Select, Table } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Chart } from '../../../ui/chart/chart.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import classes from '../ml.module.css'
import { figure } from '../../../ui/ml-run/run-words.ts'
import type { TrainingResult } from '../types.ts'
import { foldSpec, importanceSpec, reliabilitySpec } from './charts.ts'

/** What a trainer found out on rows that it had not seen, always beside what the baseline scores. */
export function TrainingFigures({ result }: { result: TrainingResult }) {
  const { validation, baseline, training, importance, calibration, warnings } = result
  const metrics = Object.keys(validation.metrics)
  const [metric, setMetric] = useState(metrics[0] ?? '')
  const folds = useMemo(() => foldSpec(result, metric), [result, metric])
  const bars = useMemo(() => importanceSpec(importance), [importance])
  const reliability = useMemo(() => (calibration === null ? null : reliabilitySpec(calibration)), [calibration])
  return (
    <>
      {warnings.length > 0 && (
        <ul className={classes.warnings} aria-label="Warnings">
          {warnings.map(({ code, message }) => (
            <li key={`${code} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      <section aria-label="Figures">
        <h2>Figures</h2>
        <p className={classes.about}>
          Of {result.rows.toLocaleString('en')} rows, by {validation.scheme.replaceAll('_', ' ')} with{' '}
          {validation.folds.length} folds: each row is judged by a model that has not seen it.
          {result.excluded > 0 && ` ${result.excluded.toLocaleString('en')} rows without a target were left out.`}
        </p>
        <div className={classes.scroll}>
          <Table aria-label="Figures">
            <TableHead
              columns={[
                'Figure',
                { number: 'Mean' },
                { number: 'Spread' },
                { number: 'All rows' },
                { number: 'Baseline' },
                { number: 'Training' },
              ]}
            />
            <Table.Tbody>
              {Object.entries(validation.metrics).map(([name, { mean, sd, pooled }]) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  {[mean, sd, pooled, baseline[name], training[name]].map((value, index) => (
                    <Table.Td key={index} ta="right">
                      {index === 1 ? `± ${figure(value)}` : figure(value)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </section>
      <div className={classes.charts}>
        <section aria-label="Folds">
          <Select
            label="Figure of the folds"
            data={metrics}
            value={metric}
            onChange={next => next !== null && setMetric(next)}
            allowDeselect={false}
          />
          <Chart title={`${metric} by fold, beside the baseline`} spec={folds} />
        </section>
        {importance.length > 0 && (
          <section aria-label="Importance">
            <Chart title="Importance: how much worse it is when a feature is shuffled" spec={bars} />
          </section>
        )}
        {reliability !== null && (
          <section aria-label="Reliability">
            <Chart title="Reliability: whether probabilities are what they say" spec={reliability} />
            <p className={classes.about}>
              Brier score {figure(calibration?.brier)}, expected calibration error {figure(calibration?.ece)}.
            </p>
          </section>
        )}
      </div>
    </>
  )
}
