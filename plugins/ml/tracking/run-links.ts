import type { RunRow } from './run-store.ts'

/** Tags that say the same as a field of the run. Writing one writes the other. */
export const linkTags = {
  name: 'mlflow.runName',
  parent: 'mlflow.parentRunId',
  dataset: 'svc.dataset',
  job: 'svc.job_id',
  session: 'svc.session_id',
} as const

const linked = new Set<string>(Object.values(linkTags))

export function isLinkTag(key: string): boolean {
  return linked.has(key)
}

/** The tags that a run has because of its fields. */
export function tagsOfFields(row: RunRow): Record<string, string> {
  const tags: Record<string, string> = {}
  if (row.name !== '') tags[linkTags.name] = row.name
  if (row.parent_run_id !== null) tags[linkTags.parent] = row.parent_run_id
  if (row.dataset_id !== null) tags[linkTags.dataset] = `${row.dataset_id}@${row.dataset_version ?? 1}`
  if (row.job_id !== null) tags[linkTags.job] = row.job_id
  if (row.session_id !== null) tags[linkTags.session] = row.session_id
  return tags
}

export type DatasetFields = Pick<RunRow, 'dataset_id' | 'dataset_version' | 'dataset_name' | 'dataset_sha256'>

export const noDataset: DatasetFields = {
  dataset_id: null,
  dataset_version: null,
  dataset_name: null,
  dataset_sha256: null,
}

/** The fields that tags set; null takes one back. `datasetOf` finds the version that `svc.dataset` names. */
export function fieldsOfTags(
  tags: Readonly<Record<string, string | null>>,
  datasetOf: (reference: string) => DatasetFields,
): Partial<RunRow> {
  const fields: Partial<RunRow> = {}
  for (const [key, value] of Object.entries(tags)) {
    if (key === linkTags.name) fields.name = value ?? ''
    else if (key === linkTags.parent) fields.parent_run_id = value
    else if (key === linkTags.job) fields.job_id = value
    else if (key === linkTags.session) fields.session_id = value
    else if (key === linkTags.dataset) Object.assign(fields, value === null ? noDataset : datasetOf(value))
  }
  return fields
}
