import type { JobState } from '@svc/plugin'

/** One line of the workspace's own log, in the order of the log. */
export interface LoggedTransition {
  type: 'job.created' | 'job.started' | 'job.retrying' | 'job.succeeded' | 'job.dead' | 'job.cancelled'
  job_id: string
  attempt: number
}

/** What a client saw: only what was answered counts. Times are the server's. */
export type Observation =
  | { saw: 'enqueued'; job_id: string }
  | { saw: 'claimed'; job_id: string; token: string; attempt: number; started_at: number; lease_expires_at: number }
  | { saw: 'renewed'; job_id: string; token: string; lease_expires_at: number }
  | { saw: 'completed'; job_id: string; token: string; answer: 'accepted' | 'refused' }
  /** The holder is known to have ended before its lease did, as the server's own worker is when the server restarts. */
  | { saw: 'released'; job_id: string; token: string }

export interface FinalJob {
  job_id: string
  state: JobState
  attempt: number
}

export interface History {
  log: readonly LoggedTransition[]
  observations: readonly Observation[]
  jobs: readonly FinalJob[]
}

const terminal = new Map<string, JobState>([
  ['job.succeeded', 'succeeded'],
  ['job.dead', 'dead'],
  ['job.cancelled', 'cancelled'],
])

/** Every promise of the queue that this history breaks, in words; none for a history that keeps them all. */
export function violations(history: History): string[] {
  const logs = Map.groupBy(history.log, ({ job_id }) => job_id)
  const seen = Map.groupBy(history.observations, ({ job_id }) => job_id)
  const jobs = new Map(history.jobs.map(job => [job.job_id, job]))
  const ids = new Set([...logs.keys(), ...seen.keys(), ...jobs.keys()])
  return [...ids].flatMap(id => {
    const log = logs.get(id) ?? []
    const observations = seen.get(id) ?? []
    const job = jobs.get(id)
    if (job === undefined) return observations.some(isAcknowledged) ? [`${id}: acknowledged, and lost`] : []
    return [
      ...wrongEnds(job, log),
      ...wrongAttempts(job, log),
      ...wrongHolders(id, observations),
      ...wrongWins(id, observations, job),
    ]
  })
}

function isAcknowledged({ saw }: Observation): boolean {
  return saw === 'enqueued'
}

/** Exactly one accepted end, and the one that the job shows. */
function wrongEnds({ job_id, state }: FinalJob, log: readonly LoggedTransition[]): string[] {
  const ends = log.flatMap(({ type }) => terminal.get(type) ?? [])
  const hasEnded = state !== 'queued' && state !== 'running'
  if (!hasEnded) return [`${job_id}: never ended, it is ${state}`]
  if (ends.length !== 1) return [`${job_id}: ended ${ends.length} times (${ends.join(', ')})`]
  const last = log.at(-1)?.type ?? ''
  const faults = []
  if (ends[0] !== state) faults.push(`${job_id}: is ${state}, and its log says ${ends[0]}`)
  if (!terminal.has(last)) faults.push(`${job_id}: went on after its end (${last})`)
  if (log[0]?.type !== 'job.created') faults.push(`${job_id}: its log begins with ${log[0]?.type}`)
  return faults
}

/** Attempts count at the claim: each start is one more than the last, or the same again after a worker gave it back. */
function wrongAttempts({ job_id, attempt }: FinalJob, log: readonly LoggedTransition[]): string[] {
  const starts = log.filter(({ type }) => type === 'job.started').map(each => each.attempt)
  const jumps = starts.filter((each, index) => {
    const before = starts[index - 1] ?? 0
    return each < before || each > before + 1
  })
  const faults = jumps.map(each => `${job_id}: attempt ${each} does not follow (${starts.join(', ')})`)
  if (starts.length > 0 && starts.at(-1) !== attempt) {
    faults.push(`${job_id}: shows attempt ${attempt}, the last that began was ${starts.at(-1)}`)
  }
  return faults
}

interface Holding {
  token: string
  from: number
  until: number
}

/** No two live holders: a claim begins only when the lease before it has ended, or its holder was done. */
function wrongHolders(id: string, observations: readonly Observation[]): string[] {
  const holdings = new Map<string, Holding>()
  const done = new Set<string>()
  for (const each of observations) {
    if (each.saw === 'claimed')
      holdings.set(each.token, { token: each.token, from: each.started_at, until: each.lease_expires_at })
    if (each.saw === 'renewed') {
      const holding = holdings.get(each.token)
      if (holding) holding.until = Math.max(holding.until, each.lease_expires_at)
    }
    if (each.saw === 'released' || (each.saw === 'completed' && each.answer === 'accepted')) done.add(each.token)
  }
  const inOrder = [...holdings.values()].sort((a, b) => a.from - b.from)
  return inOrder.flatMap((holding, index) => {
    const next = inOrder[index + 1]
    if (next === undefined || done.has(holding.token) || next.from >= holding.until) return []
    return [`${id}: claimed at ${next.from} while another lease ran until ${holding.until}`]
  })
}

/** The newest token wins: an accepted completion is that of the last claim, there is one, and the job shows it. */
function wrongWins(id: string, observations: readonly Observation[], job: FinalJob): string[] {
  const accepted = new Set(
    observations.flatMap(each => (each.saw === 'completed' && each.answer === 'accepted' ? [each.token] : [])),
  )
  if (accepted.size > 1) return [`${id}: completions of ${accepted.size} claims were accepted`]
  const [winner] = accepted
  if (winner === undefined) return []
  const claims = observations.filter(each => each.saw === 'claimed')
  const won = claims.find(({ token }) => token === winner)
  const faults = []
  if (job.state !== 'succeeded') faults.push(`${id}: a completion was acknowledged, and it is ${job.state}`)
  if (won !== undefined && won.attempt !== job.attempt)
    faults.push(`${id}: attempt ${won.attempt} was accepted, and attempt ${job.attempt} came after it`)
  return faults
}
