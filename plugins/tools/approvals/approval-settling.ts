import { messageOf, WakeTimes } from '@svc/plugin'
import type { Clock, DataPlane, EventLog, Logger, WorkspaceDatabase, WorkspaceMarks } from '@svc/plugin'
import type { Approval } from '@svc/plugin/contracts/tools'
import { eachWorkspace } from '@svc/plugin/library/turns/each-workspace'
import { approvalOf } from './approval-record.ts'
import { approvalStore } from './approval-store.ts'
import type { ApprovalRow, CallEnd } from './approval-store.ts'

export interface ApprovalSettlingOptions {
  data: DataPlane
  marks: WorkspaceMarks
  events: EventLog
  keepDays: number
  clock: Clock
  log: Logger
  /** Aborts when the server stops. */
  signal: AbortSignal
  /** False in a worker: its server expires approvals, ends interrupted calls and notifies listeners. */
  settles: boolean
}

type Listener = (workspaceId: string, approval: Approval) => void

const dayMs = 24 * 60 * 60 * 1000
const prunedAtOnce = 500

/** How approvals come to an end: their time runs out, their call ends, or the server died under it. Listeners are notified, also after a restart. */
export class ApprovalSettling {
  readonly #options: ApprovalSettlingOptions
  readonly #times: WakeTimes
  readonly #listeners: Listener[] = []
  readonly #ofApproved: Listener[] = []
  /** Approved calls under way in this process. */
  readonly #running = new Set<string>()

  constructor(options: ApprovalSettlingOptions) {
    this.#options = options
    const { clock, signal } = options
    this.#times = new WakeTimes({ clock, signal, onDue: workspaceId => this.#lookSafely(workspaceId) })
  }

  onSettled(listener: Listener): void {
    this.#listeners.push(listener)
  }

  onApproved(listener: Listener): void {
    this.#ofApproved.push(listener)
  }

  /** Looks at every workspace in which something was left when the server ended. */
  async start(): Promise<void> {
    const { marks, log, signal } = this.#options
    marks.onOpened(workspaceId => this.#lookSafely(workspaceId))
    try {
      await eachWorkspace(await marks.list(), workspaceId => this.#look(workspaceId), {
        signal,
        onFailed: (workspaceId, error) => this.#failed(workspaceId, error),
      })
    } catch (error) {
      log.warn(
        { reason: messageOf(error) },
        'the workspaces with approvals cannot be read; they expire when they are asked for',
      )
    }
  }

