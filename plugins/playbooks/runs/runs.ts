import {
  ConflictError,
  decodeCursor,
  encodeCursor,
  ForbiddenError,
  hasScope,
  NotFoundError,
  roleAtLeast,
  ValidationError,
} from '@svc/plugin'
import type {
  Clock,
  DataPlane,
  EventLog,
  Ids,
  JsonObject,
  Page,
  Principal,
  SavedCaller,
  WorkspaceDatabase,
  WorkspaceMarks,
} from '@svc/plugin'
import type { Approvals } from '@svc/plugin/contracts/tools'
import type { AnyApproval } from '@svc/plugin/library/approvals/approval-schemas'
import { approvalStore } from '../approvals/approval-store.ts'
import { shownApproval } from '../approvals/shown-approval.ts'
import { toolApprovalsOf } from '../approvals/tool-approvals.ts'
import type { Playbooks } from '../definitions/playbooks.ts'
import type { Frame } from '../interpreter/frame.ts'
import { journalStore } from '../journal/journal-store.ts'
import { taskStore } from '../journal/task-store.ts'
import { runEventStore } from '../journal/run-event-store.ts'
import type { RunRow, RunStatus } from '../journal/run-row.ts'
import type { TaskRow } from '../journal/task-row.ts'
import type { Advance } from './advance.ts'
import { checkInputs } from './check-inputs.ts'
import { resumeRun } from './resume-run.ts'
import type { ResumeRequest } from './resume-run.ts'
import type { NewPlaybookRun, RunStarter } from './run-starter.ts'
import { requireDepth } from './run-depth.ts'
import { RunEventStream } from './run-event-stream.ts'
import type { RunEventQuery } from './run-event-stream.ts'
import type { RunWatch } from './run-watch.ts'
import { isOver, listedRun, shownRun, shownTask } from './shown-run.ts'
import type { ListedRun, ShownRun } from './shown-run.ts'

export interface RunsOptions {
  data: DataPlane
  marks: Pick<WorkspaceMarks, 'add'>
  playbooks: Playbooks
  starter: RunStarter
  advance: Advance
  watch: RunWatch
  events: EventLog
  toolApprovals: Pick<Approvals, 'get'> | undefined
  wake(workspaceId: string): void
  /** Nobody waits any more for what this task waited for. */
  withdraw(workspaceId: string, run: RunRow, frame: Frame, reason: string): Promise<void>
  ids: Pick<Ids, 'create'>
  clock: Clock
}

/** What a caller asks for with a start. */
export interface StartRequest extends Pick<
  NewPlaybookRun,
  'trigger' | 'principal' | 'labels' | 'priority' | 'request' | 'parent_run_id'
> {
  playbook_id: string
  version?: string | undefined
  inputs: JsonObject
}

export interface RunQuery {
  playbook_id?: string
  status?: RunStatus
  trigger?: string
  parent_run_id?: string
  label?: string
  limit?: number
  cursor?: string
}

export const suspendedEvent = 'playbook.run.suspended'
const usualLimit = 50
const afterAll = '~'

/** Runs as the API has them. */
export class Runs {
  readonly #options: RunsOptions

  constructor(options: RunsOptions) {
    this.#options = options
  }

  /** @throws NotFoundError, ConflictError, ValidationError under `/inputs`, and what {@link RunStarter.start} throws */
  async start({ playbook_id, version, inputs, ...run }: StartRequest): Promise<{ run: ShownRun; replayed: boolean }> {
    const { playbooks, starter } = this.#options
    const { workspace_id } = run.principal
    const before =
      run.request && this.#options.data.use(workspace_id, db => journalStore.byKey(db, run.request?.key_hash ?? ''))
    await playbooks.refreshFor(workspace_id, playbook_id)
    // A start that is repeated is answered even when its playbook is gone by now.
    const playbook = before ? startedAgain(before) : playbooks.forStart(workspace_id, playbook_id, version)
    if (!before) checkInputs(playbook.definition, inputs)
    const { parent_run_id } = run
    if (parent_run_id !== undefined) this.#options.data.use(workspace_id, db => requireDepth(db, parent_run_id))
    const started = starter.start({ playbook, inputs, ...run })
    return { run: this.get(workspace_id, started.run.id), replayed: started.replayed }
  }

  /** The run when it has ended, or as it is after `seconds`. */
  async ended(workspaceId: string, runId: string, seconds: number, signal: AbortSignal): Promise<ShownRun> {
    if (seconds > 0) {
      const late = new AbortController()
      const { watch, clock, data } = this.#options
      const either = AbortSignal.any([signal, late.signal])
      clock.sleep(seconds * 1000, signal).then(
        () => late.abort(),
        () => undefined,
      )
      await watch.until(runId, either, () => {
        const row = data.use(workspaceId, db => journalStore.get(db, runId))
        return row === undefined || isOver(row.status) ? true : undefined
      })
    }
    return this.get(workspaceId, runId)
  }

