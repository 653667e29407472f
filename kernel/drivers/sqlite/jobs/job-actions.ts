import type {
  ChangeAnswer,
  EnqueueAnswer,
  JobRecord,
  NewJobRecord,
  RedriveFilter,
  Renewal,
  RenewAnswer,
  SettleAnswer,
  Settlement,
} from '@svc/plugin'
import { refusedSettlement } from '@svc/plugin'
import type { JobChange } from './job-change.ts'
import { answeredJob, answerOf, jobRowStore, recordOf, requestStore } from './stores/job-row-store.ts'
import type { JobRow } from './stores/job-row-store.ts'
import { payloadStore } from './stores/payload-store.ts'
import { scheduleStore } from './stores/schedule-store.ts'
import { settleStore } from './stores/settle-store.ts'

export function enqueueJob(change: JobChange, job: NewJobRecord): EnqueueAnswer {
  const { db, now } = change
  const { request } = job
  if (request === undefined) return insertOrExisting(change, job)
  const known = requestStore.find(db, request.key_hash, now)
  if (known === undefined) {
    const answer = insertOrExisting(change, job)
    const created = answer.type === 'created' ? 1 : 0
    requestStore.put(db, { ...request, job_id: answer.job.job_id, created, answer: answerOf(answer.job) })
    return answer
  }
  if (known.body_hash !== request.body_hash) return { type: 'mismatch' }
  const stored = jobRowStore.get(db, known.job_id)
  const payload = stored === undefined ? 'null' : payloadStore.read(db, stored)
  return { type: 'replayed', job: answeredJob(known, payload), created: known.created === 1 }
}

function insertOrExisting(
  change: JobChange,
  job: NewJobRecord,
): { type: 'created'; job: JobRecord } | { type: 'existing'; job: JobRecord } {
  const { db, workspaceId } = change
  const existing = job.unique_key === null ? undefined : jobRowStore.liveByKey(db, job.unique_key)
  if (existing !== undefined) return { type: 'existing', job: recordOf(db, workspaceId, existing) }
  const row = jobRowStore.insert(db, job, change.now)
  change.moved(null, row)
  return { type: 'created', job: recordOf(db, workspaceId, row) }
}

/** Longer results are written one by one, without a second copy of all of them. */
const longResult = 10_000

type Succeeded = Extract<Settlement, { type: 'succeeded' }>

/** In the order of `settlements`. Jobs that succeeded are written by one statement. */
export function settleJobs(change: JobChange, settlements: readonly Settlement[]): SettleAnswer[] {
  const alike = settlements.filter(isShortSuccess)
  // Of two settlements of one claim the first counts.
  const isRepeating = new Set(settlements.map(({ job_id }) => job_id)).size < settlements.length
  if (alike.length < 2 || isRepeating) return settlements.map(each => settleJob(change, each))
  const done = new Map(settleStore.succeedMany(change.db, alike, change.now).map(job => [job.job_id, job]))
  return settlements.map(each => {
    const job = isShortSuccess(each) ? done.get(each.job_id) : undefined
    return job === undefined ? settleJob(change, each) : accepted(change, job)
  })
}

function isShortSuccess(settlement: Settlement): settlement is Succeeded {
  return settlement.type === 'succeeded' && settlement.result.length < longResult
}

function settleJob(change: JobChange, settlement: Settlement): SettleAnswer {
  const job = settled(change, settlement)
  if (job === undefined) return refusedSettlement(find(change, settlement.job_id), settlement)
  return accepted(change, job)
}

function accepted(change: JobChange, job: JobRow): SettleAnswer {
  change.moved('running', job)
  return { type: 'accepted', job: recordOf(change.db, change.workspaceId, job) }
}

function settled({ db, now }: JobChange, settlement: Settlement): JobRow | undefined {
  if (settlement.type === 'succeeded') return settleStore.succeed(db, settlement, { result: settlement.result, now })
  if (settlement.type === 'given_back') return settleStore.giveBack(db, settlement, now)
  const { error, retry, run_at } = settlement
  return settleStore.fail(db, settlement, { error, retry: retry ? 1 : 0, run_at, now })
}

