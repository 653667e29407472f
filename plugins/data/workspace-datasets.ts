import type { AnalyticsPlane, Clock, DataPlane } from '@svc/plugin'
import type {
  DatasetColumns,
  DatasetReference,
  DatasetVersion,
  Datasets,
  ImportedVersion,
} from '@svc/plugin/contracts/datasets'
import { versionOf } from './catalog/records.ts'
import type { VersionRecord } from './catalog/records.ts'
import { requireDatasetVersion, requireVersion } from './catalog/reference.ts'
import { ownRequest } from './imports/importer.ts'
import type { Importer } from './imports/importer.ts'
import { labelOf, settingsOf } from './imports/import-settings.ts'
import { CitedTables } from './queries/cited-tables.ts'
import type { Queries } from './queries/queries.ts'
import type { Publisher } from './versions/publisher.ts'

export interface WorkspaceDatasetsOptions {
  data: DataPlane
  plane: AnalyticsPlane
  importer: Importer
  publisher: Publisher
  queries: Queries
  clock: Clock
}

/** Cells that may be read for numerical work at once: 400 MB of numbers. */
const maxCells = 50_000_000

/** The datasets, for other plugins. */
export class WorkspaceDatasets implements Datasets {
  readonly #options: WorkspaceDatasetsOptions

  constructor(options: WorkspaceDatasetsOptions) {
    this.#options = options
  }

  get(workspaceId: string, dataset: DatasetReference, version?: number): DatasetVersion {
    return versionOf(this.#options.data.use(workspaceId, db => requireVersion(db, dataset, version)))
  }

  async columns(
    workspaceId: string,
    { dataset, version, columns, filter = null, as_text: asText = false }: Parameters<Datasets['columns']>[1],
    run: Parameters<Datasets['columns']>[2],
  ): Promise<DatasetColumns> {
    const { data, plane } = this.#options
    const row = data.use(workspaceId, db => requireVersion(db, dataset, version))
    const read = await plane.columns(workspaceId, { file: row.file, columns, filter, maxCells, asText }, run)
    return { version: versionOf(row), ...read }
  }

  /** Without a name it is a version of `dataset_id`, or called by what it is. */
  async derive(
    {
      sql,
      params = [],
      name,
      dataset_id,
      origin,
    }: Omit<Parameters<Datasets['derive']>[0], 'name'> & { name: string | null },
    { principal, signal }: Parameters<Datasets['derive']>[1],
  ): Promise<VersionRecord> {
    const { data, importer, plane, publisher, queries } = this.#options
    const { workspace_id } = principal
    queries.check(sql, 0)
    if (dataset_id !== undefined) data.use(workspace_id, db => requireDatasetVersion(db, dataset_id))
    const cited = new CitedTables(data, workspace_id)
    const run = { signal, timeoutMs: queries.maxTimeoutMs }
    const query = { sql, params, tables: cited.lookup }
    const table = await plane.derive(workspace_id, query, importer.limits, run)
    try {
      const target = { dataset_id: dataset_id ?? null, name: name === null ? 'query' : labelOf(name) }
      const made = origin ?? { kind: 'query', detail: { sql, params, tables: cited.all() } }
      return await publisher.publish(target, table, made, principal)
    } finally {
      await table.stage.discard()
    }
  }

  async import(
    { name, dataset_id, content, options = {}, origin, once }: Parameters<Datasets['import']>[0],
    { principal, signal }: Parameters<Datasets['import']>[1],
  ): Promise<ImportedVersion> {
    const { clock, importer } = this.#options
    const request = once === undefined ? null : ownRequest(`once ${once}`, clock.now())
    const before = importer.replayed(principal.workspace_id, request)
    if (before) return before.answer as VersionRecord
    const { filename, ...given } = options
    const settings = {
      ...settingsOf({ ...(name !== null && { name }), ...(dataset_id !== undefined && { dataset_id }) }),
      options: given,
    }
    importer.check(principal.workspace_id, settings)
    return importer.during(principal.workspace_id, async upload => {
      await upload.take(content, { signal })
      const source = { filename: filename ?? null, file_id: null }
      const run = { author: principal, signal, request, ...(origin && { origin }) }
      const { version } = await importer.import(upload, settings, source, run)
      return version
    })
  }
}
