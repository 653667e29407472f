import type { TableDiff, ImportedTable, TablePreview, TableProfile } from '@svc/plugin'
import type {
  HostColumnsRequest,
  HostDerive,
  HostDiffRequest,
  HostExport,
  HostExported,
  HostImport,
  HostNumbersHead,
  HostOpen,
  HostPiece,
  HostPreview,
  HostProfileRequest,
  HostQuery,
  HostQueryAnswer,
  HostTable,
  QueryHostRole,
} from '../../kernel/index.ts'

/** What an engine asks of the server, and tells it. */
export interface EngineParent {
  /** The files behind the names a statement uses, in the order asked; null for a name that is no table. */
  tables(names: readonly string[]): Promise<(HostTable | null)[]>
  progress(fraction: number, note: string): void
}

/** Columns as bytes, for numerical work: see HostNumbersHead. The frame hands them out in pieces. */
export interface NumberColumns {
  rows: number
  columns: { head: HostNumbersHead; bytes: Uint8Array }[]
}

/**
 * One engine in one child process: the methods of query-host.ts. The server asks one thing at a time. Methods throw
 * `RemoteError` with the codes named there; anything else they throw is a bug, and the server's log has it.
 */
export interface Engine {
  /** The first call, once. */
  open(request: HostOpen): Promise<void>
  /** A query that is still being read ends with the next one. */
  query(request: HostQuery): Promise<HostQueryAnswer>
  more(): Promise<HostPiece>
  preview(request: HostPreview): Promise<TablePreview>
  profile(request: HostProfileRequest): Promise<TableProfile>
  diff(request: HostDiffRequest): Promise<TableDiff>
  columns(request: HostColumnsRequest): Promise<NumberColumns>
  import(request: HostImport): Promise<ImportedTable>
  derive(request: HostDerive): Promise<ImportedTable>
  export(request: HostExport): Promise<HostExported>
}

export interface EngineOptions {
  role: QueryHostRole
  parent: EngineParent
}
