import type { Callers, Clock, Egress, EventLog, Ids, JobQueue } from '@svc/plugin'
import type { ManualClock } from '@svc/plugin/testing'
import { createEgress } from '../../../kernel/egress/index.ts'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import type { AdvanceOptions } from '../../../plugins/playbooks/runs/advance.ts'
import { usualJournalBytes, usualLimits } from '../../../plugins/playbooks/interpreter/limits.ts'
import type { Effects } from '../../../plugins/playbooks/interpreter/ports.ts'
import { journalStore } from '../../../plugins/playbooks/journal/journal-store.ts'
import type { RunRow } from '../../../plugins/playbooks/journal/run-row.ts'
import runsTables from '../../../plugins/playbooks/migrations/0001-runs.ts'
import liveTables from '../../../plugins/playbooks/migrations/0006-live-runs.ts'
import claimTables from '../../../plugins/playbooks/migrations/0007-claims.ts'
import smallerTables from '../../../plugins/playbooks/migrations/0008-smaller-steps.ts'
import approvalTables from '../../../plugins/playbooks/migrations/0002-approvals.ts'
import scheduleTables from '../../../plugins/playbooks/migrations/0004-schedules.ts'
import listeningTables from '../../../plugins/playbooks/migrations/0003-listening.ts'
import { emittedEvent } from '../../../plugins/playbooks/listening/cloud-events.ts'
import { Advance, endEvents, waitingEvent } from '../../../plugins/playbooks/runs/advance.ts'
import { advanceJobKind, Dispatcher } from '../../../plugins/playbooks/runs/dispatcher.ts'
import { RunStarter, startedEvent } from '../../../plugins/playbooks/runs/run-starter.ts'
import { plainJq } from '../../support/playbooks.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { TestJobs } from '../jobs.ts'
import type { TestHandler } from '../jobs.ts'
import { eventTables, openEvents, openMarks } from '../open-rooms.ts'
import { openTestPlanes } from '../planes.ts'
import type { TestPlanes } from '../planes.ts'

const approvalEvents = ['approval.requested', 'approval.decided']
const types = [startedEvent, waitingEvent, emittedEvent, ...approvalEvents, ...Object.values(endEvents)].map(type => {
  return { type, title: 'Of a run.', data: {}, audience: 'workspace' as const, owner: 'playbooks' }
})
const migrations = [runsTables, approvalTables, listeningTables, scheduleTables, liveTables, claimTables, smallerTables]
const tables = [eventTables, { owner: 'playbooks', migrations }]

/** What runs of playbooks are kept in: a real home, with the tables of the plugin. */
export interface PlaybookRoom {
  planes: TestPlanes
  ids: Ids
  workspaceId: string
  /** The log of the workspace, as a process that begins now would have it. */
  eventLog(clock: Clock): EventLog
}

/** `path`: a home that outlives the process. */
export async function openPlaybookRoom(path?: string): Promise<PlaybookRoom> {
  const ids = createIds(systemClock)
  const planes = await openTestPlanes({ migrations: tables, ...(path !== undefined && { path }) })
  return { planes, ids, workspaceId: ids.create('ws'), eventLog: clock => openEvents(planes, { clock, types }) }
}

/** The real way out, which reaches these private hosts: `127.0.0.1:8080`. */
export function testEgress(allow: readonly string[]): Egress {
  return createEgress({ allow: [...allow], log: recordingLog() })
}

/** The usual parts of an advance, over real planes and with the real jq in this process. */
export function advanceOptions(
  { planes, ids, eventLog }: Pick<PlaybookRoom, 'planes' | 'ids' | 'eventLog'>,
  clock: Clock,
  perform: Effects['perform'],
): AdvanceOptions {
  return {
    data: planes.data,
    expressionsFor: () => plainJq,
    effectsFor: () => ({
      effects: { perform, withdraw: () => Promise.resolve(), endOfEvents: () => null },
      secrets: () => ({}),
    }),
    schemaFault: () => null,
    limits: { ...usualLimits, journalBytes: usualJournalBytes },
    runtime: { name: 'svc', version: '1' },
    events: eventLog(clock),
    meter: { ended: () => undefined },
    onCommitted: () => undefined,
    onEnded: () => undefined,
    wake: () => undefined,
    random: () => 0.5,
    ids,
    clock,
    log: recordingLog(),
  }
}

