import type { EnqueueAnswer, JobRecord, NewJobRecord } from '@svc/plugin'
import type { JobChange } from './job-change.ts'
import { jobRowStore, recordOf } from './job-row-store.ts'
import { answeredJob, answerOf, requestStore } from './request-store.ts'

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
  return { type: 'replayed', job: answeredJob(known, stored?.payload ?? 'null'), created: known.created === 1 }
}

function insertOrExisting(
  change: JobChange,
  job: NewJobRecord,
): { type: 'created'; job: JobRecord } | { type: 'existing'; job: JobRecord } {
  const { db, workspaceId } = change
  const existing = job.unique_key === null ? undefined : jobRowStore.liveByKey(db, job.unique_key)
  if (existing !== undefined) return { type: 'existing', job: recordOf(workspaceId, existing) }
  const row = jobRowStore.insert(db, job, change.now)
  change.moved(null, row)
  return { type: 'created', job: recordOf(workspaceId, row) }
}
