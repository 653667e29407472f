import { hasLeft, messageOf, WakeTimes } from '@svc/plugin'
import type { Clock, DataPlane, Logger, WorkspaceDatabase, WorkspaceMarks } from '@svc/plugin'
import { inBackground } from '@svc/plugin/library/turns/in-background'
import { eachWorkspace } from '@svc/plugin/library/turns/each-workspace'
import { deliveryStore } from '../deliveries/delivery-store.ts'
import type { DeliveryRow } from '../deliveries/delivery-store.ts'
import { endpointStore } from '../endpoints/endpoint-store.ts'
import type { EndpointRow } from '../endpoints/endpoint-store.ts'
import type { WebhooksConfig } from '../generated/config.ts'
import type { DeliveryTry } from './delivery-try.ts'

type Limits = Pick<WebhooksConfig, 'concurrency' | 'endpoint_concurrency' | 'timeout_seconds' | 'keep_days'>

export interface SenderOptions {
  data: DataPlane
  marks: WorkspaceMarks
  attempt: DeliveryTry
  limits: Limits
  clock: Clock
  log: Logger
  /** Aborts when the server stops. */
  signal: AbortSignal
}

interface Found {
  claimed: { endpoint: EndpointRow; delivery: DeliveryRow }[]
  /** When to look again; null when the end of a running delivery triggers it. */
  next: number | null
  hasPending: boolean
}

interface Flight {
  workspaceId: string
  endpointId: string
  ended: Promise<void>
}

/** Beyond the time that a try may take. */
const lostAfterMs = 10_000
/** How long a workspace stays noted without anything to send, so that a steady trickle does not note it anew each time. */
const idleMs = 30_000
const sweepMs = 60_000
const troubleMs = 5_000
/** The clock was set back when it shows this much less than before. */
const clockSlackMs = 1_000
const shareOfOneWorkspace = 4
const tidiedAtOnce = 500
const tidyEveryMs = 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

/** How long a claim lasts: a try whose process died falls due again after it. */
export function leaseMsOf({ timeout_seconds }: Pick<Limits, 'timeout_seconds'>): number {
  return timeout_seconds * 1000 + lostAfterMs
}

/**
 * Sends what is due. A claim in the file keeps several processes apart, and a try that nobody lived to end falls due again; so
 * nothing that was committed is lost, and a receiver may see an event twice. Workspaces without anything to send cost nothing.
 */
export class Sender {
  readonly #options: SenderOptions
  readonly #times: WakeTimes
  readonly #flights = new Map<string, Flight>()
  readonly #dirty = new Set<string>()
  /** Had due deliveries when there was no room for more; who started one last comes last. */
  readonly #waiting = new Set<string>()
  /** Since when there has been nothing to send in a workspace that is still noted. */
  readonly #idle = new Map<string, number>()
  /** When old deliveries of a workspace were last removed: one that always has something to send is never idle. */
  readonly #tidiedAt = new Map<string, number>()
  /** Workspaces in which no time of a delivery is of before the clock was last set back. */
  readonly #corrected = new Set<string>()
  #latest = -Infinity
  #turn: NodeJS.Immediate | null = null
  #sweeping: Promise<void> = Promise.resolve()

  constructor(options: SenderOptions) {
    this.#options = options
    const { clock, signal } = options
    this.#times = new WakeTimes({ clock, signal, onDue: workspaceId => this.wake(workspaceId) })
  }

  start(): void {
    this.#sweeping = this.#sweep()
  }

