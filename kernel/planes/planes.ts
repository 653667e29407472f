import type {
  AnalyticsPlane,
  AuditEntry,
  Clock,
  ClusterDirectory,
  ControlPlane,
  Ids,
  KernelDataPlane,
  Logger,
  MemoryPlane,
  Metrics,
  Migration,
  NewEvent,
  OpenDataOptions,
  OpenAnalyticsOptions,
  OpenedJobs,
  OpenJobsOptions,
  Planes,
  PluginEnv,
  Principal,
  WorkspaceFiles,
  WorkspaceMarks,
} from '@svc/plugin'
import type { KernelConfig } from '../config/index.ts'
import type { ReadyCheck } from '../room.ts'
import type { Peer } from './elsewhere-error.ts'
import type { DriverChoice } from './resolve-driver.ts'

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
  /** The id of the driver that keeps it. */
  readonly control: string
  /** The workspaces are kept in PostgreSQL, and their files here are a cache. */
  readonly is_cache?: boolean
  /** The last server on it: the process that holds the home knows that it has ended. */
  readonly server_id?: string
  /** Where it was: what another machine or a copy of the folder says is not known here. */
  readonly server_place?: string
  /** When its first user was seen; from then on an empty control database is a lost one. */
  readonly set_up_at: string | null
}

/** The home folder, held by this process alone until `release`. */
export interface Home {
  readonly path: string
  readonly homeId: string
  /** From `secrets.json` (0600), made at the first start. base64url, 32 bytes each. */
  readonly secrets: { readonly session_key: string; readonly cursor_key: string; readonly config_key: string }
  /** Says whether the workspaces' files are a cache, as the marker will. */
  readonly isCache: boolean
  /** As last written; null in a new home until its planes have been opened. */
  readonly marker: HomeMarker | null
  mark(change: Pick<HomeMarker, 'control' | 'is_cache' | 'server_id' | 'server_place' | 'set_up_at'>): Promise<void>
  release(): Promise<void>
}

/** What a server says of a request that it sends on to the owner of its workspace. */
export interface Passage {
  /** As the client reached the first server. */
  ip: string
  protocol: string
  /** Null where the owner finds the caller by the credential of the request. */
  principal: Principal | null
}

/** How servers know requests that one of them has sent on. Each is taken once, by the server that it was meant for. */
export interface Passes {
  /** The header's name. Nobody else can make one; those of clients are ignored. */
  readonly header: string
  issue(request: { method: string; url: string; to: Peer }, passage: Passage): string
  /** Null for one that no server has made for this request; `void` for one that is for another server, too old, or was used before. */
  redeem(pass: string, request: { method: string; url: string }): Passage | 'void' | null
}

/** What this server knows of its own workspaces. */
export interface PlacementCounts {
  owned: number
  opening: number
  /** Of its lease, in milliseconds. */
  remainingMs: number
}

export type LeavingListener = Parameters<PluginEnv['onWorkspaceLeaving']>[0]

/** Which workspaces this server owns, and what may leave it. */
export interface Placement {
  readonly serverId: string
  readonly passes: Passes
  readonly directory: ClusterDirectory
  /** Counts and measures from now on. */
  measure(metrics: Metrics): void
  /**
   * Makes this server the owner of a workspace; undefined when it is already. `isSent`: another server found that this one should have it.
   * @throws ElsewhereError when another server has it or should, UnavailableError; also by the promise
   */
  enter(workspaceId: string, isSent?: boolean): Promise<void> | undefined
  /** The server where this one last knew a workspace; null for its own, and for those that it has not asked for. */
  elsewhere(workspaceId: string): Peer | null
  /** The other server did not have it, or did not answer: the next call of {@link enter} asks again. */
  forget(workspaceId: string): void
  /** As {@link PluginEnv.onWorkspaceLeaving}: what lasts without an end should end at once. */
  onLeaving(listener: LeavingListener): void
  /** Has the server of a workspace that is elsewhere, or the next one that can open it, publish an event in it, once. */
  post(workspaceId: string, event: NewEvent): Promise<void>
  /** Calls back when the lease of another server has ended: it answers nothing any more. */
  onGone(listener: (serverId: string) => void): void
  /** Calls back when workspaces have come here, or nobody has them any more: jobs of them may be taken. */
  onAvailable(listener: () => void): void
  /**
   * Runs `work` so that {@link kept}, called in it or in what it starts, waits for `workspaceId` and the workspaces that it used alone, until
   * it calls `over`.
   */
  tracked<T>(work: (over: () => void) => T, workspaceId?: string): T
  /**
   * What leaves the server waits for it: resolves once all that led to it is kept and this server may still say so; undefined when that is so
   * now. @throws UnavailableError, also by the promise
   */
  kept(): Promise<void> | undefined
  /** Whether this server may still say what its workspaces hold. */
  isHeld(): boolean
  /** Enters a workspace, and gives what `work` returns or throws once all is kept that it has written or seen. `joins`: also in one that leaves. */
  work<T>(workspaceId: string, work: () => Promise<T>, how?: { joins?: boolean }): Promise<T>
  /** Must be called when the server begins to stop: others send nothing new to it. */
  stopping(): Promise<void>
  /** Must be called when the server has started, with where it listens. */
  serving(url: string | null): void
  /** The same, but the calls named wait for {@link kept}: what they write elsewhere stays when a file is thrown away. */
  after<T extends object>(target: T, calls: readonly (keyof T)[]): T
  /** The workspaces of all servers, and a copy of the file of one, whichever server owns it. */
  readonly copies: {
    workspaceIds(): Promise<string[]>
    /** @throws UnavailableError that names the workspace */
    copy(workspaceId: string, path: string): Promise<void>
  }
  readonly readyChecks: readonly ReadyCheck[]
}