  /** @throws NotFoundError */
  get(workspaceId: string, runId: string): ShownRun {
    return this.#options.data.use(workspaceId, db => this.#shown(db, workspaceId, required(db, runId)))
  }

  list(workspaceId: string, { limit = usualLimit, cursor, label, ...filter }: RunQuery): Page<ListedRun> {
    const before = cursor === undefined ? afterAll : decodeCursor<readonly [string]>(cursor, ['string'])[0]
    const { playbook_id = null, status = null, trigger = null, parent_run_id = null } = filter
    const [name = null, value = ''] = label === undefined ? [] : splitLabel(label)
    return this.#options.data.use(workspaceId, db => {
      const id =
        playbook_id === null || playbook_id.startsWith('pb_') ? playbook_id : this.#playbookId(workspaceId, playbook_id)
      const asked = { before, playbook_id: id, status, trigger, parent_run_id, label: name, label_value: value }
      const rows = journalStore.list(db, { ...asked, limit: limit + 1 })
      const items = rows.slice(0, limit).map(row => listedRun(row, this.#options.clock.now()))
      const last = items.at(-1)
      return { items, next_cursor: rows.length > limit && last ? encodeCursor([last.id]) : null }
    })
  }

  /** @throws NotFoundError */
  tasks(
    workspaceId: string,
    runId: string,
    query: { limit?: number; cursor?: string; name?: string; status?: string },
  ) {
    const { limit = usualLimit, cursor, name = null, status = null } = query
    const after = cursor === undefined ? '' : decodeCursor<readonly [string]>(cursor, ['string'])[0]
    return this.#options.data.use(workspaceId, db => {
      required(db, runId)
      const rows = taskStore.list(db, { run_id: runId, after, name, status, limit: limit + 1 })
      const items = rows.slice(0, limit).map(row => shownTask(row, { isWhole: false }))
      const last = items.at(-1)
      return { items, next_cursor: rows.length > limit && last ? encodeCursor([last.id]) : null }
    })
  }

  /** With its values whole. @throws NotFoundError */
  task(workspaceId: string, runId: string, taskId: string) {
    return this.#options.data.use(workspaceId, db => {
      const row = taskStore.get(db, runId, taskId)
      if (row) return shownTask(row, { isWhole: true })
      throw new NotFoundError('There is no such task in this run.')
    })
  }

  /** At once when it waits, else within a moment; runs that it started too. @throws NotFoundError; ConflictError when it has ended */
  cancel(workspaceId: string, runId: string, reason: string): ShownRun {
    const { starter, data } = this.#options
    const children = data.use(workspaceId, db => journalStore.liveChildren(db, runId))
    starter.cancel(workspaceId, runId, reason)
    for (const child of children) this.cancelIfLive(workspaceId, child, reason)
    return this.get(workspaceId, runId)
  }

  /** As {@link cancel}; one that has ended, or is gone, stays so. */
  cancelIfLive(workspaceId: string, runId: string, reason: string): void {
    const row = this.#options.data.use(workspaceId, db => journalStore.get(db, runId))
    if (row && !isOver(row.status)) this.cancel(workspaceId, runId, reason)
  }

  /** @throws NotFoundError; ConflictError when it has ended, or is suspended */
  suspend(workspaceId: string, runId: string, reason: string): ShownRun {
    const { data, clock, advance, watch, events } = this.#options
    data.use(workspaceId, db =>
      db.transaction(() => {
        const { status, playbook_id, name, version } = required(db, runId)
        if (!journalStore.hold(db, { run_id: runId, reason, now: clock.now() }))
          throw new ConflictError(
            'conflict',
            `The run is ${isOver(status) ? status : 'suspended'}; only one that goes on can be suspended.`,
          )
        runEventStore.note(db, {
          run_id: runId,
          type: 'workflow.suspended',
          at: clock.now(),
          data: { reason },
        })
        const of = { run_id: runId, playbook_id, name, version }
        events.append(db, workspaceId, [{ type: suspendedEvent, data: of }])
      }),
    )
    advance.hold(runId)
    watch.changed(runId)
    return this.get(workspaceId, runId)
  }

  /**
   * A suspended one goes on; of one that faulted the task that faulted runs again. With `from_task` that task and all behind it do, also of
   * one that has ended otherwise; `version` moves the run.
   * @throws NotFoundError, ConflictError, ValidationError; ForbiddenError, as {@link requireStarterRights}
   */
  async resume(principal: Principal, runId: string, request: ResumeRequest & { version?: string }): Promise<ShownRun> {
    const { data, marks, clock, ids, wake, watch, playbooks, withdraw } = this.#options
    const { workspace_id: workspaceId } = principal
    const { version, reason, ...from } = request
    const isChanged = Object.keys(from).length > 0 || version !== undefined
    if (version !== undefined) await playbooks.refresh(workspaceId)
    const { run, withdrawn } = data.use(workspaceId, db =>
      db.transaction(() => {
        const found = required(db, runId)
        if (isChanged) requireStarterRights(found, principal)
        const now = clock.now()
        const moved = version === undefined ? null : playbooks.stored(workspaceId, found.playbook_id, version)
        marks.add(workspaceId)
        const resumed = resumeRun(db, found, from, { moved, now, ids })
        const said = {
          reason,
          ...(from.from_task !== undefined && { from_task: from.from_task }),
          ...(moved && { version }),
        }
        runEventStore.note(db, { run_id: runId, type: 'workflow.resumed', at: now, data: said })
        return { run: found, ...resumed }
      }),
    )
    for (const frame of withdrawn) await withdraw(workspaceId, run, frame, `The run was resumed: ${reason}`)
    wake(workspaceId)
    watch.changed(runId)
    return this.get(workspaceId, runId)
  }

  /** With its tasks and events. @throws NotFoundError; ConflictError when it has not ended */
  delete(workspaceId: string, runId: string): void {
    this.#options.data.use(workspaceId, db =>
      db.transaction(() => {
        const { status } = required(db, runId)
        if (!isOver(status))
          throw new ConflictError('conflict', `The run is ${status}. Cancel it before you delete it.`)
        journalStore.delete(db, runId)
      }),
    )
  }

  /** What happened behind `after`, then each event as it comes, and `done` when the run has ended. @throws NotFoundError, ValidationError */
  events(workspaceId: string, runId: string, query: RunEventQuery, signal: AbortSignal) {
    const run = this.#options.data.use(workspaceId, db => required(db, runId))
    return new RunEventStream(this.#options).read(workspaceId, run, query, signal)
  }

  #playbookId(workspaceId: string, name: string): string {
    return this.#options.playbooks.get(workspaceId, name).id
  }

  /** Of the run itself, and of the tools that it calls. */
  #approvals(db: WorkspaceDatabase, workspaceId: string, runId: string, waiting: readonly TaskRow[]): AnyApproval[] {
    const { clock, toolApprovals } = this.#options
    const own = approvalStore.ofRun(db, runId).map(row => shownApproval(row, clock.now()))
    const ofTools = toolApprovalsOf(waiting).flatMap(({ approval_id }) => {
      const found = toolApprovals?.get(workspaceId, approval_id)
      return found ? [{ kind: 'tool' as const, ...found }] : []
    })
    return [...own, ...ofTools]
  }

  #shown(db: WorkspaceDatabase, workspaceId: string, row: RunRow): ShownRun {
    const now = this.#options.clock.now()
    const waiting = taskStore.waiting(db, row.id)
    const live = {
      waiting,
      current: taskStore.current(db, row.id),
      approvals: this.#approvals(db, workspaceId, row.id, waiting),
    }
    return shownRun(row, live, now)
  }
}

