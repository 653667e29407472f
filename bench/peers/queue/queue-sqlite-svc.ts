/** Our own queue on SQLite: its store through the interface, the events of its jobs logged, in a home of its own. */
import type { JobRecord } from '@svc/plugin'
import { eventMigrations, WorkspaceEventLog } from '../../../kernel/events/index.ts'
import { createJobs, jobLimits } from '../../../kernel/jobs/index.ts'
import { jobMigrations } from '../../../kernel/planes/index.ts'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import { benchKind, enqueueJobs, fillJobs, succeeded } from '../../support/bench-jobs.ts'
import { reportFigures, timedWarm } from '../../support/queue-figures.ts'

const mode = process.env['MODE'] ?? 'one'
const count = Number(process.env['COUNT'] ?? 1000)
const finished = Number(process.env['FINISHED'] ?? 0)
const waiting = Number(process.env['WAITING'] ?? 0)
const delayed = Number(process.env['DELAYED'] ?? 0)
const kept = Number(process.env['EVENTS'] ?? 0)
const batch = 50
const clock = systemClock
const ids = createIds(clock)
const log = { debug() {}, info() {}, warn: console.error, error: console.error }
const workspaceId = ids.create('ws')
const planes = await openTestPlanes({
  migrations: [jobMigrations, eventMigrations].map(migrations => ({ owner: 'kernel', migrations })),
})
const { data } = planes
const events = new WorkspaceEventLog({ data, clock, ids, log, types: [], retention: { days: 7, count: 100_000 } })
const stopping = new AbortController()
const limits = jobLimits({})
const opened = await planes.openJobs({
  limits,
  events,
  clock,
  ids,
  log,
})
const jobs = createJobs({
  opened,
  limits,
  clock,
  ids,
  log,
  signal: stopping.signal,
  declaredKinds: [],
  workerConcurrency: 1,
  workerLeaseSeconds: 30,
})
const { store } = opened

const request = { workspaceId, worker_id: 'bench', kinds: [benchKind], queues: null, lease_ms: 60_000 }

async function oneAtATime(): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const claimed = await store.claim({ ...request, limit: 1 })
    const [answer] = await store.settle(succeeded(claimed))
    if (answer?.type !== 'accepted') throw new Error('a job was not settled')
  }
}

/** As a worker with one place does it. */
async function oneInExchange(): Promise<void> {
  let claimed: JobRecord[] = []
  for (let done = 0; done < count; done += 1) {
    const answer = await store.exchange(succeeded(claimed), { ...request, limit: 1 })
    claimed = answer.claimed
  }
  await store.settle(succeeded(claimed))
}

async function inBatches(): Promise<void> {
  let claimed: JobRecord[] = []
  for (let done = 0; done < count; done += batch) {
    const answer = await store.exchange(succeeded(claimed), { ...request, limit: batch })
    claimed = answer.claimed
    if (claimed.length !== batch) throw new Error('a batch was not full')
  }
  await store.settle(succeeded(claimed))
}

async function fromManyCallers(): Promise<void> {
  let left = count
  const caller = async (): Promise<void> => {
    while (left-- > 0) await enqueueJobs(store, workspaceId, 1)
  }
  await Promise.all(Array.from({ length: 100 }, caller))
}

async function enqueueToStart(): Promise<number[]> {
  const waits: number[] = []
  let began = Promise.withResolvers<void>()
  const kind = {
    kind: benchKind,
    plugin: 'bench',
    timeoutSeconds: 60,
    maxAttempts: 5,
    runsOn: 'any',
    validate() {},
  } as const
  jobs.register(kind, async () => began.resolve())
  await jobs.start()
  for (let done = 0; done < count; done += 1) {
    began = Promise.withResolvers()
    const enqueued = performance.now()
    await Promise.all([jobs.queue.enqueue(workspaceId, { kind: benchKind }), began.promise])
    waits.push(performance.now() - enqueued)
    await clock.sleep(5)
  }
  return waits
}

if (finished + waiting + delayed + kept > 0) {
  data.use(workspaceId, db => fillJobs(db, { finished, waiting, delayed, events: kept }))
  // What was filled in is not moved into the file on the time of the queue.
  data.use(workspaceId, db => db.get('PRAGMA wal_checkpoint(TRUNCATE)'))
}
if (mode !== 'enqueue' && mode !== 'start') await enqueueJobs(store, workspaceId, 2 * count)
if (mode === 'one') reportFigures(await timedWarm(count, oneAtATime))
if (mode === 'exchange') reportFigures(await timedWarm(count, oneInExchange))
if (mode === 'batch') reportFigures(await timedWarm(count, inBatches))
if (mode === 'enqueue') reportFigures(await timedWarm(count, fromManyCallers))
if (mode === 'start') reportFigures({ times: await enqueueToStart() })
stopping.abort()
await jobs.drain(1000)
await jobs.close()
events.close()
await planes.close()
