import type { Run } from '../types.ts'

/** What a column shows: `metrics.<key>`, `params.<key>` or `tags.<key>`, as the filter names it. */
export interface RunColumn {
  kind: 'metrics' | 'params' | 'tags'
  key: string
}

const usualParams = ['trainer', 'target']
/** Of the figures that trainers write, those that a table begins with. */
const usualFigures = ['cv_roc_auc_mean', 'cv_accuracy_mean', 'cv_r2_mean', 'cv_rmse_mean']
/** All others that they write: on the page of the run, or chosen. */
const ofTrainers = /^metrics\.(?:(?:cv|baseline|training)_|(?:train|validation)_loss$)/
const mostUsual = 4

export function columnOf(name: string): RunColumn {
  const dot = name.indexOf('.')
  const kind = name.slice(0, dot)
  return { kind: kind === 'params' || kind === 'tags' ? kind : 'metrics', key: name.slice(dot + 1) }
}

/** The column in the grammar of filters and orders, where odd letters stand in quotes. */
export function quoted(name: string): string {
  const { kind, key } = columnOf(name)
  return key.includes('`') ? `${kind}."${key}"` : `${kind}.\`${key}\``
}

export function cellOf(run: Run, name: string): Run['metrics'][string] | undefined {
  const { kind, key } = columnOf(name)
  return run[kind][key]
}

/** All that these runs have. */
export function offeredColumns(runs: readonly Run[]): string[] {
  const names = (kind: RunColumn['kind']): string[] =>
    [...new Set(runs.flatMap(run => Object.keys(run[kind])))].sort().map(key => `${kind}.${key}`)
  return [...names('metrics'), ...names('params'), ...names('tags')]
}

/** The columns that a table begins with: what was trained, and its figures; of other runs the first metrics. */
export function usualColumns(runs: readonly Run[]): string[] {
  const offered = offeredColumns(runs)
  const has = (kind: string) => (key: string) => offered.includes(`${kind}.${key}`)
  const params = usualParams.filter(has('params')).map(key => `params.${key}`)
  const figures = usualFigures.filter(has('metrics')).map(key => `metrics.${key}`)
  const isOther = (name: string) => figures.length === 0 || !ofTrainers.test(name)
  const others = offered.filter(name => name.startsWith('metrics.') && isOther(name))
  return [...params, ...[...figures, ...others].slice(0, mostUsual)]
}
