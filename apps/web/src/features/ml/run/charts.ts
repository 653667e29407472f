import type { TrainingResult } from '../types.ts'

type Spec = Readonly<Record<string, unknown>>

/** A figure of every fold, with their mean and what the baseline scores. */
export function foldSpec({ validation, baseline }: TrainingResult, metric: string): Spec {
  const folds = validation.folds.map(({ fold, metrics }) => ({
    of: `Fold ${fold}`,
    kind: 'Fold',
    value: metrics[metric],
  }))
  const values = [
    ...folds,
    { of: 'Mean', kind: 'Mean', value: validation.metrics[metric]?.mean },
    { of: 'Baseline', kind: 'Baseline', value: baseline[metric] },
  ].filter(({ value }) => value !== undefined)
  return {
    data: { values },
    mark: { type: 'point', filled: true, size: 90, opacity: 1 },
    encoding: {
      x: { field: 'value', type: 'quantitative', title: metric, scale: { zero: false } },
      y: { field: 'of', type: 'nominal', title: null, sort: null, axis: { grid: true } },
      color: { field: 'kind', type: 'nominal', title: null, sort: ['Fold', 'Mean', 'Baseline'], legend: null },
      shape: {
        field: 'kind',
        type: 'nominal',
        legend: null,
        scale: { domain: ['Fold', 'Mean', 'Baseline'], range: ['circle', 'diamond', 'cross'] },
      },
    },
  }
}

/** Of the rows that got this probability, how many were so: on the line the two are equal. */
export function reliabilitySpec({ bins }: NonNullable<TrainingResult['calibration']>): Spec {
  const axis = { type: 'quantitative', scale: { domain: [0, 1] } }
  const x = { field: 'predicted', title: 'Predicted probability', ...axis }
  const y = { field: 'observed', title: 'Observed share', ...axis }
  return {
    layer: [
      {
        data: {
          values: [
            { predicted: 0, observed: 0 },
            { predicted: 1, observed: 1 },
          ],
        },
        mark: { type: 'line', strokeDash: [4, 4], opacity: 0.5 },
        encoding: { x, y },
      },
      { data: { values: bins }, mark: { type: 'line' }, encoding: { x, y } },
      {
        data: { values: bins },
        mark: { type: 'point', filled: true, opacity: 1 },
        encoding: { x, y, size: { field: 'n', type: 'quantitative', title: 'Rows', legend: { orient: 'top' } } },
      },
    ],
    height: 260,
  }
}

const mostFeatures = 20

/** How much worse the model is when a feature is shuffled, with the spread over the repeats. */
export function importanceSpec(importance: TrainingResult['importance']): Spec {
  const values = importance
    .toSorted((a, b) => b.mean - a.mean)
    .slice(0, mostFeatures)
    .map(({ feature, mean, sd }) => ({ feature, importance: mean, low: mean - sd, high: mean + sd }))
  const y = { field: 'feature', type: 'nominal', sort: null, title: null }
  return {
    data: { values },
    encoding: { y },
    layer: [
      {
        mark: { type: 'bar', opacity: 0.8 },
        encoding: { x: { field: 'importance', type: 'quantitative', title: 'Importance' } },
      },
      { mark: { type: 'rule' }, encoding: { x: { field: 'low', type: 'quantitative' }, x2: { field: 'high' } } },
    ],
  }
}
