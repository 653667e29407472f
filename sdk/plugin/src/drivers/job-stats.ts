import type { JobState, JobStats } from '../index.ts'

export interface CountRow {
  queue: string
  state: JobState
  count: number
}

function noJobs(): Record<JobState, number> {
  return { queued: 0, running: 0, succeeded: 0, cancelled: 0, dead: 0 }
}

/** The statistics as the API shows them. */
export function statsOf(counts: readonly CountRow[], oldest: ReadonlyMap<string, number>): JobStats {
  const total = noJobs()
  const queues = new Map<string, Record<JobState, number>>()
  for (const { queue, state, count } of counts) {
    const ofQueue = queues.get(queue) ?? noJobs()
    queues.set(queue, ofQueue)
    ofQueue[state] += count
    total[state] += count
  }
  return {
    states: total,
    queues: [...queues].map(([queue, byState]) => ({
      queue,
      ...byState,
      oldest_queued_at: timestampOf(oldest.get(queue)),
    })),
    oldest_queued_at: oldest.size === 0 ? null : timestampOf(Math.min(...oldest.values())),
  }
}

function timestampOf(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString()
}
