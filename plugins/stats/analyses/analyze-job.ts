import type { Callers, JobContext, JobQueue, JsonValue, Principal, SavedCaller } from '@svc/plugin'
import type { Analyses } from './analyses.ts'
import type { AnalysisOrder } from './analysis.ts'

export const analyzeJob = 'stats.analyze'

/** `schemas/analyze-job.schema.json`. */
export interface AnalyzePayload {
  order: AnalysisOrder
  caller: SavedCaller
}

export interface AnalyzeJobsOptions {
  analyses: Analyses
  jobs: JobQueue
  callers: Callers
}

/** Analyses in the background. */
export class AnalyzeJobs {
  readonly #options: AnalyzeJobsOptions

  constructor(options: AnalyzeJobsOptions) {
    this.#options = options
  }

  /** The job's id. @throws as `Analyses.check` */
  async enqueue(order: AnalysisOrder, principal: Principal): Promise<string> {
    const { analyses, jobs, callers } = this.#options
    await analyses.check(order, principal)
    const payload: AnalyzePayload = { order, caller: callers.save(principal) }
    const { job } = await jobs.enqueue(principal.workspace_id, { kind: analyzeJob, payload })
    return job.job_id
  }

  async run({ payload, workspace_id, job_id, signal }: JobContext<AnalyzePayload>): Promise<JsonValue> {
    const { analyses, callers } = this.#options
    // An attempt that ended before its end was recorded has left its analysis.
    const made = analyses.ofJob(workspace_id, job_id)
    if (made !== null) return { analysis_id: made }
    const principal = await callers.resume(payload.caller)
    const { analysis_id } = await analyses.run(payload.order, { principal, signal, job_id })
    return { analysis_id }
  }
}
