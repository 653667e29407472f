import avvio from 'avvio'
import { messageOf } from '@svc/plugin'
import type { Logger } from '@svc/plugin'
import { BootError, exitCodes } from '../boot-error.ts'
import type { ServiceTable } from '../container/index.ts'
import { bindingFaults, definitionFaults } from './bindings.ts'
import type { PointContribution } from './bindings.ts'
import type { BootedPlugin } from './booted-plugin.ts'
import { loadDefinition } from './load-plugin.ts'
import { willRun } from './plan.ts'
import { CollectingEnv } from './plugin-env.ts'
import type { EnvMeans } from './plugin-env.ts'
import { withTimeLimit } from './time-limit.ts'

const setupLimitMs = 10_000
const closeLimitMs = 3_000

export interface PluginHostOptions {
  /** In boot order. */
  plugins: readonly BootedPlugin[]
  services: ServiceTable
  permissions: ReadonlySet<string>
  log: Logger
  /** What the plugin's env is made of. */
  meansOf(plugin: BootedPlugin): Omit<EnvMeans, 'contributions'>
  /** Takes over what a plugin bound, once it is checked. */
  onBound(plugin: BootedPlugin, env: CollectingEnv): void
  now(): number
}

/** Sets plugins up one after the other, starts them, and stops them in reverse. */
export class PluginHost {
  readonly #options: PluginHostOptions
  readonly #boot = avvio({}, { autostart: false, timeout: 0 })
  #isSealed = false
  #sealed: { running: number; contributions: readonly PointContribution[] } | null = null

  constructor(options: PluginHostOptions) {
    this.#options = options
  }

  /** Ends with the contributions complete. @throws BootError when a plugin fails that says `"on_failure": "abort"` */
  async setUp(): Promise<void> {
    this.#logBroken()
    for (const plugin of this.#options.plugins.filter(({ planned }) => willRun(planned))) {
      this.#boot.use(async instance => {
        instance.onClose((_instance, done) => void this.#close(plugin).then(() => done() as unknown))
        await this.#guarded(plugin, () => this.#setUpOne(plugin))
      })
    }
    this.#boot.start()
    await this.#boot.ready()
    this.#isSealed = true
  }

  /** Runs what `env.onStart` collected. */
  async start(): Promise<void> {
    for (const plugin of this.#options.plugins) {
      if (!plugin.isRunning || !plugin.env) continue
      const { startHooks } = plugin.env
      await this.#guarded(plugin, async () => {
        for (const hook of startHooks)
          await withTimeLimit(hook, setupLimitMs, `Its start took longer than ${setupLimitMs / 1000} s.`)
      })
    }
  }

  /** Closes what was set up, the last first. */
  async stop(): Promise<void> {
    const closed = Promise.withResolvers<void>()
    this.#boot.close((_error: Error) => closed.resolve())
    await closed.promise
  }

  /** What the plugins that run contributed, in boot order; the same array until one of them fails in its start. */
  contributions(): readonly PointContribution[] {
    if (!this.#isSealed)
      throw new Error('Contributions are complete once every plugin is set up; read them in env.onStart or later.')
    const running = this.#options.plugins.filter(plugin => plugin.isRunning).length
    if (this.#sealed?.running !== running) this.#sealed = { running, contributions: this.collected() }
    return this.#sealed.contributions
  }

  /** What has been contributed so far. */
  collected(): PointContribution[] {
    return this.#options.plugins
      .filter(plugin => plugin.isRunning)
      .flatMap(({ id, env }) =>
        (env?.bindings.contributions ?? []).map(({ point, value }) => ({ plugin: id, point, value })),
      )
  }

  #logBroken(): void {
    for (const { id, outcome, error } of this.#options.plugins) {
      if (outcome === 'failed') this.#options.log.error({ plugin: id, reason: error }, 'The plugin cannot load.')
      if (outcome === 'degraded') this.#options.log.warn({ plugin: id, reason: error }, 'The plugin is degraded.')
    }
  }

  async #setUpOne(plugin: BootedPlugin): Promise<void> {
    const { services, permissions, meansOf, onBound, now } = this.#options
    const startedAt = now()
    const env = new CollectingEnv({ ...meansOf(plugin), contributions: () => this.contributions() })
    plugin.env = env
    try {
      await withTimeLimit(
        () => this.#runSetup(plugin, env),
        setupLimitMs,
        `Its setup took longer than ${setupLimitMs / 1000} s.`,
      )
    } finally {
      env.seal()
      plugin.setupMs = now() - startedAt
    }
    const { manifest } = plugin.planned.loaded
    const faults = bindingFaults(manifest, env.bindings, permissions)
    if (faults.length > 0) throw new Error(`Its code does not fit its manifest: ${faults.join('. And ')}.`)
    for (const [id, implementation] of env.bindings.services)
      services.shared({ kind: 'service', id }, () => implementation)
    onBound(plugin, env)
  }

  async #runSetup(plugin: BootedPlugin, env: CollectingEnv): Promise<void> {
    const { loaded } = plugin.planned
    const definition = await loadDefinition(loaded)
    const faults = definitionFaults(loaded.manifest, definition)
    if (faults.length > 0) throw new Error(`Its code does not fit its manifest: ${faults.join('. And ')}.`)
    const uses = definition.uses ?? {}
    await definition.setup(this.#options.services.resolveFor(plugin.id, uses) as never, env)
  }

  /** Runs a phase of one plugin; its failure degrades the plugin and those that need it, or ends the boot. */
  async #guarded(plugin: BootedPlugin, phase: () => Promise<void>): Promise<void> {
    const cause = this.#failedNeed(plugin)
    if (cause) {
      plugin.fail('degraded', cause)
      this.#options.log.warn({ plugin: plugin.id, reason: cause }, 'The plugin is degraded.')
      await this.#close(plugin)
      return this.#abortIfAsked(plugin, null)
    }
    try {
      await phase()
    } catch (error) {
      plugin.fail('failed', messageOf(error))
      this.#options.log.error({ plugin: plugin.id, err: error }, 'The plugin failed.')
      await this.#close(plugin)
      this.#abortIfAsked(plugin, error)
    }
  }

  #failedNeed({ planned }: BootedPlugin): string | null {
    const failed = this.#options.plugins.find(other => planned.needs.includes(other.id) && !other.isRunning)
    return failed ? `It needs the plugin ${failed.id}, which is ${failed.outcome}: ${failed.error ?? ''}` : null
  }

  #abortIfAsked(plugin: BootedPlugin, cause: unknown): void {
    const { manifest, file } = plugin.planned.loaded
    if (manifest.on_failure !== 'abort') return
    const message = `The plugin ${plugin.id} cannot run, and the server does not start without it ("on_failure": "abort"). ${plugin.error ?? ''}`
    throw new BootError(exitCodes.failed, [{ where: file, message, frame: null }], { cause })
  }

  async #close(plugin: BootedPlugin): Promise<void> {
    const failures = (await plugin.env?.close(closeLimitMs)) ?? []
    for (const error of failures) this.#options.log.error({ plugin: plugin.id, err: error }, 'A plugin failed to stop.')
  }
}
