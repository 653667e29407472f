import { messageOf, UnavailableError } from '@svc/plugin'
import type { Clock, Ids, PluginEnv } from '@svc/plugin'
import { authRoom } from '../auth/index.ts'
import type { ChosenSettings } from '../config/index.ts'
import { childPrograms } from '../children/index.ts'
import type { ChildPrograms } from '../children/index.ts'
import { eventsRoom } from '../events/index.ts'
import { httpRoom } from '../http/index.ts'
import { installedPlugins } from '../installed-plugins.ts'
import { jobsRoom, workerProcess } from '../jobs/index.ts'
import type { WorkerReport } from '../kernel.ts'
import type { PluginChoice } from './plan/plan.ts'
import { openedPlanes } from '../planes/index.ts'
import type { RoomEnv } from '../room.ts'
import type { RootLogger } from '../services/index.ts'
import { bindPlugin, ToolTable } from './plugins/bind-plugin.ts'
import type { BootedPlugin } from './plugins/booted-plugin.ts'
import { declaredBy } from './plugins/declared.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Blueprint } from './blueprint.ts'
import { give, OpenRooms } from './open-rooms.ts'
import type { OpenedHome } from './open-storage.ts'
import type { PlacedWorker } from './place-worker.ts'
import { PluginHost } from './plugins/plugin-host.ts'
import { RecordedPluginDirectory } from './plugins/recorded-plugin-directory.ts'
import { roomsOf } from './rooms.ts'
import { svcVersion } from './version.ts'

interface RunningKernelOptions {
  blueprint: Blueprint
  storage: OpenedHome
  /** Null in a server. */
  worker: PlacedWorker | null
  role: RoomEnv['role']
  plugins: readonly BootedPlugin[]
  childPrograms: ChildPrograms
  discover(): Promise<PluginChoice[]>
  tryChosen(chosen: ChosenSettings): Promise<void>
  phrase: PluginEnv['phrase']
  clock: Clock
  ids: Ids
  log: RootLogger
  lifecycle: Lifecycle
}

/** The rooms with the plugins in them: setup, start and, by the lifecycle, the order of the stop. */
export class RunningKernel {
  readonly rooms: OpenRooms
  readonly host: PluginHost
  readonly directory: RecordedPluginDirectory
  readonly blueprint: Blueprint
  readonly storage: OpenedHome
  readonly #options: RunningKernelOptions
  readonly #tools = new ToolTable()
  readonly #stopping = new AbortController()
  readonly #abort = new AbortController()

