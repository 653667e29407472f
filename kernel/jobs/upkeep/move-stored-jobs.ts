import { InternalError } from '@svc/plugin'
import type { JobRecord, JobStore, StoredJobs } from '@svc/plugin'

export interface MovedJobs {
  /** What is in the new place now, of the jobs and schedules of the old one. */
  jobs: number
  schedules: number
  /** Of these, how many were running: they are queued again, the attempt counted. */
  requeued: number
}

/**
 * Copies every job and schedule and makes sure of each. Nothing runs meanwhile on either side; what is there already stays, so that a
 * copy that was broken off can be made again.
 * @throws InternalError when something did not arrive
 */
export async function copyStoredJobs(
  from: JobStore,
  to: JobStore,
  now: number,
  onProgress: (moved: MovedJobs) => void,
): Promise<MovedJobs> {
  const moved: MovedJobs = { jobs: 0, schedules: 0, requeued: 0 }
  for await (const { jobs, schedules } of from.export()) {
    const settled = jobs.map(job => atRest(job, now))
    await to.import({ jobs: settled, schedules })
    await assertArrived(to, { jobs: settled, schedules })
    moved.jobs += jobs.length
    moved.schedules += schedules.length
    moved.requeued += jobs.filter((job, index) => job.state === 'running' && settled[index]?.state === 'queued').length
    onProgress(moved)
  }
  return moved
}

/** Nobody runs it any more: it waits again, or has ended when that was asked for. */
function atRest(job: JobRecord, now: number): JobRecord {
  if (job.state !== 'running') return job
  const free = { ...job, worker_id: null, claim_token: null, lease_expires_at: null }
  if (job.cancel_requested) return { ...free, state: 'cancelled', finished_at: now }
  return { ...free, state: 'queued' }
}

async function assertArrived(to: JobStore, { jobs, schedules }: StoredJobs): Promise<void> {
  const missing = await Promise.all([
    ...jobs.map(async job => {
      const there = await to.get(job.workspace_id, job.job_id)
      return there?.payload === job.payload ? [] : [job.job_id]
    }),
    ...schedules.map(async schedule => {
      const there = await to.getSchedule(schedule.workspace_id, schedule.name)
      return there?.job === schedule.job ? [] : [schedule.name]
    }),
  ])
  const [first] = missing.flat()
  if (first !== undefined) throw new InternalError(`${first} did not arrive in the new place; nothing was deleted.`)
}
