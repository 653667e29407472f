import type {
  JobClaimStore,
  JobQueueStore,
  JobRecord,
  Metrics,
  MetricsCollector,
  SettleAnswer,
  Settlement,
} from '@svc/plugin'

type Depth = Awaited<ReturnType<JobQueueStore['depth']>>[number]

const mostQueues = 100
const otherQueues = 'other'
const freshMs = 1_000
const secondsBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800]

/** What waits and runs, by queue. The gauges of one scrape share one reading. */
export function measureQueues(metrics: Metrics, store: Pick<JobQueueStore, 'depth'>, now: () => number): void {
  let last: { at: number; answer: Promise<Depth[]> } | null = null
  const read = (): Promise<Depth[]> => {
    const at = performance.now()
    if (last === null || at - last.at > freshMs) last = { at, answer: store.depth().then(folded) }
    return last.answer
  }
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

/** Counts the attempts that end through this store object, once each. The store answers as before. */
export function countAttempts(metrics: MetricsCollector, store: JobClaimStore): void {
  const labels = ['kind', 'queue', 'outcome']
  const help = 'Attempts whose end this process wrote: succeeded, retried, dead, cancelled or given_back'
  const ended = metrics.counter('svc_job_attempts_total', help, labels)
  const reclaimed = metrics.counter('svc_jobs_reclaimed_total', 'Jobs taken back from workers that were lost', [])
  const took = metrics.histogram(
    'svc_job_duration_seconds',
    'Time from the claim of a job to its end',
    secondsBuckets,
    labels,
  )
  const note = (settlements: readonly Settlement[], answers: readonly SettleAnswer[]): void => {
    for (const [index, answer] of answers.entries()) {
      const settlement = settlements[index]
      if (answer.type !== 'accepted' || !settlement) continue
      const { kind, queue, started_at: startedAt, finished_at: finishedAt } = answer.job
      const outcome = outcomeOf(answer.job, settlement.type)
      ended.add(1, { kind, queue, outcome })
      if (startedAt !== null && finishedAt !== null)
        took.observe((finishedAt - startedAt) / 1000, { kind, queue, outcome })
    }
  }
  const settle = store.settle.bind(store)
  const exchange = store.exchange.bind(store)
  const reclaim = store.reclaim.bind(store)
  store.settle = async settlements => {
    const answers = await settle(settlements)
    note(settlements, answers)
    return answers
  }
  store.exchange = async (settlements, request) => {
    const answer = await exchange(settlements, request)
    note(settlements, answer.settled)
    return answer
  }
  store.reclaim = async limit => {
    const count = await reclaim(limit)
    if (count > 0) reclaimed.add(count)
    return count
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
    queue: otherQueues,
    queued: sum.queued + depth.queued,
    running: sum.running + depth.running,
    dead: sum.dead + depth.dead,
    oldest_queued_at: older(sum.oldest_queued_at, depth.oldest_queued_at),
  }))
  return [...kept, { ...other, queue: otherQueues }]
}

function older(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}
