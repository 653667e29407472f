import { UnavailableError } from '@svc/plugin'
import type { Clock, Ids } from '@svc/plugin'
import type { WorkerReport } from '../kernel.ts'
import type { RootLogger } from '../services/index.ts'
import { knownPermissions } from './bindings.ts'
import type { PointContribution } from './bindings.ts'
import type { BootedPlugin } from './booted-plugin.ts'
import { payloadCheck } from './payload-check.ts'
import type { CollectingEnv } from './plugin-env.ts'
import { PluginHost } from './plugin-host.ts'
import type { Blueprint, OpenedHome } from './prepare.ts'
import { RecordedPluginDirectory } from './recorded-plugin-directory.ts'
import { openRooms } from './rooms.ts'
import type { Rooms } from './rooms.ts'
import type { Shutdown } from './shutdown.ts'
import { tellPluginFailures } from './tell-plugin-failures.ts'
import { ToolTable } from './tool-table.ts'
import { svcVersion } from './version.ts'
import type { WorkerBoot } from './worker-boot.ts'

const defaultTimeoutSeconds = 600
const defaultMaxAttempts = 3
const httpGraceMs = 4_000
const jobsGraceMs = 3_000

export interface RunningPluginsOptions {
  blueprint: Blueprint
  storage: OpenedHome
  /** Null in a server. */
  worker: WorkerBoot | null
  plugins: readonly BootedPlugin[]
  childPrograms: Record<string, URL>
  clock: Clock
  ids: Ids
  log: RootLogger
  abort: AbortController
  shutdown: Shutdown
}

/** The rooms with the plugins in them: setup, start and the order of the stop. */
export class RunningPlugins {
  readonly rooms: Rooms
  readonly directory: RecordedPluginDirectory
  readonly #options: RunningPluginsOptions
  readonly #host: PluginHost
  readonly #tools: ToolTable

  /** Opens the rooms; what they hold open is added to the shutdown. */
  static async open(options: RunningPluginsOptions): Promise<RunningPlugins> {
    const { blueprint, storage, plugins, clock, ids, log, abort, shutdown } = options
    const permissions = knownPermissions(plugins.map(({ planned }) => planned.loaded.manifest))
    const directory = new RecordedPluginDirectory({ plugins, control: storage.planes.control, clock })
    const tools = new ToolTable()
    const rooms = await openRooms({
      config: blueprint.config,
      home: storage.home,
      planes: storage.planes,
      worker: options.worker,
      permissions,
      eventTypes: plugins.flatMap(({ planned }) => planned.loaded.events),
      declaredKinds: plugins
        .flatMap(({ planned }) => planned.loaded.manifest.jobs ?? [])
        .map(({ kind, enqueue = 'anyone' }) => ({ kind, enqueue })),
      childPrograms: options.childPrograms,
      version: svcVersion,
      clock,
      ids,
      log,
      signal: abort.signal,
      directory,
      tools,
      features: () => Object.fromEntries(plugins.map(plugin => [plugin.id, plugin.isRunning])),
    })
    shutdown.add('event streams', () => rooms.events.close())
    shutdown.add('credential store', () => rooms.auth.close())
    shutdown.add('child processes', () => rooms.children.close())
    shutdown.add('backups', () => rooms.backups.close())
    return new RunningPlugins(options, { rooms, directory, tools, permissions })
  }

