import { ValidationError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { rounded } from './rounded.ts'
import { waitForRun } from './wait-for-run.ts'
import type { TrainedRun } from './wait-for-run.ts'

/** `svc ml train`: the figures of held-out rows, each beside its baseline. */
export async function trainModel(context: CommandContext<Commands['ml train']>): Promise<number> {
  const { dataset, target, trainer, task, features, params, folds, name, register } = context.options
  if (dataset === undefined || target === undefined || trainer === undefined)
    throw new ValidationError(
      'svc ml train needs --dataset, --target and --trainer. GET /api/ml/trainers lists the trainers.',
    )
  const [dataset_id = '', version] = dataset.split('@')
  const body: JsonObject = {
    dataset_id,
    ...(version !== undefined && { version: Number(version) }),
    target,
    trainer,
    task: task ?? (trainer === 'linear_regression' ? 'regression' : 'classification'),
    ...(features !== undefined && { features: features.split(',').map(each => each.trim()) }),
    ...(params !== undefined && { params }),
    ...(folds !== undefined && { validation: { folds } }),
    ...(register !== undefined && { register_as: register }),
    ...(name !== undefined && { name }),
    mode: 'job',
  }
  const { run_id } = await context.client.request<{ run_id: string }>('POST', '/api/ml/train', body)
  const run = await waitForRun(context, run_id)
  context.io.result(run, shown(run))
  return run.status === 'finished' ? 0 : 1
}

function shown({ run_id, name, status, failure, result }: TrainedRun): string {
  if (status !== 'finished' || result === null) return `${run_id} ${status}: ${failure ?? ''}`
  const { validation, baseline, importance, warnings, rows } = result
  const lines = Object.entries(validation.metrics).map(([metric, { mean, sd }]) => {
    const beside = baseline[metric] === undefined ? '' : `  baseline ${rounded(baseline[metric])}`
    return `${metric.padEnd(18)} ${rounded(mean)} ± ${rounded(sd)}${beside}`
  })
  const first = importance.slice(0, 5).map(({ feature }) => feature)
  return [
    `${name}  ${run_id}  ${rows} rows, ${validation.folds.length} folds (${validation.scheme})`,
    ...lines,
    ...(first.length > 0 ? [`What counts: ${first.join(', ')}`] : []),
    ...warnings.map(({ message }) => `Note: ${message}`),
  ].join('\n')
}
