import { median } from '../../support/load.ts'
import { interleaveQueues, runQueue } from '../../support/queue-process.ts'
import { noGoal, timesFaster } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const svc = 'bench/peers/queue/queue-sqlite-svc.ts'
const raw = 'bench/peers/queue/queue-sqlite-raw.ts'
const plainjob = 'bench/peers/queue/queue-sqlite-plainjob.ts'
const path = 'job queue, SQLite'
const rounds = 3
/** A goal of 0.8x the speed of another is one of being 0.8 times faster. */
const share = { one: 0.8, batch: 0.7 }

/** The store through its interface, counts and events included, beside the same transactions by hand and plainjob; all with FULL. */
export async function queueSqlite(): Promise<Row[]> {
  const one = { MODE: 'one', COUNT: 300 }
  const single = await interleaveQueues(
    {
      svc: { file: svc, env: one },
      raw: { file: raw, env: one },
      plainjob: { file: plainjob, env: one },
      exchange: { file: svc, env: { ...one, MODE: 'exchange' } },
    },
    rounds,
  )
  const many = { MODE: 'batch', COUNT: 5000 }
  const batch = await interleaveQueues(
    {
      svc: { file: svc, env: many },
      raw: { file: raw, env: many },
      logged: { file: raw, env: { ...many, EVENTS: 1 } },
      plainjob: { file: plainjob, env: one },
    },
    rounds,
  )
  const callers = { MODE: 'enqueue', COUNT: 1000 }
  const enqueue = await interleaveQueues({ svc: { file: svc, env: callers }, raw: { file: raw, env: callers } }, rounds)
  const start = await runQueue<{ times: number[] }>(svc, { MODE: 'start', COUNT: 100 })
  const ofJob = (measure: string, ours: number, name: string, value: number) => {
    return { path, measure, ours, unit: 'ms', beside: { name, value } }
  }
  const oneMeasure = 'claim and complete, one at a time'
  const batchMeasure = 'complete 50 and claim 50 in one transaction, a job'
  return [
    timesFaster(ofJob(oneMeasure, single.svc, 'raw better-sqlite3', single.raw), share.one),
    timesFaster(
      ofJob('complete one and claim the next, as a worker does', single.exchange, 'plainjob', single.plainjob),
      1.5,
    ),
    timesFaster(ofJob(batchMeasure, batch.svc, 'raw better-sqlite3', batch.raw), share.batch),
    noGoal(ofJob(batchMeasure, batch.svc, 'raw, with two event rows a job', batch.logged)),
    timesFaster(ofJob(batchMeasure, batch.svc, 'plainjob, one at a time', batch.plainjob), 5),
    timesFaster(ofJob('enqueue, 100 callers', enqueue.svc, 'raw single inserts', enqueue.raw), 3),
    {
      ...noGoal(ofJob('enqueue to start, idle, p50', median(start.times), 'the goal', 3)),
      goal: '< 3 ms',
      met: median(start.times) < 3,
    },
  ]
}
