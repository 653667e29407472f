import type { Clock, DataPlane, EventLog, Ids, JobContext, JsonObject, JsonValue, Logger } from '@svc/plugin'
import type { WorkflowDefinition } from '../definitions/workflow.ts'
import type { Expressions } from '../expressions/expressions.ts'
import { Stopped, Withdrawn } from '../interpreter/fault.ts'
import type { Effects, Ports, RunEnd, RunFacts, RunLimits } from '../interpreter/ports.ts'
import { runWorkflow } from '../interpreter/run-workflow.ts'
import { liveRunStore } from '../limits/live-run-store.ts'
import { journalStore } from '../journal/journal-store.ts'
import type { RunRow } from '../journal/run-row.ts'
import { GroupCommits } from '../journal/group-commits.ts'
import type { AdvancePayload } from './dispatcher.ts'
import { RunJournal } from '../journal/run-journal.ts'
import type { RunMeter } from './measure-runs.ts'
import { Nudge } from './nudge.ts'

/** How long what is in flight may go on when the process stops, within what the queue waits for a handler. */
const unwindMs = 4000

export interface AdvanceOptions {
  data: DataPlane
  expressionsFor(workspaceId: string): Expressions
  /** What tasks of this run reach of the world. */
  effectsFor(
    run: RunRow,
    workspaceId: string,
    metadata: JsonObject | undefined,
  ): Pick<Ports, 'secrets'> & { effects: Effects }
  schemaFault: Ports['schemaFault']
  limits: RunLimits & { journalBytes: number }
  runtime: Ports['runtime']
  events: EventLog
  /** For the numbers of the server. */
  meter: RunMeter
  /** After each commit of a run, for those who follow it. */
  onCommitted(workspaceId: string, runId: string): void
  /** This process has written the end of the run. */
  onEnded(workspaceId: string, run: RunRow): void
  /** The run waits, or a run that waited for it may go on: somebody has to look what is due, and when. */
  wake(workspaceId: string): void
  random(): number
  ids: Ids
  clock: Clock
  log: Logger
}

/** A run that this process advances. */
interface Active {
  nudge: Nudge
  journal: RunJournal | null
  end: AbortController
}

/** Who asks for an advance: one attempt of a job. */
export type AdvanceJob = Pick<JobContext, 'job_id' | 'workspace_id' | 'attempt' | 'signal'> & AdvancePayload

/** What it says when a run begins to wait. */
export const waitingEvent = 'playbook.run.waiting'

/** What a workspace's log says of a run's end. */
export const endEvents = {
  completed: 'playbook.run.completed',
  faulted: 'playbook.run.faulted',
  cancelled: 'playbook.run.cancelled',
} as const

/** Goes on with runs, each in one attempt of a job at a time, until it ends or waits. */
export class Advance {
  readonly #options: AdvanceOptions
  readonly #commits: GroupCommits
  readonly #active = new Map<string, Active>()

  constructor(options: AdvanceOptions) {
    this.#options = options
    this.#commits = new GroupCommits(options.data)
  }

  /** Runs that this process advances right now. */
  get active(): number {
    return this.#active.size
  }

  /** Something happened that the run may wait for; the journal has it already. */
  nudge(runId: string): void {
    this.#active.get(runId)?.nudge.now()
  }

  /** The step that is under way ends, and no other begins; the journal has the suspension already. */
  hold(runId: string): void {
    this.#active.get(runId)?.journal?.hold()
  }

  /** What the run does in this process ends at once; the journal has the cancellation already. */
  cancel(runId: string, reason: string): void {
    this.#active.get(runId)?.end.abort(new Withdrawn(reason))
  }

