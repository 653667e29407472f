import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { median, medianMs } from '../../../support/load.ts'
import { cpuMs, rssMb, familyCpuMs } from '../../../support/process.ts'
import { addedAtMost, atMost } from '../../../support/row.ts'
import type { Row } from '../../../support/row.ts'
import { BenchServer, serverPath as path } from './bench-server.ts'

const few = 10
const many = 10_000
const settleMs = 5000
const idleMs = 30_000

interface Idle {
  rss: number
  cpu: number
  due: number
  start: number
}

/** Runs that wait for a day or for a person: rows, and nothing else. */
export async function waiting(): Promise<Row[]> {
  await using bench = await BenchServer.start()
  await bench.store('sleeps', [{ pause: { wait: 'P1D' } }])
  await bench.store('asks', [{ ask: { call: 'approval', with: { title: 'Go on?' } } }])
  await bench.store('due', [{ pause: { wait: { milliseconds: 50 } } }])
  for (let n = 0; n < few / 2; n += 1) {
    await bench.start('sleeps', 1)
    await bench.start('asks', 1)
  }
  const small = await idle(bench)
  await bench.end()
  bench.files.forEach(multiply)
  await bench.begin()
  const large = await idle(bench)
  const row = (measure: string, unit: string, ours: number, value: number) => {
    const beside = { name: `${few} waiting`, value }
    return { path, measure: `${measure}, ${many.toLocaleString('en')} waiting runs`, ours, unit, beside }
  }
  return [
    addedAtMost(row('memory', 'MiB', large.rss, small.rss), 15),
    atMost(row('CPU of 30 idle seconds', 'ms', large.cpu, small.cpu), 1.1),
    atMost(row('a run that waits for 50 ms, p50', 'ms', large.due, small.due), 1.2),
    atMost(row('start of the server, CPU', 'ms', large.start, small.start), 1.1),
  ]
}

/** A server that begins anew, so that both begin with the same. */
async function idle(bench: BenchServer): Promise<Idle> {
  const starts: number[] = []
  for (let round = 0; round < 5; round += 1) {
    await bench.end()
    await bench.begin()
    starts.push(cpuMs(bench.server.pid))
  }
  await bench.start('due', 10)
  await wait(settleMs)
  const { pid } = bench.server
  const before = familyCpuMs(pid)
  await wait(idleMs)
  const cpu = familyCpuMs(pid) - before
  const rss = rssMb(pid)
  const due = await medianMs(25, () => bench.start('due', 10))
  return { rss, cpu, due, start: median(starts) }
}

/** Copies the runs that wait, with their tasks and approvals, until there are many. */
function multiply(file: string): void {
  const db = new Database(file)
  const columnsOf = db.prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?)')
  const copy = (table: string, runColumn: string, changed: Record<string, string>): void => {
    const columns = columnsOf.all(table).map(({ name }) => name)
    const values = columns.map(name => changed[name] ?? name)
    db.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many / few - 1})
       INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table}, n
       WHERE ${runColumn} IN (SELECT id FROM playbooks_runs WHERE status = 'waiting' AND id NOT LIKE '%~%')`,
    ).run()
  }
  const another = (name: string): string => `${name} || '~' || i`
  const ofRun = { run_id: another('run_id'), key: another('key') }
  try {
    db.transaction(() => {
      copy('playbooks_runs', 'id', { id: another('id'), key_hash: 'NULL' })
      const ofTask = { id: another('id'), parent_id: another('parent_id'), input_from: another('input_from') }
      copy('playbooks_tasks', 'run_id', { ...ofRun, ...ofTask })
      copy('playbooks_approvals', 'run_id', { ...ofRun, approval_id: another('approval_id') })
    })()
  } finally {
    db.close()
  }
}
