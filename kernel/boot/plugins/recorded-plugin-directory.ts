import { ConflictError, NotFoundError } from '@svc/plugin'
import type { Clock, ControlPlane, PluginDirectory, PluginStatus, Principal } from '@svc/plugin'
import { isPinnable, saveSetting } from '../plan/choose.ts'
import type { BootedPlugin } from './booted-plugin.ts'

interface DirectoryOptions {
  plugins: readonly BootedPlugin[]
  control: ControlPlane
  clock: Clock
}

/** The plugins as they booted, and what the owner chose for the next start. */
export class RecordedPluginDirectory implements PluginDirectory {
  readonly #options: DirectoryOptions
  /** Choices of this run that differ from how the plugin booted. */
  readonly #chosen = new Map<string, boolean>()

  constructor(options: DirectoryOptions) {
    this.#options = options
  }

  list(): PluginStatus[] {
    return this.#options.plugins.map(plugin => this.#statusOf(plugin))
  }

  async setEnabled(_actor: Principal, id: string, enabled: boolean): Promise<PluginStatus> {
    const plugin = this.#options.plugins.find(candidate => candidate.id === id)
    if (!plugin) throw new NotFoundError(`There is no plugin "${id}".`)
    this.#assertFree(plugin, enabled)
    const { loaded } = plugin.planned
    const change = {
      enabled,
      updated_at: this.#options.clock.timestamp(),
      ...(enabled && isPinnable(loaded) ? { pinned_manifest_hash: loaded.hash } : {}),
    }
    await this.#options.control.transaction(tx => saveSetting(tx, id, change))
    this.#chosen.set(id, enabled)
    return this.#statusOf(plugin)
  }

  #assertFree(plugin: BootedPlugin, enabled: boolean): void {
    const { origin, waiting } = plugin.planned
    const approves = waiting && enabled
    if (origin !== null && !approves) {
      const message = `Whether ${plugin.id} runs is set by ${origin}. Change it there, or remove it there and try again.`
      throw new ConflictError('set_by_configuration', message)
    }
    const needy = enabled ? this.#missingNeeds(plugin) : this.#dependents(plugin)
    if (needy.length === 0) return
    const names = needy.map(other => other.id).join(', ')
    const message = enabled
      ? `${plugin.id} needs ${names}, which ${needy.length === 1 ? 'is' : 'are'} off. Enable that first.`
      : `${plugin.id} is needed by ${names}. Disable that first.`
    throw new ConflictError('required_by', message, { fields: { plugins: needy.map(other => other.id) } })
  }

  #willBeEnabled(plugin: BootedPlugin): boolean {
    return this.#chosen.get(plugin.id) ?? plugin.planned.enabled
  }

  #providersOf(plugin: BootedPlugin): BootedPlugin[] {
    const consumed = plugin.planned.loaded.manifest.services?.consumes ?? []
    return this.#options.plugins.filter(other =>
      (other.planned.loaded.manifest.services?.provides ?? []).some(id => consumed.includes(id)),
    )
  }

  #missingNeeds(plugin: BootedPlugin): BootedPlugin[] {
    return this.#providersOf(plugin).filter(other => !this.#willBeEnabled(other))
  }

  #dependents(plugin: BootedPlugin): BootedPlugin[] {
    return this.#options.plugins.filter(
      other => this.#willBeEnabled(other) && this.#providersOf(other).includes(plugin),
    )
  }

  #statusOf(plugin: BootedPlugin): PluginStatus {
    const { manifest, builtin, hash } = plugin.planned.loaded
    const chosen = this.#chosen.get(plugin.id)
    const restart = chosen !== undefined && (chosen !== plugin.planned.enabled || (chosen && plugin.planned.waiting))
    return {
      id: plugin.id,
      version: manifest.version,
      title: manifest.title,
      description: manifest.description,
      builtin,
      enabled: this.#willBeEnabled(plugin),
      outcome: plugin.outcome,
      setup_ms: plugin.setupMs === null ? null : Math.round(plugin.setupMs * 10) / 10,
      error: plugin.error,
      manifest_hash: hash,
      restart_required: restart,
    }
  }
}
