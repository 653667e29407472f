import { interleaveQueues } from '../../support/queue-process.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const svc = 'bench/peers/queue/queue-sqlite-svc.ts'
const path = 'job queue, SQLite, growth'
const measure = 'CPU of a claim and its completion'
const rounds = 3

/** What a claim costs with many jobs behind it, and with many in front; in CPU, since the wait for the disk is the same for all. */
export async function queueSqliteGrowth(): Promise<Row[]> {
  const env = { MODE: 'batch', COUNT: 5000 }
  const few = { ...env, WAITING: 10 }
  const times = await interleaveQueues(
    {
      few: { file: svc, env: few },
      waiting: { file: svc, env: { ...env, WAITING: 100_000 } },
      delayed: { file: svc, env: { ...few, DELAYED: 100_000 } },
      events: { file: svc, env: { ...few, EVENTS: 80_000 } },
    },
    rounds,
    'cpuMsPerJob',
  )
  const finished = await interleaveQueues(
    { few: { file: svc, env: few }, finished: { file: svc, env: { ...few, FINISHED: 1_000_000 } } },
    1,
    'cpuMsPerJob',
  )
  const beside = (name: string, value: number) => ({ name, value })
  return [
    atMost(
      {
        path,
        measure: `${measure}, 1,000,000 finished`,
        ours: finished.finished,
        unit: 'ms',
        beside: beside('none finished', finished.few),
      },
      1.2,
    ),
    atMost(
      {
        path,
        measure: `${measure}, 100,000 waiting`,
        ours: times.waiting,
        unit: 'ms',
        beside: beside('10 waiting', times.few),
      },
      1.3,
    ),
    atMost(
      {
        path,
        measure: `${measure}, 100,000 delayed of a higher priority`,
        ours: times.delayed,
        unit: 'ms',
        beside: beside('none delayed', times.few),
      },
      1.3,
    ),
    atMost(
      {
        path,
        measure: `${measure}, 80,000 events kept`,
        ours: times.events,
        unit: 'ms',
        beside: beside('none', times.few),
      },
      1.3,
    ),
  ]
}