export const savedCallers: Pick<Callers, 'save'> = {
  save: ({ user_id, username, workspace_id, key_id, scopes }) => {
    return { user_id, username, workspace_id, key_id: key_id ?? null, scopes: [...scopes] }
  },
}

/** Runs as a server has them: started, given jobs of the real queue, advanced. The clock stands still. */
export class PlaybookRuns {
  readonly #jobs: TestJobs
  #advance: Advance
  starter: RunStarter
  perform: Effects['perform'] = ({ frame }) => Promise.resolve({ output: frame.name })

  #dispatcher: Dispatcher

  private constructor(jobs: TestJobs) {
    this.#jobs = jobs
    const { advance, starter, dispatcher } = this.#open()
    this.#advance = advance
    this.starter = starter
    this.#dispatcher = dispatcher
  }

  /** `workers`: jobs at a time, until a restart. */
  static async start({ workers = 4 } = {}): Promise<PlaybookRuns> {
    const jobs = await TestJobs.start(tables)
    jobs.startOver(workers)
    const runs = new PlaybookRuns(jobs)
    await runs.#begin()
    return runs
  }

  get clock(): ManualClock {
    return this.#jobs.clock
  }

  get jobs(): JobQueue {
    return this.#jobs.jobs.queue
  }

  /** Runs that are advanced right now. */
  get active(): number {
    return this.#advance.active
  }

  runOf(workspaceId: string, id: string): RunRow | undefined {
    return this.#jobs.planes.data.use(workspaceId, db => journalStore.get(db, id))
  }

  /** The process ends, and another begins. */
  async restart(whileClosed: () => void): Promise<void> {
    this.#jobs.stopping.abort()
    await this.#jobs.drain()
    await this.#jobs.restart(() => Promise.resolve(whileClosed()))
    const { advance, starter, dispatcher } = this.#open()
    this.#advance = advance
    this.starter = starter
    this.#dispatcher = dispatcher
    await this.#begin()
  }

  async stop(): Promise<void> {
    this.#jobs.stopping.abort()
    await this.#jobs.stop()
  }

  async #begin(): Promise<void> {
    await this.#jobs.jobs.start()
    await this.#dispatcher.start()
  }

  #open(): { advance: Advance; starter: RunStarter; dispatcher: Dispatcher } {
    const { planes, clock, jobs, stopping } = this.#jobs
    const ids = createIds(systemClock)
    const events = openEvents(planes, { clock, types })
    const room = { planes, ids, eventLog: () => events }
    const marks = openMarks(planes, 'playbooks')
    const { data } = planes
    const shared = { data, marks, clock, ids, log: recordingLog(), signal: stopping.signal }
    const dispatcher = new Dispatcher({ ...shared, jobs: jobs.queue })
    const wake = (workspaceId: string) => dispatcher.wake(workspaceId)
    const options = advanceOptions(room, clock, effect => this.perform(effect))
    const advance = new Advance({ ...options, wake })
    const handler: TestHandler = ({ payload: { run_id, claims }, ...job }) =>
      advance.run({ ...job, run_id: String(run_id), claims: Number(claims) })
    this.#jobs.bind(handler, { kind: advanceJobKind, plugin: 'playbooks', maxAttempts: 100 })
    const cancelHere = (id: string, reason: string) => advance.cancel(id, reason)
    const starter = new RunStarter({
      ...shared,
      events,
      callers: savedCallers,
      wake,
      cancelHere,
      maxInputBytes: 1024 * 1024,
      maxLiveRuns: 100_000,
    })
    return { advance, starter, dispatcher }
  }
}