  constructor(options: RunningKernelOptions) {
    const { blueprint, storage, worker, role, plugins, clock, ids, log, lifecycle, phrase } = options
    const { config, slices } = blueprint
    const { home, planes } = storage
    const runtime = { role, clock, ids, phrase, signal: this.#abort.signal }
    // Of a server's rooms in a worker, too: what a key may carry is the same in both.
    const declared = declaredBy(plugins, roomsOf('server'))
    const directory = new RecordedPluginDirectory({ ...options, control: planes.control })
    this.#options = options
    this.blueprint = blueprint
    this.storage = storage
    this.directory = directory
    this.rooms = new OpenRooms({
      rooms: roomsOf(role),
      values: [
        give(openedPlanes, planes),
        give(childPrograms, options.childPrograms),
        give(installedPlugins, {
          ...declared,
          directory,
          tools: this.#tools,
          features: () => Object.fromEntries(plugins.map(plugin => [plugin.id, plugin.isRunning])),
          contributions: point => this.host.contributedTo(point),
        }),
        give(workerProcess, worker),
      ],
      env: {
        ...{ config, home, placement: planes.placement, version: svcVersion, log },
        ...{ stopping: this.#stopping.signal, ...runtime },
      },
      log,
      lifecycle,
    })
    this.host = new PluginHost({
      plugins,
      services: this.rooms.services,
      lifecycle,
      permissions: declared.permissions,
      log,
      envOf: ({ id }) => ({
        ...{ id, config: slices.get(id) ?? {}, log: log.child({ plugin: id }), ...runtime },
        onWorkspaceClosed: listener => planes.data.onWorkspaceClosed?.(listener),
        onWorkspaceLeaving: listener => planes.placement?.onLeaving(listener),
      }),
      onBound: (plugin, env) => {
        bindPlugin(plugin, env, { http: this.#http, jobs: this.rooms.face(jobsRoom) })
        this.#tools.add(plugin, env)
      },
    })
  }

  /** Opens the rooms and sets the plugins up. */
  async setUp(): Promise<void> {
    const { lifecycle, plugins } = this.#options
    await this.rooms.open()
    this.#http.addRoutes({ plugin: 'kernel', title: 'The server', unavailable: () => null }, this.rooms.routes)
    try {
      await this.host.setUp()
    } finally {
      // After the plugins, so that it closes before them.
      lifecycle.onClose('waits of plugins', () => this.#abort.abort(new Error('The server is stopping.')))
    }
    this.#tools.seal()
    for (const plugin of plugins) this.#reserveRoutes(plugin)
  }

  /** Start hooks of plugins, then the rooms, HTTP last. */
  async start(): Promise<void> {
    const { role, lifecycle } = this.#options
    await this.host.start()
    this.#addReadyChecks()
    await this.rooms.start()
    lifecycle.onClose('waits over HTTP', () => this.#stopping.abort())
    if (role === 'server') await this.#publishFailures()
  }

  /** Empty in a server. */
  workerReport(): { worker?: WorkerReport } {
    const { worker } = this.#options
    if (worker === null) return {}
    const { id, concurrency, queues, source, server, hasFiles } = worker
    const jobs = this.rooms.face(jobsRoom)
    const [kinds, left_kinds] = [jobs.kinds(), jobs.leftKinds()]
    const from = source === 'server' ? server?.name : `PostgreSQL at ${hostOf(this.blueprint.config.database_url)}`
    const place = hasFiles ? 'home' : 'away'
    return { worker: { worker_id: id, queues, kinds, left_kinds, concurrency, place, source: from ?? '' } }
  }

  get #http() {
    return this.rooms.face(httpRoom).http
  }

  /** Events for the first owner: the plugins that should run and do not. The list of plugins has the reasons, which may name paths. */
  async #publishFailures(): Promise<void> {
    const owner = await this.rooms.face(authRoom).callers.operator()
    // There may be no owner yet.
    if (owner === null) return
    const events = this.rooms.face(eventsRoom)
    for (const { id, outcome } of this.#options.plugins) {
      if (outcome !== 'failed' && outcome !== 'degraded') continue
      const event = { type: 'plugin.failed', data: { plugin_id: id, outcome } }
      await events.publish(owner.workspace_id, event).catch((error: unknown) => {
        const message = 'that a plugin failed could not be published as an event'
        this.#options.log.warn({ plugin: id, reason: messageOf(error) }, message)
      })
    }
  }

  /** Paths below a plugin's prefixes are its own, known route or not. Of a plugin that does not run they say so: off (404), or not available (503). */
  #reserveRoutes(plugin: BootedPlugin): void {
    const { routes: prefixes } = plugin.planned.loaded.manifest
    if (!prefixes) return
    const { env, id, title, outcome } = plugin
    const isOff = outcome === 'disabled'
    const unknownPaths = env?.bindings.unknownPaths
    const owner = { plugin: id, title, unavailable: () => plugin.unavailable(), prefixes, isOff, unknownPaths }
    this.#http.addRoutes(owner, [])
  }

  #addReadyChecks(): void {
    for (const check of this.rooms.readyChecks) this.#http.addReadyCheck(check)
    for (const plugin of this.#options.plugins) {
      const isVital = plugin.planned.loaded.manifest.on_failure === 'abort'
      const isTroubled = plugin.outcome === 'failed' || plugin.outcome === 'degraded'
      if (!plugin.planned.enabled || !(isVital || isTroubled)) continue
      const check = (): void => {
        if (plugin.isRunning) return
        const remedy = '"svc doctor" on the server and its log say why; correct it and start the server again.'
        const fields = { reason: plugin.error }
        throw new UnavailableError(`${plugin.title} is ${plugin.outcome}. ${remedy}`, { fields })
      }
      this.#http.addReadyCheck({ name: `plugin ${plugin.id}`, check, isVital })
    }
  }
}

function hostOf(databaseUrl = ''): string {
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}
