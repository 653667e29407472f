import type { Clock, Ids } from '@svc/plugin'
import type { RootLogger } from '../log/index.ts'
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
import { ToolTable } from './tool-table.ts'
import { svcVersion } from './version.ts'

const defaultTimeoutSeconds = 600
const defaultMaxAttempts = 3
const httpGraceMs = 4_000
const jobsGraceMs = 3_000

export interface RunningPluginsOptions {
  blueprint: Blueprint
  storage: OpenedHome
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
      permissions,
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
    shutdown.add('credential store', () => rooms.auth.close())
    shutdown.add('child processes', () => rooms.children.close())
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
    const { auth, http, jobs } = this.rooms
    shutdown.add('plugins', () => this.#host.stop())
    shutdown.add('waits of plugins', () => abort.abort(new Error('The server is stopping.')))
    http.addRoutes({ plugin: 'kernel', title: 'The server', unavailable: () => null }, auth.routes)
    await this.#host.setUp()
    this.#tools.seal()
    shutdown.add('jobs', remainingMs => jobs.drain(Math.min(jobsGraceMs, remainingMs)))
    this.#reserveRoutes()
  }

  /** Start hooks, workers, and HTTP last, so that a half-started server never answers. */
  async start({ listen }: { listen: boolean }): Promise<{ url: string | null; setupToken: string | null }> {
    const { storage, shutdown } = this.#options
    const { auth, http, jobs } = this.rooms
    const { setupToken } = await auth.prepare()
    await this.#host.start()
    this.#addReadyChecks()
    if (listen) await jobs.start()
    shutdown.add('HTTP server', remainingMs => http.close(Math.min(httpGraceMs, remainingMs)))
    const operator = { socketPath: `${storage.home.path}/operator.sock`, principal: () => auth.operator() }
    const { url } = await http.open(listen ? { listen, operator } : { listen })
    return { url, setupToken }
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
          validate: schema ? payloadCheck(job.kind, schema) : () => undefined,
        },
        handler,
      )
    }
    for (const { name, check } of env.readyChecks) http.addReadyCheck(`${plugin.id}: ${name}`, check)
    this.#tools.add(plugin, env)
  }

  /** A plugin that is to run and does not: its paths answer 503, not 404. */
  #reserveRoutes(): void {
    for (const plugin of this.#options.plugins) {
      const { manifest } = plugin.planned.loaded
      if (plugin.outcome === 'disabled' || !manifest.routes) continue
      const owner = {
        plugin: plugin.id,
        title: plugin.title,
        unavailable: () => plugin.unavailable(),
        prefixes: manifest.routes,
      }
      this.rooms.http.addRoutes(owner, [])
    }
  }

  #addReadyChecks(): void {
    const { plugins, storage } = this.#options
    const { http } = this.rooms
    http.addReadyCheck('planes', async () => {
      const status = await storage.planes.planes.status()
      const ill = Object.entries(status).filter(([, plane]) => !(plane as { healthy: boolean }).healthy)
      if (ill.length > 0)
        throw new Error(ill.map(([name, plane]) => `${name}: ${(plane as { detail: string }).detail}`).join('; '))
    })
    for (const plugin of plugins.filter(
      ({ planned }) => planned.enabled && planned.loaded.manifest.on_failure === 'abort',
    )) {
      http.addReadyCheck(`plugin ${plugin.id}`, () => {
        if (!plugin.isRunning) throw new Error(plugin.error ?? `It is ${plugin.outcome}.`)
      })
    }
  }
}
