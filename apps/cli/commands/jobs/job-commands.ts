import type { Job, JobStats, JsonValue, Page } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import type { LocalCommand } from '../../local-command.ts'
import { counted } from '../../counted.ts'
import { jobTable, jobText, statsTable } from './job-text.ts'
import { moveCommand } from './move-command.ts'
import { bodyOf, numberOption, payloadOption, queryOf, textOptions } from './option-values.ts'

const jobArgument = [{ name: 'job_id', description: 'the id of a job', required: true }]
const filterOptions = [
  { flags: '--kind <kind>', description: 'only jobs of this kind' },
  { flags: '--queue <queue>', description: 'only jobs of this queue' },
]

const listCommand: LocalCommand = {
  name: 'jobs list',
  summary: 'List jobs, newest first',
  options: [
    { flags: '--state <state>', description: 'queued, running, succeeded, cancelled or dead' },
    ...filterOptions,
    { flags: '--limit <n>', description: 'how many, 1 to 200 (50)' },
    { flags: '--cursor <cursor>', description: 'go on after a list before' },
  ],
  async run(context) {
    const { options } = context
    const query = queryOf({
      ...textOptions(options, { state: 'state', kind: 'kind', queue: 'queue', cursor: 'cursor' }),
      limit: numberOption(options, 'limit', '--limit'),
    })
    const page = (await context.api('GET', `/api/jobs${query}`)) as unknown as Page<Job>
    const more = page.next_cursor === null ? '' : `\nThere are more: --cursor ${page.next_cursor}`
    context.result(page as unknown as JsonValue, page.items.length === 0 ? noJobs(query) : jobTable(page.items) + more)
    return 0
  },
}

const showCommand: LocalCommand = {
  name: 'jobs show',
  summary: 'Show one job',
  arguments: jobArgument,
  async run(context) {
    const job = await jobAnswer(context, 'GET', '')
    context.result(job as unknown as JsonValue, jobText(job))
    return 0
  },
}

const enqueueCommand: LocalCommand = {
  name: 'jobs enqueue',
  summary: 'Add a job to the queue',
  arguments: [{ name: 'kind', description: 'what is to be done, such as thumbnails.make', required: true }],
  options: [
    { flags: '--payload <json>', description: 'what the worker is given' },
    { flags: '--queue <queue>', description: 'the queue it waits in (default)' },
    { flags: '--priority <n>', description: 'higher first (0)' },
    { flags: '--run-at <time>', description: 'not before this time, such as 2026-01-31T12:00:00Z' },
    { flags: '--max-attempts <n>', description: 'starts before it is given up, 1 to 100' },
    { flags: '--unique-key <key>', description: 'answer the live job with this key instead of making another' },
  ],
  async run(context) {
    const { options } = context
    const body = bodyOf({
      kind: context.arguments['kind'],
      payload: payloadOption(options),
      ...textOptions(options, { queue: 'queue', runAt: 'run_at', uniqueKey: 'unique_key' }),
      priority: numberOption(options, 'priority', '--priority'),
      max_attempts: numberOption(options, 'maxAttempts', '--max-attempts'),
    })
    const job = (await context.api('POST', '/api/jobs', body)) as unknown as Job
    context.result(job as unknown as JsonValue, `${job.job_id} is ${job.state}.`)
    return 0
  },
}

const cancelCommand: LocalCommand = {
  name: 'jobs cancel',
  summary: 'Cancel a job: at once when it is queued, through its worker when it runs',
  arguments: jobArgument,
  async run(context) {
    const job = await jobAnswer(context, 'POST', '/cancel')
    const text =
      job.state === 'cancelled'
        ? `${job.job_id} is cancelled.`
        : `${job.job_id} is running; its worker was asked to stop.`
    context.result(job as unknown as JsonValue, text)
    return 0
  },
}

const retryCommand: LocalCommand = {
  name: 'jobs retry',
  summary: 'Put a dead or cancelled job back to the queue',
  arguments: jobArgument,
  async run(context) {
    const job = await jobAnswer(context, 'POST', '/retry')
    context.result(job as unknown as JsonValue, `${job.job_id} is ${job.state} again.`)
    return 0
  },
}

const redriveCommand: LocalCommand = {
  name: 'jobs redrive',
  summary: 'Put dead jobs back to the queue, the oldest first',
  options: [...filterOptions, { flags: '--limit <n>', description: 'how many at the most, 1 to 1000 (100)' }],
  async run(context) {
    const { options } = context
    const body = bodyOf({
      ...textOptions(options, { kind: 'kind', queue: 'queue' }),
      limit: numberOption(options, 'limit', '--limit'),
    })
    const answer = (await context.api('POST', '/api/jobs/redrive', body)) as { redriven: number }
    const text =
      answer.redriven === 0
        ? 'There is no dead job to put back.'
        : `Put back into the queue: ${counted(answer.redriven, 'job')}.`
    context.result(answer, text)
    return 0
  },
}

const statsCommand: LocalCommand = {
  name: 'jobs stats',
  summary: 'Count jobs by state and queue',
  async run(context) {
    const stats = (await context.api('GET', '/api/jobs/stats')) as unknown as JobStats
    context.result(stats as unknown as JsonValue, statsTable(stats))
    return 0
  },
}

function noJobs(query: string): string {
  return query === ''
    ? 'There are no jobs yet. Add one: svc jobs enqueue KIND'
    : 'No job is like that. All of them: svc jobs list'
}

async function jobAnswer(context: CliContext, method: string, action: string): Promise<Job> {
  const path = `/api/jobs/${encodeURIComponent(context.arguments['job_id'] ?? '')}${action}`
  return (await context.api(method, path)) as unknown as Job
}

/** The queue from the command line, through the API. */
export const jobCommands: readonly LocalCommand[] = [
  listCommand,
  showCommand,
  enqueueCommand,
  cancelCommand,
  retryCommand,
  redriveCommand,
  statsCommand,
  moveCommand,
]
