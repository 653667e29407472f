import { ConflictError, UnavailableError } from '@svc/plugin'
import type { AnalyticsPlane, AnalyticsStage, StagedTable } from '@svc/plugin'

export const workspaceId = 'ws_01jzcq3m5n8v7x2k4w6y9a0b1c'

type FilesOfPlane = Pick<AnalyticsPlane, 'extension' | 'publish' | 'files' | 'remove' | 'sweep' | 'workspaceIds'>

/** An analytics plane that keeps names alone, for tests of what is written about files. */
export class StandInPlane implements FilesOfPlane {
  readonly extension = 'parquet'
  readonly published = new Set<string>()
  /** Called in the midst of a publication. */
  onPublish: (file: string) => unknown = () => undefined
  /** Whether the place of its files cannot be reached. */
  isAway = false
  /** Thrown once, by the next removal. */
  fault: Error | null = null

  async publish(_table: StagedTable, file: string): Promise<void> {
    if (this.published.has(file)) throw new ConflictError('already_exists', `${file} is there already.`)
    this.published.add(file)
    await this.onPublish(file)
  }

  async files(): Promise<string[]> {
    return [...this.published]
  }

  async remove(_workspaceId: string, files: readonly string[]): Promise<void> {
    if (this.isAway) throw new UnavailableError('It is away.')
    const { fault } = this
    this.fault = null
    if (fault) throw fault
    for (const file of files) this.published.delete(file)
  }

  async sweep(): Promise<void> {
    // It keeps no files.
  }

  async workspaceIds(): Promise<string[]> {
    return this.published.size > 0 ? [workspaceId] : []
  }
}

/** A table of one column that came from nowhere. */
export function stagedTable(columns: string[], bytes = 100): StagedTable {
  const stage: AnalyticsStage = { workspaceId: workspaceId, path: '/nowhere', discard: async () => undefined }
  return {
    stage,
    columns: columns.map(name => ({ name, type: 'BIGINT' })),
    rows: 3,
    bytes,
    sha256: 'a'.repeat(64),
    reading: {
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      header: true,
      decimal_separator: '.',
      sheet: null,
      compression: null,
      columns: [],
    },
    warnings: [],
    rejected: { count: 0, sample: [] },
  }
}
