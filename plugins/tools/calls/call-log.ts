import { decodeCursor, hasScope, pageOf, roleAtLeast } from '@svc/plugin'
import type { Clock, DataPlane, Logger, Page, PageQuery, Principal } from '@svc/plugin'
import type { ToolOrigin } from '@svc/plugin/contracts/tools'
import type { ToolsConfig } from '../generated/config.ts'
import { callStore } from './call-store.ts'
import type { CallOutcome, CallRow } from './call-store.ts'

/** A call as the API shows it. */
export interface CallRecord {
  call_id: string
  at: string
  tool_name: string
  effect: CallRow['effect']
  user_id: string
  username: string
  key_id: string | null
  origin: ToolOrigin
  approval_id: string | null
  outcome: CallOutcome
  /** The error's code, when there was one. */
  code: string | null
  duration_ms: number
  arguments_hash: string
}

export interface CallQuery extends PageQuery {
  tool?: string
  outcome?: CallOutcome
}

export interface CallLogOptions {
  data: DataPlane
  limits: Pick<ToolsConfig, 'keep_days' | 'keep_calls'>
  clock: Clock
  log: Logger
}

const flushMs = 500
const flushCount = 500
const pruneEveryMs = 60 * 60 * 1000
const prunedAtOnce = 5000
const dayMs = 24 * 60 * 60 * 1000

/**
 * The record of each call. What changes nothing is written a moment later with others, so that a thousand calls a second cost two
 * transactions; what changes something is written before its answer.
 */
export class CallLog {
  readonly #options: CallLogOptions
  readonly #waiting = new Map<string, CallRow[]>()
  readonly #pruned = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(options: CallLogOptions) {
    this.#options = options
  }

  add(workspaceId: string, row: CallRow): void {
    const rows = this.#waiting.get(workspaceId) ?? []
    rows.push(row)
    this.#waiting.set(workspaceId, rows)
    if (rows.length >= flushCount || mayHaveChanged(row)) return this.#write(workspaceId)
    this.#timer ??= setTimeout(() => this.flush(), flushMs).unref()
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    for (const workspaceId of [...this.#waiting.keys()]) this.#write(workspaceId)
  }

  /** An admin sees the calls of all, others their own. */
  list(principal: Principal, { limit, cursor, tool, outcome }: CallQuery): Page<CallRecord> {
    this.#write(principal.workspace_id)
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : decodeCursor<[number]>(cursor, ['number'])[0]
    const isAdmin = roleAtLeast(principal.role, 'admin') && hasScope(principal.scopes, '*')
    const filter = {
      user_id: isAdmin ? null : principal.user_id,
      tool_name: tool ?? null,
      outcome: outcome ?? null,
    }
    const rows = this.#options.data.use(principal.workspace_id, db => callStore.page(db, before, filter, limit + 1))
    return pageOf(rows, limit, row => [row.seq], toRecord)
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#waiting.delete(workspaceId)
    this.#pruned.delete(workspaceId)
  }

  /** The calls have been made: a file that cannot be written now takes their record away, not their answers. */
  #write(workspaceId: string): void {
    const rows = this.#waiting.get(workspaceId)
    if (!rows) return
    this.#waiting.delete(workspaceId)
    try {
      this.#options.data.use(workspaceId, db =>
        db.transaction(() => {
          for (const row of rows) callStore.insert(db, row)
          this.#prune(workspaceId, (before, keep) => callStore.prune(db, before, keep, prunedAtOnce))
        }),
      )
    } catch (error) {
      const calls = rows.map(({ call_id, tool_name, user_id, outcome }) => ({ call_id, tool_name, user_id, outcome }))
      this.#options.log.error({ workspace_id: workspaceId, calls, err: error }, 'calls of tools could not be recorded')
    }
  }

  #prune(workspaceId: string, prune: (before: number, keep: number) => void): void {
    const { clock, limits } = this.#options
    const now = clock.now()
    if (now - (this.#pruned.get(workspaceId) ?? 0) < pruneEveryMs) return
    this.#pruned.set(workspaceId, now)
    prune(now - limits.keep_days * dayMs, limits.keep_calls)
  }
}

function mayHaveChanged({ effect, outcome }: CallRow): boolean {
  return effect !== 'read' && outcome !== 'refused' && outcome !== 'invalid' && outcome !== 'asked'
}

function toRecord(row: CallRow & { seq: number }): CallRecord {
  const { seq: _, at, origin, ...rest } = row
  return { ...rest, at: new Date(at).toISOString(), origin: JSON.parse(origin) as ToolOrigin }
}