  /** A worker may have asked there for something that nobody here waits for yet. */
  notice(workspaceId: string): void {
    if (!this.#times.has(workspaceId) && this.#options.marks.has(workspaceId)) this.#lookSafely(workspaceId)
  }

  expect(workspaceId: string, expiresAt: number): void {
    // Approvals of playbooks wait for days, those of turns for minutes.
    if (this.#options.settles && !this.#times.has(workspaceId, expiresAt)) this.#times.set(workspaceId, expiresAt)
  }

  /** An approval past its time has expired, even when its timer has not run yet. */
  expireDue(workspaceId: string): void {
    const { data, clock } = this.#options
    const { next } = data.use(workspaceId, db => approvalStore.waiting(db))
    if (next === null || next > clock.now()) return
    const expired = this.#change(workspaceId, db => this.#expire(db, workspaceId))
    for (const row of expired) this.#notify(workspaceId, row)
  }

  /** Said before the decision stands, so that no look at the file takes the call for one that was interrupted. False: said before. */
  begin(approvalId: string): boolean {
    if (this.#running.has(approvalId)) return false
    this.#running.add(approvalId)
    return true
  }

  /** Its call begins. A listener that fails does not keep the call from running. */
  approved(workspaceId: string, approvalId: string): void {
    const { data, log, settles } = this.#options
    if (!settles || this.#ofApproved.length === 0) return
    try {
      const row = data.use(workspaceId, db => approvalStore.get(db, approvalId))
      if (row) for (const listener of this.#ofApproved) listener(workspaceId, approvalOf(row))
    } catch (error) {
      log.error({ approval_id: approvalId, err: error }, 'that an approved call begins could not be reported')
    }
  }

  /** It was not to be. */
  giveUp(approvalId: string): void {
    this.#running.delete(approvalId)
  }

  /** The end of an approved call. What was stored first counts. */
  finish(workspaceId: string, end: Omit<CallEnd, 'now'>): void {
    const now = this.#options.clock.now()
    try {
      this.#change(workspaceId, db => approvalStore.finish(db, { ...end, now }))
    } finally {
      this.#running.delete(end.approval_id)
    }
    this.settled(workspaceId, end.approval_id)
  }

  /** Notifies those who wait for it, and removes the workspace when nothing is left. */
  settled(workspaceId: string, approvalId: string): void {
    const row = this.#options.data.use(workspaceId, db => approvalStore.get(db, approvalId))
    if (row) this.#notify(workspaceId, row)
    this.#lookSafely(workspaceId)
  }

  #lookSafely(workspaceId: string): void {
    try {
      this.#look(workspaceId)
    } catch (error) {
      this.#failed(workspaceId, error)
    }
  }

  #failed(workspaceId: string, error: unknown): void {
    const fields = { workspace_id: workspaceId, reason: messageOf(error) }
    this.#options.log.warn(fields, 'approvals cannot be looked at; they expire when they are asked for')
  }

  #look(workspaceId: string): void {
    const { marks, clock, settles, keepDays } = this.#options
    if (!settles) return
    const found = this.#change(workspaceId, db => {
      const expired = this.#expire(db, workspaceId)
      this.#endInterrupted(db)
      approvalStore.prune(db, clock.now() - keepDays * dayMs, prunedAtOnce)
      const toNotify = [...expired.filter(row => row.is_told === 1), ...approvalStore.toNotify(db)]
      return { toNotify, next: approvalStore.waiting(db).next }
    })
    for (const row of found.toNotify) this.#notify(workspaceId, row)
    if (found.next !== null) {
      this.#times.set(workspaceId, found.next)
      return
    }
    this.#times.delete(workspaceId)
    this.#change(workspaceId, db => {
      // While this transaction lasts, nobody can ask and find the workspace still noted.
      const left =
        [...approvalStore.unfinished(db), ...approvalStore.toNotify(db)].length + approvalStore.waiting(db).count
      if (left === 0) marks.remove(workspaceId)
    })
  }

  #expire(db: WorkspaceDatabase, workspaceId: string): ApprovalRow[] {
    const expired = approvalStore.expire(db, this.#options.clock.now())
    const decided = expired.map(({ approval_id, tool_name }) => ({
      type: 'approval.decided',
      data: { approval_id, tool_name, status: 'expired' },
    }))
    if (decided.length > 0) this.#options.events.append(db, workspaceId, decided)
    return expired
  }

  /** Whether such a call has done its work nobody knows; so it is not made again. */
  #endInterrupted(db: WorkspaceDatabase): void {
    const now = this.#options.clock.now()
    const message = 'The server ended while the call ran. It may have done its work; it is not made again.'
    const error = JSON.stringify({ code: 'interrupted', message })
    for (const approval_id of approvalStore.unfinished(db)) {
      if (!this.#running.has(approval_id)) approvalStore.finish(db, { approval_id, result: null, error, now })
    }
  }

  /** A listener that fails is notified again at the next start. */
  #notify(workspaceId: string, row: ApprovalRow): void {
    const { data, log } = this.#options
    if (!this.#options.settles || this.#listeners.length === 0) return
    try {
      for (const listener of this.#listeners) listener(workspaceId, approvalOf(row))
      if (row.is_told === 0) data.use(workspaceId, db => approvalStore.markNotified(db, row.approval_id))
    } catch (error) {
      log.error({ approval_id: row.approval_id, err: error }, 'the end of an approval could not be reported')
    }
  }

  #change<T>(workspaceId: string, work: (db: WorkspaceDatabase) => T): T {
    return this.#options.data.use(workspaceId, db => db.transaction(() => work(db)))
  }
}
