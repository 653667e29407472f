import { ConflictError, hasScope, NotFoundError, ValidationError } from '@svc/plugin'
import type { Actor, AuditLog, Clock, DataPlane, Egress, EventLog, Ids, Sealer } from '@svc/plugin'
import type { ConfiguredProvider } from '../generated/config.ts'
import type { InstallationProviders } from './installation-providers.ts'
import type { ProviderEntry } from './provider-entry.ts'
import type { ProviderKinds } from './provider-kinds.ts'
import { configuredRecord, storedRecord } from './provider-record.ts'
import type { NewProvider, ProviderChange, ProviderRecord, ProviderScope, UnsavedProvider } from './provider-record.ts'
import type { ProviderSets } from './provider-sets.ts'
import { providerStore } from './provider-store.ts'
import type { ProviderRow } from './provider-store.ts'
import { testProvider } from './provider-test.ts'
import type { ProviderTest } from './provider-test.ts'

export interface ProvidersOptions {
  sets: ProviderSets
  kinds: ProviderKinds
  configured: readonly ConfiguredProvider[]
  installation: InstallationProviders
  data: DataPlane
  egress: Egress
  events: EventLog
  audit: AuditLog
  sealer: Sealer
  ids: Ids
  clock: Clock
  defaultTimeoutSeconds: number
}

interface FoundRow {
  row: ProviderRow
  scope: ProviderScope
}

interface Changed {
  /** Which one was made, changed or deleted. */
  row: ProviderRow
  /** All of its scope as they shall be. */
  rows: readonly ProviderRow[]
}

const maxProviders = 50

/** The providers that admins set up for their workspace or for all, beside those of the configuration. */
export class Providers {
  readonly #options: ProvidersOptions

  constructor(options: ProvidersOptions) {
    this.#options = options
  }

