import { ConflictError, NotFoundError, PayloadTooLargeError, RateLimitedError, UnprocessableError } from '@svc/plugin'
import type {
  Callers,
  Clock,
  DataPlane,
  EventLog,
  IdempotentRequest,
  Ids,
  JsonValue,
  Principal,
  WorkspaceDatabase,
  WorkspaceMarks,
} from '@svc/plugin'
import type { WorkflowDefinition } from '../definitions/workflow.ts'
import { msOf } from '../interpreter/rules/durations.ts'
import { contentHash, taskCount } from '../definitions/contents.ts'
import { liveRunStore } from '../limits/live-run-store.ts'
import { marksOfKept } from '../limits/retention.ts'
import { journalStore } from '../journal/journal-store.ts'
import type { NewRun, RunRow } from '../journal/run-row.ts'

/** What started a run. */
export type RunTrigger = 'api' | 'ui' | 'cli' | 'tool' | 'app' | 'schedule' | 'event' | 'parent'

/** A version of a playbook, as a run begins with it. */
export interface StartedPlaybook {
  id: string
  name: string
  version: string
  revision: number
  definition: WorkflowDefinition
}

export interface NewPlaybookRun {
  playbook: StartedPlaybook
  /** An object, or the list of events of a schedule. */
  inputs: JsonValue
  trigger: RunTrigger
  principal: Principal
  labels?: Record<string, string>
  priority?: number
  parent_run_id?: string
  /** The start is repeated with the same key for as long as the run is kept. */
  request?: Pick<IdempotentRequest, 'key_hash' | 'body_hash'> | null
}

export interface RunStarterOptions {
  data: DataPlane
  marks: WorkspaceMarks
  events: EventLog
  callers: Pick<Callers, 'save'>
  /** The run is due. */
  wake(workspaceId: string): void
  /** What it does here ends. */
  cancelHere(runId: string, reason: string): void
  ids: Ids
  clock: Clock
  maxInputBytes: number
  /** Of a workspace. */
  maxLiveRuns: number
}

const dayMs = 24 * 60 * 60 * 1000
const retryAfterSeconds = 60
const usualTimeoutMs = 30 * dayMs
export const startedEvent = 'playbook.run.started'

/** Begins runs, and ends them. */
export class RunStarter {
  readonly #options: RunStarterOptions

  constructor(options: RunStarterOptions) {
    this.#options = options
  }

  /**
   * On disk when it returns; `replayed`: the same request has started it before.
   * @throws PayloadTooLargeError; UnprocessableError `idempotency_mismatch`
   */
  start(run: NewPlaybookRun): { run: RunRow; replayed: boolean } {
    const { data, marks, events, wake } = this.#options
    const workspaceId = run.principal.workspace_id
    const row = this.#rowOf(run)
    const { id: run_id, playbook_id, name, version } = row
    const started = data.use(workspaceId, db =>
      db.transaction(() => {
        const before = row.key_hash === null ? undefined : journalStore.byKey(db, row.key_hash)
        if (before) return { run: sameRequest(before, row.body_hash), replayed: true }
        marks.add(workspaceId)
        marksOfKept(marks).add(workspaceId)
        this.#requireRoom(db)
        journalStore.insert(db, row, JSON.stringify(run.playbook.definition))
        takePlace(db, row, run.playbook.definition)
        events.append(db, workspaceId, [{ type: startedEvent, data: { run_id, playbook_id, name, version } }])
        const made = journalStore.get(db, run_id)
        if (made) return { run: made, replayed: false }
        throw new Error('The run that was written is not there.')
      }),
    )
    if (!started.replayed) wake(workspaceId)
    return started
  }

  /** @throws RateLimitedError */
  #requireRoom(db: WorkspaceDatabase): void {
    const { maxLiveRuns } = this.#options
    if (liveRunStore.live(db) < maxLiveRuns) return
    const message = `The workspace has ${maxLiveRuns} runs that have not ended, which is as many as it may (playbooks.max_live_runs).`
    throw new RateLimitedError(message, retryAfterSeconds)
  }

  /** @throws NotFoundError; ConflictError when it has ended */
  cancel(workspaceId: string, runId: string, reason: string): RunRow {
    const { data, clock, wake, cancelHere } = this.#options
    const run = data.use(workspaceId, db =>
      db.transaction(() => {
        const found = journalStore.get(db, runId)
        if (!found) throw new NotFoundError('There is no such run in this workspace.')
        if (journalStore.cancel(db, { run_id: runId, reason, now: clock.now() })) return found
        throw new ConflictError('conflict', `The run is ${found.status}; only one that has not ended can be cancelled.`)
      }),
    )
    cancelHere(runId, reason)
    wake(workspaceId)
    return run
  }

  #rowOf({ playbook, inputs, principal, request, ...run }: NewPlaybookRun): NewRun {
    const { ids, clock, callers, maxInputBytes } = this.#options
    const text = JSON.stringify(inputs)
    if (Buffer.byteLength(text) > maxInputBytes)
      throw new PayloadTooLargeError(
        `The inputs of a run have at most ${maxInputBytes} bytes. Keep what is larger in a file.`,
      )
    const { id, name, version, revision, definition } = playbook
    const now = clock.now()
    return {
      id: ids.create('prun'),
      playbook_id: id,
      name,
      version,
      revision,
      content_hash: contentHash(definition),
      total: taskCount(definition.do),
      trigger: run.trigger,
      inputs: text,
      caller: JSON.stringify(callers.save(principal)),
      parent_run_id: run.parent_run_id ?? null,
      labels: JSON.stringify(run.labels ?? {}),
      priority: run.priority ?? 0,
      created_at: now,
      deadline_at: now + timeoutOf(definition),
      key_hash: request?.key_hash ?? null,
      body_hash: request?.body_hash ?? null,
    }
  }
}

/** Behind others of its playbook, when as many of them are under way as may be. */
function takePlace(
  db: WorkspaceDatabase,
  { id, playbook_id }: { id: string; playbook_id: string },
  { document }: WorkflowDefinition,
): void {
  const max = document.metadata?.['max_active_runs']
  if (typeof max !== 'number') return
  // It counts itself by now.
  const isBehind = liveRunStore.active(db, playbook_id) > max
  liveRunStore.limit(db, { run_id: id, max, isBehind })
}

function timeoutOf({ timeout, use }: WorkflowDefinition): number {
  const named = typeof timeout === 'string' ? use?.timeouts?.[timeout] : timeout
  return named ? msOf(named.after) : usualTimeoutMs
}

function sameRequest(run: RunRow, bodyHash: string | null): RunRow {
  if (run.body_hash === bodyHash) return run
  const message = 'This Idempotency-Key was used to start another run. Use a new key.'
  throw new UnprocessableError('idempotency_mismatch', message)
}
