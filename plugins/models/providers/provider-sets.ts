import { LRUCache } from 'lru-cache'
import { ConflictError, messageOf } from '@svc/plugin'
import type { DataPlane, Sealer } from '@svc/plugin'
import { environmentProvider, offlineProviderName } from '../model-ids.ts'
import type { ConfiguredProvider, ModelFacts } from '../generated/config.ts'
import type { DiscoveryOptions } from './model-discovery.ts'
import type { InstallationProviders } from './installation-providers.ts'
import { ProviderEntry } from './provider-entry.ts'
import type { ProviderKinds } from './provider-kinds.ts'
import { ProviderSet } from './provider-set.ts'
import { providerStore } from './provider-store.ts'
import type { ProviderRow } from './provider-store.ts'

export interface ProviderSetsOptions extends DiscoveryOptions {
  configured: readonly ConfiguredProvider[]
  kinds: ProviderKinds
  installation: InstallationProviders
  data: DataPlane
  sealer: Sealer
  defaultTimeoutSeconds: number
  /** False in a command that runs an app in a kernel of its own: it is in no workspace. */
  isServing(): boolean
}

/** The providers of a workspace, opened: the configuration's, the installation's and then its own, and the model that it asks by default. */
export interface WorkspaceModels {
  set: ProviderSet
  default_model: string | null
  /** Why a provider is not open, by its name. */
  errors: ReadonlyMap<string, string>
}

interface OpenedRow {
  is_taken: boolean
  updated_at: number
  entry: ProviderEntry | null
  error: string | null
}

interface Known {
  models: WorkspaceModels
  rows: ReadonlyMap<string, OpenedRow>
}

const rememberedWorkspaces = 500

/** Opens providers and keeps them open, so that their lists of models stay known. */
export class ProviderSets {
  readonly #options: ProviderSetsOptions
  readonly #known = new LRUCache<string, Known>({ max: rememberedWorkspaces })
  readonly #stale = new Set<string>()
  #configured: WorkspaceModels | null = null
  #shared: Known | null = null

  constructor(options: ProviderSetsOptions) {
    this.#options = options
  }

  /** The models of the configuration and of the installation, which every workspace has. */
  shared(): WorkspaceModels {
    return this.#openShared().models
  }

  /** Reads the installation's providers again, which another process may have changed. */
  async renew(): Promise<void> {
    const { installation, isServing } = this.#options
    if (!isServing() || !(await installation.renew())) return
    this.#shared = this.#withInstallation(this.#openShared())
    for (const workspaceId of this.#known.keys()) this.#stale.add(workspaceId)
  }

  of(workspaceId: string): WorkspaceModels {
    if (workspaceId === '' || !this.#options.isServing()) return this.shared()
    const known = this.#known.get(workspaceId)
    if (known && !this.#stale.has(workspaceId)) return known.models
    const fresh = this.#open(workspaceId, known?.rows ?? new Map())
    this.#known.set(workspaceId, fresh)
    this.#stale.delete(workspaceId)
    return fresh.models
  }

  /** Why a provider of the installation or of the workspace's own cannot be used. */
  errorOf(workspaceId: string, id: string): string | null {
    this.of(workspaceId)
    const row = this.#shared?.rows.get(id) ?? this.#known.get(workspaceId)?.rows.get(id)
    return row?.error ?? null
  }

  /** Something in the workspace may have changed: its settings are read again when they are next needed. */
  notice(workspaceId: string): void {
    if (this.#known.has(workspaceId)) this.#stale.add(workspaceId)
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#known.delete(workspaceId)
    this.#stale.delete(workspaceId)
  }

  /** A name that a provider made over the API cannot have. */
  isTaken(name: string): boolean {
    return (
      name === offlineProviderName ||
      name === environmentProvider ||
      this.#options.configured.some(({ id }) => id === name)
    )
  }

  #openShared(): Known {
    this.#configured ??= this.#openConfigured()
    this.#shared ??= { models: this.#configured, rows: new Map() }
    return this.#shared
  }

  #withInstallation({ rows: before }: Known): Known {
    const { rows } = this.#options.installation
    return this.#joined(this.#configured ?? this.#openConfigured(), rows, { before, taken: name => this.isTaken(name) })
  }

  #openConfigured(): WorkspaceModels {
    const { configured, kinds, defaultTimeoutSeconds, log } = this.#options
    const errors = new Map<string, string>()
    const entries = configured.flatMap(({ id, kind, base_url, api_key, models, timeout_seconds }) => {
      const timeout_ms = (timeout_seconds ?? defaultTimeoutSeconds) * 1000
      const settings = { id, base_url: base_url ?? null, api_key: api_key ?? null, timeout_ms, trusted: true }
      try {
        return [new ProviderEntry(id, kinds.open(kind, settings), models ?? [], this.#options)]
      } catch (error) {
        errors.set(id, messageOf(error))
        log.error({ provider: id, kind }, `a model provider of the configuration cannot be used: ${messageOf(error)}`)
        return []
      }
    })
    return { set: new ProviderSet(entries), default_model: null, errors }
  }

  #open(workspaceId: string, before: ReadonlyMap<string, OpenedRow>): Known {
    const { rows, default_model } = this.#options.data.use(workspaceId, db => ({
      rows: providerStore.all(db),
      default_model: providerStore.defaultModel(db),
    }))
    const base = this.shared()
    const names = new Set(this.#options.installation.rows.map(({ name }) => name))
    const taken = (name: string) => this.isTaken(name) || names.has(name)
    const { models, rows: opened } = this.#joined(base, rows, { before, taken })
    return { models: { ...models, default_model }, rows: opened }
  }

