import type { Actor, AuditLog, Origin } from '@svc/plugin'
import { principalOf } from './sign-in/signed-in.ts'
import type { SignedIn } from './sign-in/signed-in.ts'

/** The entries that accounts write to the audit log. */
export class AccountAudit {
  readonly #log: AuditLog

  constructor(log: AuditLog) {
    this.#log = log
  }

  /** What `actor` did to `target`, with the address and request that they bring. */
  record(actor: Actor, action: string, target: string, details: Record<string, unknown> = {}): Promise<void> {
    const { ip, request_id } = actor
    return this.#log.append({
      principal: actor,
      action,
      target,
      ip: ip ?? null,
      request_id: request_id ?? null,
      details,
    })
  }

  /** Somebody was let in. */
  signedIn(action: string, who: SignedIn, origin: Origin, details: Record<string, unknown> = {}): Promise<void> {
    const { ip, requestId: request_id } = origin
    return this.#log.append({ principal: principalOf(who), action, target: who.user.id, ip, request_id, details })
  }

  /** Somebody who is not known was turned away. */
  refused(action: string, target: string | null, origin: Origin): Promise<void> {
    return this.#log.append({ principal: null, action, target, ip: origin.ip, request_id: origin.requestId })
  }

  /** The configuration made the first owner. */
  configured(user: { id: string; username: string }): Promise<void> {
    const details = { username: user.username, by: 'configuration' }
    return this.#log.append({ principal: null, action: 'setup.completed', target: user.id, details })
  }
}
