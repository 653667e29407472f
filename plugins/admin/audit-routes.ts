import { Type } from 'typebox'
import type { AuditLog, RouteRegistrar } from '@svc/plugin'
import { closed, nullableText, pageOf, pageQuery, timestamp } from './schemas.ts'

const actor = Type.Object(
  { user_id: nullableText, username: nullableText, via: Type.String(), key_id: nullableText },
  { ...closed, title: 'AuditActor' },
)
const entry = Type.Object(
  {
    id: Type.String(),
    at: timestamp,
    actor,
    action: Type.String(),
    target: nullableText,
    ip: nullableText,
    request_id: nullableText,
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { ...closed, title: 'AuditEntry' },
)
const entryExample = {
  id: 'aud_01jzcq3m5n8v7x2k4w6y9a0b1c',
  at: '2026-01-31T12:00:00.000Z',
  actor: { user_id: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1c', username: 'ada', via: 'session', key_id: null },
  action: 'user.role_changed',
  target: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1d',
  ip: '192.0.2.7',
  request_id: 'req_01jzcq3m5n8v7x2k4w6y9a0b1c',
  details: { from: 'user', to: 'admin' },
}

/** Who did what, when, and from where. */
export function auditRoutes(app: RouteRegistrar, audit: AuditLog): void {
  app.route({
    method: 'GET',
    path: '/api/admin/audit',
    operationId: 'listAuditEntries',
    summary: 'Read the audit log, newest first',
    permission: { role: 'admin' },
    query: pageQuery,
    responses: {
      200: { description: 'A page', schema: pageOf(entry), example: { items: [entryExample], next_cursor: null } },
    },
    handler: request => audit.list(request.query),
  })
}
