import { describe, expect, it } from 'vitest'
import type { Run } from '../types.ts'
import { cellOf, columnOf, offeredColumns, quoted, usualColumns } from './columns.ts'

const run = (metrics: Run['metrics'], params: Run['params'] = {}): Run => ({
  run_id: 'mlr_1',
  experiment_id: 'exp_1',
  name: 'first',
  status: 'finished',
  failure: null,
  params,
  metrics,
  tags: {},
  dataset: null,
  job_id: null,
  session_id: null,
  parent_run_id: null,
  artifact_count: 0,
  state: 'active',
  created_at: '',
  started_at: null,
  finished_at: null,
})

describe('columns of the table of runs', () => {
  it('begin with what was trained and its figures, else with the first metrics', () => {
    const trained = run({ cv_r2_mean: 0.9, cv_r2: 0.8, baseline_r2: 0, train_loss: 1 }, { trainer: 'knn', seed: '0' })
    expect(usualColumns([trained])).toEqual(['params.trainer', 'metrics.cv_r2_mean'])
    expect(usualColumns([run({ train_loss: 1 })])).toEqual(['metrics.train_loss'])
    expect(usualColumns([run({ e: 1, a: 1, b: 1, c: 1, d: 1 })])).toEqual([
      'metrics.a',
      'metrics.b',
      'metrics.c',
      'metrics.d',
    ])
    expect(offeredColumns([trained, run({ a: 'NaN' })])).toContain('metrics.a')
  })

  it('keep dots, spaces and backticks of a key', () => {
    expect(columnOf('params.a.b c')).toEqual({ kind: 'params', key: 'a.b c' })
    expect([quoted('metrics.a.b'), quoted('tags.a`b')]).toEqual(['metrics.`a.b`', 'tags."a`b"'])
    expect(cellOf(run({ 'a.b': 'NaN' }), 'metrics.a.b')).toBe('NaN')
  })
})
