import { ConflictError, decodeCursor, ForbiddenError, hasScope, NotFoundError, pageOf, roleAtLeast } from '@svc/plugin'
import type {
  Actor,
  AuditLog,
  Clock,
  DataPlane,
  Egress,
  EventLog,
  Ids,
  Page,
  PageQuery,
  Sealer,
  WorkspaceDatabase,
  WorkspaceMarks,
} from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import { deliveryStore } from '../deliveries/delivery-store.ts'
import { createSecret } from '../sending/signature.ts'
import { endpointStore } from './endpoint-store.ts'
import type { EndpointRow } from './endpoint-store.ts'
import { checkPatterns, namesAdminEvents } from './event-patterns.ts'

/** A webhook as the API shows it. */
export interface Endpoint {
  id: string
  url: string
  description: string | null
  events: string[]
  status: 'enabled' | 'disabled'
  disabled_reason: string | null
  failing_since: string | null
  created_at: string
  updated_at: string
}

export interface NewEndpoint {
  url: string
  events: string[]
  description?: string | null
}

export type EndpointChange = Partial<NewEndpoint> & { status?: Endpoint['status'] }

export interface EndpointsOptions {
  data: DataPlane
  marks: WorkspaceMarks
  egress: Egress
  events: EventLog
  audit: AuditLog
  sealer: Sealer
  maxWebhooks: number
  ids: Ids
  clock: Clock
}

const bothSignMs = 24 * 60 * 60 * 1000
const afterAllIds = '~'

/** The webhooks of the caller's workspace. */
export class Endpoints {
  readonly #options: EndpointsOptions

  constructor(options: EndpointsOptions) {
    this.#options = options
  }

