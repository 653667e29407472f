import type {
  AnalyticsPlane,
  Clock,
  DataPlane,
  Ids,
  Logger,
  MemoryPlane,
  Migration,
  Planes,
  PlaneStatus,
  WorkspaceDatabase,
  WorkspaceMarks,
} from '@svc/plugin'
import type { AnalyticsPlaneParts } from '../drivers/duckdb/index.ts'
import type { ControlPlane } from './control/control-plane.ts'

/** One owner's numbered steps for the data plane, in boot order. */
export interface MigrationSet {
  /** `kernel`, or the plugin's id. */
  owner: string
  migrations: readonly Migration[]
}

/** `home.json`: which home this is, and where its control plane was when it was last opened. */
export interface HomeMarker {
  readonly home_id: string
  readonly created_at: string
  readonly control: 'registry' | 'postgres'
  /** When its first user was seen; from then on an empty control database is a lost one. */
  readonly set_up_at: string | null
}

/** The home folder, held by this process alone until `release`. */
export interface Home {
  readonly path: string
  readonly homeId: string
  /** From `secrets.json` (0600), made at the first start. base64url, 32 bytes each. */
  readonly secrets: { readonly session_key: string; readonly cursor_key: string; readonly config_key: string }
  /** As last written; null in a new home until its planes have been opened. */
  readonly marker: HomeMarker | null
  mark(change: Pick<HomeMarker, 'control' | 'set_up_at'>): Promise<void>
  release(): Promise<void>
}

export interface OpenPlanesOptions {
  home: Home
  databaseUrl: string | null
  /** The sets, or how to find them once the control plane is open: which plugins run is recorded there. */
  migrations: readonly MigrationSet[] | ((control: ControlPlane) => Promise<readonly MigrationSet[]>)
  /** Further steps of the database of the control plane, of the kernel's stores in it. */
  postgresMigrations?: readonly Migration[]
  clock: Clock
  ids: Ids
  log: Logger
}

/** The data plane as the kernel's own rooms see it. */
export interface KernelDataPlane extends DataPlane {
  /** Runs `work` on the home's `kernel.sqlite`, for what spans workspaces, such as which of them have live jobs. */
  useKernelFile<T>(work: (db: WorkspaceDatabase) => T): T
  /** Files that are open now, and how often since the start an idle one could not be checkpointed. */
  facts(): { openFiles: number; checkpointFailures: number }
}

/** The data plane as its neighbour sees it that reads the files in a thread of its own. */
export interface WorkspaceFiles extends KernelDataPlane {
  /** Where the workspace's file is. It may be opened by SQLite alone, and is there and migrated after {@link DataPlane.use}. @throws NotFoundError, UnavailableError */
  pathOf(workspaceId: string): string
  status(): Promise<PlaneStatus>
}

/** One connection, or the pool. Statements with a name are prepared once a connection. */
export interface PostgresSession {
  query<Row>(
    statement: string | { name: string; text: string },
    params?: readonly unknown[],
  ): Promise<{ rows: Row[]; count: number }>
}

/** The database of the control plane, for the kernel's own stores in it. */
export interface PostgresDatabase extends PostgresSession {
  transaction<T>(work: (session: PostgresSession) => Promise<T>): Promise<T>
  /** Calls back with each payload; with null after every (re)connection, when something may have been missed. */
  listen(channel: string, listener: (payload: string | null) => void): void
}

/** All four planes behind one opening and one closing. */
export interface OpenedPlanes {
  control: ControlPlane
  data: KernelDataPlane
  memory: MemoryPlane
  /** Present when `DATABASE_URL` is set. */
  postgres: PostgresDatabase | null
  /** Names the state that migrations bring a workspace's file to: equal in processes that may share files. */
  schema: string
  planes: Planes
  /** Has an index in PostgreSQL, if it can have one, follow the workspaces' vectors; `recovers` in the one process that does so for all. */
  followVectors(marks: WorkspaceMarks, options: { recovers: boolean }): void
  /** The analytics plane, once there are child processes for it; closed with the others. */
  openAnalytics(parts: AnalyticsPlaneParts): AnalyticsPlane
  /** Checkpoints and closes every open file; resolves when a plain copy of the home is complete. */
  close(): Promise<void>
}
