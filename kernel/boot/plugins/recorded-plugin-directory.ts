import { join } from 'node:path'
import { ConflictError, messageOf, NotFoundError } from '@svc/plugin'
import type { Clock, ControlPlane, Logger, PluginDirectory, PluginPages, PluginStatus, Principal } from '@svc/plugin'
import { BootError } from '../../boot-error.ts'
import { chosenFile, readChosen } from '../../config/index.ts'
import type { ChosenSettings } from '../../config/index.ts'
import { writeDurably } from '../../planes/storage/index.ts'
import { choicesOfOwner, isPinnable, saveSetting } from '../plan/choose.ts'
import type { LoadedManifest } from '../../manifest/index.ts'
import { faultsInWords } from '../plan/plan.ts'
import type { PluginChoice } from '../plan/plan.ts'
import type { Blueprint } from '../blueprint.ts'
import type { BootedPlugin } from './booted-plugin.ts'

interface DirectoryOptions {
  plugins: readonly BootedPlugin[]
  blueprint: Pick<Blueprint, 'origins' | 'config'>
  control: ControlPlane
  clock: Clock
  log: Logger
  /** What a start would find now. */
  discover(): Promise<PluginChoice[]>
  /** @throws BootError with what a start with these settings would be refused for */
  tryChosen(chosen: ChosenSettings): Promise<void>
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

  pages(): PluginPages[] {
    return this.#options.plugins.flatMap(plugin => {
      const { folder, manifest } = plugin.planned.loaded
      return manifest.pages?.length ? [{ ...this.#statusOf(plugin), folder, pages: manifest.pages }] : []
    })
  }

  settings(): Blueprint['origins'] {
    return this.#options.blueprint.origins
  }

  chosenSettings(): Promise<ChosenSettings> {
    return readChosen(this.#options.blueprint.config.home)
  }

  async chooseSettings(chosen: ChosenSettings): Promise<BootError['problems']> {
    try {
      await this.#options.tryChosen(chosen)
    } catch (error) {
      if (error instanceof BootError) return error.problems
      throw error
    }
    const path = join(this.#options.blueprint.config.home, chosenFile)
    await writeDurably(path, `${JSON.stringify(chosen, null, 2)}\n`)
    return []
  }

  async added(): Promise<PluginStatus[]> {
    return (await this.#added()).map(statusOfAdded)
  }

  async #added(): Promise<PluginChoice[]> {
    const { clock, control } = this.#options
    const known = new Set(this.#options.plugins.map(({ id }) => id))
    const found = await this.#options.discover().catch((error: unknown) => {
      this.#options.log.warn({ reason: messageOf(error) }, 'the configuration has changed, and a start would refuse it')
      return []
    })
    const since = found.filter(({ loaded }) => !known.has(loaded.manifest.id))
    return choicesOfOwner(since, control, { clock, pins: false })
  }

  async setEnabled(_actor: Principal, id: string, enabled: boolean): Promise<PluginStatus> {
    const plugin = this.#options.plugins.find(candidate => candidate.id === id)
    const choice = plugin?.planned ?? (await this.#added()).find(({ loaded }) => loaded.manifest.id === id)
    if (!choice) throw new NotFoundError(`There is no plugin "${id}".`)
    assertNotConfigured(choice, enabled)
    if (plugin) this.#assertFree(plugin, enabled)
    const { loaded } = choice
    const change = {
      enabled,
      updated_at: this.#options.clock.timestamp(),
      ...(enabled && isPinnable(loaded) ? { pinned_manifest_hash: loaded.hash } : {}),
    }
    const before = this.#chosen.get(id)
    // At once: what another switch needs is judged by it.
    this.#chosen.set(id, enabled)
    try {
      await this.#options.control.transaction(tx => saveSetting(tx, id, change))
    } catch (error) {
      if (before === undefined) this.#chosen.delete(id)
      else this.#chosen.set(id, before)
      throw error
    }
    return plugin ? this.#statusOf(plugin) : statusOfAdded({ ...choice, enabled })
  }

  #assertFree(plugin: BootedPlugin, enabled: boolean): void {
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
    const chosen = this.#chosen.get(plugin.id)
    const restart = chosen !== undefined && (chosen !== plugin.planned.enabled || (chosen && plugin.planned.waiting))
    return {
      ...identityOf(plugin.planned.loaded),
      enabled: this.#willBeEnabled(plugin),
      outcome: plugin.outcome,
      setup_ms: plugin.setupMs === null ? null : Math.round(plugin.setupMs * 10) / 10,
      error: plugin.error,
      restart_required: restart,
    }
  }
}

function assertNotConfigured({ loaded: { manifest }, origin, waiting }: PluginChoice, enabled: boolean): void {
  const approves = waiting && enabled
  if (origin === null || approves) return
  const message = `Whether ${manifest.id} runs is set by ${origin}. Change it there, or remove it there and try again.`
  throw new ConflictError('set_by_configuration', message)
}

function statusOfAdded({ loaded, enabled }: PluginChoice): PluginStatus {
  const toRun = enabled ? 'Start the server again to run it.' : 'It is off.'
  const error = loaded.faults.length > 0 ? faultsInWords(loaded) : `It was added since. ${toRun}`
  return { ...identityOf(loaded), enabled, outcome: 'not-started', setup_ms: null, error, restart_required: enabled }
}

function identityOf({ manifest: { id, version, title, description }, builtin, hash }: LoadedManifest) {
  return { id, version, title, description, builtin, manifest_hash: hash }
}
