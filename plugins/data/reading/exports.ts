import type { AnalyticsPlane, DataPlane, ExportedTable, QueryParam, QueryRun, TableExportFormat } from '@svc/plugin'
import { requireDatasetVersion } from '../catalog/reference.ts'
import { CitedTables } from '../queries/cited-tables.ts'

/** What becomes a file. */
export type ExportSource = { dataset_id: string; version?: number } | { sql: string; params?: readonly QueryParam[] }

export interface ExportedFile {
  /** For the client, with its ending. */
  name: string
  table: ExportedTable
}

/** Tables as files. */
export class Exports {
  readonly #data: DataPlane
  readonly #plane: AnalyticsPlane
  readonly #maxBytes: number

  constructor(data: DataPlane, plane: AnalyticsPlane, maxBytes: number) {
    this.#data = data
    this.#plane = plane
    this.#maxBytes = maxBytes
  }

  /** To be discarded. @throws NotFoundError, and as a query */
  async write(
    workspaceId: string,
    source: ExportSource,
    format: TableExportFormat,
    run: QueryRun,
  ): Promise<ExportedFile> {
    const limits = { ...run, maxBytes: this.#maxBytes }
    if ('sql' in source) {
      const { sql, params = [] } = source
      const tables = new CitedTables(this.#data, workspaceId).lookup
      const table = await this.#plane.export(workspaceId, { sql, params, tables }, format, limits)
      return { name: `query.${format}`, table }
    }
    const { dataset_id, version } = source
    const row = this.#data.use(workspaceId, db => requireDatasetVersion(db, dataset_id, version))
    const sheet = row.name
    const table = await this.#plane.export(workspaceId, { file: row.file }, format, { ...limits, sheet })
    return { name: `${fileNameOf(row.name)}@${row.version}.${format}`, table }
  }
}

/** What no system refuses as the name of a file. */
function fileNameOf(name: string): string {
  return name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_').slice(0, 100) || 'dataset'
}
