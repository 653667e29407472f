import type { SqliteCopies } from '../core/storage/home-copies.ts'
import type { StoredJobs } from '../drivers/job-store.ts'

/** A home that has been unpacked, as far as its files do not say it. */
export interface UnpackedHome {
  /** True: it becomes a home of its own, with new secrets; sessions and sealed values of the old one are worth nothing. */
  isNew: boolean
  /** Null: they lie in the workspaces' files. */
  jobs: AsyncIterable<StoredJobs> | null
}

export interface AdoptedHome {
  users: number
  workspaces: number
  /** How many were brought to where they are kept now; those that lay there already are not counted. */
  jobs: number
}

export interface RolledBack {
  /** Files of the home that are again as they were before the migration. */
  files: string[]
  /** Where the files are that stood there. */
  replaced: string
}

export interface MovedJobs {
  /** What is in the new place now, of the jobs and schedules of the old one. */
  jobs: number
  schedules: number
  /** How many of these were running. They are queued again, and the attempt counts. */
  requeued: number
}

export interface MoveRequest {
  home: string
  databaseUrl: string
  /** `database`: where `DATABASE_URL` says; `home`: the workspaces' files. */
  to: 'database' | 'home'
  onProgress(moved: MovedJobs): void
}

/** What of a home is moved to where servers share it. */
export interface JoinCounts {
  workspaces: number
  workspace_bytes: number
  /** Files, versions of datasets, models and whatever else plugins keep as bytes. */
  contents: number
  content_bytes: number
  users: number
  jobs: number
  schedules: number
  /** Small files of the home that all servers have, such as signing keys. */
  files: number
}

export interface JoinRequest {
  /** Counts, and changes nothing. */
  isDryRun: boolean
  /** In words, before each step and now and then in it. */
  onProgress(text: string): void
  signal: AbortSignal
}

export interface JoinedHome {
  home: string
  /** Without secrets. */
  database: string
  contents: string
  /** Null when all of it had been moved before. */
  moved: JoinCounts | null
  /** Where the files are now that the home had; null when there is nothing. */
  set_aside: string | null
}

/** What is done to a home while no server runs on it; each method refuses one in use with ConflictError `home_in_use`. */
export interface OfflineHomes {
  /** The version of svc. */
  readonly version: string
  /** What a start would open. @throws BootError when the configuration is wrong, ConflictError when it names a driver of a plugin */
  configured(): Promise<{ home: string; databaseUrl: string | null }>
  /** What a start would find for a setting, paths absolute; null when there is none of that key, or the configuration is wrong. */
  setting(key: string): Promise<unknown>
  openSqlite(): SqliteCopies
  /**
   * Makes an empty or absent folder a home: all of it, or nothing. `unpack` writes the files into the folder that it is given; they are
   * opened as a server would, before they get to their place. With a database, users, keys and jobs go there.
   * @throws ConflictError, StorageFullError, and what `unpack` throws
   */
  adopt(options: {
    home: string
    databaseUrl: string | null
    unpack(folder: string): Promise<UnpackedHome>
  }): Promise<AdoptedHome>
  /** Puts the files of the home back that were kept before the last migration. @throws NotFoundError when none were */
  rollBackMigration(home: string): Promise<RolledBack>
  /**
   * Moves the jobs between the workspaces' files and PostgreSQL, together with users and keys. What was moved is deleted only when
   * all of it has arrived; when broken off, it is begun anew.
   */
  moveJobs(request: MoveRequest): Promise<MovedJobs & { control: boolean }>
  /**
   * Moves the home that is configured to where servers with `SVC_CLUSTER_SECRET` share it. Nothing of it is changed before all has arrived;
   * when broken off, it is run again.
   * @throws ValidationError that names a setting; ConflictError when the servers have another home, or files of it cannot be moved
   */
  joinCluster(request: JoinRequest): Promise<JoinedHome>
}
