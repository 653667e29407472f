import { messageOf } from '@svc/plugin'
import type {
  Actor,
  AuditEntry,
  AuditLog,
  Clock,
  ControlPlane,
  EventLog,
  Ids,
  JsonValue,
  Logger,
  NewAuditEntry,
  NewEvent,
  Page,
  PageQuery,
} from '@svc/plugin'

/** Who did what, when, and from where. Nothing here changes or deletes an entry. */
export class AuditTrail implements AuditLog {
  readonly #control: ControlPlane
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #onRecorded: ((entry: NewAuditEntry) => Promise<void>) | undefined

  constructor(control: ControlPlane, clock: Clock, ids: Ids, onRecorded?: (entry: NewAuditEntry) => Promise<void>) {
    this.#control = control
    this.#clock = clock
    this.#ids = ids
    this.#onRecorded = onRecorded
  }

  async append(entry: NewAuditEntry): Promise<void> {
    const { principal } = entry
    await this.#control.appendAudit({
      id: this.#ids.create('aud'),
      at: this.#clock.timestamp(),
      actor: {
        user_id: principal?.user_id ?? null,
        username: principal?.username ?? null,
        via: principal?.via ?? 'anonymous',
        key_id: principal?.key_id ?? null,
      },
      action: entry.action,
      target: entry.target ?? null,
      ip: entry.ip ?? null,
      request_id: entry.request_id ?? null,
      details: entry.details ?? {},
    })
    await this.#onRecorded?.(entry)
  }

  /** What `actor` did to `target`, with the address and request that an {@link Actor} brings. */
  record(actor: Actor, action: string, target: string, details: Record<string, unknown> = {}): Promise<void> {
    const { ip, request_id } = actor
    return this.append({ principal: actor, action, target, ip: ip ?? null, request_id: request_id ?? null, details })
  }

  list(page: PageQuery): Promise<Page<AuditEntry>> {
    return this.#control.listAudit(page)
  }
}

type Details = Record<string, JsonValue>
type ToEvent = (entry: NewAuditEntry, details: Details) => NewEvent

const userUpdated =
  (changed: string, change: (details: Details) => Details): ToEvent =>
  ({ target }, details) => ({
    type: 'user.updated',
    data: { user_id: target ?? '', changed, ...change(details) },
  })

const userCreated: ToEvent = ({ principal, target }, { username, role }) => ({
  type: 'user.created',
  data: {
    user_id: target ?? '',
    username: username ?? principal?.username ?? '',
    role: role ?? principal?.role ?? 'user',
  },
})

const keyOf = ({ principal, target }: NewAuditEntry) => ({ key_id: target ?? '', user_id: principal?.user_id ?? '' })

const plugin =
  (type: string): ToEvent =>
  ({ target }) => ({ type, data: { plugin_id: target ?? '' } })

/** The entries that are published as events. An event has the fields that its type declares; the other details stay in the audit log. */
const eventsByAction: Record<string, ToEvent> = {
  'key.created': (entry, { name, scopes, expires_at }) => ({
    type: 'key.created',
    data: { ...keyOf(entry), name: name ?? '', scopes: scopes ?? [], expires_at: expires_at ?? null },
  }),
  'key.rotated': (entry, { successor, grace_seconds }) => ({
    type: 'key.rotated',
    data: { ...keyOf(entry), successor_key_id: successor ?? '', grace_seconds: grace_seconds ?? 0 },
  }),
  'key.revoked': entry => ({ type: 'key.revoked', data: keyOf(entry) }),
  'user.created': userCreated,
  'user.registered': userCreated,
  'setup.completed': userCreated,
  'user.role_changed': userUpdated('role', ({ to }) => ({ role: to ?? '' })),
  'user.disabled': userUpdated('disabled', () => ({ disabled: true })),
  'user.enabled': userUpdated('disabled', () => ({ disabled: false })),
  'user.password_reset': userUpdated('password', () => ({})),
  'password.changed': userUpdated('password', () => ({})),
  'user.deleted': ({ target }, { username }) => ({
    type: 'user.deleted',
    data: { user_id: target ?? '', username: username ?? '' },
  }),
  'plugin.enabled': plugin('plugin.enabled'),
  'plugin.disabled': plugin('plugin.disabled'),
}

/** A person who registers acts in a workspace that nobody else is in yet, so the event goes to the first owner's. */
const ofNewcomers = new Set(['user.registered'])

interface AuditEventParts {
  events: Pick<EventLog, 'publish'>
  /** The workspace of the first owner. */
  firstWorkspace(): Promise<string>
  log: Logger
}

/** Publishes entries of the audit log in the acting person's workspace. The change has been made: a failure here does not undo it. */
export function auditEvents({ events, firstWorkspace, log }: AuditEventParts): (entry: NewAuditEntry) => Promise<void> {
  return async entry => {
    const toEvent = eventsByAction[entry.action]
    if (toEvent === undefined || entry.principal === null) return
    try {
      const workspaceId = ofNewcomers.has(entry.action) ? await firstWorkspace() : entry.principal.workspace_id
      await events.publish(workspaceId, toEvent(entry, (entry.details ?? {}) as Details))
    } catch (error) {
      log.warn(
        { action: entry.action, reason: messageOf(error) },
        'an entry of the audit log could not be published as an event',
      )
    }
  }
}
