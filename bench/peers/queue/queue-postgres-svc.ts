/** Our own queue on PostgreSQL: two workers' exchanges, 250 jobs each, the event of each step in the outbox. */
import type { Settlement } from '@svc/plugin'
import { PostgresJobStore } from '../../../kernel/drivers/postgres/jobs/postgres-job-store.ts'
import { openPostgres } from '../../../kernel/drivers/postgres/control/postgres-control-plane.ts'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import { benchKind, enqueueJobs, succeeded } from '../../support/bench-jobs.ts'
import { reportFigures, timed } from '../../support/queue-figures.ts'

const count = Number(process.env['COUNT'])
const batch = 250
const clock = systemClock
const ids = createIds(clock)
const log = { debug() {}, info() {}, warn: console.error, error: console.error }
const databaseUrl = process.env['DATABASE_URL'] ?? ''
const control = await openPostgres({ databaseUrl, clock, log })
const { database } = control
const store = new PostgresJobStore({ database, limits: { queues: {}, kinds: {} }, clock })
const workspaceId = ids.create('ws')

/** As a busy worker does: what is done goes with the claim of what comes next. */
async function workOff(workerId: string): Promise<void> {
  const request = { worker_id: workerId, kinds: [benchKind], queues: null, limit: batch, lease_ms: 60_000 }
  for (let settlements: Settlement[] = []; ;) {
    const { settled, claimed } = await store.exchange(settlements, { ...request, workspaceId: null })
    if (settled.some(answer => answer.type !== 'accepted')) throw new Error('a job was not settled')
    if (claimed.length === 0) return
    settlements = succeeded(claimed)
  }
}

await enqueueJobs(store, workspaceId, count)
reportFigures(
  await timed(count, async () => {
    await Promise.all([workOff('one'), workOff('other')])
  }),
)
await store.close()
await control.close()
