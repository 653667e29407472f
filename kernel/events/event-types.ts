import { Type } from 'typebox'
import type { EventType } from '@svc/plugin'

const job = {
  job_id: Type.String(),
  kind: Type.String(),
  queue: Type.String(),
  attempt: Type.Integer({ description: 'How often it was begun, this time included' }),
}
const error = Type.Object({ message: Type.String() }, { additionalProperties: false })
const key = { key_id: Type.String(), user_id: Type.String({ description: 'Whose key it is' }) }
const user = { user_id: Type.String() }
const role = Type.Enum(['owner', 'admin', 'user'])
const plugin = { plugin_id: Type.String() }

function declare(
  audience: EventType['audience'],
  type: string,
  title: string,
  properties: Parameters<typeof Type.Object>[0],
): EventType {
  return { type, title, data: Type.Object(properties, { additionalProperties: false }), audience, owner: 'kernel' }
}

/** What the kernel itself has to say. Data names records by their ids, and never holds a secret, a payload or a path. */
export const kernelEventTypes: readonly EventType[] = [
  declare('workspace', 'job.created', 'A job was put into the queue.', job),
  declare('workspace', 'job.started', 'A worker began a job.', job),
  declare(
    'workspace',
    'job.retrying',
    'A job waits for another try: one failed, was given back, or a person asked for it.',
    { ...job, error: Type.Optional(error) },
  ),
  declare('workspace', 'job.succeeded', 'A job ended well.', job),
  declare('workspace', 'job.dead', 'A job failed for good.', { ...job, error }),
  declare('workspace', 'job.cancelled', 'A job was cancelled.', job),
  declare('admin', 'key.created', 'An API key was made.', {
    ...key,
    name: Type.String(),
    scopes: Type.Array(Type.String()),
    expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  }),
  declare('admin', 'key.rotated', 'An API key got a successor.', {
    ...key,
    successor_key_id: Type.String(),
    grace_seconds: Type.Integer({ description: 'How long the old key still works' }),
  }),
  declare('admin', 'key.revoked', 'An API key ended.', key),
  declare('admin', 'user.created', 'Somebody got an account.', { ...user, username: Type.String(), role }),
  declare('admin', 'user.updated', 'An account was changed: its role, its password, or whether it is disabled.', {
    ...user,
    changed: Type.Enum(['role', 'disabled', 'password']),
    role: Type.Optional(role),
    disabled: Type.Optional(Type.Boolean()),
  }),
  declare('admin', 'user.deleted', 'An account was deleted.', { ...user, username: Type.String() }),
  declare('admin', 'plugin.enabled', 'A plugin was switched on, from the next start on.', plugin),
  declare('admin', 'plugin.disabled', 'A plugin was switched off, from the next start on.', plugin),
  declare('admin', 'plugin.failed', 'A plugin that is to run does not: it failed at the start, or what it needs did.', {
    ...plugin,
    outcome: Type.Enum(['failed', 'degraded']),
  }),
]
