import { defineService } from '../../service.ts'

export type SqlValue = string | number | bigint | null | Uint8Array

export interface RunResult {
  /** Rows changed. */
  changes: number
}

/**
 * A workspace's SQLite file while it is held open by {@link DataPlane.use}. Statements are prepared once per file and SQL text:
 * pass named constants, never text put together from input. Parameters bind to `?` in order, or to `@name` as one object.
 */
export interface WorkspaceDatabase {
  get<Row>(sql: string, ...params: SqlValue[] | [Record<string, SqlValue>]): Row | undefined
  all<Row>(sql: string, ...params: SqlValue[] | [Record<string, SqlValue>]): Row[]
  run(sql: string, ...params: SqlValue[] | [Record<string, SqlValue>]): RunResult
  /** `BEGIN IMMEDIATE`; rolls back when `work` throws. Nested calls become savepoints. */
  transaction<T>(work: () => T): T
}

/** A named constant, and what is bound to its `@name`s. */
export interface ReadStatement {
  sql: string
  params: Record<string, SqlValue>
}

/**
 * The data plane: one SQLite file per workspace, opened on demand, migrated at its first opening, closed when idle.
 * A plugin's tables are named `<plugin id with _ for ->_<table>`.
 */
export interface DataPlane {
  /**
   * Runs `work` synchronously on the workspace's file. The handle must not be kept past `work`.
   * @throws StorageFullError when the disk is full, UnavailableError when the file cannot be opened or is of a newer version.
   */
  use<T>(workspaceId: string, work: (db: WorkspaceDatabase) => T): T
  /**
   * Runs one statement that reads, away from the server's own thread: for what may take long, such as a search. It sees what was
   * committed before. Workspaces have turns.
   * @throws TimeoutError, RateLimitedError when too many wait, UnavailableError as {@link use}, the signal's reason while it waits
   */
  read<Row>(workspaceId: string, statement: ReadStatement, signal?: AbortSignal): Promise<Row[]>
  /** The ids of all workspaces that have a file, in no order. Reads the folder, opens nothing. */
  workspaceIds(): Promise<string[]>
}

export const dataPlane = defineService<DataPlane>('core.data-plane')

/** Where a plugin keeps files beside a workspace's SQLite file: `<home>/workspaces/<workspace_id>/<plugin id>/`, in every backup. */
export interface WorkspaceFolders {
  /** The plugin's folder in the workspace's, made (0700) when it is missing. What ends in `.tmp` is left out of backups. @throws NotFoundError, UnavailableError, StorageFullError */
  folder(workspaceId: string): Promise<string>
  /** The workspaces in which the plugin has a folder. */
  workspaceIds(): Promise<string[]>
}

/**
 * The workspaces in whose files the plugin has work waiting, known without opening those files, so that the start looks at these
 * alone. Note a workspace in the transaction that writes the work, and strike it off in one that saw none left: a crash then leaves
 * one too many, never one too few. The first time a plugin asks, every workspace is noted.
 */
export interface WorkspaceMarks {
  /** Durable when it returns. Cheap when the workspace is noted already. */
  add(workspaceId: string): void
  remove(workspaceId: string): void
  has(workspaceId: string): boolean
  /** Those that are noted; with several servers, those of this one. */
  list(): Promise<string[]>
  /**
   * Calls back for a noted workspace that comes to this server after the start, before it is used: do for it what the start does for
   * those of {@link list}. Never called where one server has all workspaces.
   */
  onOpened(listener: (workspaceId: string) => void | Promise<void>): void
  /**
   * The plugin's marks for a purpose of its own: those for one say nothing of another. With several servers a marked workspace stays open,
   * so strike it off once nothing waits in it; `keepsOpen: false` is for work that can wait until somebody uses the workspace.
   */
  of(purpose: string, options?: { keepsOpen?: boolean }): WorkspaceMarks
}

export const workspaceMarks = defineService<WorkspaceMarks>('core.workspace-marks')
