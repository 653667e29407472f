import { messageOf } from '@svc/plugin'
import type { EventLog, JsonValue, Logger, NewAuditEntry, NewEvent } from '@svc/plugin'

type Details = Record<string, JsonValue>
type Told = (entry: NewAuditEntry, details: Details) => NewEvent

const userUpdated =
  (changed: string, change: (details: Details) => Details): Told =>
  ({ target }, details) => ({
    type: 'user.updated',
    data: { user_id: target ?? '', changed, ...change(details) },
  })

const userCreated: Told = ({ principal, target }, { username, role }) => ({
  type: 'user.created',
  data: {
    user_id: target ?? '',
    username: username ?? principal?.username ?? '',
    role: role ?? principal?.role ?? 'user',
  },
})

const keyOf = ({ principal, target }: NewAuditEntry) => ({ key_id: target ?? '', user_id: principal?.user_id ?? '' })

const plugin =
  (type: string): Told =>
  ({ target }) => ({ type, data: { plugin_id: target ?? '' } })

/** What of the audit log is an event too. Each says what its type declares and no more: audit details stay there. */
const told: Record<string, Told> = {
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

/** Whoever comes by themselves acts in a workspace that nobody else is in yet: the first owner is told. */
const ofNewcomers = new Set(['user.registered'])

export interface AuditEventParts {
  events: Pick<EventLog, 'publish'>
  /** The workspace of the first owner. */
  firstWorkspace(): Promise<string>
  log: Logger
}

/** Tells in the acting person's workspace what was written into the audit log. The change stands already: nothing here undoes it. */
export function auditEvents({ events, firstWorkspace, log }: AuditEventParts): (entry: NewAuditEntry) => Promise<void> {
  return async entry => {
    const tell = told[entry.action]
    if (tell === undefined || entry.principal === null) return
    try {
      const workspaceId = ofNewcomers.has(entry.action) ? await firstWorkspace() : entry.principal.workspace_id
      await events.publish(workspaceId, tell(entry, (entry.details ?? {}) as Details))
    } catch (error) {
      log.warn(
        { action: entry.action, reason: messageOf(error) },
        'an entry of the audit log could not be told as an event',
      )
    }
  }
}
