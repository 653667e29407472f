import { messageOf, SvcError, UnprocessableError } from '@svc/plugin'
import type { ExtensionPoint, Logger } from '@svc/plugin'
import { BootError, exitCodes } from '../../boot-error.ts'
import type { ServiceTable } from '../../container/index.ts'
import { bindingFaults, definitionFaults } from './bindings.ts'
import type { PointContribution } from './bindings.ts'
import type { BootedPlugin } from './booted-plugin.ts'
import type { Lifecycle } from '../lifecycle.ts'
import { loadDefinition } from './load-plugin.ts'
import { willRun } from '../plan/plan.ts'
import { CollectingEnv, contributionsTo } from './plugin-env.ts'
import type { EnvOptions } from './plugin-env.ts'

const closeLimitMs = 3_000

interface PluginHostOptions {
  /** In boot order. */
  plugins: readonly BootedPlugin[]
  services: ServiceTable
  lifecycle: Lifecycle
  permissions: ReadonlySet<string>
  log: Logger
  /** What the plugin's env is made of. */
  envOf(plugin: BootedPlugin): Omit<EnvOptions, 'contributions'>
  /** Takes over what a plugin bound, once it is checked. */
  onBound(plugin: BootedPlugin, env: CollectingEnv): void
}

/** A plugin that cannot be set up or started because one that it needs is not running. */
class FailedNeed extends Error {}

/** Sets plugins up one after the other, starts them, and stops them in reverse. */
export class PluginHost {
  readonly #options: PluginHostOptions
  #isSealed = false
  #isStarted = false
  #sealed: { running: number; contributions: readonly PointContribution[] } | null = null

  constructor(options: PluginHostOptions) {
    this.#options = options
  }

  /** Ends with the contributions complete. @throws BootError when a plugin fails that says `"on_failure": "abort"` */
  async setUp(): Promise<void> {
    const { lifecycle } = this.#options
    this.#logBroken()
    const plugins = this.#options.plugins.filter(({ planned }) => willRun(planned))
    // Read side by side; each plugin's own step meets what is wrong with its file.
    for (const { planned } of plugins) if (planned.loaded.builtin) void loadDefinition(planned.loaded).catch(() => null)
    for (const plugin of plugins) {
      this.#step(plugin, 'setup', async () => {
        lifecycle.onClose(`plugin ${plugin.id}`, () => this.#close(plugin))
        await this.#setUpOne(plugin)
      })
    }
    await lifecycle.run()
    this.#isSealed = true
  }

  /** Runs what `env.onStart` collected. */
  async start(): Promise<void> {
    for (const plugin of this.#options.plugins) {
      if (!plugin.isRunning || !plugin.env) continue
      const { startHooks } = plugin.env
      this.#step(plugin, 'start', async () => {
        for (const hook of startHooks) await hook()
      })
    }
    await this.#options.lifecycle.run()
    this.contributions()
    this.#isStarted = true
  }

  /** What the plugins that run contributed, in boot order; the same array until one of them fails in its start. */
  contributions(): readonly PointContribution[] {
    if (!this.#isSealed)
      throw new Error('Contributions are complete once every plugin is set up; read them in env.onStart or later.')
    // Read in requests: from here on no plugin fails any more.
    if (this.#isStarted && this.#sealed) return this.#sealed.contributions
    const running = this.#options.plugins.filter(plugin => plugin.isRunning).length
    if (this.#sealed?.running !== running) this.#sealed = { running, contributions: this.#collected() }
    return this.#sealed.contributions
  }

  /** The values that have been contributed to a point so far. */
  contributedTo<T>(point: ExtensionPoint<T>): T[] {
    return contributionsTo(point, this.#collected()).map(({ value }) => value)
  }

  #collected(): PointContribution[] {
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
    const { services, permissions, envOf, onBound } = this.#options
    const startedAt = performance.now()
    const env = new CollectingEnv({ ...envOf(plugin), contributions: () => this.contributions() })
    plugin.env = env
    try {
      await this.#runSetup(plugin, env)
    } finally {
      env.seal()
      plugin.setupMs = performance.now() - startedAt
    }
    // It was given up meanwhile: nothing of it is bound.
    if (!plugin.isRunning) return
    const { manifest } = plugin.planned.loaded
    refuseMismatch(bindingFaults(manifest, env.bindings, permissions))
    for (const [id, implementation] of env.bindings.services)
      services.shared({ kind: 'service', id }, () => implementation)
    onBound(plugin, env)
  }

  async #runSetup(plugin: BootedPlugin, env: CollectingEnv): Promise<void> {
    const { loaded } = plugin.planned
    const definition = await loadDefinition(loaded)
    refuseMismatch(definitionFaults(loaded.manifest, definition))
    const uses = definition.uses ?? {}
    await definition.setup(this.#options.services.resolveFor(plugin.id, uses) as never, env)
  }

  /** Adds a step of one plugin; its failure degrades the plugin and those that need it, or ends the boot. */
  #step(plugin: BootedPlugin, phase: 'setup' | 'start', run: () => Promise<void>): void {
    const { lifecycle, log } = this.#options
    const step = async (): Promise<void> => {
      const reason = this.#failedNeed(plugin)
      if (reason !== null) throw new FailedNeed(reason)
      await run()
    }
    lifecycle.use(`${phase} of ${plugin.id}`, step, async error => {
      const isDegraded = error instanceof FailedNeed
      plugin.fail(isDegraded ? 'degraded' : 'failed', messageOf(error))
      if (isDegraded) log.warn({ plugin: plugin.id, reason: plugin.error }, 'The plugin is degraded.')
      // Of a refusal the sentence is all; of anything else the place matters too.
      else if (error instanceof SvcError) log.error({ plugin: plugin.id, reason: plugin.error }, 'The plugin failed.')
      else log.error({ plugin: plugin.id, err: error }, 'The plugin failed.')
      plugin.env?.seal()
      await this.#close(plugin)
      this.#abortIfAsked(plugin, isDegraded ? null : error)
    })
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
    await this.#options.services.disposeFor(plugin.id).catch((error: unknown) => failures.push(error))
    for (const error of failures) this.#options.log.error({ plugin: plugin.id, err: error }, 'A plugin failed to stop.')
  }
}

function refuseMismatch(faults: readonly string[]): void {
  if (faults.length === 0) return
  throw new UnprocessableError('plugin_invalid', `Its code does not fit its manifest: ${faults.join('. And ')}.`)
}