  /** The secret is shown this once. @throws UnprocessableError `url_blocked`, ValidationError, ForbiddenError, ConflictError */
  async create(actor: Actor, { url, events, description }: NewEndpoint): Promise<Endpoint & { secret: string }> {
    const { egress, ids, sealer, maxWebhooks } = this.#options
    egress.check(url)
    const admin_by = this.#vouch(actor, events)
    const secret = createSecret()
    const now = this.#options.clock.now()
    const row: EndpointRow = {
      id: ids.create('wh'),
      url,
      description: description ?? null,
      events: JSON.stringify(events),
      status: 'enabled',
      disabled_reason: null,
      secret: sealer.seal(secret),
      previous_secret: null,
      previous_until: null,
      created_by: actor.user_id,
      admin_by,
      failing_since: null,
      created_at: now,
      updated_at: now,
    }
    this.#change(actor, db => {
      if (endpointStore.count(db) >= maxWebhooks)
        throw new ConflictError('conflict', `A workspace has at most ${maxWebhooks} webhooks. Delete one first.`)
      endpointStore.insert(db, row)
    })
    await this.#audit(actor, 'webhook.created', row.id, { host: hostOf(url), events })
    return { ...toEndpoint(row), secret }
  }

  list(actor: Actor, { limit, cursor }: PageQuery): Page<Endpoint> {
    const before = cursor === undefined ? afterAllIds : decodeCursor<[string]>(cursor, ['string'])[0]
    const rows = this.#options.data.use(actor.workspace_id, db => endpointStore.page(db, before, limit + 1))
    return pageOf(rows, limit, row => [row.id], toEndpoint)
  }

  /** @throws NotFoundError */
  get(actor: Actor, id: string): Endpoint {
    return toEndpoint(this.#options.data.use(actor.workspace_id, db => requireEndpoint(db, id)))
  }

  /** @throws as {@link Endpoints.create}; NotFoundError */
  async update(actor: Actor, id: string, change: EndpointChange): Promise<Endpoint> {
    if (change.url !== undefined) this.#options.egress.check(change.url)
    const now = this.#options.clock.now()
    const row = this.#change(actor, db => {
      const old = requireChangeable(db, actor, id)
      const changed = this.#changed(actor, old, change, now)
      // Enabling replays nothing either: a test that nobody lived to end may still stand there.
      if (old.status !== changed.status)
        deliveryStore.failPending(db, id, 'The webhook was disabled before this could be delivered.', now)
      endpointStore.update(db, changed)
      return changed
    })
    const { url, ...rest } = change
    await this.#audit(actor, 'webhook.updated', id, { ...rest, ...(url === undefined ? {} : { host: hostOf(url) }) })
    return toEndpoint(row)
  }

  /** What was pending is not delivered any more. @throws NotFoundError, ForbiddenError */
  async delete(actor: Actor, id: string): Promise<void> {
    await deleteAudited(this.#options, actor, {
      find: db => requireChangeable(db, actor, id),
      entry: () => ({ action: 'webhook.deleted', target: id }),
      delete: db => {
        deliveryStore.failPending(db, id, 'The webhook was deleted.', this.#options.clock.now())
        endpointStore.delete(db, id)
        // Its deliveries go a few at a time: the sender does it when it next looks here.
        this.#options.marks.add(actor.workspace_id)
      },
    })
  }

  /** A new secret; for a day the old one signs too. @throws NotFoundError, ForbiddenError */
  async rotate(actor: Actor, id: string): Promise<Endpoint & { secret: string; previous_secret_until: string }> {
    const { sealer, clock } = this.#options
    const secret = createSecret()
    const now = clock.now()
    const until = now + bothSignMs
    const row = this.#change(actor, db => {
      const old = requireChangeable(db, actor, id)
      const rotated = {
        secret: sealer.seal(secret),
        previous_secret: old.secret,
        previous_until: until,
        updated_at: now,
      }
      endpointStore.update(db, { ...old, ...rotated })
      return { ...old, ...rotated }
    })
    await this.#audit(actor, 'webhook.rotated', id, {})
    return { ...toEndpoint(row), secret, previous_secret_until: new Date(until).toISOString() }
  }

  #changed(actor: Actor, old: EndpointRow, change: EndpointChange, now: number): EndpointRow {
    const { url = old.url, events, description = old.description, status = old.status } = change
    const isEnabledAnew = status === 'enabled' && old.status === 'disabled'
    return {
      ...old,
      url,
      description,
      status,
      // The admin who changes where an admin's events go is responsible for them from then on.
      ...(url !== old.url && old.admin_by !== null ? { admin_by: actor.user_id } : {}),
      ...(events === undefined ? {} : { events: JSON.stringify(events), admin_by: this.#vouch(actor, events) }),
      ...(status === 'disabled' && old.status === 'enabled'
        ? { disabled_reason: `${actor.username} disabled it.` }
        : {}),
      ...(isEnabledAnew ? { disabled_reason: null } : {}),
      // Another receiver, or a new start: what failed before says nothing about it.
      ...(isEnabledAnew || url !== old.url ? { failing_since: null } : {}),
      updated_at: now,
    }
  }

  /** Checks the patterns. Returns the admin on whose behalf events for admins are sent, or null when none are. */
  #vouch(actor: Actor, patterns: readonly string[]): string | null {
    const types = this.#options.events.types()
    const isAdmin = isFullAdmin(actor)
    checkPatterns(patterns, types, isAdmin)
    return isAdmin && namesAdminEvents(patterns, types) ? actor.user_id : null
  }

  #change<T>(actor: Actor, work: (db: WorkspaceDatabase) => T): T {
    return this.#options.data.use(actor.workspace_id, db => db.transaction(() => work(db)))
  }

  #audit(actor: Actor, action: string, target: string, details: Record<string, unknown>): Promise<void> {
    const { ip = null, request_id = null } = actor
    return this.#options.audit.append({ principal: actor, action, target, ip, request_id, details })
  }
}

/** For the audit log: path and query of a webhook's URL are often a secret. */
function hostOf(url: string): string {
  return new URL(url).host
}

/** Only an admin with every scope gets events for admins; a narrow key of theirs does not. */
function isFullAdmin(actor: Actor): boolean {
  return roleAtLeast(actor.role, 'admin') && hasScope(actor.scopes, '*')
}

/** @throws NotFoundError */
export function requireEndpoint(db: WorkspaceDatabase, id: string): EndpointRow {
  const row = endpointStore.get(db, id)
  if (row) return row
  throw new NotFoundError('There is no such webhook in this workspace.')
}

/** Somebody who changes it could send an admin's events elsewhere, and its deliveries contain those events. @throws NotFoundError, ForbiddenError */
export function requireChangeable(db: WorkspaceDatabase, actor: Actor, id: string): EndpointRow {
  const row = requireEndpoint(db, id)
  if (row.admin_by === null || isFullAdmin(actor)) return row
  throw new ForbiddenError('forbidden', 'An admin made this webhook, and it receives what admins alone may read.')
}

function toEndpoint(row: EndpointRow): Endpoint {
  const { id, url, description, status, disabled_reason, failing_since } = row
  return {
    id,
    url,
    description,
    events: JSON.parse(row.events) as string[],
    status,
    disabled_reason,
    failing_since: failing_since === null ? null : new Date(failing_since).toISOString(),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}
