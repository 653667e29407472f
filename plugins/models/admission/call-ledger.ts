import { LRUCache } from 'lru-cache'
import { messageOf } from '@svc/plugin'
import type { Clock, DataPlane, Logger } from '@svc/plugin'
import type { CallRow } from './call-record.ts'
import { callStore } from './call-store.ts'

interface Waiting {
  calls: CallRow[]
  /** Tokens by key and day. */
  sums: Map<string, Map<string, number>>
}

interface StoredSums {
  month: string
  days: Map<string, number>
  readAt: number
}

export interface KeySums {
  day: number
  month: number
}

const flushMs = 3000
// What a key has left is measured by it, also in a worker beside this process and after a crash.
const budgetedFlushMs = 200
const rereadMs = 5000
const keepMs = 90 * 24 * 60 * 60 * 1000
const prunedAtOnce = 500
// A failing disk must not fill the memory instead.
const mostWaiting = 20_000
// A size, not a count: for a count the cache would set aside its room at every start.
const rememberedKeys = { maxSize: 10_000, sizeCalculation: () => 1 }

/** Every call to a model, written down in batches, and the sums of each key, which are right at once. */
export class CallLedger {
  readonly #data: DataPlane
  readonly #clock: Clock
  readonly #log: Logger
  readonly #waiting = new Map<string, Waiting>()
  /** Workspaces that go elsewhere in a moment: nothing of them may wait. */
  readonly #leaving = new Set<string>()
  readonly #stored = new LRUCache<string, StoredSums>(rememberedKeys)
  #count = 0
  #timer: NodeJS.Timeout | undefined
  #dueMs = Infinity

  constructor(data: DataPlane, clock: Clock, log: Logger) {
    this.#data = data
    this.#clock = clock
    this.#log = log
  }

  record(workspaceId: string, call: CallRow, { isBudgeted }: { isBudgeted: boolean }): void {
    const waiting: Waiting = this.#waiting.get(workspaceId) ?? { calls: [], sums: new Map() }
    this.#waiting.set(workspaceId, waiting)
    if (this.#count < mostWaiting) {
      waiting.calls.push(call)
      this.#count += 1
    }
    const tokens = call.prompt_tokens + call.completion_tokens
    if (call.key_id !== null && tokens > 0) {
      const days = waiting.sums.get(call.key_id) ?? new Map<string, number>()
      const day = dayOf(call.at)
      days.set(day, (days.get(day) ?? 0) + tokens)
      waiting.sums.set(call.key_id, days)
    }
    if (this.#leaving.has(workspaceId)) this.flushOne(workspaceId)
    else this.#flushIn(isBudgeted ? budgetedFlushMs : flushMs)
  }

  /** The tokens of a key this UTC day and month. */
  sums(workspaceId: string, keyId: string): KeySums {
    const day = dayOf(this.#clock.now())
    const month = day.slice(0, 7)
    const days = [this.#storedDays(workspaceId, keyId, month), this.#waiting.get(workspaceId)?.sums.get(keyId)]
    const sums = { day: 0, month: 0 }
    for (const [date, tokens] of days.flatMap(part => [...(part ?? [])])) {
      if (date.startsWith(month)) sums.month += tokens
      if (date === day) sums.day += tokens
    }
    return sums
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#dueMs = Infinity
    for (const workspaceId of [...this.#waiting.keys()]) this.flushOne(workspaceId)
  }

  flushOne(workspaceId: string): void {
    const waiting = this.#waiting.get(workspaceId)
    if (!waiting) return
    const keyDays = [...waiting.sums].flatMap(([key_id, days]) =>
      [...days].map(([day, tokens]) => ({ key_id, day, tokens })),
    )
    try {
      this.#data.use(workspaceId, db =>
        db.transaction(() => {
          callStore.add(db, waiting.calls, keyDays)
          callStore.prune(db, this.#clock.now() - keepMs, prunedAtOnce)
        }),
      )
    } catch (error) {
      // Kept for the next try: nothing of it was written.
      this.#log.warn({ workspace_id: workspaceId, err: error }, `calls could not be written: ${messageOf(error)}`)
      this.#flushIn(flushMs)
      return
    }
    this.#waiting.delete(workspaceId)
    this.#count -= waiting.calls.length
    for (const keyId of waiting.sums.keys()) this.#stored.delete(`${workspaceId} ${keyId}`)
  }

  /** The workspace goes elsewhere in a moment. */
  leave(workspaceId: string): void {
    this.#leaving.add(workspaceId)
    this.flushOne(workspaceId)
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#leaving.delete(workspaceId)
    this.#count -= this.#waiting.get(workspaceId)?.calls.length ?? 0
    this.#waiting.delete(workspaceId)
    for (const id of this.#stored.keys()) if (id.startsWith(`${workspaceId} `)) this.#stored.delete(id)
  }

  #storedDays(workspaceId: string, keyId: string, month: string): Map<string, number> {
    const id = `${workspaceId} ${keyId}`
    const now = this.#clock.now()
    const known = this.#stored.get(id)
    const age = now - (known?.readAt ?? now)
    // Below zero it was read before the clock was set back.
    if (known?.month === month && age >= 0 && age < rereadMs) return known.days
    const rows = this.#data.use(workspaceId, db => callStore.keyDays(db, keyId, `${month}-01`, `${month}-31`))
    const days = new Map(rows.map(({ day, tokens }) => [day, tokens]))
    this.#stored.set(id, { month, days, readAt: now })
    return days
  }

  #flushIn(ms: number): void {
    if (ms >= this.#dueMs) return
    clearTimeout(this.#timer)
    this.#dueMs = ms
    this.#timer = setTimeout(() => this.flush(), ms).unref()
  }
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
