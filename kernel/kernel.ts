import type {
  ConfiguredSetting,
  InternalRequest,
  InternalResponse,
  PluginStatus,
  Principal,
  ServiceRef,
} from '@svc/plugin'
import type { DestinationStream } from 'pino'
import type { WorkerServer } from '@svc/plugin/contracts/worker-link'
import type { ChildPrograms } from './children/index.ts'

export interface KernelOptions {
  /** Configuration from the command line, by the names of `svc.config.yaml` (`port`, `plugins.models.base_url`). */
  flags?: Record<string, string>
  env: Readonly<Record<string, string | undefined>>
  /** Relative paths in the configuration start here; `svc.config.yaml` is looked for here, then in the home. */
  cwd: string
  /** The folder whose subfolders are the built-in plugins. */
  builtinPlugins: string
  /** The server's own child programs by name: `sandbox-host`, `build-host`, …; plugins declare theirs. */
  childPrograms: ChildPrograms
  /** A plugin's folder that somebody is writing: it runs beside the configured ones, its manifest is trusted, and its failure ends no start. */
  developedPlugin?: string
  /** False: routes answer by `dispatch` alone, no port and no socket. */
  listen: boolean
  /** A temporary home that is deleted at stop. */
  scratch?: boolean
  /** Present: this process runs jobs for a server elsewhere. It listens nowhere, migrates nothing and fires no schedule. */
  worker?: WorkerRole
  logDestination?: DestinationStream
  /** This server has lost its workspaces: the process is to end with the code of the error, at once. */
  onLost?(error: Error & { exitCode: number }): void
}

/** What makes a kernel a worker. */
export interface WorkerRole {
  /** Null: jobs of every queue. */
  queues: readonly string[] | null
  /** Jobs at a time. */
  concurrency: number
  /** Where jobs come from: the server, or PostgreSQL. */
  source: 'server' | 'database'
  /** With a database: the server on the home, which may be there. */
  server: WorkerServer | null
  /** `home`: on the machine and in the home of the server, with the workspaces' files; `away`: anywhere else. `find`: as the home says. */
  place: 'home' | 'away' | 'find'
}

/** A worker as it began. */
export interface WorkerReport {
  worker_id: string
  queues: readonly string[] | null
  kinds: readonly string[]
  /** Kinds whose handlers need the files of the home; empty at home. */
  left_kinds: readonly string[]
  concurrency: number
  place: 'home' | 'away'
  /** Where the jobs come from, for people. */
  source: string
}

export interface BootReport {
  version: string
  url: string | null
  home: string
  database: string
  setupUrl: string | null
  plugins: PluginStatus[]
  /** What plugins have to say of themselves, such as the model that answers. */
  facts: { label: string; value: string }[]
  /** Milliseconds from process start to ready. */
  readyMs: number
  config: ConfiguredSetting[]
  /** Present in a worker. */
  worker?: WorkerReport
}

/** Exit codes of a start that failed: 78 configuration, manifests or migrations, 75 the home is in use, 70 data of a newer version, 1 the rest. */
export interface Kernel {
  /** Discover to setup: everything short of workers and HTTP. `start` does it first when it was not done. */
  setup(): Promise<void>
  start(): Promise<BootReport>
  stop(): Promise<void>
  report(): BootReport
  dispatch(request: InternalRequest): Promise<InternalResponse>
  /** The operator of this machine: role owner, in the first owner's workspace or in another of theirs. */
  operator(workspaceId?: string): Promise<Principal>
  /** What a plugin that was set up provides; undefined without a provider. */
  service<T>(service: ServiceRef<T>): T | undefined
}
