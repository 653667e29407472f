/** The limit: the same transactions by hand, with one partial index and nothing else. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { reportFigures, timedWarm } from '../../support/queue-figures.ts'

const mode = process.env['MODE'] ?? 'one'
const keepsEvents = process.env['EVENTS'] === '1'
const count = Number(process.env['COUNT'] ?? 1000)
const batch = 50
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const db = new Database(join(folder, 'jobs.sqlite'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec(`
  CREATE TABLE jobs (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, payload TEXT NOT NULL, result TEXT, token TEXT) STRICT;
  CREATE INDEX jobs_ready ON jobs (kind, id) WHERE state = 'queued';
  CREATE TABLE events (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, at TEXT NOT NULL, data TEXT NOT NULL) STRICT`)
const insert = db.prepare(`INSERT INTO jobs (kind, state, payload) VALUES ('bench.work', 'queued', '{"n":1}')`)
const claim = db.prepare(`
  UPDATE jobs SET state = 'running', token = ? WHERE id IN (
    SELECT id FROM jobs WHERE state = 'queued' AND kind = 'bench.work' ORDER BY id LIMIT ?
  ) RETURNING *`)
const complete = db.prepare(
  `UPDATE jobs SET state = 'succeeded', result = 'null' WHERE id = ? AND token = ? AND state = 'running'`,
)
const insertEvent = db.prepare('INSERT INTO events (id, type, at, data) VALUES (?, ?, ?, ?)')
let events = 0

function keepEvent(type: string, id: number): void {
  events += 1
  const data = JSON.stringify({ job_id: `job_${id}`, kind: 'bench.work', queue: 'default', attempt: 1 })
  insertEvent.run(`evt_${String(events).padStart(26, '0')}`, type, new Date().toISOString(), data)
}

const completeAndClaim = db.transaction((ids: readonly number[], token: string) => {
  for (const id of ids) complete.run(id, token)
  const claimed = claim.all(token, batch) as { id: number }[]
  if (keepsEvents) {
    for (const id of ids) keepEvent('job.succeeded', id)
    for (const { id } of claimed) keepEvent('job.started', id)
  }
  return claimed
})

function oneAtATime(): void {
  for (let done = 0; done < count; done += 1) {
    const token = String(done)
    const [job] = claim.all(token, 1) as { id: number }[]
    if (complete.run(job?.id, token).changes !== 1) throw new Error('a job was not settled')
  }
}

function inBatches(): void {
  let ids: number[] = []
  for (let done = 0; done < count; done += batch) ids = completeAndClaim.immediate(ids, 'token').map(({ id }) => id)
  completeAndClaim.immediate(ids, 'token')
}

function singleInserts(): void {
  for (let done = 0; done < count; done += 1) insert.run()
}

if (mode !== 'enqueue') {
  db.transaction(() => {
    for (let made = 0; made < 2 * count + batch; made += 1) insert.run()
  })()
}
if (mode === 'one') reportFigures(await timedWarm(count, oneAtATime))
if (mode === 'batch') reportFigures(await timedWarm(count, inBatches))
if (mode === 'enqueue') reportFigures(await timedWarm(count, singleInserts))
db.close()
rmSync(folder, { recursive: true, force: true })