  /** @throws Stopped when another attempt has to go on */
  async run({ run_id, claims, job_id, workspace_id, attempt, signal }: AdvanceJob): Promise<void> {
    const { ids, clock, data, limits } = this.#options
    const active: Active = { nudge: new Nudge(), journal: null, end: new AbortController() }
    const journal: RunJournal = new RunJournal({
      data,
      commits: this.#commits,
      workspaceId: workspace_id,
      claim: { run_id, job: job_id, attempt, claims, token: ids.secret(12) },
      ids,
      clock,
      maxBytes: limits.journalBytes,
      onEnd: (db, run, end) => this.#ended(db, workspace_id, run, end),
      onCommitted: () => this.#options.onCommitted(workspace_id, run_id),
      onCancelled: reason => active.end.abort(new Withdrawn(reason)),
    })
    active.journal = journal
    const run = journal.open()
    if (run === undefined) return
    this.#active.set(run_id, active)
    const over = new AbortController()
    const stop = (): void => this.#stop(journal, active, over.signal)
    signal.addEventListener('abort', stop, { once: true })
    try {
      if (signal.aborted) stop()
      const end = await this.#advance(run, journal, active, workspace_id)
      if (end.status !== 'waiting') {
        if (run.parent_run_id !== null) this.nudge(run.parent_run_id)
        this.#options.onEnded(workspace_id, run)
      }
    } catch (error) {
      // In flight is nothing, unless its time to end was over.
      if (error instanceof Stopped && !active.end.signal.aborted) {
        journal.release()
        if (journal.isHeld) return
      }
      throw error
    } finally {
      this.#options.wake(workspace_id)
      over.abort()
      signal.removeEventListener('abort', stop)
      // One that ends late may have been followed by another.
      if (this.#active.get(run_id) === active) this.#active.delete(run_id)
    }
  }

  #stop(journal: RunJournal, active: Active, over: AbortSignal): void {
    journal.stop()
    this.#options.clock.sleep(unwindMs, over).then(
      () => active.end.abort(new Stopped('The process stops.')),
      () => undefined,
    )
  }

  async #advance(run: RunRow, journal: RunJournal, active: Active, workspaceId: string): Promise<RunEnd> {
    const { data } = this.#options
    const text = data.use(workspaceId, db => journalStore.definition(db, run.content_hash))
    if (text === undefined) throw new Error(`The definition ${run.content_hash} of the run ${run.id} is missing.`)
    const definition = JSON.parse(text) as WorkflowDefinition
    const ports = this.#ports({ run, metadata: definition.document.metadata }, journal, active, workspaceId)
    for (let now = run; ; now = data.use(workspaceId, db => journalStore.get(db, run.id)) ?? now) {
      const end = await runWorkflow(factsOf(now, definition, journal), ports, active.end.signal)
      if (end.status !== 'waiting' || !journal.wasNudged) return end
    }
  }

  #ports(
    { run, metadata }: { run: RunRow; metadata: JsonObject | undefined },
    journal: RunJournal,
    active: Active,
    workspaceId: string,
  ): Ports {
    const { expressionsFor, schemaFault, effectsFor, clock, random, limits, runtime } = this.#options
    const { effects, secrets } = effectsFor(run, workspaceId, metadata)
    return {
      journal,
      effects,
      secrets,
      expressions: expressionsFor(workspaceId),
      schemaFault,
      clock,
      random,
      limits,
      runtime,
      nudged: () => active.nudge.next(),
      reload: frame => journal.reload(frame),
    }
  }

  /** In the transaction in which the run ends, or begins to wait. */
  #ended(db: Parameters<EventLog['append']>[0], workspaceId: string, run: RunRow, end: RunEnd): void {
    const { clock, events } = this.#options
    const { id: run_id, name, playbook_id, version } = run
    const data: JsonObject = { run_id, playbook_id, name, version }
    if (end.status !== 'waiting') this.#options.meter.ended(end.status)
    if (end.status === 'waiting') return void events.append(db, workspaceId, [{ type: waitingEvent, data }])
    liveRunStore.letNextBegin(db, { playbook_id, now: clock.now() })
    // Not its detail: that may quote what the run works on.
    if (end.status === 'faulted') data['error'] = { type: end.error.type, status: end.error.status }
    events.append(db, workspaceId, [{ type: endEvents[end.status], data }])
    if (run.parent_run_id !== null) journalStore.nudge(db, { run_id: run.parent_run_id, now: clock.now() })
  }
}

function factsOf(run: RunRow, definition: WorkflowDefinition, journal: RunJournal): RunFacts {
  const caller = JSON.parse(run.caller) as { user_id: string; username: string }
  return {
    id: run.id,
    definition,
    inputs: JSON.parse(run.inputs) as JsonValue,
    started_at: run.started_at ?? run.created_at,
    started_by: { user_id: caller.user_id, username: caller.username },
    trigger: run.trigger,
    deadline_at: run.deadline_at,
    tasks: run.tasks,
    context: JSON.parse(run.context) as JsonValue,
    frames: journal.position(),
  }
}
