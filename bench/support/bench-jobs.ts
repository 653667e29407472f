import type { JobQueueStore, JobRecord, Settlement } from '@svc/plugin'
import { createIds, systemClock } from '../../kernel/services/index.ts'

export const benchKind = 'bench.work'
const ids = createIds(systemClock)

/** Enqueues jobs of {@link benchKind}, a thousand in a call. */
export async function enqueueJobs(
  store: Pick<JobQueueStore, 'enqueue'>,
  workspaceId: string,
  count: number,
): Promise<void> {
  const newJob = () => {
    const now = systemClock.now()
    return {
      workspace_id: workspaceId,
      job_id: ids.create('job'),
      kind: benchKind,
      queue: 'default',
      priority: 0,
      payload: '{"n":1}',
      max_attempts: 5,
      unique_key: null,
      run_at: now,
      created_at: now,
    }
  }
  for (let made = 0; made < count; made += 1000) {
    await store.enqueue(Array.from({ length: Math.min(1000, count - made) }, newJob))
  }
}

export function succeeded(claimed: readonly JobRecord[]): Settlement[] {
  return claimed.map(({ workspace_id, job_id, claim_token }) => {
    return { workspace_id, job_id, claim_token: claim_token ?? '', type: 'succeeded', result: 'null' }
  })
}
