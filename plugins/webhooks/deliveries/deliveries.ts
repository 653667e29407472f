import { ConflictError, decodeCursor, InternalError, NotFoundError, pageOf } from '@svc/plugin'
import type { Actor, Clock, DataPlane, Ids, Page, PageQuery, WorkspaceDatabase, WorkspaceMarks } from '@svc/plugin'
import { requireChangeable, requireEndpoint } from '../endpoints/endpoints.ts'
import { testEvent } from '../event-names.ts'
import type { DeliveryTry } from '../sending/delivery-try.ts'
import { bodyOf } from './delivery-outbox.ts'
import { deliveryStore } from './delivery-store.ts'
import type { AttemptRow, DeliveryPage, DeliveryRow, DeliveryStatus } from './delivery-store.ts'

/** One try as the API shows it. */
export interface Attempt {
  at: string
  duration_ms: number
  status: number | null
  error: string | null
  answer: string | null
}

/** A delivery as the API shows it. */
export interface Delivery {
  id: string
  webhook_id: string
  event_id: string
  event_type: string
  status: DeliveryStatus
  error: string | null
  next_attempt_at: string | null
  created_at: string
  finished_at: string | null
  attempts: Attempt[]
}

export interface DeliveryFilter extends PageQuery {
  status?: DeliveryStatus
}

export interface DeliveriesOptions {
  data: DataPlane
  marks: WorkspaceMarks
  attempt: DeliveryTry
  /** Something is due now. */
  wake(workspaceId: string): void
  /** After so long a test that nobody lived to end is sent by the sender. */
  leaseMs: number
  ids: Ids
  clock: Clock
}

const afterAllIds = '~'

/** The delivery log of the caller's workspace, and what can be asked of it. */
export class Deliveries {
  readonly #options: DeliveriesOptions

  constructor(options: DeliveriesOptions) {
    this.#options = options
  }

  /** @throws NotFoundError, ForbiddenError */
  async list(actor: Actor, webhookId: string, { status, limit, cursor }: DeliveryFilter): Promise<Page<Delivery>> {
    const { data } = this.#options
    const { workspace_id } = actor
    const before = cursor === undefined ? afterAllIds : decodeCursor<[string]>(cursor, ['string'])[0]
    const page = { endpoint_id: webhookId, before, count: limit + 1 }
    data.use(workspace_id, db => requireChangeable(db, actor, webhookId))
    const found = status === undefined ? null : await this.#withStatus(workspace_id, page, status)
    return data.use(workspace_id, db =>
      pageOf(
        found ?? deliveryStore.page(db, page),
        limit,
        row => [row.id],
        row => withAttempts(db, row),
      ),
    )
  }

  /** @throws NotFoundError, ForbiddenError */
  get(actor: Actor, deliveryId: string): Delivery {
    return this.#options.data.use(actor.workspace_id, db => {
      const delivery = requireDelivery(db, deliveryId)
      requireChangeable(db, actor, delivery.endpoint_id)
      return withAttempts(db, delivery)
    })
  }

  /** Sends it again, now and as often as if it were new. @throws NotFoundError, ForbiddenError, ConflictError */
  redeliver(actor: Actor, deliveryId: string): Delivery {
    const { data, marks, clock, wake } = this.#options
    const restarted = data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const { endpoint_id } = requireDelivery(db, deliveryId)
        const { status } = requireChangeable(db, actor, endpoint_id)
        if (status === 'disabled')
          throw new ConflictError('conflict', 'The webhook is disabled. Enable it first: PATCH {"status": "enabled"}.')
        const row = deliveryStore.restart(db, deliveryId, clock.now())
        if (!row)
          throw new ConflictError('conflict', 'The delivery is on its way just now. Ask again when it has ended.')
        marks.add(actor.workspace_id)
        return withAttempts(db, row)
      }),
    )
    wake(actor.workspace_id)
    return restarted
  }

  /** Sends one `webhook.test` and waits for the answer; also to a disabled webhook. @throws NotFoundError, ForbiddenError */
  async test(actor: Actor, webhookId: string): Promise<Delivery> {
    const { data, marks, attempt, leaseMs, ids, clock } = this.#options
    const { workspace_id } = actor
    const now = clock.now()
    const event = { type: testEvent, at: new Date(now).toISOString(), data: { webhook_id: webhookId } }
    const id = ids.create('whd')
    const made = data.use(workspace_id, db =>
      db.transaction(() => {
        const endpoint = requireChangeable(db, actor, webhookId)
        marks.add(workspace_id)
        deliveryStore.insert(db, {
          id,
          endpoint_id: webhookId,
          event_id: ids.create('evt'),
          event_type: testEvent,
          for_admins: 0,
          body: bodyOf(event),
          created_at: now,
        })
        return { endpoint, delivery: deliveryStore.claim(db, id, now, now + leaseMs) }
      }),
    )
    if (!made.delivery) throw new InternalError('A delivery that was made just now could not be claimed.')
    await attempt.make(workspace_id, made.endpoint, made.delivery)
    return this.get(actor, id)
  }

  /** There may be few of them among very many: in steps, and beside the requests. */
  async #withStatus(workspaceId: string, page: DeliveryPage, status: DeliveryStatus): Promise<DeliveryRow[]> {
    const { data } = this.#options
    const found: DeliveryRow[] = []
    let rest = page
    for (;;) {
      const [end] = await data.read<{ id: string }>(workspaceId, deliveryStore.stepEnd(rest))
      found.push(
        ...(await data.read<DeliveryRow>(workspaceId, deliveryStore.step({ ...rest, from: end?.id ?? '', status }))),
      )
      if (end === undefined || found.length === page.count) return found
      rest = { ...rest, before: end.id, count: page.count - found.length }
    }
  }
}

/** @throws NotFoundError; what belongs to a deleted webhook is gone too */
function requireDelivery(db: WorkspaceDatabase, id: string): DeliveryRow {
  const row = deliveryStore.get(db, id)
  if (!row) throw new NotFoundError('There is no such delivery in this workspace.')
  requireEndpoint(db, row.endpoint_id)
  return row
}

function withAttempts(db: WorkspaceDatabase, row: DeliveryRow): Delivery {
  const { id, endpoint_id, event_id, event_type, status, error, due_at, created_at, finished_at } = row
  return {
    id,
    webhook_id: endpoint_id,
    event_id,
    event_type,
    status,
    error,
    next_attempt_at: due_at === null ? null : new Date(due_at).toISOString(),
    created_at: new Date(created_at).toISOString(),
    finished_at: finished_at === null ? null : new Date(finished_at).toISOString(),
    attempts: deliveryStore.attempts(db, id).map(toAttempt),
  }
}

function toAttempt({ at, duration_ms, status, error, answer }: AttemptRow): Attempt {
  return { at: new Date(at).toISOString(), duration_ms, status, error, answer }
}
