/** Commits of many callers; each goes on when its own is kept: in our files, in ours whose pages go to PostgreSQL, or in PostgreSQL itself. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import { median } from '../../support/load.ts'
import { reportFigures } from '../../support/queue-figures.ts'
import { noteOf, openFiles, openShipped, tables, workspace } from './opened-plane.ts'
import type { OpenedPlane } from './opened-plane.ts'

const { MODE: mode = 'full', DATABASE_URL: databaseUrl = '' } = process.env
const callers = Number(process.env['CALLERS'] ?? 1)
const workspaces = Number(process.env['WORKSPACES'] ?? 1)
const measuredMs = Number(process.env['MILLISECONDS'] ?? 1500)
const connections = 32

export interface CommitFigures {
  p50Ms: number
  msPerCommit: number
  cpuMsPerCommit: number
  /** In which the thread neither computed nor had nothing to do: it waited for the disk. */
  standstillMsPerCommit: number
}

interface Target {
  commit(workspaceId: string, id: number): Promise<void>
  close(): Promise<void>
}

async function filesTarget(): Promise<Target> {
  const plane = await (mode === 'full' ? openFiles() : openEntered())
  const { data } = plane
  // Opening a file costs more than a commit.
  for (let index = 0; index < workspaces; index += 1) data.use(workspace(index), () => undefined)
  const write = (workspaceId: string, id: number): void => {
    const [title, body, ...event] = noteOf(id)
    data.use(workspaceId, db => {
      db.transaction(() => {
        db.run('INSERT INTO bench_notes (title, body) VALUES (?, ?)', title, body)
        db.run('INSERT INTO bench_events (note_id, type, data) VALUES (?, ?, ?)', ...event)
      })
    })
  }
  return {
    commit: (workspaceId, id) => plane.kept(workspaceId, () => write(workspaceId, id)),
    close: () => plane.close(),
  }
}

async function openEntered(): Promise<OpenedPlane> {
  const plane = await openShipped(databaseUrl)
  for (let index = 0; index < workspaces; index += 1) await plane.data.enter(workspace(index))
  return plane
}

/** Both rows in one statement, which is the least that PostgreSQL can be asked for. */
async function postgresTarget(): Promise<Target> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  await pool.query('DROP TABLE IF EXISTS bench_notes, bench_events')
  for (const sql of tables) await pool.query(sql.replace('id INTEGER', 'id bigint GENERATED ALWAYS AS IDENTITY'))
  const text = `
    WITH made AS (INSERT INTO bench_notes (title, body) VALUES ($1, $2))
    INSERT INTO bench_events (note_id, type, data) VALUES ($3, $4, $5)`
  return {
    commit: async (_workspaceId, id) => void (await pool.query({ name: 'insert', text, values: noteOf(id) })),
    close: () => pool.end(),
  }
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

const target = await (mode === 'postgres' ? postgresTarget() : filesTarget())
let made = 0

/** For so long, however fast the disk is. */
async function commits(ms: number): Promise<number[]> {
  const taken: number[] = []
  const until = performance.now() + ms
  const caller = async (index: number): Promise<void> => {
    while (performance.now() < until) {
      const began = performance.now()
      await target.commit(workspace(index % workspaces), (made += 1))
      taken.push(performance.now() - began)
      // A request that comes next is another turn.
      await nextTurn()
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)))
  return taken
}

await commits(measuredMs / 2)
const [loop, thread, cpu, began] = [
  performance.eventLoopUtilization(),
  process.threadCpuUsage(),
  process.cpuUsage(),
  performance.now(),
]
const taken = await commits(measuredMs)
const ms = performance.now() - began
const { active } = performance.eventLoopUtilization(loop)
const ofThread = millisecondsOf(process.threadCpuUsage(thread))
const ofProcess = millisecondsOf(process.cpuUsage(cpu))
await target.close()
reportFigures<CommitFigures>({
  p50Ms: median(taken),
  msPerCommit: ms / taken.length,
  cpuMsPerCommit: ofProcess / taken.length,
  standstillMsPerCommit: Math.max(0, active - ofThread) / taken.length,
})