  private constructor(
    options: RunningPluginsOptions,
    parts: { rooms: Rooms; directory: RecordedPluginDirectory; tools: ToolTable; permissions: ReadonlySet<string> },
  ) {
    this.#options = options
    this.rooms = parts.rooms
    this.directory = parts.directory
    this.#tools = parts.tools
    const { blueprint, plugins, clock, ids, log, abort } = options
    this.#host = new PluginHost({
      plugins,
      services: parts.rooms.services,
      permissions: parts.permissions,
      log,
      meansOf: ({ id }) => ({
        id,
        config: blueprint.slices.get(id) ?? {},
        role: options.worker ? 'worker' : 'server',
        log: log.child({ plugin: id }),
        clock,
        ids,
        signal: abort.signal,
      }),
      onBound: (plugin, env) => this.#takeOver(plugin, env),
      now: () => performance.now(),
    })
  }

  async setUp(): Promise<void> {
    const { shutdown, abort } = this.#options
    const { auth, backups, events, health, http, jobs } = this.rooms
    shutdown.add('plugins', () => this.#host.stop())
    shutdown.add('waits of plugins', () => abort.abort(new Error('The server is stopping.')))
    http.addRoutes({ plugin: 'kernel', title: 'The server', unavailable: () => null }, [
      ...auth.routes,
      ...backups.routes,
      ...events.routes,
      ...health.routes,
      ...this.rooms.workerRoutes,
      ...jobs.routes,
    ])
    await this.#host.setUp()
    this.#tools.seal()
    shutdown.add('jobs', remainingMs => jobs.drain(Math.min(jobsGraceMs, remainingMs)))
    this.#reserveRoutes()
  }

  /** Start hooks, workers, and HTTP last, so that a half-started server never answers. */
  async start({ listen }: { listen: boolean }): Promise<{ url: string | null; setupToken: string | null }> {
    const { storage, shutdown, worker } = this.#options
    const { auth, http, jobs } = this.rooms
    if (worker) return this.#startWorker()
    const { setupToken } = await auth.prepare()
    await this.#host.start()
    this.#addReadyChecks()
    await this.rooms.backups.prepare()
    if (listen) await jobs.start()
    if (listen) await this.rooms.backups.start()
    shutdown.add('HTTP server', remainingMs => http.close(Math.min(httpGraceMs, remainingMs)))
    const operator = { socketPath: `${storage.home.path}/operator.sock`, principal: () => auth.operator() }
    const { url } = await http.open(listen ? { listen, operator } : { listen })
    // Before HTTP waits for them: callers that wait for jobs hear at once that there are none.
    shutdown.add('waiting claims', () => jobs.stopWaiting())
    if (listen && setupToken === null) await this.#tellFailures()
    return { url, setupToken }
  }

  async #tellFailures(): Promise<void> {
    const { plugins, log } = this.#options
    const { auth, events } = this.rooms
    const { workspace_id: workspaceId } = await auth.operator()
    await tellPluginFailures(plugins, { events: events.log, workspaceId, log })
  }

  /** Handlers may call our own routes from inside; nobody else does. */
  async #startWorker(): Promise<{ url: null; setupToken: null }> {
    const { shutdown } = this.#options
    const { http, jobs } = this.rooms
    await this.#host.start()
    shutdown.add('HTTP', remainingMs => http.close(Math.min(httpGraceMs, remainingMs)))
    await http.open({ listen: false })
    shutdown.add('worker', remainingMs => jobs.drain(Math.min(jobsGraceMs, remainingMs)))
    await jobs.start()
    return { url: null, setupToken: null }
  }

  /** Empty in a server. */
  workerReport(): { worker?: WorkerReport } {
    const { worker, blueprint } = this.#options
    if (worker === null) return {}
    const { role, workerId, place, client } = worker
    const { concurrency, queues, source } = role
    const kinds = this.rooms.jobs.kinds()
    const from = source === 'link' ? client?.name : `PostgreSQL at ${hostOf(blueprint.config.database_url)}`
    return { worker: { worker_id: workerId, queues, kinds, concurrency, place, source: from ?? '' } }
  }

  contributions(): PointContribution[] {
    return this.#host.collected()
  }

  #takeOver(plugin: BootedPlugin, env: CollectingEnv): void {
    const { http, jobs } = this.rooms
    const { manifest, payloads } = plugin.planned.loaded
    http.addRoutes(
      { plugin: plugin.id, title: plugin.title, unavailable: () => plugin.unavailable() },
      env.bindings.routes,
    )
    for (const job of manifest.jobs ?? []) {
      const handler = env.bindings.jobs.get(job.kind)
      const schema = payloads.get(job.kind)
      if (!handler) continue
      jobs.register(
        {
          kind: job.kind,
          plugin: plugin.id,
          timeoutSeconds: job.timeout_seconds ?? defaultTimeoutSeconds,
          maxAttempts: job.max_attempts ?? defaultMaxAttempts,
          runsOn: job.runs_on ?? 'any',
          ...(job.concurrency === undefined ? {} : { concurrency: job.concurrency }),
          validate: schema ? payloadCheck(job.kind, schema) : () => undefined,
        },
        handler,
      )
    }
    for (const { name, check } of env.readyChecks) http.addReadyCheck(`${plugin.id}: ${name}`, check)
    this.#tools.add(plugin, env)
  }

  /** A plugin that does not run still owns its paths: they say that it is off (404), or not available (503). */
  #reserveRoutes(): void {
    for (const plugin of this.#options.plugins) {
      const { manifest } = plugin.planned.loaded
      if (!manifest.routes) continue
      const owner = {
        plugin: plugin.id,
        title: plugin.title,
        unavailable: () => plugin.unavailable(),
        prefixes: manifest.routes,
        isOff: plugin.outcome === 'disabled',
      }
      this.rooms.http.addRoutes(owner, [])
    }
  }

  #addReadyChecks(): void {
    const { plugins } = this.#options
    const { health, http } = this.rooms
    for (const { name, check } of health.checks) http.addReadyCheck(name, check)
    for (const plugin of plugins) {
      const isVital = plugin.planned.loaded.manifest.on_failure === 'abort'
      const isTroubled = plugin.outcome === 'failed' || plugin.outcome === 'degraded'
      if (!plugin.planned.enabled || !(isVital || isTroubled)) continue
      const check = (): void => {
        if (plugin.isRunning) return
        const remedy = '"svc doctor" on the server and its log say why; correct it and start the server again.'
        throw new UnavailableError(`${plugin.title} is ${plugin.outcome}. ${remedy}`, {
          fields: { reason: plugin.error },
        })
      }
      http.addReadyCheck(`plugin ${plugin.id}`, check, { isVital })
    }
  }
}

function hostOf(databaseUrl = ''): string {
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}
