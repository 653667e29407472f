import { NotFoundError } from '@svc/plugin'
import type { WorkspaceDatabase } from '@svc/plugin'
import { datasetStore } from './dataset-store.ts'
import { versionStore } from './version-store.ts'
import type { NamedVersionRow } from './version-store.ts'

/** `sales`, `sales@2`, `ds_…`, `ds_…@2`: which version of which dataset; undefined when there is none. */
export function findVersion(db: WorkspaceDatabase, reference: string, version?: number): NamedVersionRow | undefined {
  const parts = /^(.+?)(?:@([1-9]\d{0,8}))?$/s.exec(reference)
  const name = parts?.[1]
  if (name === undefined) return undefined
  const cited = parts?.[2] === undefined ? undefined : Number(parts[2])
  if (cited !== undefined && version !== undefined && cited !== version) return undefined
  const dataset = datasetStore.get(db, name.toLowerCase()) ?? datasetStore.byTable(db, name)
  return dataset && versionStore.get(db, dataset.dataset_id, cited ?? version ?? null)
}

/** @throws NotFoundError that says whether it is the dataset or the version that there is not */
export function requireVersion(db: WorkspaceDatabase, reference: string, version?: number): NamedVersionRow {
  const found = findVersion(db, reference, version)
  if (found) return found
  const dataset = findVersion(db, reference.replace(/@\d+$/, ''))
  if (!dataset) throw new NotFoundError('There is no such dataset.')
  throw new NotFoundError(
    `There is no such version of ${JSON.stringify(dataset.name)}; the latest is ${dataset.latest_version}.`,
  )
}

/** Finds a dataset by its id alone, as the paths of the API name it. @throws NotFoundError */
export function requireDatasetVersion(db: WorkspaceDatabase, datasetId: string, version?: number): NamedVersionRow {
  const found = versionStore.get(db, datasetId, version ?? null)
  if (found) return found
  const dataset = datasetStore.get(db, datasetId)
  if (!dataset) throw new NotFoundError('There is no such dataset.')
  throw new NotFoundError(`There is no version ${version} of this dataset; the latest is ${dataset.latest_version}.`)
}