  /** The providers of `rows`, opened behind those of `base`. */
  #joined(
    base: WorkspaceModels,
    rows: readonly ProviderRow[],
    { before, taken }: { before: ReadonlyMap<string, OpenedRow>; taken(name: string): boolean },
  ): Known {
    const opened = new Map(rows.map(row => [row.id, this.#reopened(row, before.get(row.id), taken(row.name))]))
    const own = [...opened.values()].flatMap(({ entry }) => (entry ? [entry] : []))
    const errors = new Map(base.errors)
    for (const row of rows) {
      const error = opened.get(row.id)?.error
      if (error) errors.set(row.name, error)
    }
    // Without providers of its own a workspace shares the index of the others, however many workspaces there are.
    const set = own.length === 0 ? base.set : new ProviderSet([...base.set.entries, ...own])
    return { models: { set, default_model: null, errors }, rows: opened }
  }

  #reopened(row: ProviderRow, before: OpenedRow | undefined, is_taken: boolean): OpenedRow {
    const { updated_at } = row
    if (before?.updated_at === updated_at && before.is_taken === is_taken) return before
    if (is_taken) {
      const error = 'A provider for all workspaces has this name now; give this one another.'
      return { updated_at, is_taken, entry: null, error }
    }
    try {
      return { updated_at, is_taken, entry: this.openRow(row), error: null }
    } catch (error) {
      return { updated_at, is_taken, entry: null, error: messageOf(error) }
    }
  }

  /** @throws ValidationError, ConflictError when its key was sealed in another home */
  openRow(row: ProviderRow): ProviderEntry {
    const provider = this.#options.kinds.open(row.kind, {
      id: row.name,
      base_url: row.base_url,
      api_key: this.#keyOf(row),
      timeout_ms: row.timeout_seconds * 1000,
      trusted: row.trusted === 1,
    })
    return new ProviderEntry(row.name, provider, JSON.parse(row.models) as ModelFacts[], this.#options)
  }

  #keyOf({ api_key }: ProviderRow): string | null {
    if (api_key === null) return null
    try {
      return this.#options.sealer.open(api_key)
    } catch (cause) {
      throw new ConflictError('conflict', 'Its key was sealed in another home and cannot be read; set api_key again.', {
        cause,
      })
    }
  }
}
