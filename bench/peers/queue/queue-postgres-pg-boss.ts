/** pg-boss on PostgreSQL, at its fastest: batches of 50 fetched and completed by hand. */
import { PgBoss } from 'pg-boss'
import { reportFigures, timed } from '../../support/queue-figures.ts'

const count = Number(process.env['COUNT'])
const batchSize = 50
const boss = new PgBoss({ connectionString: process.env['DATABASE_URL'] ?? '', supervise: false, schedule: false })
await boss.start()
await boss.createQueue('work')
for (let made = 0; made < count; made += 1000) {
  const jobs = Array.from({ length: Math.min(1000, count - made) }, () => ({ data: { n: 1 } }))
  await boss.insert('work', jobs)
}

async function workOff(): Promise<void> {
  for (let left = count; left > 0;) {
    const jobs = await boss.fetch('work', { batchSize })
    await boss.complete(
      'work',
      jobs.map(job => job.id),
    )
    left -= jobs.length
  }
}

reportFigures(await timed(count, workOff))
await boss.stop({ graceful: false })
