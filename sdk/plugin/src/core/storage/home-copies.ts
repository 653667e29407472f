import type { JobUpkeepStore } from '../../drivers/job-store.ts'
import { defineService } from '../../service.ts'
import type { AuditEntry } from '../audit-log.ts'
import type { ControlTable, ControlTables } from './control-plane.ts'

/** What an SQLite file holds, to compare with after a journey. */
export interface SqliteFacts {
  /** Rows by table. */
  tables: Record<string, number>
  /** Which migrations it was brought up to; null when none of ours ran in it. */
  fingerprint: string | null
}

/** Copies and checks SQLite files in a thread of its own, one after the other; close it. */
export interface SqliteCopies {
  /**
   * Makes one consistent, checked, complete file at `to`, even while `from` is written to; tables in `drop` are left out.
   * @throws Error with SQLite's `code`, such as `SQLITE_FULL` or `SQLITE_NOTADB`
   */
  copy(from: string, to: string, options?: { drop?: readonly string[]; signal?: AbortSignal }): Promise<SqliteFacts>
  /** Has SQLite check the whole file and counts its rows. @throws Error that says what is wrong */
  inspect(path: string, signal?: AbortSignal): Promise<SqliteFacts>
  close(): Promise<void>
}

/** Every record of the control plane, as they stand at one moment. */
export type ControlSnapshot = { [T in ControlTable]: ControlTables[T][] }

/** A content that lies elsewhere than in the home. */
export interface HomeContent {
  /** Below the home. */
  path: string
  open(): Promise<AsyncIterable<Uint8Array>>
}

/** The file of a workspace that is not in the home, or not whole. */
export interface HomeDatabase {
  /** Below the home. */
  path: string
  /** Makes it, whole, at a path where nothing is. @throws UnavailableError */
  write(to: string): Promise<void>
}

/** What a copy of this home takes that is more than files, while everything runs. */
export interface HomeCopies {
  openSqlite(): SqliteCopies
  /** Runs `work`, which copies records first and then what they name: until it has ended this process removes nothing that records no longer name. */
  holdingRemovals<T>(work: () => Promise<T>): Promise<T>
  /** Tables of the SQLite file at this path below the home that are made again from other files: a copy leaves them out. */
  derivedTables(path: string): readonly string[]
  /** The folders below the home with what belongs to a workspace. */
  foldersOf(workspaceId: string): readonly string[]
  /** Contents of such a folder, or of `workspaces`, that lie where `SVC_CONTENT_URL` says: where they would lie in the home. @throws UnavailableError for one that cannot be read or is damaged */
  contentsBelow(folder: string): AsyncIterable<HomeContent>
  /** Files of workspaces in such a folder that a copy has from elsewhere. @throws UnavailableError */
  workspaceFiles(folder: string): AsyncIterable<HomeDatabase>
  /** Texts of files that a copy has from elsewhere than from the home, by their paths below it. */
  filesElsewhere(): Promise<ReadonlyMap<string, string>>
  /** Whether a file of the home is of this server alone, and in no copy. */
  isOfServer(path: string): boolean
  controlSnapshot(): Promise<ControlSnapshot>
  /** What `control_plane/registry.json` of a home holds for these records. */
  registryOf(records: ControlSnapshot): readonly Uint8Array[]
  /** The audit log so far, as `control_plane/audit.jsonl` of a home holds it, an entry a line. */
  audit(): AsyncIterable<AuditEntry>
}

export const homeCopies = defineService<HomeCopies>('core.home-copies')

/** The jobs of all workspaces, for a copy of the home. */
export interface JobExports {
  /** Null: they lie in the workspaces' files. A worker's may throw UnavailableError, because its server has them. */
  readonly store: Pick<JobUpkeepStore, 'export'> | null
}

export const jobExports = defineService<JobExports>('core.job-exports')
