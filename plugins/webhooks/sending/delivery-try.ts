import { InternalError, messageOf } from '@svc/plugin'
import type { AuditLog, Clock, DataPlane, Egress, EventLog, Logger, Sealer, WorkspaceDatabase } from '@svc/plugin'
import { deliveryStore } from '../deliveries/delivery-store.ts'
import type { DeliveryRow } from '../deliveries/delivery-store.ts'
import { secretsOf } from './signature.ts'
import { endpointStore } from '../endpoints/endpoint-store.ts'
import type { EndpointRow } from '../endpoints/endpoint-store.ts'
import { disabledEvent, testEvent } from '../event-names.ts'
import type { WebhooksConfig } from '../generated/config.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import { postMessage } from './post-message.ts'
import type { Outcome } from './post-message.ts'
import type { RetrySchedule } from './retry-schedule.ts'

export interface DeliveryTryOptions {
  data: DataPlane
  egress: Egress
  events: EventLog
  audit: AuditLog
  sealer: Sealer
  schedule: RetrySchedule
  metrics: DeliveryMetrics
  config: WebhooksConfig
  /** Whether the user is an admin now. */
  isAdmin(userId: string): Promise<boolean>
  clock: Clock
  log: Logger
  signal: AbortSignal
}

type DisableReason = 'gone' | 'failing' | 'backlog'

const gone = 410
const troubleMs = 30_000
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** One try of one delivery, from the signature to what is written down about it. */
export class DeliveryTry {
  readonly #options: DeliveryTryOptions

  constructor(options: DeliveryTryOptions) {
    this.#options = options
  }

  async make(workspaceId: string, endpoint: EndpointRow, delivery: DeliveryRow): Promise<void> {
    const { data, clock, signal } = this.#options
    let outcome: Outcome
    try {
      outcome = (await this.#refusal(endpoint, delivery)) ?? (await this.#post(workspaceId, endpoint, delivery))
    } catch (error) {
      // It was not sent: the server stops, or nobody can say now who is an admin.
      const dueAt = clock.now() + (signal.aborted ? 0 : troubleMs)
      data.use(workspaceId, db => deliveryStore.release(db, delivery, dueAt))
      if (!signal.aborted) throw error
      return
    }
    const disabled = data.use(workspaceId, db =>
      db.transaction(() => this.#record(db, { workspaceId, endpoint, delivery, outcome })),
    )
    if (disabled !== null) await this.#recordDisabled(workspaceId, endpoint, disabled)
  }

  /** Why it must not be sent: who vouched for it as an admin is none any more. */
  async #refusal(endpoint: EndpointRow, delivery: DeliveryRow): Promise<Outcome | null> {
    if (delivery.for_admins === 0) return null
    if (endpoint.admin_by !== null && (await this.#options.isAdmin(endpoint.admin_by))) return null
    const error = 'It was not sent: it is for admins, and who made the webhook is no admin any more.'
    return this.#notSent(error)
  }

  async #post(workspaceId: string, endpoint: EndpointRow, delivery: DeliveryRow): Promise<Outcome> {
    const { egress, clock, config, signal, sealer, metrics } = this.#options
    let secrets: string[]
    try {
      secrets = secretsOf(endpoint, sealer, clock.now())
    } catch (error) {
      if (!(error instanceof InternalError)) throw error
      return this.#notSent('It was not sent: the secret was made in another home. Rotate it.')
    }
    const message = { workspaceId, url: endpoint.url, id: delivery.event_id, body: delivery.body, secrets }
    const outcome = await postMessage(message, { egress, clock, signal, timeoutMs: config.timeout_seconds * 1000 })
    metrics.count(outcome)
    return outcome
  }

  #notSent(error: string): Outcome {
    const at = this.#options.clock.now()
    return { delivered: false, at, duration_ms: 0, status: null, error, answer: null, retry_after_ms: null }
  }

  #record(
    db: WorkspaceDatabase,
    { workspaceId, endpoint, delivery, outcome }: TryRecord,
  ): { reason: DisableReason; text: string } | null {
    const { clock, schedule } = this.#options
    const now = clock.now()
    const { delivered, at, duration_ms, status, error, answer } = outcome
    const hasPaused = !delivered && this.#hasPaused(db, endpoint.id, now)
    deliveryStore.addAttempt(db, {
      delivery_id: delivery.id,
      number: delivery.attempts,
      at,
      duration_ms,
      status,
      error,
      answer,
    })
    // A test says how things are; nothing follows from it.
    const isTest = delivery.event_type === testEvent
    if (delivered) {
      deliveryStore.finish(db, delivery, { status: 'succeeded', error: null, now })
      if (!isTest) endpointStore.markWell(db, endpoint.id)
      return null
    }
    const dueAt = isTest || status === gone ? null : schedule.next(delivery.tries, now, outcome.retry_after_ms)
    if (dueAt === null) deliveryStore.finish(db, delivery, { status: 'failed', error, now })
    else deliveryStore.retry(db, delivery, { due_at: dueAt, error })
    if (isTest) return null
    endpointStore.markFailing(db, endpoint.id, now, hasPaused)
    const cause = this.#whyDisabled(db, endpoint.id, status, now)
    if (cause === null || !endpointStore.disable(db, endpoint.id, cause.text, now)) return null
    deliveryStore.failPending(db, endpoint.id, 'The webhook was disabled before this could be delivered.', now)
    const event = { type: disabledEvent, data: { webhook_id: endpoint.id, reason: cause.reason } }
    this.#options.events.append(db, workspaceId, [event])
    return cause
  }

  /** Nothing was tried for so long that the server must have been away: how the receiver was meanwhile is not known. */
  #hasPaused(db: WorkspaceDatabase, endpointId: string, now: number): boolean {
    const after = now - 2 * Math.max(dayMs, this.#options.schedule.longestMs)
    const since = endpointStore.get(db, endpointId)?.failing_since ?? now
    return since < after && !deliveryStore.wasTried(db, endpointId, after)
  }

  #whyDisabled(
    db: WorkspaceDatabase,
    endpointId: string,
    status: number | null,
    now: number,
  ): { reason: DisableReason; text: string } | null {
    const { disable_after_hours: hours, max_pending: most } = this.#options.config
    if (status === gone) return { reason: 'gone', text: 'The receiver answered 410: it is gone.' }
    const since = endpointStore.get(db, endpointId)?.failing_since ?? now
    if (now - since >= hours * hourMs)
      return { reason: 'failing', text: `Every delivery has failed since ${new Date(since).toISOString()}.` }
    if (deliveryStore.hasMorePendingThan(db, endpointId, most))
      return { reason: 'backlog', text: `It fails, and more than ${most} deliveries were waiting for it.` }
    return null
  }

  async #recordDisabled(workspaceId: string, endpoint: EndpointRow, cause: { reason: DisableReason }): Promise<void> {
    const { audit, log } = this.#options
    const place = { workspace_id: workspaceId, webhook_id: endpoint.id, reason: cause.reason }
    log.warn(place, 'a webhook was disabled')
    try {
      await audit.append({ principal: null, action: 'webhook.disabled', target: endpoint.id, details: place })
    } catch (error) {
      log.error({ ...place, reason: messageOf(error) }, 'a disabled webhook could not be written to the audit log')
    }
  }
}

interface TryRecord {
  workspaceId: string
  endpoint: EndpointRow
  delivery: DeliveryRow
  outcome: Outcome
}