  /** The configuration's first, then the installation's and the workspace's in the order they were made: the order in which a model's id is looked up. */
  async list(actor: Actor): Promise<ProviderRecord[]> {
    const { configured, defaultTimeoutSeconds, data, installation, sets } = this.#options
    await sets.renew()
    const { errors } = sets.of(actor.workspace_id)
    const rows = data.use(actor.workspace_id, db => providerStore.all(db))
    return [
      ...configured.map(provider =>
        configuredRecord(provider, { error: errors.get(provider.id) ?? null, defaultTimeoutSeconds }),
      ),
      ...installation.rows.map(row => this.#shown(actor, row, 'installation')),
      ...rows.map(row => this.#shown(actor, row, 'workspace')),
    ]
  }

  /** @throws NotFoundError */
  async get(actor: Actor, id: string): Promise<ProviderRecord> {
    const found = (await this.list(actor)).find(record => record.id === id)
    if (found) return found
    throw notFound()
  }

  /** @throws ValidationError, ConflictError `already_exists`, UnprocessableError `url_blocked` */
  async create(actor: Actor, given: NewProvider): Promise<ProviderRecord> {
    const { ids, clock, sealer, kinds, defaultTimeoutSeconds } = this.#options
    const { name, kind, base_url = null, api_key = null, models = [], timeout_seconds, scope = 'workspace' } = given
    await this.#options.sets.renew()
    const now = clock.now()
    const row: ProviderRow = {
      id: ids.create('prv'),
      name,
      kind: kinds.require(kind).kind,
      base_url,
      api_key: api_key === null ? null : sealer.seal(api_key),
      models: JSON.stringify(models),
      timeout_seconds: timeout_seconds ?? defaultTimeoutSeconds,
      trusted: Number(this.#mayTrust(actor, base_url)),
      created_by: actor.user_id,
      created_at: now,
      updated_at: now,
    }
    this.#options.sets.openRow(row)
    await this.#change(actor, 'model.provider.created', scope, rows => {
      this.#requireFree(scope, rows, name)
      if (rows.length >= maxProviders) {
        const owner = scope === 'workspace' ? 'A workspace' : 'An installation'
        throw new ConflictError('conflict', `${owner} has at most ${maxProviders} providers. Delete one first.`)
      }
      return { row, rows: [...rows, row] }
    })
    await this.#audit(actor, 'model.provider.created', row, { scope, has_api_key: api_key !== null })
    return this.#shown(actor, row, scope)
  }

  /** @throws as {@link Providers.create}; NotFoundError; ConflictError for one of the configuration */
  async update(actor: Actor, id: string, change: ProviderChange): Promise<ProviderRecord> {
    const { scope } = await this.#require(actor, id)
    const row = await this.#change(actor, 'model.provider.updated', scope, rows => {
      // As it is now: since it was looked for, another admin may have changed or deleted it.
      const old = rows.find(other => other.id === id)
      if (!old) throw notFound()
      const changed = this.#changed(actor, old, change)
      this.#options.sets.openRow(changed)
      const others = rows.filter(other => other !== old)
      this.#requireFree(scope, others, changed.name)
      return { row: changed, rows: rows.map(other => (other === old ? changed : other)) }
    })
    await this.#audit(actor, 'model.provider.updated', row, { scope, changed: Object.keys(change) })
    return this.#shown(actor, row, scope)
  }

  /** @throws NotFoundError; ConflictError for one of the configuration */
  async delete(actor: Actor, id: string): Promise<void> {
    const { row, scope } = await this.#require(actor, id)
    const others = (rows: readonly ProviderRow[]) => rows.filter(other => other.id !== id)
    await this.#change(actor, 'model.provider.deleted', scope, rows => ({ row, rows: others(rows) }))
    await this.#audit(actor, 'model.provider.deleted', row, { scope })
  }

  /** Asks for the list of models; what goes wrong is the answer. @throws NotFoundError */
  async test(actor: Actor, id: string, signal: AbortSignal): Promise<ProviderTest> {
    const record = await this.get(actor, id)
    const entry = this.#entryOf(actor, record)
    const asked = entry ? { list: (until: AbortSignal) => entry.discovery.renew(until) } : { error: record.error ?? '' }
    return testProvider(asked, { model: null, clock: this.#options.clock, signal })
  }

  /** The same with settings that are not saved, and with a key that is not kept. @throws ValidationError, UnprocessableError `url_blocked` */
  async testUnsaved(actor: Actor, given: UnsavedProvider, signal: AbortSignal): Promise<ProviderTest> {
    const { clock, defaultTimeoutSeconds, kinds } = this.#options
    const { name = 'new', kind, base_url = null, api_key = null, timeout_seconds = defaultTimeoutSeconds } = given
    const provider = kinds.open(kind, {
      id: name,
      base_url,
      api_key,
      timeout_ms: timeout_seconds * 1000,
      trusted: this.#mayTrust(actor, base_url),
    })
    return testProvider(provider, { model: given.model ?? null, clock, signal })
  }

  defaultModel(actor: Actor): string | null {
    return this.#options.data.use(actor.workspace_id, db => providerStore.defaultModel(db))
  }

  /** Null: as the configuration has it. */
  async setDefaultModel(actor: Actor, model: string | null): Promise<void> {
    const { data, events, sets } = this.#options
    const event = { type: 'model.settings.updated', data: { default_model: model } }
    data.use(actor.workspace_id, db =>
      db.transaction(() => {
        providerStore.setDefaultModel(db, model)
        events.append(db, actor.workspace_id, [event])
      }),
    )
    sets.notice(actor.workspace_id)
    await this.#append(actor, event.type, 'default_model', event.data)
  }

  #entryOf(actor: Actor, record: ProviderRecord): ProviderEntry | undefined {
    const { set } = this.#options.sets.of(actor.workspace_id)
    // A row whose name the configuration has taken since is not the provider that has it.
    if (record.error !== null) return undefined
    return set.entries.find(({ name }) => name === record.name)
  }

  #changed(actor: Actor, old: ProviderRow, change: ProviderChange): ProviderRow {
    const { name = old.name, base_url = old.base_url, models, timeout_seconds = old.timeout_seconds } = change
    const isMoved = base_url !== old.base_url
    if (isMoved && old.api_key !== null && change.api_key === undefined) {
      const message = 'is needed with another base_url, because the key was given for the old address; null removes it'
      throw new ValidationError(`api_key ${message}`, [{ path: '/api_key', message }])
    }
    const { sealer, clock } = this.#options
    const sealed = change.api_key ? sealer.seal(change.api_key) : null
    return {
      ...old,
      name,
      base_url,
      timeout_seconds,
      api_key: change.api_key === undefined ? old.api_key : sealed,
      models: models ? JSON.stringify(models) : old.models,
      trusted: isMoved ? Number(this.#mayTrust(actor, base_url)) : old.trusted,
      // Two changes within a millisecond are two.
      updated_at: Math.max(clock.now(), old.updated_at + 1),
    }
  }

  /** Owners of the installation may reach into its network; addresses that another admin names obey the rules of egress. */
  #mayTrust(actor: Actor, base_url: string | null): boolean {
    const trusted = actor.role === 'owner' && hasScope(actor.scopes, '*')
    if (base_url !== null) this.#options.egress.check(base_url, { trusted })
    return trusted
  }

  #requireFree(scope: ProviderScope, others: readonly ProviderRow[], name: string): void {
    const { installation, sets } = this.#options
    const shared = scope === 'workspace' ? installation.rows : []
    if (!sets.isTaken(name) && ![...others, ...shared].some(other => other.name === name)) return
    throw new ConflictError('already_exists', `There is a provider ${name} already, or the name is reserved.`)
  }

  async #require(actor: Actor, id: string): Promise<FoundRow> {
    const { configured, data, installation, sets } = this.#options
    await sets.renew()
    const own = data.use(actor.workspace_id, db => providerStore.get(db, id))
    if (own) return { row: own, scope: 'workspace' }
    const shared = installation.rows.find(row => row.id === id)
    if (shared) return { row: shared, scope: 'installation' }
    if (!configured.some(provider => provider.id === id)) throw notFound()
    throw new ConflictError(
      'conflict',
      `The provider ${id} stands in the configuration of the server; change it there.`,
    )
  }

  #shown(actor: Actor, row: ProviderRow, scope: ProviderScope): ProviderRecord {
    return storedRecord(row, scope, this.#options.sets.errorOf(actor.workspace_id, row.id))
  }

  /** The event goes to the workspace of who changed them. */
  async #change(
    actor: Actor,
    type: string,
    scope: ProviderScope,
    work: (rows: readonly ProviderRow[]) => Changed,
  ): Promise<ProviderRow> {
    const { data, events, installation, sets } = this.#options
    const shared = scope === 'installation' ? await installation.change(work) : null
    const row = data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const changed = shared ?? work(providerStore.all(db))
        if (shared === null) providerStore.replace(db, changed.rows)
        const { id, name, kind } = changed.row
        events.append(db, actor.workspace_id, [{ type, data: { provider_id: id, name, kind } }])
        return changed.row
      }),
    )
    sets.notice(actor.workspace_id)
    await sets.renew()
    return row
  }

  #audit(actor: Actor, action: string, row: ProviderRow, more: Record<string, unknown>): Promise<void> {
    const { name, kind, base_url, trusted } = row
    const host = base_url === null ? null : new URL(base_url).host
    return this.#append(actor, action, row.id, { name, kind, host, trusted: trusted === 1, ...more })
  }

  #append(actor: Actor, action: string, target: string, details: Record<string, unknown>): Promise<void> {
    const { ip = null, request_id = null } = actor
    return this.#options.audit.append({ principal: actor, action, target, ip, request_id, details })
  }
}

function notFound(): NotFoundError {
  return new NotFoundError('There is no such provider of models.')
}
