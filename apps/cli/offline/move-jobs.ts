import { InternalError } from '@svc/plugin'
import type { JobRecord, JobStore, StoredJobs } from '@svc/plugin'
import type { MovedJobs, MoveRequest } from '@svc/plugin/contracts/offline-homes'
import { controlPlaces, openStoppedHome } from '../../../kernel/index.ts'
import type { StoppedHome } from '../../../kernel/index.ts'
import { moveControl } from './move-control.ts'

const none: MovedJobs = { jobs: 0, schedules: 0, requeued: 0 }

/** Control goes first to a database and last to the home, so that the home is never opened without the users of its jobs. */
export async function moveJobs(request: MoveRequest): Promise<MovedJobs & { control: boolean }> {
  const { to, databaseUrl } = request
  const home = await openStoppedHome(request.home, databaseUrl)
  try {
    if (to === 'database') {
      const control = await moveControl({ home, to, databaseUrl })
      return { ...(await bringJobs(home, request)), control }
    }
    const isBack = home.marker?.control === controlPlaces(home.path, databaseUrl).home.id
    const moved = isBack ? none : await bringJobs(home, request)
    return { ...moved, control: await moveControl({ home, to, databaseUrl }) }
  } finally {
    await home.release()
  }
}

async function bringJobs(home: StoppedHome, { to, onProgress }: MoveRequest): Promise<MovedJobs> {
  const { inHome, kept, close } = await home.openJobs()
  try {
    const [from, target] = to === 'database' ? [inHome, kept] : [kept, inHome]
    const moved = await copyStoredJobs(from.store, target.store, Date.now(), onProgress)
    // Events that the database holds are brought to the home before it is emptied.
    from.relay?.start()
    await from.relay?.stop()
    await from.clear()
    return moved
  } finally {
    await close()
  }
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
  const moved = { ...none }
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

/** A job without a worker: it waits again, or has ended if a cancel was requested. */
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
