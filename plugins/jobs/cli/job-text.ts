import type { Job, JobSchedule, JobStats } from '@svc/plugin'
import { columns } from '@svc/plugin/contracts/cli'

const none = '-'

export function jobTable(jobs: readonly Job[]): string {
  const rows = jobs.map(job => [
    job.job_id,
    job.state,
    job.kind,
    job.queue,
    `${job.attempt}/${job.max_attempts}`,
    job.created_at,
    job.error?.message.split('\n', 1)[0]?.slice(0, 60) ?? '',
  ])
  return columns([['JOB', 'STATE', 'KIND', 'QUEUE', 'ATTEMPT', 'CREATED', 'ERROR'], ...rows])
}

export function jobText(job: Job): string {
  const facts: [string, string | null][] = [
    ['job', job.job_id],
    ['kind', job.kind],
    ['queue', job.queue],
    ['state', job.cancel_requested && job.state === 'running' ? 'running, cancel requested' : job.state],
    ['priority', String(job.priority)],
    ['attempt', `${job.attempt} of ${job.max_attempts}`],
    ['progress', `${Math.round(job.progress * 100)} %`],
    ['run at', job.run_at],
    ['worker', job.worker_id],
    ['lease until', job.lease_expires_at],
    ['created', job.created_at],
    ['started', job.started_at],
    ['finished', job.finished_at],
    ['error', job.error?.message ?? null],
    ['payload', JSON.stringify(job.payload)],
    ['result', job.result === null ? null : JSON.stringify(job.result)],
  ]
  return columns(facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

export function statsTable({ states, queues, queues_left_out: leftOut }: JobStats): string {
  const row = (name: string, counts: JobStats['states'], oldest: string | null): string[] => [
    name,
    String(counts.queued),
    String(counts.running),
    String(counts.succeeded),
    String(counts.cancelled),
    String(counts.dead),
    oldest ?? none,
  ]
  return columns([
    ['QUEUE', 'QUEUED', 'RUNNING', 'SUCCEEDED', 'CANCELLED', 'DEAD', 'WAITING SINCE'],
    ...queues.map(queue => row(queue.queue, queue, queue.oldest_queued_at)),
    ...(leftOut > 0 ? [[`(${leftOut} more)`]] : []),
    row('all', states, null),
  ])
}

export function scheduleTable(schedules: readonly JobSchedule[]): string {
  const rows = schedules.map(schedule => [
    schedule.name,
    schedule.cron,
    schedule.timezone,
    schedule.job.kind,
    schedule.enabled ? (schedule.next_run_at ?? none) : 'off',
    schedule.last_run_at ?? none,
    schedule.last_job_id ?? none,
  ])
  return columns([['NAME', 'CRON', 'ZONE', 'KIND', 'NEXT', 'LAST', 'LAST JOB'], ...rows])
}
