import type { ReadStatement, WorkspaceDatabase } from '@svc/plugin'

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed'

/** One event on its way to one webhook. Times are milliseconds since the epoch. */
export interface DeliveryRow {
  id: string
  endpoint_id: string
  event_id: string
  event_type: string
  for_admins: 0 | 1
  /** What is sent, to the byte. */
  body: string
  status: DeliveryStatus
  error: string | null
  /** Since it was made or redelivered. */
  tries: number
  /** All tries ever; names the try that is on its way. */
  attempts: number
  is_claimed: 0 | 1
  /** When the next try is due; while one is on its way, when that one is given up for lost. Null: finished. */
  due_at: number | null
  created_at: number
  finished_at: number | null
}

export type NewDelivery = Pick<
  DeliveryRow,
  'id' | 'endpoint_id' | 'event_id' | 'event_type' | 'for_admins' | 'body' | 'created_at'
>

/** The newest deliveries of a webhook before one. */
export interface DeliveryPage {
  endpoint_id: string
  before: string
  count: number
}

export interface AttemptRow {
  delivery_id: string
  number: number
  at: number
  duration_ms: number
  /** The status of the receiver's answer; null when there was none. */
  status: number | null
  error: string | null
  /** Its first bytes. */
  answer: string | null
}

const columns =
  'id, endpoint_id, event_id, event_type, for_admins, body, status, error, tries, attempts, is_claimed, due_at, created_at, finished_at'
const mostAttemptsShown = 50

const insertDelivery = `INSERT INTO webhooks_deliveries (id, endpoint_id, event_id, event_type, for_admins, body, status, due_at, created_at)
  VALUES (@id, @endpoint_id, @event_id, @event_type, @for_admins, @body, 'pending', @created_at, @created_at)`
const selectDelivery = `SELECT ${columns} FROM webhooks_deliveries WHERE id = ?`
const selectDue = `SELECT id FROM webhooks_deliveries
  WHERE endpoint_id = @endpoint_id AND status = 'pending' AND due_at <= @now ORDER BY due_at, id LIMIT @limit`
const selectNextDue = `SELECT min(due_at) AS due_at FROM webhooks_deliveries WHERE endpoint_id = ? AND status = 'pending'`
// Several processes may look at once. The second one finds it no longer due.
const claimDelivery = `UPDATE webhooks_deliveries SET is_claimed = 1, due_at = @until, tries = tries + 1, attempts = attempts + 1
  WHERE id = @id AND status = 'pending' AND due_at <= @now RETURNING ${columns}`
const stillMine = `id = @id AND status = 'pending' AND is_claimed = 1 AND attempts = @attempts`
// What was made, tried or claimed at a time that is still to come was so before the clock was set back.
const correctTimes = `UPDATE webhooks_deliveries SET due_at = @now + is_claimed * @longest_claim
  WHERE endpoint_id = @endpoint_id AND status = 'pending' AND due_at > @now + is_claimed * @longest_claim AND (
    is_claimed = 1 OR tries = 0
    OR EXISTS (SELECT 1 FROM webhooks_attempts WHERE delivery_id = webhooks_deliveries.id AND at > @now))`
const releaseDelivery = `UPDATE webhooks_deliveries SET is_claimed = 0, due_at = @due_at, tries = tries - 1 WHERE ${stillMine}`
const retryDelivery = `UPDATE webhooks_deliveries SET is_claimed = 0, due_at = @due_at, error = @error WHERE ${stillMine}`
const finishDelivery = `UPDATE webhooks_deliveries SET is_claimed = 0, due_at = NULL, status = @status, error = @error, finished_at = @now
  WHERE ${stillMine}`
const restartDelivery = `UPDATE webhooks_deliveries SET status = 'pending', error = NULL, tries = 0, due_at = @now, finished_at = NULL
  WHERE id = @id AND is_claimed = 0 RETURNING ${columns}`
const failPending = `UPDATE webhooks_deliveries SET status = 'failed', is_claimed = 0, due_at = NULL, error = @error, finished_at = @now
  WHERE endpoint_id = @endpoint_id AND status = 'pending'`
const hasMore = `SELECT 1 FROM webhooks_deliveries WHERE endpoint_id = ? AND status = 'pending' LIMIT 1 OFFSET ?`
// Those that were tried wait the longest, or are among the newest.
const selectTried = `SELECT 1 FROM webhooks_attempts WHERE at >= @after AND delivery_id IN (
  SELECT id FROM (SELECT id FROM webhooks_deliveries WHERE endpoint_id = @endpoint_id AND status = 'pending' ORDER BY due_at DESC LIMIT 20)
  UNION ALL
  SELECT id FROM (SELECT id FROM webhooks_deliveries WHERE endpoint_id = @endpoint_id ORDER BY id DESC LIMIT 1000)) LIMIT 1`
const insertAttempt = `INSERT INTO webhooks_attempts (delivery_id, number, at, duration_ms, status, error, answer)
  SELECT @delivery_id, @number, @at, @duration_ms, @status, @error, @answer
  WHERE EXISTS (SELECT 1 FROM webhooks_deliveries WHERE id = @delivery_id)`
