import { messageOf, SvcError, TimeoutError } from '@svc/plugin'
import type { Clock, DataPlane, Logger, Principal, WorkspaceMarks } from '@svc/plugin'
import type { Models } from '@svc/plugin/contracts/models'
import type { Approval, Approvals } from '@svc/plugin/contracts/tools'
import type { StoredTurn } from '../records.ts'
import { appPrefix } from '../sessions/choices.ts'
import { messageStore } from '../sessions/message-store.ts'
import { transcriptStore } from '../transcripts/transcript-store.ts'
import { timeLimit } from './time-limit.ts'
import type { AppTurns } from './app-turn.ts'
import { expiredCall, settledOutcome } from './call-outcomes.ts'
import { RunningTurn, TurnEnded } from './running-turn.ts'
import { Titles } from './titles.ts'
import type { TurnJournal } from './turn-journal.ts'
import type { TurnLoop } from './turn-loop.ts'
import type { CallOutcome, TurnOutcome } from './turn-steps.ts'
import { turnStore } from './turn-store.ts'

export interface TurnRunnerOptions {
  data: DataPlane
  marks: WorkspaceMarks
  approvals: Approvals | undefined
  models: Models
  journal: TurnJournal
  loop: TurnLoop
  appTurns: AppTurns
  /** How long a turn may run. */
  minutes: number
  clock: Clock
  log: Logger
  signal: AbortSignal
}

const storeAgainMs = [1000, 5000, 30_000]
const minuteMs = 60_000
const mostBeforeStart = 32

/** Carries turns out to their end, and brings them back after a restart or a person's decision. */
export class TurnRunner {
  readonly #options: TurnRunnerOptions
  readonly #titles: Titles
  /** The running turns by their ids. */
  readonly #running = new Map<string, RunningTurn>()
  /** With those that are done and are being named. */
  readonly #carried = new Map<RunningTurn, Promise<void>>()
  /** Their workspace is used here no longer: the server that has it ends them. */
  readonly #lost = new WeakSet<StoredTurn>()
  readonly #background = new Set<Promise<void>>()
  readonly #stopping = new AbortController()

