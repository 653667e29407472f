/** plainjob, as its own worker drives it: it takes one job at a time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { better, defineQueue } from 'plainjob'
import { reportFigures, timedWarm } from '../../support/queue-figures.ts'

const count = Number(process.env['COUNT'] ?? 1000)
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const database = new Database(join(folder, 'jobs.sqlite'))
const logger = { error: console.error, warn: console.error, info() {}, debug() {} }
const queue = defineQueue({ connection: better(database), logger })
// It chooses less; what is compared must be as durable.
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
queue.addMany(
  'bench.work',
  Array.from({ length: 2 * count }, () => ({ n: 1 })),
)

function oneAtATime(): void {
  for (let done = 0; done < count; done += 1) {
    const marked = queue.getAndMarkJobAsProcessing('bench.work')
    if (marked === undefined) throw new Error('a job is missing')
    queue.getJobById(marked.id)
    queue.markJobAsDone(marked.id)
  }
}

reportFigures(await timedWarm(count, oneAtATime))
queue.close()
rmSync(folder, { recursive: true, force: true })