  /** There may be something to send in this workspace. */
  wake(workspaceId: string): void {
    if (this.#options.signal.aborted) return
    this.#dirty.add(workspaceId)
    this.#turn ??= setImmediate(() => this.#lookAtDirty())
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#times.delete(workspaceId)
    this.#dirty.delete(workspaceId)
    this.#waiting.delete(workspaceId)
    this.#idle.delete(workspaceId)
    this.#tidiedAt.delete(workspaceId)
    this.#corrected.delete(workspaceId)
  }

  /** Resolves when every try that was on its way has been ended or handed back. */
  async stop(): Promise<void> {
    if (this.#turn !== null) clearImmediate(this.#turn)
    await Promise.all([this.#sweeping, ...[...this.#flights.values()].map(flight => flight.ended)])
  }

  #lookAtDirty(): void {
    this.#turn = null
    const [workspaceId] = this.#dirty
    if (workspaceId === undefined || this.#options.signal.aborted) return
    this.#dirty.delete(workspaceId)
    try {
      this.#look(workspaceId)
    } catch (error) {
      void this.#failed(workspaceId, error)
    }
    // One workspace a turn: opening many files must not hold up requests.
    if (this.#dirty.size > 0) this.#turn ??= setImmediate(() => this.#lookAtDirty())
  }

  async #failed(workspaceId: string, error: unknown): Promise<void> {
    const { log, clock, marks } = this.#options
    this.#waiting.delete(workspaceId)
    if (await hasLeft(marks, workspaceId, error)) return this.forget(workspaceId)
    log.warn({ workspace_id: workspaceId, reason: messageOf(error) }, 'deliveries cannot be looked at; trying again')
    this.#times.set(workspaceId, clock.now() + troubleMs)
  }

  #look(workspaceId: string): void {
    const { data } = this.#options
    const now = this.#lookAtClock()
    this.#times.delete(workspaceId)
    const found = data.use(workspaceId, db => {
      if (!this.#corrected.has(workspaceId)) this.#correctTimes(db, workspaceId, now)
      return this.#claimDue(db, workspaceId, now)
    })
    for (const { endpoint, delivery } of found.claimed) this.#launch(workspaceId, endpoint, delivery)
    if (found.next !== null) this.#times.set(workspaceId, found.next)
    if (found.hasPending) this.#stayNoted(workspaceId)
    else this.#tidy(workspaceId)
  }

  #lookAtClock(): number {
    const now = this.#options.clock.now()
    if (now < this.#latest - clockSlackMs) this.#corrected.clear()
    this.#latest = now
    return now
  }

  #correctTimes(db: WorkspaceDatabase, workspaceId: string, now: number): void {
    const longestClaim = leaseMsOf(this.#options.limits)
    for (const { id } of endpointStore.enabled(db)) deliveryStore.correctTimes(db, id, now, longestClaim)
    this.#corrected.add(workspaceId)
  }

  #claimDue(db: WorkspaceDatabase, workspaceId: string, now: number): Found {
    const found: Found = { claimed: [], next: null, hasPending: false }
    const due: { endpoint: EndpointRow; ids: string[] }[] = []
    let room = this.#roomOf(workspaceId)
    for (const endpoint of endpointStore.enabled(db)) {
      const nextDue = deliveryStore.nextDue(db, endpoint.id)
      if (nextDue === null) continue
      found.hasPending = true
      if (nextDue > now) {
        found.next = Math.min(nextDue, found.next ?? nextDue)
        continue
      }
      const ids = deliveryStore.due(db, endpoint.id, now, Math.min(room, this.#slotsOf(endpoint)))
      room -= ids.length
      due.push({ endpoint, ids })
    }
    // Due deliveries beyond the limit start when a running one ends. If the process dies, the lease of its deliveries ends.
    const waits = room === 0 && due.length > 0
    const starts = due.some(({ ids }) => ids.length > 0)
    if (starts || !waits) this.#waiting.delete(workspaceId)
    if (waits) this.#waiting.add(workspaceId)
    if (due.length > 0) found.next = Math.min(now + leaseMsOf(this.#options.limits), found.next ?? Infinity)
    if (!starts) return found
    const claim = (id: string) => deliveryStore.claim(db, id, now, now + leaseMsOf(this.#options.limits))
    found.claimed = db.transaction(() =>
      due.flatMap(({ endpoint, ids }) => ids.flatMap(id => claim(id) ?? []).map(delivery => ({ endpoint, delivery }))),
    )
    return found
  }

  #roomOf(workspaceId: string): number {
    const { concurrency } = this.#options.limits
    const flights = [...this.#flights.values()]
    const ofWorkspace = flights.filter(flight => flight.workspaceId === workspaceId).length
    const share = Math.ceil(concurrency / shareOfOneWorkspace)
    return Math.max(0, Math.min(share - ofWorkspace, concurrency - flights.length))
  }

  #slotsOf({ id, failing_since }: EndpointRow): number {
    const { endpoint_concurrency } = this.#options.limits
    const taken = [...this.#flights.values()].filter(flight => flight.endpointId === id).length
    // A receiver that fails is asked one at a time.
    return Math.max(0, (failing_since === null ? endpoint_concurrency : 1) - taken)
  }

  #launch(workspaceId: string, endpoint: EndpointRow, delivery: DeliveryRow): void {
    const ended = this.#fly(workspaceId, endpoint, delivery)
    this.#flights.set(delivery.id, { workspaceId, endpointId: endpoint.id, ended })
  }

  async #fly(workspaceId: string, endpoint: EndpointRow, delivery: DeliveryRow): Promise<void> {
    const { attempt, log } = this.#options
    try {
      await attempt.make(workspaceId, endpoint, delivery)
    } catch (error) {
      // It falls due again, when its claim runs out at the latest.
      const place = { workspace_id: workspaceId, delivery_id: delivery.id }
      log.error({ ...place, err: error }, 'a try of a delivery could not be made or recorded')
    }
    this.#flights.delete(delivery.id)
    for (const waiting of this.#waiting) this.wake(waiting)
    this.wake(workspaceId)
  }

  #stayNoted(workspaceId: string): void {
    this.#idle.delete(workspaceId)
    this.#options.marks.add(workspaceId)
  }

  /** When nothing is pending: removes old deliveries after a while, and then the mark of the workspace. */
  #tidy(workspaceId: string): void {
    const { data, marks, clock } = this.#options
    const now = clock.now()
    if (!marks.has(workspaceId)) return
    const since = this.#idle.get(workspaceId) ?? now
    this.#idle.set(workspaceId, since)
    if (now - since < idleMs) return this.#times.set(workspaceId, since + idleMs)
    const isDone = data.use(workspaceId, db =>
      db.transaction(() => {
        if (!this.#removeOld(db)) return false
        // While this transaction lasts, no event can add a delivery and find the workspace still noted.
        const pending = endpointStore.enabled(db).some(({ id }) => deliveryStore.nextDue(db, id) !== null)
        if (!pending) marks.remove(workspaceId)
        return !pending
      }),
    )
    if (!isDone) return this.wake(workspaceId)
    this.#idle.delete(workspaceId)
  }

  /** Old deliveries, and those of deleted webhooks. False: more are left. */
  #removeOld(db: WorkspaceDatabase): boolean {
    const { clock, limits } = this.#options
    let removed = deliveryStore.prune(db, clock.now() - limits.keep_days * dayMs, tidiedAtOnce)
    for (const id of endpointStore.deleted(db)) {
      const purged = deliveryStore.purge(db, id, tidiedAtOnce)
      if (purged < tidiedAtOnce) endpointStore.forget(db, id)
      removed = Math.max(removed, purged)
    }
    return removed < tidiedAtOnce
  }

  async #tidyHourly(workspaceId: string): Promise<void> {
    const { data, clock, signal } = this.#options
    const now = clock.now()
    if (now - (this.#tidiedAt.get(workspaceId) ?? 0) < tidyEveryMs) return
    this.#tidiedAt.set(workspaceId, now)
    const step = () => data.use(workspaceId, db => db.transaction(() => this.#removeOld(db)))
    while (!signal.aborted && !(await inBackground(step)));
  }

  /** Finds what another process left behind; at the start, what was left when this one ended. */
  async #sweep(): Promise<void> {
    const { marks, clock, log, signal } = this.#options
    while (!signal.aborted) {
      try {
        const noted = await marks.list()
        for (const workspaceId of noted) if (!this.#times.has(workspaceId)) this.wake(workspaceId)
        await eachWorkspace(noted, workspaceId => this.#tidyHourly(workspaceId), {
          signal,
          onFailed: (workspaceId, error) => this.#failed(workspaceId, error),
        })
      } catch (error) {
        log.warn({ reason: messageOf(error) }, 'the workspaces with deliveries cannot be looked after; trying again')
      }
      await clock.sleep(sweepMs, signal).catch(() => undefined)
    }
  }
}