export function renewJob(change: JobChange, renewal: Renewal): RenewAnswer {
  const lease_expires_at = change.now + renewal.lease_ms
  const renewed = settleStore.renew(change.db, renewal, { lease_expires_at, progress: renewal.progress })
  if (renewed !== undefined)
    return { type: 'renewed', lease_expires_at, cancel_requested: renewed.cancel_requested === 1 }
  const { claim_token } = renewal
  return refusedSettlement(find(change, renewal.job_id), { claim_token }) as Exclude<RenewAnswer, { type: 'renewed' }>
}

export function cancelJob(change: JobChange, jobId: string): ChangeAnswer {
  const { db, workspaceId, now } = change
  const cancelled = settleStore.cancelQueued(db, jobId, now)
  if (cancelled !== undefined) change.moved('queued', cancelled)
  const requested = cancelled ?? settleStore.requestCancel(db, jobId)
  if (requested === undefined) return wrongState(change, jobId)
  if (cancelled === undefined) change.cancelRequested.push(jobId)
  return { type: 'changed', job: recordOf(db, workspaceId, requested) }
}

/** Nothing of the workspace waits, runs or recurs any more. No event says so: nobody is left to read it. */
export function endJobs(change: JobChange): void {
  const { db, now } = change
  for (const state of ['queued', 'running'] as const) {
    for (const job of settleStore.endAll(db, state, now)) {
      change.stored(state, job)
      if (state === 'running') change.cancelRequested.push(job.job_id)
    }
  }
  scheduleStore.clear(db)
  change.sawReady([])
  for (const sort of ['delayed', 'leases', 'schedules'] as const) change.saw(sort, null)
}

export function retryJob(change: JobChange, jobId: string): ChangeAnswer {
  const { db, workspaceId } = change
  const before = jobRowStore.get(db, jobId)
  if (before === undefined) return { type: 'missing' }
  const isOver = before.state === 'dead' || before.state === 'cancelled'
  const other = isOver && before.unique_key !== null ? jobRowStore.liveByKey(db, before.unique_key) : undefined
  if (other !== undefined) return { type: 'key_taken', job: recordOf(db, workspaceId, other) }
  const job = settleStore.retry(db, jobId, change.now)
  if (job === undefined) return { type: 'wrong_state', job: recordOf(db, workspaceId, before) }
  change.moved(before.state, job)
  return { type: 'changed', job: recordOf(db, workspaceId, job) }
}

/** Looks at this many dead jobs at a time. */
const redriveStep = 200

export function redriveJobs(
  change: JobChange,
  filter: RedriveFilter & { limit: number; except_kinds?: readonly string[] },
): number {
  const { db } = change
  let redriven = 0
  let after = ''
  while (redriven < filter.limit) {
    const dead = settleStore.dead(db, filter, { after, count: redriveStep })
    for (const { job_id, kind, unique_key } of dead) {
      after = job_id
      if (redriven === filter.limit) break
      if (filter.except_kinds?.includes(kind)) continue
      if (unique_key !== null && jobRowStore.liveByKey(db, unique_key) !== undefined) continue
      const job = settleStore.redrive(db, job_id, change.now)
      if (job === undefined) continue
      change.moved('dead', job)
      redriven += 1
    }
    if (dead.length < redriveStep) break
  }
  return redriven
}

function wrongState(change: JobChange, jobId: string): ChangeAnswer {
  const job = find(change, jobId)
  return job === undefined ? { type: 'missing' } : { type: 'wrong_state', job }
}

function find(change: JobChange, jobId: string): JobRecord | undefined {
  const row = jobRowStore.get(change.db, jobId)
  return row === undefined ? undefined : recordOf(change.db, change.workspaceId, row)
}
