import type { JobRecord, SettleAnswer, Settlement } from './job-store.ts'

/**
 * What a settlement or renewal that changed nothing is answered, read off the record alone, so that every store says the same.
 * A job that was taken back has no token any more; a failure leaves its message, a job that was given back leaves none.
 */
export function refusedSettlement(
  job: JobRecord | undefined,
  settlement: { claim_token: string; type?: Settlement['type'] },
): SettleAnswer {
  if (job === undefined) return { type: 'missing' }
  if (job.claim_token !== settlement.claim_token) {
    const wasClaimed = job.claim_token !== null || job.attempt > 0
    return { type: wasClaimed ? 'lost' : 'wrong_state', job }
  }
  return { type: settlement.type === madeSettlement(job) ? 'repeated' : 'wrong_state', job }
}

/** How the claim whose token is on the job was settled; null while it runs. */
function madeSettlement(job: JobRecord): Settlement['type'] | null {
  if (job.state === 'running') return null
  if (job.state === 'succeeded') return 'succeeded'
  return job.error === null ? 'given_back' : 'failed'
}
