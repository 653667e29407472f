import type { Job, JobStats, Page } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { jobTable, jobText, statsTable } from './job-text.ts'
import { bodyOf, queryOf } from './requests.ts'

// The queue from the command line, through the API.

/** `svc jobs list` */
export async function listJobs({ options, client, io }: CommandContext<Commands['jobs list']>): Promise<number> {
  const query = queryOf({ ...options })
  const page = await client.request<Page<Job>>('GET', `/api/jobs${query}`)
  const more = page.next_cursor === null ? '' : `\nThere are more: --cursor ${page.next_cursor}`
  const none =
    query === ''
      ? `There are no jobs yet. Add one: ${io.svc} jobs enqueue KIND`
      : `No job is like that. All of them: ${io.svc} jobs list`
  io.result(page, page.items.length === 0 ? none : jobTable(page.items) + more)
  return 0
}

/** `svc jobs show` */
export async function showJob(context: CommandContext<Commands['jobs show']>): Promise<number> {
  const job = await context.client.request<Job>('GET', pathOf(context))
  context.io.result(job, jobText(job))
  return 0
}

/** `svc jobs enqueue` */
export async function enqueueJob(context: CommandContext<Commands['jobs enqueue']>): Promise<number> {
  const { payload, queue, priority, runAt, maxAttempts, uniqueKey } = context.options
  const body = bodyOf({
    kind: context.arguments.kind,
    payload,
    queue,
    priority,
    run_at: runAt,
    max_attempts: maxAttempts,
    unique_key: uniqueKey,
  })
  const job = await context.client.request<Job>('POST', '/api/jobs', body)
  context.io.result(job, `${job.job_id} is ${job.state}.`)
  return 0
}

/** `svc jobs cancel` */
export async function cancelJob(context: CommandContext<Commands['jobs cancel']>): Promise<number> {
  const job = await context.client.request<Job>('POST', `${pathOf(context)}/cancel`)
  const text =
    job.state === 'cancelled'
      ? `${job.job_id} is cancelled.`
      : `${job.job_id} is running; its worker was asked to stop.`
  context.io.result(job, text)
  return 0
}

/** `svc jobs retry` */
export async function retryJob(context: CommandContext<Commands['jobs retry']>): Promise<number> {
  const job = await context.client.request<Job>('POST', `${pathOf(context)}/retry`)
  context.io.result(job, `${job.job_id} is ${job.state} again.`)
  return 0
}

/** `svc jobs redrive` */
export async function redriveJobs({ options, client, io }: CommandContext<Commands['jobs redrive']>): Promise<number> {
  const answer = await client.request<{ redriven: number }>('POST', '/api/jobs/redrive', bodyOf({ ...options }))
  const text =
    answer.redriven === 0
      ? 'There is no dead job to put back.'
      : `Put back into the queue: ${counted(answer.redriven, 'job')}.`
  io.result(answer, text)
  return 0
}

/** `svc jobs stats` */
export async function countJobs({ client, io }: CommandContext): Promise<number> {
  const stats = await client.request<JobStats>('GET', '/api/jobs/stats')
  io.result(stats, statsTable(stats))
  return 0
}

function pathOf(context: CommandContext<{ arguments: { job_id: string }; options: object }>): string {
  return `/api/jobs/${encodeURIComponent(context.arguments.job_id)}`
}
