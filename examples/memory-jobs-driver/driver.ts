import { ConflictError, defineDriver } from '@svc/plugin'
import type { OpenedJobs, OpenJobsOptions } from '@svc/plugin'
import { isLive } from './job-changes.ts'
import { MemoryJobStore } from './memory-job-store.ts'
import { MemoryJobs } from './memory-jobs.ts'

/** Keeps jobs in the memory of the server. A restart loses them, so it is taken only where it is named. */
export const memoryJobs = defineDriver({
  id: 'memory-jobs',
  inHome: false,
  serves: () => 0,
  provides: { jobs: openJobs },
})

function openJobs({ limits, events, clock, ids }: OpenJobsOptions): OpenedJobs {
  if (events === null) {
    throw new ConflictError('conflict', 'Jobs in the memory of a server cannot be worked on by another process.')
  }
  const place = new MemoryJobs()
  const store = new MemoryJobStore({
    place,
    limits,
    clock,
    ids,
    emit: (workspaceId, event) =>
      events.relay(workspaceId, [{ ...event, id: ids.create('evt'), at: clock.timestamp() }]),
  })
  return {
    store,
    countLive: async () => place.jobs.values().filter(isLive).toArray().length + place.schedules.size,
    async clear() {
      for (const each of [place.jobs, place.requests, place.schedules, place.buckets]) each.clear()
    },
  }
}
