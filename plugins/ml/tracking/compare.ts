import { NotFoundError, queryFault } from '@svc/plugin'
import type { WorkspaceDatabase } from '@svc/plugin'
import type { MetricValue, Run } from '@svc/plugin/contracts/ml/learning'
import { loggedRuns, runRecords } from './run-records.ts'
import { runStore } from './run-store.ts'

export interface Comparison {
  runs: Run[]
  /** What differs comes first. A value is null where a run has none. */
  params: { key: string; values: (string | null)[]; differs: boolean }[]
  metrics: { key: string; values: (MetricValue | null)[]; best: string | null }[]
  dataset_same: boolean
}

const least = 2
const most = 50
/** Words in the names of metrics, as libraries give them. Less is better of errors and losses, and of how far the folds lie apart. */
const lessIsBetter =
  /^(?:brier|ece|err|perplexity|ppl|wer|cer|nll|l1|l2|ae|rmsle|msle|rmspe|smape|crps|sd|std)$|(?:loss|error|deviance|rmse|mse|mae|mape)$/
const moreIsBetter =
  /^(?:acc|aucpr|ap|r2|f\d|fbeta|ndcg|map|mrr|bleu|rouge\w*|kappa|mcc|iou|dice|sensitivity|specificity|likelihood)$|(?:accuracy|auc|precision|recall|score)$/

/** Runs side by side. @throws ValidationError, NotFoundError that names the runs that are not there */
export function compareRuns(db: WorkspaceDatabase, ids: readonly string[]): Comparison {
  const wanted = [...new Set(ids.map(id => id.trim()).filter(id => id !== ''))]
  if (wanted.length < least || wanted.length > most)
    throw queryFault('run_ids', `has ${wanted.length} different ids, and ${least} to ${most} can be compared`)
  const rows = new Map(runStore.many(db, wanted).map(row => [row.run_id, row]))
  const missing = wanted.filter(id => !rows.has(id))
  if (missing.length > 0) throw new NotFoundError(`There is no such run: ${missing.join(', ')}.`)
  const ordered = wanted.map(id => rows.get(id)).filter(row => row !== undefined)
  const runs = runRecords(db, loggedRuns(db, ordered))
  const params = keysOf(runs, run => run.params).map(key => {
    const values = runs.map(run => run.params[key] ?? null)
    return { key, values, differs: new Set(values).size > 1 }
  })
  return {
    runs,
    params: params.toSorted((a, b) => Number(b.differs) - Number(a.differs)),
    metrics: keysOf(runs, run => run.metrics).map(key => ({
      key,
      values: runs.map(run => run.metrics[key] ?? null),
      best: bestOf(runs, key),
    })),
    dataset_same: new Set(runs.map(({ dataset }) => dataset?.sha256 ?? null)).size === 1 && runs[0]?.dataset !== null,
  }
}

function keysOf(runs: readonly Run[], labels: (run: Run) => object): string[] {
  return [...new Set(runs.flatMap(run => Object.keys(labels(run))))].toSorted()
}

/** 1: more is better, -1: less is; null: the name does not say. */
export function directionOf(key: string): 1 | -1 | null {
  const words = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  if (words.some(word => lessIsBetter.test(word))) return -1
  return words.some(word => moreIsBetter.test(word)) ? 1 : null
}

function bestOf(runs: readonly Run[], key: string): string | null {
  const direction = directionOf(key)
  if (direction === null) return null
  const scored = runs.flatMap(({ run_id, metrics }) => {
    const value = Number(metrics[key] ?? NaN)
    return Number.isNaN(value) ? [] : [{ run_id, score: direction * value }]
  })
  const [first, ...others] = scored
  if (!first || others.length === 0) return null
  return others.reduce((best, each) => (each.score > best.score ? each : best), first).run_id
}
