import { bodyFault } from '@svc/plugin'
import type { LoggedModelRow, LoggedModelStatus } from '../../logged-models/logged-model-store.ts'
import type { LoggedModel } from '../../logged-models/logged-models.ts'
import { wireDouble, wireExperimentId } from './wire.ts'

export function loggedModelUri({
  experiment_id,
  model_id,
}: Pick<LoggedModelRow, 'experiment_id' | 'model_id'>): string {
  return `mlflow-artifacts:/${wireExperimentId(experiment_id)}/models/${model_id}/artifacts`
}

/** A logged model in MLflow's form, without its `creator_id`, which is a number there; `registrations` are the versions of registered models that were made of it. */
export function wireLoggedModel(
  { row, params, tags, metrics }: LoggedModel,
  registrations: readonly { name: string; version: number }[] = [],
) {
  return {
    info: {
      model_id: row.model_id,
      experiment_id: wireExperimentId(row.experiment_id),
      name: row.name,
      creation_timestamp_ms: row.created_at,
      last_updated_timestamp_ms: row.updated_at,
      artifact_uri: loggedModelUri(row),
      status: wireStatuses[row.status],
      ...(row.model_type !== null && { model_type: row.model_type }),
      ...(row.source_run_id !== null && { source_run_id: row.source_run_id }),
      ...(row.status_message !== null && { status_message: row.status_message }),
      tags: tags.map(({ key, value }) => ({ key, value })),
      registrations: registrations.map(({ name, version }) => ({ name, version: String(version) })),
    },
    data: {
      params: params.map(({ key, value }) => ({ key, value })),
      metrics: metrics.map(({ model_id, run_id, key, value, step, timestamp }) => ({
        key,
        value: wireDouble(value),
        timestamp,
        step,
        model_id,
        run_id,
      })),
    },
  }
}

const wireStatuses = {
  pending: 'LOGGED_MODEL_PENDING',
  ready: 'LOGGED_MODEL_READY',
  failed: 'LOGGED_MODEL_UPLOAD_FAILED',
} as const satisfies Record<LoggedModelStatus, string>
const statusNumbers: readonly LoggedModelStatus[] = ['pending', 'ready', 'failed']

/** By its name or its number. @throws ValidationError */
export function loggedModelStatusIn(value: unknown): LoggedModelStatus {
  const found = statusNumbers.find((status, index) => value === wireStatuses[status] || value === index + 1)
  if (found !== undefined) return found
  throw bodyFault('/status', `must be one of ${Object.values(wireStatuses).join(', ')}`)
}
