import type { Page, PageQuery } from '../pages.ts'
import type { Principal } from '../principal.ts'
import { defineService } from '../service.ts'

export interface AuditEntry {
  id: string
  at: string
  actor: { user_id: string | null; username: string | null; via: string; key_id: string | null }
  /** What happened: `user.created`, `key.revoked`, `login.failed`, … */
  action: string
  /** The record's id or name. */
  target: string | null
  ip: string | null
  request_id: string | null
  details: Record<string, unknown>
}

export interface NewAuditEntry {
  principal: Principal | null
  action: string
  target?: string | null
  ip?: string | null
  request_id?: string | null
  details?: Record<string, unknown>
}

/** Append-only. */
export interface AuditLog {
  append(entry: NewAuditEntry): Promise<void>
  list(page: PageQuery): Promise<Page<AuditEntry>>
}

export const auditLog = defineService<AuditLog>('core.audit')
