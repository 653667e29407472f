/** What a `use` that reads takes, on today's files and on those whose pages go to PostgreSQL, in turn in one process. */
import { reportFigures } from '../../support/queue-figures.ts'
import { median } from '../../support/load.ts'
import { openFiles, openShipped, workspace } from './opened-plane.ts'

export interface UseFigures {
  todayUs: number
  shippedUs: number
}

const databaseUrl = process.env['DATABASE_URL'] ?? ''
const uses = 20_000
const rounds = 15
const id = workspace(1)

const today = await openFiles()
const shipped = await openShipped(databaseUrl)
await shipped.data.enter(id)

/** Microseconds of one. */
function timed(data: (typeof today)['data']): number {
  const began = performance.now()
  for (let n = 0; n < uses; n += 1) data.use(id, db => db.get('SELECT count(*) AS notes FROM bench_notes'))
  return ((performance.now() - began) / uses) * 1000
}

const times = { today: [] as number[], shipped: [] as number[] }
// As in a request: the gate notes what it uses.
await shipped.data.gated(async () => {
  for (let round = 0; round < rounds; round += 1) {
    times.today.push(timed(today.data))
    times.shipped.push(timed(shipped.data))
  }
}, id)
await shipped.close()
await today.close()
reportFigures<UseFigures>({ todayUs: median(times.today), shippedUs: median(times.shipped) })