function required(db: WorkspaceDatabase, runId: string): RunRow {
  const row = journalStore.get(db, runId)
  if (row) return row
  throw new NotFoundError('There is no such run in this workspace.')
}

/**
 * The run acts with the rights of who started it: only they, or an admin, choose what it does again, and not with fewer scopes than it has.
 * @throws ForbiddenError
 */
function requireStarterRights(run: RunRow, { user_id, role, scopes }: Principal): void {
  const starter = JSON.parse(run.caller) as SavedCaller
  const isTrusted = user_id === starter.user_id || roleAtLeast(role, 'admin')
  if (isTrusted && starter.scopes.every(scope => hasScope(scopes, scope))) return
  const message =
    'The run acts with the rights of who started it. With from_task, input or version it is resumed by them or by an admin, with at least the scopes that the run has.'
  throw new ForbiddenError('forbidden', message)
}

/** `team=research` */
function splitLabel(label: string): [string, string] {
  const at = label.indexOf('=')
  if (at > 0) return [label.slice(0, at), label.slice(at + 1)]
  throw new ValidationError('label is written as name=value.', [
    { path: '/label', message: 'is written as name=value' },
  ])
}

function startedAgain({ playbook_id, name, version, revision }: RunRow): NewPlaybookRun['playbook'] {
  const document = { dsl: '1.0.3', namespace: 'default', name, version }
  return { id: playbook_id, name, version, revision, definition: { document, do: [] } }
}
