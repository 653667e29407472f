import type { AnalyticsPlane } from '../core/storage/analytics-plane.ts'
import type { AuditEntry } from '../core/audit-log.ts'
import type { ChildProcesses } from '../core/child-processes.ts'
import type { DataPlane, WorkspaceDatabase, WorkspaceMarks } from '../core/storage/data-plane.ts'
import type { EventLog, WorkspaceEvent } from '../core/events.ts'
import type { MemoryPlane } from '../core/storage/memory-plane.ts'
import type { ObjectContent } from '../core/storage/object-store.ts'
import type { PlaneStatus } from '../core/storage/planes.ts'
import type { Clock, Ids, Logger } from '../core/runtime.ts'
import type { ControlPlane } from './control-plane.ts'
import type { JobLimits, JobStore } from './job-store.ts'

/** What a driver may keep. */
export type DriverPlane = 'control' | 'data' | 'jobs' | 'memory' | 'analytics'

/** What is to be kept, and where. */
export interface DriverRequest {
  plane: DriverPlane
  /** `DATABASE_URL`; null when it is not set: then everything is kept in the home. */
  url: URL | null
}

export interface OpenControlOptions {
  homePath: string
  /** `DATABASE_URL`, as it was written. */
  databaseUrl: string | null
  /** Set in a process beside the server: nothing is migrated, and entries of the audit log may be given to the server. */
  beside: { appendAudit(entry: AuditEntry): Promise<void> } | null
  clock: Clock
  log: Logger
}

/** A step as it is recorded where it has run. */
export interface AppliedMigration {
  owner: string
  id: string
  checksum: string
}

export interface PlannedMigration extends AppliedMigration {
  statements: readonly string[]
  /** Steps with the same number run in the order of their ids, whatever has run of the others. */
  series: number
}

/** Every step of every owner in order, with one fingerprint for all of them. */
export interface MigrationPlan {
  steps: readonly PlannedMigration[]
  owners: ReadonlySet<string>
  fingerprint: string
}

export interface OpenDataOptions {
  homePath: string
  plan: MigrationPlan
  /** Set in a process beside the server: files of another version are reported and refused, and left as they are. */
  onOutdated?: (workspaceId: string) => void
  clock: Clock
  log: Logger
}

/** The data plane as the kernel's own rooms see it. */
export interface KernelDataPlane extends DataPlane {
  /** Makes a workspace one of this server; absent where all of them are. @throws UnavailableError, ConflictError */
  enter?(workspaceId: string): Promise<void>
  /** Runs `work` on the home's own file, for what spans workspaces, such as which of them have live jobs. */
  useKernelFile<T>(work: (db: WorkspaceDatabase) => T): T
  /**
   * Deletes all that is kept of a workspace of this server and its folder; {@link DataPlane.use} refuses it from now on with a NotFoundError.
   * One that is not there is no error.
   */
  remove(workspaceId: string): Promise<void>
  /** Files that are open now, and how often since the start an idle one could not be checkpointed. */
  facts(): { openFiles: number; checkpointFailures: number }
  /** The workspaces of this server; absent where all of them are. */
  entered?(): string[]
  /**
   * As {@link DataPlane.use} in one of them, for a look that does not count as a use, and is not refused while it goes to another server or
   * must not grow. A driver that has {@link entered} has this.
   */
  look?<T>(workspaceId: string, read: (db: WorkspaceDatabase) => T): T
  /** Calls back before a workspace that came to this server is used by anybody else; absent where all of them stay here. */
  onWorkspaceOpened?(listener: (workspaceId: string) => void | Promise<void>): void
  /** Calls back when a workspace is used here no longer: what is known of it may be untrue from then on. */
  onWorkspaceClosed?(listener: (workspaceId: string) => void): void
}

/** The data plane as its driver opens it. */
export interface WorkspaceFiles extends KernelDataPlane {
  /** Where the workspace's file is. It may be opened by SQLite alone, and is there and migrated after {@link DataPlane.use}. @throws NotFoundError, UnavailableError */
  pathOf(workspaceId: string): string
  status(): Promise<PlaneStatus>
  close(): Promise<void>
}