const selectAttempts = `SELECT delivery_id, number, at, duration_ms, status, error, answer FROM webhooks_attempts
  WHERE delivery_id = ? ORDER BY number DESC LIMIT ${mostAttemptsShown}`
const selectPage = `SELECT ${columns} FROM webhooks_deliveries WHERE endpoint_id = @endpoint_id AND id < @before
  ORDER BY id DESC LIMIT @count`
// No index has the status: a step goes through so many at the most, whether it finds any or not.
const selectStepEnd = `SELECT id FROM webhooks_deliveries WHERE endpoint_id = @endpoint_id AND id < @before
  ORDER BY id DESC LIMIT 1 OFFSET 10000`
const selectStep = `SELECT ${columns} FROM webhooks_deliveries WHERE endpoint_id = @endpoint_id AND id < @before AND id >= @from
  AND status = @status ORDER BY id DESC LIMIT @count`
const pruneFinished = `DELETE FROM webhooks_deliveries WHERE id IN (
  SELECT id FROM webhooks_deliveries WHERE status <> 'pending' AND finished_at < @before LIMIT @limit)`
const purgeOfEndpoint = `DELETE FROM webhooks_deliveries WHERE id IN (
  SELECT id FROM webhooks_deliveries WHERE endpoint_id = @endpoint_id LIMIT @limit)`

/** The deliveries of one workspace and the tries that were made of them. */
export const deliveryStore = {
  insert(db: WorkspaceDatabase, delivery: NewDelivery): void {
    db.run(insertDelivery, { ...delivery })
  },
  get(db: WorkspaceDatabase, id: string): DeliveryRow | undefined {
    return db.get<DeliveryRow>(selectDelivery, id)
  },
  due(db: WorkspaceDatabase, endpoint_id: string, now: number, limit: number): string[] {
    return db.all<{ id: string }>(selectDue, { endpoint_id, now, limit }).map(row => row.id)
  },
  nextDue(db: WorkspaceDatabase, endpointId: string): number | null {
    return db.get<{ due_at: number | null }>(selectNextDue, endpointId)?.due_at ?? null
  },
  /** After the clock was set back: makes due what would otherwise wait until the clock is there again. */
  correctTimes(db: WorkspaceDatabase, endpoint_id: string, now: number, longest_claim: number): void {
    db.run(correctTimes, { endpoint_id, now, longest_claim })
  },
  /** The try counts from here. Undefined when another process was first. */
  claim(db: WorkspaceDatabase, id: string, now: number, until: number): DeliveryRow | undefined {
    return db.get<DeliveryRow>(claimDelivery, { id, now, until })
  },
  /** The try did not happen. */
  release(db: WorkspaceDatabase, { id, attempts }: DeliveryRow, due_at: number): void {
    db.run(releaseDelivery, { id, attempts, due_at })
  },
  retry(db: WorkspaceDatabase, { id, attempts }: DeliveryRow, next: { due_at: number; error: string | null }): void {
    db.run(retryDelivery, { id, attempts, ...next })
  },
  finish(
    db: WorkspaceDatabase,
    { id, attempts }: DeliveryRow,
    end: { status: DeliveryStatus; error: string | null; now: number },
  ): void {
    db.run(finishDelivery, { id, attempts, ...end })
  },
  /** Due now, all tries before it. Undefined while one is on its way. */
  restart(db: WorkspaceDatabase, id: string, now: number): DeliveryRow | undefined {
    return db.get<DeliveryRow>(restartDelivery, { id, now })
  },
  failPending(db: WorkspaceDatabase, endpoint_id: string, error: string, now: number): void {
    db.run(failPending, { endpoint_id, error, now })
  },
  hasMorePendingThan(db: WorkspaceDatabase, endpointId: string, count: number): boolean {
    return db.get(hasMore, endpointId, count) !== undefined
  },
  /** Whether something was sent to this webhook since then. */
  wasTried(db: WorkspaceDatabase, endpoint_id: string, after: number): boolean {
    return db.get(selectTried, { endpoint_id, after }) !== undefined
  },
  addAttempt(db: WorkspaceDatabase, attempt: AttemptRow): void {
    db.run(insertAttempt, { ...attempt })
  },
  /** The last ones, oldest first. */
  attempts(db: WorkspaceDatabase, deliveryId: string): AttemptRow[] {
    return db.all<AttemptRow>(selectAttempts, deliveryId).toReversed()
  },
  page(db: WorkspaceDatabase, filter: DeliveryPage): DeliveryRow[] {
    return db.all<DeliveryRow>(selectPage, { ...filter })
  },
  /** Reads where the next step through a long log ends: `{ id }`, or nothing when it goes to the end. */
  stepEnd({ endpoint_id, before }: DeliveryPage): ReadStatement {
    return { sql: selectStepEnd, params: { endpoint_id, before } }
  },
  /** Reads the deliveries with a status from `from` on. */
  step(filter: DeliveryPage & { from: string; status: DeliveryStatus }): ReadStatement {
    return { sql: selectStep, params: { ...filter } }
  },
  prune(db: WorkspaceDatabase, before: number, limit: number): number {
    return db.run(pruneFinished, { before, limit }).changes
  },
  purge(db: WorkspaceDatabase, endpoint_id: string, limit: number): number {
    return db.run(purgeOfEndpoint, { endpoint_id, limit }).changes
  },
}
