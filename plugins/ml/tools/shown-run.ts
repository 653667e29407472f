import type { JsonLike, JsonObject, JsonValue } from '@svc/plugin'
import type { WholeRun } from '@svc/plugin/contracts/ml/learning'

const mostShown = 50

/** The figures and what is suspicious, without the parts that only a page shows. */
export function shownRun({ run_id, status, failure, name, dataset, result, ...run }: WholeRun): JsonLike {
  const { params, metrics: last } = run
  const known = { run_id, status, name, dataset, ...(failure !== null && { failure }) }
  if (result === null) return { ...known, params, metrics: last }
  const {
    validation,
    baseline,
    importance,
    warnings,
    rows,
    excluded,
    features,
    task,
    classes,
    confusion,
    coefficients,
  } = result
  const { metrics, scheme } = validation as { metrics: JsonObject; scheme: string }
  return {
    ...known,
    task,
    ...(classes !== undefined && { classes }),
    rows,
    excluded,
    features,
    validation: { scheme, metrics },
    baseline,
    importance: (importance as JsonValue[]).slice(0, mostShown),
    ...(confusion !== undefined && { confusion }),
    ...(coefficients !== undefined && { coefficients: (coefficients as JsonValue[]).slice(0, mostShown) }),
    warnings,
  }
}