export interface OpenJobsOptions {
  /** As its driver opened it: one that keeps both shares its connections. */
  control: ControlPlane
  data: KernelDataPlane
  /** They grow with the kinds that are registered. */
  limits: JobLimits
  /** Where the `job.*` events go: `append` in the transaction of a workspace's file; `relay`, each once however often it is brought, from elsewhere; when it resolves, they may be deleted there. Null in a process that only works. */
  events: {
    append: EventLog['append']
    relay(workspaceId: string, events: readonly WorkspaceEvent[]): unknown
  } | null
  /** Where several servers have workspaces, jobs are claimed of those of this one, and of those that nobody has. */
  serverId?: string
  clock: Clock
  ids: Ids
  log: Logger
}

export interface OpenedJobs {
  store: JobStore
  /** Brings the events of a store outside of the workspaces' files to them; runs from the start until the store is closed. */
  relay?: { start(): void; stop(): Promise<void> }
  /** How many jobs and schedules still want to run; asked when the jobs are kept elsewhere now. */
  countLive(): Promise<number>
  /** Deletes all of it, once it has been moved. */
  clear(): Promise<void>
}

export interface OpenMemoryOptions {
  data: WorkspaceFiles
  /** `DATABASE_URL`, as it was written. */
  databaseUrl: string | null
  clock: Clock
  log: Logger
}

export interface OpenedMemory {
  memory: MemoryPlane
  /** Has an index beside the workspaces' files follow them; `recovers` in the one process that does so for all. */
  follow?(marks: WorkspaceMarks, options: { recovers: boolean }): void
  /** To be called when a workspace was removed from the data plane: the index has no use for its vectors any more. */
  removed?(workspaceId: string): void
  status(): Promise<PlaneStatus>
  /** To be called before the data plane is closed. */
  close(): Promise<void>
}

export interface AnalyticsLimits {
  /** Of a process. */
  memoryMb: number
  threads: number
  /** Processes that read, 4 by default; a workspace uses at most half of them at once. */
  readers?: number
  /** How many reads of one workspace may wait, 64 by default; half as many imports and exports. */
  waiting?: number
}

/** Immutable files in the place that `SVC_CONTENT_URL` names, read through the cache of this server. */
export interface SharedFiles {
  /** @throws as {@link ObjectStore.put} */
  put(name: string, content: ObjectContent): Promise<void>
  /** @throws as {@link ObjectStore.remove} */
  remove(names: readonly string[]): Promise<void>
  /** Whether {@link use} needs no fetch. */
  has(sha256: string): boolean
  /** Runs `work` with a file of the object's content, which stays until it has ended. @throws NotFoundError, UnavailableError also for one that is damaged, StorageFullError */
  use<T>(object: { name: string; sha256: string }, work: (file: { path: string }) => Promise<T>): Promise<T>
}

export interface OpenAnalyticsOptions {
  homePath: string
  limits: AnalyticsLimits
  children: ChildProcesses
  /** Where the tables of all servers lie; absent: in the home. What is in the home is read there in any case. */
  shared?: SharedFiles
  log: Logger
}

/** What opens each plane that a driver keeps. */
export interface DriverProvides {
  control(options: OpenControlOptions): Promise<ControlPlane>
  data(options: OpenDataOptions): WorkspaceFiles
  jobs(options: OpenJobsOptions): OpenedJobs | Promise<OpenedJobs>
  memory(options: OpenMemoryOptions): Promise<OpenedMemory>
  analytics(options: OpenAnalyticsOptions): AnalyticsPlane & { close(): Promise<void> }
}

/** A way to keep one or several of the planes. The kernel asks every driver what it serves, and knows none by its name. */
export interface Driver {
  /** Lower-case letters, digits and dashes. It stands in `home.json` and in the status of the planes. */
  readonly id: string
  /** Whether what it keeps lies in the home's folder, so that a copy of the home is a copy of it. */
  readonly inHome: boolean
  /** 0: not at all; of several the highest is taken. A setting that names a driver is above all of them. */
  serves(request: DriverRequest): number
  readonly provides: Partial<DriverProvides>
  /** How a `DATABASE_URL` that it serves begins, such as `postgres:`: a refused one is answered with what is served. */
  readonly schemes?: readonly string[]
  /** Deletes what its control plane keeps, once that has been moved to another. */
  eraseControl?(options: OpenControlOptions): Promise<void>
}

/** Makes a storage driver. What keeps jobs must pass `describeJobStore` of `@svc/plugin/testing`, what keeps data `describeDataPlane`. */
export function defineDriver(driver: Driver): Driver {
  return driver
}
