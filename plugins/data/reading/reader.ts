import { queryFault } from '@svc/plugin'
import type { AnalyticsPlane, DataPlane, QueryRun, TableColumn, TableDiff, TableProfile } from '@svc/plugin'
import { answerStore } from '../catalog/answer-store.ts'
import { datasetStore } from '../catalog/dataset-store.ts'
import { columnsOf, keyOf } from '../catalog/records.ts'
import { requireDatasetVersion } from '../catalog/reference.ts'
import type { NamedVersionRow } from '../catalog/version-store.ts'

export interface VersionName {
  dataset_id: string
  version: number
}

export interface Preview extends VersionName {
  columns: TableColumn[]
  /** JSON: an array of arrays. */
  rows: string
  total: number
}

const sampledRows = 20

/** Looks into versions. What is found out about one is kept, for no version ever changes. */
export class Reader {
  readonly #data: DataPlane
  readonly #plane: AnalyticsPlane

  constructor(data: DataPlane, plane: AnalyticsPlane) {
    this.#data = data
    this.#plane = plane
  }

  /** @throws NotFoundError, as the others */
  version(workspaceId: string, datasetId: string, version?: number): NamedVersionRow {
    return this.#data.use(workspaceId, db => requireDatasetVersion(db, datasetId, version))
  }

  async preview(
    workspaceId: string,
    wanted: { dataset_id: string; version?: number; limit: number; offset: number },
    run: QueryRun,
  ): Promise<Preview> {
    const { limit, offset } = wanted
    const row = this.version(workspaceId, wanted.dataset_id, wanted.version)
    const { columns, rows } = await this.#plane.preview(workspaceId, { file: row.file, limit, offset }, run)
    return { dataset_id: row.dataset_id, version: row.version, columns, rows, total: row.rows }
  }

  async profile(workspaceId: string, row: NamedVersionRow, run: QueryRun): Promise<VersionName & TableProfile> {
    const { dataset_id, file, version } = row
    const kept = this.#data.use(workspaceId, db => answerStore.profile(db, file))
    if (kept !== undefined) return { dataset_id, version, ...(JSON.parse(kept) as TableProfile) }
    const profile = await this.#plane.profile(workspaceId, file, run)
    this.#keep(workspaceId, row, db => answerStore.keepProfile(db, file, JSON.stringify(profile)))
    return { dataset_id, version, ...profile }
  }

  /** Compares by the given columns, else by the dataset's key, else by content. Null: by content. */
  async diff(
    workspaceId: string,
    wanted: { dataset_id: string; from: number; to: number; key?: string[] | null },
    run: QueryRun,
  ): Promise<{ dataset_id: string; from: number; to: number; key: string[] | null } & TableDiff> {
    const { dataset_id } = wanted
    const from = this.version(workspaceId, dataset_id, wanted.from)
    const to = this.version(workspaceId, dataset_id, wanted.to)
    const key = wanted.key === undefined ? this.#keyOf(workspaceId, [from, to]) : wanted.key
    assertKey(key, [from, to])
    const facts = { dataset_id, from: from.version, to: to.version, key }
    const keyText = JSON.stringify(key)
    const kept = this.#data.use(workspaceId, db => answerStore.diff(db, from.file, to.file, keyText))
    if (kept !== undefined) return { ...facts, ...(JSON.parse(kept) as TableDiff) }
    const versions = { from: from.file, to: to.file, key, sample: sampledRows }
    const diff = await this.#plane.diff(workspaceId, versions, run)
    this.#keep(workspaceId, to, db => answerStore.keepDiff(db, from.file, to.file, keyText, JSON.stringify(diff)))
    return { ...facts, ...diff }
  }

  /** The dataset's own key, where both versions have its columns. */
  #keyOf(workspaceId: string, versions: readonly [NamedVersionRow, NamedVersionRow]): string[] | null {
    const [{ dataset_id }] = versions
    const dataset = this.#data.use(workspaceId, db => datasetStore.get(db, dataset_id))
    const key = keyOf(dataset?.key_columns ?? null)
    return key !== null && missingColumn(key, versions) === undefined ? key : null
  }

  /** Unless the dataset was deleted meanwhile. */
  #keep(
    workspaceId: string,
    { dataset_id }: NamedVersionRow,
    keep: (db: Parameters<Parameters<DataPlane['use']>[1]>[0]) => void,
  ): void {
    this.#data.use(workspaceId, db =>
      db.transaction(() => {
        if (datasetStore.get(db, dataset_id)) keep(db)
      }),
    )
  }
}

function assertKey(key: string[] | null, versions: readonly NamedVersionRow[]): void {
  const missing = key && missingColumn(key, versions)
  if (!missing) return
  const message = `names the column ${JSON.stringify(missing.name)}, which version ${missing.version} does not have`
  throw queryFault('key', message)
}

function missingColumn(key: readonly string[], versions: readonly NamedVersionRow[]) {
  for (const row of versions) {
    const has = new Set(columnsOf(row).map(({ name }) => name))
    const name = key.find(each => !has.has(each))
    if (name !== undefined) return { name, version: row.version }
  }
  return undefined
}
