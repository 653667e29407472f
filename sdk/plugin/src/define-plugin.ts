import type { Contribution, ExtensionPoint, ServiceOf, ServiceRef } from './service.ts'
import type { RouteRegistrar } from './http.ts'
import type { ToolHandler, ToolOptions } from './tool.ts'
import type { Clock, Ids, Logger } from './core/runtime.ts'
import type { JsonLike, JsonValue } from './json-schema.ts'

/** The services a plugin asks for, by the names its setup will use. */
export type Uses = Record<string, ServiceRef<unknown>>

/** The resolved services. A service of the manifest's `services.optional` may be undefined: declare it with {@link optional}. */
export type Resolved<U extends Uses> = { [K in keyof U]: ServiceOf<U[K]> }

/**
 * `server`: listens and stays; schedules, polls, deliveries and cleaning up belong to it alone.
 * `worker`: runs jobs beside a server; whatever must happen once an installation is not for it.
 * `command`: opens the home for one command of `svc` while no server runs, and ends in a second. It answers requests from inside, listens
 * nowhere, runs no jobs, and starts nothing that acts by itself.
 */
export type ProcessRole = 'server' | 'worker' | 'command'

/** What the kernel gives a plugin in `setup`: its id, its services, and the functions that bind what its manifest declares. */
export interface PluginEnv<Config = unknown> {
  readonly id: string
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  readonly ids: Ids
  /**
   * A sentence for people with its commands of `svc` (quoted, or after a colon) written the way `svc` was called when this server was started,
   * such as `./svc`, so that they can be copied. Problems and lines of the log get it anyway.
   */
  readonly phrase: (text: string) => string
  /** What the process is. Everything is set up and start hooks run in each of them; {@link ProcessRole} says what belongs to which. */
  readonly role: ProcessRole
  /** Aborts when the server stops. It reaches every wait, fetch and child process. */
  readonly signal: AbortSignal
  provide<T>(service: ServiceRef<T>, implementation: T): void
  routes(register: (app: RouteRegistrar) => void): void
  job<Payload = never>(kind: string, handler: JobHandler<Payload>): void
  tool<Input = never>(name: string, handler: ToolHandler<Input>, options?: ToolOptions<Input>): void
  contribute<T>(point: ExtensionPoint<T>, value: T): void
  /** For the plugin that hosts the point: all contributions, complete once every plugin is set up; before that, reading throws. */
  contributions<T>(point: ExtensionPoint<T>): () => readonly Contribution<T>[]
  /** Runs in the start phase, after every plugin's setup and before HTTP listens. */
  onStart(run: () => void | Promise<void>): void
  /** Runs at stop, in reverse order of registration. */
  onStop(run: () => void | Promise<void>): void
  /**
   * Calls back when this process no longer uses a workspace. What the plugin keeps of it in memory may be untrue from then on and must be
   * dropped: the workspace may come back in an older state, or as another server has changed it. Never called while one server holds a home
   * for itself. The listener must not use the workspace.
   */
  onWorkspaceClosed(listener: (workspaceId: string) => void): void
  /**
   * Calls back when a workspace is about to go to another server. It stays here until what the listener returns has ended, as long as requests
   * and jobs of it may take. `over` aborts right before it goes: what is kept of it in memory is to be written in that moment, and what still
   * runs is to end. Called as seldom as {@link onWorkspaceClosed}, which follows.
   */
  onWorkspaceLeaving(listener: (workspaceId: string, over: AbortSignal) => void | Promise<void>): void
  /** Adds a check to `/readyz`; it rejects or throws with the reason when not ready. */
  readyCheck(name: string, check: () => void | Promise<void>, options?: { isVital?: boolean }): void
}

export interface PluginDefinition<Config = unknown, U extends Uses = Uses> {
  readonly id: string
  readonly uses?: U
  setup(services: Resolved<U>, env: PluginEnv<Config>): void | Promise<void>
}

/**
 * Declares a plugin. Curried so that the configuration's type is given and the services' types are inferred:
 * `definePlugin<StatsConfig>()({ id: 'stats', uses: { … }, setup({ … }, env) { … } })`.
 */
export function definePlugin<Config = Record<string, never>>() {
  return <const U extends Uses = Record<never, never>>(
    definition: PluginDefinition<Config, U>,
  ): PluginDefinition<Config, U> => definition
}

/** Marks a used service as optional: undefined when no enabled plugin provides it. It also stands in `services.optional`. */
export function optional<T>(service: ServiceRef<T>): ServiceRef<T | undefined> {
  return service as ServiceRef<T | undefined>
}

/** What a job handler is given. */
export interface JobContext<Payload = JsonValue> {
  readonly job_id: string
  readonly workspace_id: string
  readonly kind: string
  readonly payload: Payload
  /** 1 on the first try. `job_id:attempt` is the idempotency key of the attempt. */
  readonly attempt: number
  /** Aborts on cancel, on the kind's time limit, when the lease is lost and when the server stops. */
  readonly signal: AbortSignal
  readonly log: Logger
  /** Fraction done, 0..1; sent with the next heartbeat. */
  progress(fraction: number): void
}

/** Runs one attempt. What it returns is the job's `result`; what it throws fails the attempt. At-least-once. */
export type JobHandler<Payload = JsonValue> = (context: JobContext<Payload>) => Promise<JsonLike | void>

/** One forward step of a plugin's tables. Its checksum is kept; a step that has run may never change. */
export interface Migration {
  /** `NNNN-what-it-does`, equal to the file's name without its ending. */
  readonly id: string
  /** One SQL statement an entry, run in order inside one transaction. */
  readonly statements: readonly string[]
}

/** Declares a migration; the default export of a file in the folder named by the manifest's `storage[].migrations`. */
export function defineMigration(migration: Migration): Migration {
  return Object.freeze(migration)
}