export interface OpenClusterOptions {
  config: KernelConfig
  version: string
  clock: Clock
  ids: Ids
  log: Logger
  /** The lease of this server has ended: the process is to end at once. */
  onLost(reason: string): void
}

/** What the servers of an installation share in PostgreSQL. */
export interface Cluster {
  /** Names the home that all of them have, with its secrets; null before the first server. */
  readonly identity: Pick<Home, 'homeId' | 'secrets'> | null
  /** Must be called with the home before anything of it is written to the database: the first one is that of all. @throws ConflictError `home_mismatch` */
  found(home: Home): Promise<void>
  /** Joins the servers. */
  begin(home: Home, schema: string): Promise<void>
  /** Opens the workspaces, once, after {@link begin}. Closing the data plane closes the cluster. */
  openData(options: OpenDataOptions): { data: WorkspaceFiles; placement: Placement }
  /** Must be called where no data plane was opened. */
  close(): Promise<void>
}

interface BesideServer {
  /** Whether `home` is the server's, with the workspaces' files, or only a place for this process. */
  hasFiles: boolean
  appendAudit(entry: AuditEntry): Promise<void>
  /** A workspace's file is of another version than this process: its server may bring it up to date. */
  onOutdated(workspaceId: string): void
}

export interface OpenPlanesOptions {
  home: Home
  databaseUrl: string | null
  /** The sets, or how to find them once the control plane is open: which plugins run is recorded there. */
  migrations: readonly MigrationSet[] | ((control: ControlPlane) => Promise<readonly MigrationSet[]>)
  /** Those of the house without it. */
  drivers?: DriverChoice
  /** Null where one server holds the home for itself. */
  cluster?: Cluster | null
  /** Present in a worker, which works beside the server of the home. */
  beside?: BesideServer
  clock: Clock
  ids: Ids
  log: Logger
}

type OpenJobStoreOptions = Omit<OpenJobsOptions, 'control' | 'data'>

/** All four planes behind one opening and one closing. */
export interface OpenedPlanes {
  control: ControlPlane
  data: KernelDataPlane
  /** Null where one server holds the home for itself. */
  placement: Placement | null
  memory: MemoryPlane
  /** Names the state that migrations bring a workspace's file to: equal in processes that may share files. */
  schema: string
  planes: Planes
  /** Where jobs are kept with these planes; to be closed before them. */
  openJobs(options: OpenJobStoreOptions): Promise<OpenedJobs>
  /** Where they would be kept without a database; the same, or what {@link openJobs} may have left behind. */
  openJobsInHome(options: OpenJobStoreOptions): Promise<OpenedJobs>
  /** Whether {@link openJobs} keeps them in the home: a copy of it is a copy of them. */
  jobsInHome: boolean
  /** Has an index of the workspaces' vectors follow them, if there is one; `recovers` in the one process that does so for all. */
  followVectors(marks: WorkspaceMarks, options: { recovers: boolean }): void
  /** To be called when a workspace was removed from the data plane. */
  forgetVectors(workspaceId: string): void
  /** The analytics plane, once there are child processes for it; closed with the others. */
  openAnalytics(options: OpenAnalyticsOptions): AnalyticsPlane
  /** Checkpoints and closes every open file; resolves when a plain copy of the home is complete. */
  close(): Promise<void>
}
