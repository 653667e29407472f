import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'

/** A server, and its workspace's own file, opened beside it. */
export interface MlflowHome {
  server: SvcServer
  file: Database.Database
  /** An answer of MLflow's face; throws for what is none. */
  ask(method: 'GET' | 'POST', path: string, fields?: Record<string, unknown>): Promise<unknown>
  stop(): Promise<void>
}

export async function openMlflow(): Promise<MlflowHome> {
  const server = await startSvc({ env: { SVC_ML_MLFLOW_RATE: '10000000' } })
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' }
  const ask: MlflowHome['ask'] = async (method, path, fields = {}) => {
    const query = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, `${value}`]),
    )
    const url = `${server.url}/api/2.0/mlflow/${path}${method === 'GET' ? `?${query}` : ''}`
    const answer = await fetch(url, { method, headers, ...(method === 'POST' && { body: JSON.stringify(fields) }) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  // The first question makes the workspace's file.
  await ask('POST', 'runs/create', { experiment_id: '0' })
  const folder = join(server.home, 'workspaces')
  const [workspace = ''] = await readdir(folder)
  const file = new Database(join(folder, workspace, 'data_plane.sqlite'), { timeout: 60_000 })
  file.pragma('synchronous = FULL')
  const stop = async (): Promise<void> => {
    file.close()
    await server.stop()
  }
  return { server, file, ask, stop }
}

/** Runs as clients log them, written at once: each with three params, two tags and two metrics. */
export function addRuns(file: Database.Database, count: number): void {
  const run = file.prepare(
    `INSERT INTO ml_runs (run_id, experiment_id, name, status, user_id, created_at, newest_at, started_at)
     VALUES (?, 'exp_default', ?, 'finished', 'bench', ?, ?, ?)`,
  )
  const label = (table: string) => file.prepare(`INSERT INTO ${table} (run_id, key, value) VALUES (?, ?, ?)`)
  const [param, tag] = [label('ml_params'), label('ml_tags')]
  const series = file.prepare(
    'INSERT INTO ml_series (run_id, key, last_value, last_step, last_timestamp) VALUES (?, ?, ?, 1, 1)',
  )
  file.transaction(() => {
    for (let n = 0; n < count; n += 1) {
      const [id, at] = [runId(n), 1_700_000_000_000 + n]
      run.run(id, `run ${n}`, at, at, at)
      for (const key of ['alpha', 'depth', 'seed']) param.run(id, key, String(n % 7))
      for (const key of ['team', 'stage']) tag.run(id, key, String(n % 3))
      series.run(id, 'loss', ((n * 7919) % 100_003) / 100_003)
      series.run(id, 'accuracy', ((n * 104_729) % 100_019) / 100_019)
    }
  })()
  file.pragma('wal_checkpoint(TRUNCATE)')
}

export function runId(n: number): string {
  return `mlr_bench${String(n).padStart(8, '0')}`
}

/** A history of one metric, of the run that the last of {@link addRuns} made. Returns the id of its series. */
export function addHistory(file: Database.Database, run: string, points: number): number {
  const insert = 'INSERT INTO ml_series (run_id, key, last_value, last_step, last_timestamp) VALUES (?, ?, 0, ?, ?)'
  const { lastInsertRowid } = file.prepare(insert).run(run, 'curve', points - 1, points - 1)
  const point = file.prepare('INSERT INTO ml_points (series_id, step, timestamp, value) VALUES (?, ?, ?, ?)')
  file.transaction(() => {
    for (let step = 0; step < points; step += 1)
      point.run(lastInsertRowid, BigInt(step), BigInt(step), Math.sin(step / 1000))
  })()
  file.pragma('wal_checkpoint(TRUNCATE)')
  return Number(lastInsertRowid)
}
