import type { Metrics } from '@svc/plugin'
import type { AttemptObserver } from '../jobs/observe-attempts.ts'
import type { JobRecord, JobStore, Settlement } from '../jobs/job-store-contract.ts'
import { otherValue } from './bounded-labels.ts'
import { sharedReading } from './shared-reading.ts'

type Depth = Awaited<ReturnType<JobStore['depth']>>[number]

const mostQueues = 100
const secondsBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800]

/** What waits and runs, by queue. */
export function measureQueues(metrics: Metrics, store: Pick<JobStore, 'depth'>, now: () => number): void {
  const read = sharedReading(async () => folded(await store.depth()))
  const count = (name: string, help: string, field: 'queued' | 'running' | 'dead'): void =>
    metrics.gauge(name, help, async () =>
      (await read()).map(({ queue, [field]: value }) => ({ value, labels: { queue } })),
    )
  count('svc_jobs_queued', 'Jobs that wait, delayed ones among them', 'queued')
  count('svc_jobs_running', 'Jobs that a worker holds', 'running')
  count('svc_jobs_dead', 'Jobs whose attempts are used up and that nobody has retried', 'dead')
  metrics.gauge('svc_jobs_oldest_age_seconds', 'How long the job that is due for longest has been waiting', async () =>
    (await read()).map(({ queue, oldest_queued_at: since }) => ({
      value: since === null ? 0 : Math.max(0, now() - since) / 1000,
      labels: { queue },
    })),
  )
}

/** Counts the attempts that this process saw the end of. */
export function measureAttempts(metrics: Metrics): AttemptObserver {
  const labels = ['kind', 'queue', 'outcome']
  const ended = metrics.counter('svc_job_attempts_total', 'Attempts of jobs that ended, by how', labels)
  const reclaimed = metrics.counter('svc_jobs_reclaimed_total', 'Jobs taken back from workers that were lost', [])
  const took = metrics.histogram(
    'svc_job_duration_seconds',
    'Time from the claim of a job to its end',
    secondsBuckets,
    labels,
  )
  return {
    onEnded(job, settlement) {
      const { kind, queue, started_at: startedAt, finished_at: finishedAt } = job
      const outcome = outcomeOf(job, settlement)
      ended.add(1, { kind, queue, outcome })
      if (startedAt !== null && finishedAt !== null)
        took.observe((finishedAt - startedAt) / 1000, { kind, queue, outcome })
    },
    onReclaimed: count => reclaimed.add(count),
  }
}

/** `retried`: it failed and will be tried again. `given_back`: its worker stopped, and the attempt was not counted. */
function outcomeOf({ state }: JobRecord, settlement: Settlement['type']): string {
  if (settlement === 'given_back') return settlement
  return state === 'queued' ? 'retried' : state
}

/** Queues are named by people: beyond the hundred longest they are one. */
function folded(depths: readonly Depth[]): Depth[] {
  const longest = depths.toSorted((a, b) => b.queued + b.running - (a.queued + a.running))
  const [kept, rest] = [longest.slice(0, mostQueues), longest.slice(mostQueues)]
  if (rest.length === 0) return kept
  const other = rest.reduce((sum, depth) => ({
    queue: otherValue,
    queued: sum.queued + depth.queued,
    running: sum.running + depth.running,
    dead: sum.dead + depth.dead,
    oldest_queued_at: older(sum.oldest_queued_at, depth.oldest_queued_at),
  }))
  return [...kept, { ...other, queue: otherValue }]
}

function older(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}
