import { setTimeout as wait } from 'node:timers/promises'
import type { Job } from '../core/job-queue.ts'
import type { CommandContext } from './cli.ts'

const askAgainMs = 500

/** Waits for the end of a job that a command began, and notes its progress. `what` names the work: "import". @throws Error when it failed */
export async function jobResult<Result>(context: CommandContext, jobId: string, what: string): Promise<Result> {
  let shownPercent = 0
  for (;;) {
    const job = await context.client.request<Job>('GET', `/api/jobs/${jobId}`)
    if (job.state === 'succeeded') return job.result as Result
    if (job.state === 'dead' || job.state === 'cancelled')
      throw new Error(`The ${what} ${jobId} is ${job.state}: ${job.error?.message ?? 'it was stopped'}`)
    const percent = Math.floor(job.progress * 100)
    if (percent > shownPercent) context.io.note(`${jobId}: ${percent} %`)
    shownPercent = Math.max(shownPercent, percent)
    await wait(askAgainMs, undefined, { signal: context.signal })
  }
}