  constructor(options: TurnRunnerOptions) {
    this.#options = options
    const { data, models, journal, log, signal } = options
    const untilStop = AbortSignal.any([signal, this.#stopping.signal])
    this.#titles = new Titles({ data, models, journal, log, signal: untilStop })
    // Before any start: it reports those that ended while nobody listened.
    options.approvals?.onSettled((workspaceId, approval) => this.#settle(workspaceId, approval))
    options.approvals?.onApproved((workspaceId, approval) => this.#showApproved(workspaceId, approval))
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  find(turnId: string): RunningTurn | undefined {
    return this.#running.get(turnId)
  }

  countIn(workspaceId: string): number {
    return [...this.#running.values()].filter(({ turn }) => turn.caller.workspace_id === workspaceId).length
  }

  /** Ends turns that a crash interrupted. Turns that wait for a person keep waiting. */
  async start(): Promise<void> {
    const { marks } = this.#options
    marks.onOpened(workspaceId => this.#recover(workspaceId))
    const workspaceIds = await marks.list()
    await this.#recoverAll(workspaceIds.slice(0, mostBeforeStart))
    // Many files take their time, and the server need not wait for them.
    this.#inBackground(this.#recoverAll(workspaceIds.slice(mostBeforeStart)))
  }

  /** What runs is marked as interrupted. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const running = [...this.#running.values()]
    for (const each of running) each.end('interrupted')
    await Promise.all(running.map(each => each.settled))
    await Promise.all(this.#background)
    for (const workspaceId of new Set(running.map(({ turn }) => turn.caller.workspace_id))) this.#strikeOff(workspaceId)
  }

  /** The workspace goes elsewhere: its turns have until `over` to end, and are marked as interrupted then. */
  async leave(workspaceId: string, over: AbortSignal): Promise<void> {
    const interrupt = (): void => this.#carriedIn(workspaceId).forEach(each => each.end('interrupted'))
    over.addEventListener('abort', interrupt, { once: true })
    await Promise.all(this.#carriedIn(workspaceId).flatMap(each => this.#carried.get(each) ?? []))
  }

  /** The workspace is used here no longer: nothing of a turn can be stored. */
  forget(workspaceId: string): void {
    for (const running of this.#carriedIn(workspaceId)) {
      this.#lost.add(running.turn)
      if (this.#running.get(running.turn.turn_id) === running) this.#running.delete(running.turn.turn_id)
      running.end('interrupted')
    }
  }

  launch(turn: StoredTurn, principal: Principal | null): void {
    const running = new RunningTurn(turn, principal)
    this.#running.set(turn.turn_id, running)
    const carried = this.#carryOut(running).finally(() => this.#carried.delete(running))
    this.#carried.set(running, carried)
    this.#inBackground(carried)
  }

  #carriedIn(workspaceId: string): RunningTurn[] {
    return [...this.#carried.keys()].filter(({ turn }) => turn.caller.workspace_id === workspaceId)
  }

  #inBackground(work: Promise<void>): void {
    const tracked = work.finally(() => this.#background.delete(tracked))
    this.#background.add(tracked)
  }

  async #carryOut(running: RunningTurn): Promise<void> {
    const { turn, principal } = running
    const { clock, minutes } = this.#options
    const endLimit = timeLimit(clock, minutes * minuteMs, () =>
      running.fail(new TimeoutError(`The turn ran longer than its ${minutes} minutes.`)),
    )
    let outcome: TurnOutcome | null = null
    try {
      outcome = await this.#run(running)
      // A person may have decided while the last calls ran.
      while (outcome === null && turn.pending.length === 0) outcome = await this.#run(running)
      if (outcome === null) this.#options.journal.setStatus(turn, 'waiting')
    } catch (error) {
      outcome = this.#broken(running, error)
    }
    if (outcome !== null) await this.#finish(turn, outcome)
    endLimit()
    if (this.#running.get(turn.turn_id) === running) this.#running.delete(turn.turn_id)
    running.rest()
    if (turn.status === 'done' && !this.isStopping && outcome?.finish_reason === 'stop' && !running.isNamed)
      await this.#titles.nameAfter(running, principal)
  }

  #run(running: RunningTurn): Promise<TurnOutcome | null> {
    const { turn, principal } = running
    if (!turn.model.startsWith(appPrefix) || principal === null) return this.#options.loop.run(running)
    const { data } = this.#options
    const question = data.use(principal.workspace_id, db => messageStore.find(db, turn.question_id)?.content ?? '')
    return this.#options.appTurns.run(running, principal, question)
  }

  #broken(running: RunningTurn, error: unknown): TurnOutcome {
    const { turn, content, signal } = running
    const reason: unknown = signal.aborted ? signal.reason : error
    const said = { content, model: null }
    if (reason instanceof TurnEnded) return { ...said, finish_reason: reason.finishReason }
    return { ...said, finish_reason: 'failed', error: turnProblem(reason, turn, this.#options.log) }
  }

  /** A full disk keeps a turn from its end for as long as it is full; a restart would find it interrupted. */
  async #finish(turn: StoredTurn, outcome: TurnOutcome): Promise<void> {
    const { approvals, log, clock, signal } = this.#options
    const { workspace_id } = turn.caller
    for (let attempt = 0; !this.#lost.has(turn); attempt += 1) {
      try {
        this.#options.journal.finish(turn, outcome)
        // What nobody waits for any more must not run when a person approves it later.
        // A crash may have come before the turn knew of one that it asked for.
        if (turn.pending.length > 0 || outcome.finish_reason === 'interrupted')
          approvals?.withdrawTurn(workspace_id, turn.turn_id, 'The turn has ended.')
        return
      } catch (error) {
        if (this.#isGone(turn)) {
          this.#options.journal.forget(turn)
          return
        }
        const reason = messageOf(error)
        log.error(
          { turn_id: turn.turn_id, session_id: turn.session_id, reason },
          'the end of a turn could not be stored',
        )
        if (signal.aborted || this.isStopping) return
        await clock.sleep(storeAgainMs[Math.min(attempt, storeAgainMs.length - 1)] ?? 0, signal).catch(() => undefined)
      }
    }
  }

  /** Its conversation was deleted under it, so there is nothing to end. */
  #isGone({ caller, turn_id }: StoredTurn): boolean {
    try {
      return this.#options.data.use(caller.workspace_id, db => turnStore.get(db, turn_id)) === null
    } catch {
      // A file that cannot be read now says nothing about the turn.
      return false
    }
  }

  /** Ends a turn that runs or waits; resolves when that is stored. */
  async end(turn: StoredTurn): Promise<void> {
    const running = this.#running.get(turn.turn_id)
    if (running === undefined) {
      await this.#finish(turn, { finish_reason: 'cancelled', content: '', model: null })
      return
    }
    running.end('cancelled')
    await running.settled
  }

  async #recoverAll(workspaceIds: readonly string[]): Promise<void> {
    const { log } = this.#options
    for (const workspaceId of workspaceIds) {
      if (this.isStopping) return
      try {
        this.#recover(workspaceId)
      } catch (error) {
        log.error({ workspace_id: workspaceId, err: error }, 'the turns of a workspace could not be looked at')
      }
      await new Promise(setImmediate)
    }
  }

  #recover(workspaceId: string): void {
    const { data, approvals } = this.#options
    for (const turn of data.use(workspaceId, db => turnStore.allLive(db))) {
      if (this.#running.has(turn.turn_id)) continue
      if (turn.status === 'running') {
        const { session_id, turn_id, first_seq } = turn
        const content = data.use(workspaceId, db => transcriptStore.textOfLastStep(db, session_id, turn_id, first_seq))
        void this.#finish(turn, { finish_reason: 'interrupted', content, model: null })
        continue
      }
      for (const call of turn.pending) {
        const approval = approvals?.get(workspaceId, call.approval_id) ?? null
        if (approval !== null) this.#settle(workspaceId, approval)
        // An approval that is gone can no longer be decided.
        else if (approvals) this.#goOn(workspaceId, turn.turn_id, call.approval_id, expiredCall(call))
      }
    }
    this.#strikeOff(workspaceId)
  }

  #strikeOff(workspaceId: string): void {
    const { data, marks } = this.#options
    data.use(workspaceId, db => db.transaction(() => (turnStore.hasLive(db) ? undefined : marks.remove(workspaceId))))
  }

  /** Readers of the conversation see that the call runs: its result may take minutes. */
  #showApproved(workspaceId: string, { origin, approval_id }: Approval): void {
    if (origin.kind !== 'turn') return
    const turn = this.#turnWaitingFor(workspaceId, origin.turn_id, approval_id)
    const call = turn?.pending.find(each => each.approval_id === approval_id)
    if (turn && call) this.#options.journal.emit(turn, 'approved', { ...call })
  }

  #turnWaitingFor(workspaceId: string, turnId: string, approvalId: string): StoredTurn | null {
    const known = this.#running.get(turnId)?.turn
    const turn = known ?? this.#options.data.use(workspaceId, db => turnStore.get(db, turnId))
    if (!turn || turn.status === 'done') return null
    return turn.pending.some(call => call.approval_id === approvalId) ? turn : null
  }

  /** A person has decided, or the time for it is over: the turn that waited goes on. */
  #settle(workspaceId: string, approval: Approval): void {
    const { origin, approval_id } = approval
    if (origin.kind !== 'turn') return
    const outcome = settledOutcome(approval, origin.call_id)
    if (outcome !== null) this.#goOn(workspaceId, origin.turn_id, approval_id, outcome)
  }

  #goOn(workspaceId: string, turnId: string, approvalId: string, outcome: CallOutcome): void {
    if (this.isStopping) return
    const { log } = this.#options
    try {
      const turn = this.#turnWaitingFor(workspaceId, turnId, approvalId)
      if (!turn) return
      this.#options.journal.result(turn, outcome)
      // One that still runs other calls looks at what is pending itself.
      if (this.#running.has(turnId) || turn.pending.length > 0) return
      this.#options.journal.setStatus(turn, 'running')
      this.launch(turn, null)
    } catch (error) {
      log.error({ turn_id: turnId, err: error }, 'a turn could not go on after its approval')
    }
  }
}

/** An error as a turn's readers may see it. */
export function turnProblem(error: unknown, turn: StoredTurn, log: Logger): NonNullable<StoredTurn['error']> {
  if (error instanceof SvcError && error.code !== 'internal_error')
    return { status: error.status, code: error.code, detail: error.message }
  const cause = error instanceof SvcError ? (error.cause ?? error) : error
  log.error({ turn_id: turn.turn_id, session_id: turn.session_id, err: cause }, 'a turn failed')
  const detail = `The turn failed by a fault of the server; its log has the details under ${turn.turn_id}.`
  return { status: 500, code: 'internal_error', detail }
}
