import type { LoggedRun } from '../../tracking/run-records.ts'
import type { RunRow } from '../../tracking/run-store.ts'
import type { RunModelRow } from '../../logged-models/logged-model-store.ts'
import type { InputRow } from '../../tracking/input-store.ts'
import { wireDouble, wireExperimentId, wireStatus } from './wire.ts'

export function artifactUri({ experiment_id, run_id }: Pick<RunRow, 'experiment_id' | 'run_id'>): string {
  return `mlflow-artifacts:/${wireExperimentId(experiment_id)}/${run_id}/artifacts`
}

export function wireRunInfo(row: RunRow) {
  return {
    run_id: row.run_id,
    run_uuid: row.run_id,
    run_name: row.name,
    experiment_id: wireExperimentId(row.experiment_id),
    user_id: row.user_id,
    status: wireStatus(row.status),
    start_time: row.started_at ?? row.created_at,
    ...(row.finished_at !== null && { end_time: row.finished_at }),
    artifact_uri: artifactUri(row),
    lifecycle_stage: row.deleted_at === null ? 'active' : 'deleted',
  }
}

export function wireRun(
  { row, params, tags, series }: LoggedRun,
  inputs: readonly InputRow[] = [],
  models: readonly RunModelRow[] = [],
) {
  const ofSide = (side: RunModelRow['side']) => models.filter(model => model.side === side)
  return {
    info: wireRunInfo(row),
    data: {
      metrics: series.map(({ key, last_value, last_step, last_timestamp }) => ({
        key,
        value: wireDouble(last_value),
        timestamp: last_timestamp,
        step: last_step,
      })),
      params: params.map(({ key, value }) => ({ key, value })),
      tags: tags.map(({ key, value }) => ({ key, value })),
    },
    inputs: {
      dataset_inputs: inputs.map(wireInput),
      model_inputs: ofSide('input').map(({ model_id }) => ({ model_id })),
    },
    outputs: { model_outputs: ofSide('output').map(({ model_id, step }) => ({ model_id, step })) },
  }
}

function wireInput({ name, digest, source_type, source, schema, profile, tags }: InputRow) {
  return {
    dataset: {
      name,
      digest,
      source_type,
      source,
      ...(schema !== null && { schema }),
      ...(profile !== null && { profile }),
    },
    tags: JSON.parse(tags) as { key: string; value: string }[],
  }
}
