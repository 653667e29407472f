import type { Callers, JobContext, JobQueue, Principal, SavedCaller } from '@svc/plugin'
import type { Verification, Verifier } from './verifier.ts'

export const verifyJobKind = 'research.verify'

export interface VerifyPayload {
  research_project_id: string
  claim_ids?: string[]
  caller: SavedCaller
}

/** Verifications in the background, with the rights of the person who asked for them. */
export class VerifyJobs {
  readonly #verifier: Verifier
  readonly #jobs: JobQueue
  readonly #callers: Callers

  constructor({ verifier, jobs, callers }: { verifier: Verifier; jobs: JobQueue; callers: Callers }) {
    this.#verifier = verifier
    this.#jobs = jobs
    this.#callers = callers
  }

  /** Gives the id of the job; one that waits already is that. */
  async enqueue(projectId: string, claimIds: string[] | undefined, principal: Principal): Promise<string> {
    const payload = {
      research_project_id: projectId,
      ...(claimIds ? { claim_ids: claimIds } : {}),
      caller: this.#callers.save(principal),
    }
    const { job } = await this.#jobs.enqueue(principal.workspace_id, { kind: verifyJobKind, payload })
    return job.job_id
  }

  async run({ payload, signal, progress }: JobContext<VerifyPayload>): Promise<Verification> {
    const principal = await this.#callers.resume(payload.caller)
    const use = { principal, signal, progress: (fraction: number) => progress(fraction) }
    return this.#verifier.verify(payload.research_project_id, use, payload.claim_ids)
  }
}
