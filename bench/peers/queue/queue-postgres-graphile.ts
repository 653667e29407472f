/** graphile-worker on PostgreSQL; `MODE=tuned` with what its documentation advises for many short jobs. */
import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { reportFigures, timed } from '../../support/queue-figures.ts'

const connectionString = process.env['DATABASE_URL'] ?? ''
const count = Number(process.env['COUNT'])
const logger = new Logger(() => () => undefined)
const tuned = { concurrentJobs: 24, localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 }

const utils = await makeWorkerUtils({ connectionString, logger })
await utils.migrate()
for (let made = 0; made < count; made += 1000) {
  const jobs = Array.from({ length: Math.min(1000, count - made) }, () => ({ identifier: 'work', payload: { n: 1 } }))
  await utils.addJobs(jobs)
}

async function workOff(): Promise<void> {
  let left = count
  const all = Promise.withResolvers<void>()
  const work = async (): Promise<void> => {
    left -= 1
    if (left === 0) all.resolve()
  }
  const worker = { ...(process.env['MODE'] === 'tuned' ? tuned : {}), connectionString, logger }
  const runner = await run({ preset: { worker }, taskList: { work } })
  await all.promise
  // Waits for what is done and not written yet.
  await runner.stop()
}

reportFigures(await timed(count, workOff))
await utils.release()
