import type { Actor, AuditEntry, AuditLog, Clock, ControlPlane, Ids, NewAuditEntry, Page, PageQuery } from '@svc/plugin'

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
