import { startPostgres } from '../../../test/support/storage/postgres.ts'
import { interleaveQueues } from '../../support/queue-process.ts'
import { timesFaster } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'

const rounds = 3
const measure = 'claim and complete, a job'
const graphile = 'bench/peers/queue/queue-postgres-graphile.ts'

/** Our queues beside graphile-worker and pg-boss, on one PostgreSQL whose commits are on the disk, in turn. */
export async function queuePostgres(): Promise<Row[]> {
  const server = await startPostgres({ isDurable: true })
  try {
    const database = async (name: string) => ({ DATABASE_URL: await server.createDatabase(name) })
    const tuned = { MODE: 'tuned', COUNT: 10_000 }
    const times = await interleaveQueues(
      {
        svc: { file: 'bench/peers/queue/queue-postgres-svc.ts', env: { ...(await database('svc')), COUNT: 10_000 } },
        tuned: { file: graphile, env: { ...(await database('tuned')), ...tuned } },
        plain: { file: graphile, env: { ...(await database('plain')), COUNT: 300 } },
        boss: {
          file: 'bench/peers/queue/queue-postgres-pg-boss.ts',
          env: { ...(await database('boss')), COUNT: 3000 },
        },
        sqlite: { file: 'bench/peers/queue/queue-sqlite-svc.ts', env: { MODE: 'batch', COUNT: 5000 } },
      },
      rounds,
    )
    const row = (path: string, ours: number, name: string, value: number) => {
      return { path, measure, ours, unit: 'ms', beside: { name, value } }
    }
    const postgres = 'job queue, PostgreSQL, 500 jobs held'
    return [
      timesFaster(row(postgres, times.svc, 'graphile-worker, its defaults', times.plain), 8),
      timesFaster(row(postgres, times.svc, 'graphile-worker, tuned', times.tuned), 0.8),
      timesFaster(row('job queue, SQLite, batches of 50', times.sqlite, 'pg-boss, batches of 50', times.boss), 5),
    ]
  } finally {
    await server.stop()
  }
}
