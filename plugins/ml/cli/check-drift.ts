import { ValidationError } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { rounded } from './rounded.ts'
import type { DriftAnswer } from '../serving/drift-reports.ts'

/** `svc ml drift`: ends with 1 where something has drifted, so that a script notices. */
export async function checkDrift(context: CommandContext<Commands['ml drift']>): Promise<number> {
  const { model } = context.arguments
  const { dataset, threshold, version } = context.options
  if (dataset === undefined) throw new ValidationError('svc ml drift needs --dataset: the rows of today.')
  const [dataset_id = '', dataset_version] = dataset.split('@')
  const body = {
    dataset_id,
    ...(dataset_version !== undefined && { dataset_version: Number(dataset_version) }),
    ...(threshold !== undefined && { threshold }),
    ...(version !== undefined && { version }),
  }
  const report = await context.client.request<DriftAnswer>(
    'POST',
    `/api/ml/models/${encodeURIComponent(model)}/drift`,
    body,
  )
  context.io.result(report, shown(report))
  return report.drifted ? 1 : 0
}

function shown({ model, features, prediction, performance, drifted }: DriftAnswer): string {
  const line = (name: string, psi: number, hasDrifted: boolean, rest = ''): string =>
    `${hasDrifted ? '!' : ' '} ${name.padEnd(24)} psi ${psi.toFixed(3)}${rest}`
  return [
    `${model.name} ${model.version}: ${drifted ? 'it has drifted' : 'no drift'}`,
    ...features.map(each =>
      line(each.feature, each.psi, each.drifted, `  ${each.test} p ${each.p_value.toPrecision(2)}`),
    ),
    line('what it predicts', prediction.psi, prediction.drifted),
    ...Object.entries(performance ?? {}).map(
      ([name, { baseline, now }]) => `  ${name.padEnd(24)} ${rounded(baseline)} then, ${rounded(now)} now`,
    ),
  ].join('\n')
}
