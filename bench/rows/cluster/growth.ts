import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../../support/load.ts'
import { cpuMs, familyCpuMs } from '../../support/process.ts'
import { atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { ask, BenchInstallation, path } from './bench-installation.ts'

const workspaces = 10_000
const servers = 1000
/** As many of the workspaces are in use. */
const open = 10
const starts = 5
const settleMs = 8000
const idleMs = 30_000

interface Figures {
  startCpu: number
  startMs: number
  idleCpu: number
}

/** What an installation with many workspaces or servers costs one of its servers. */
export async function growth(): Promise<Row[]> {
  await using installation = await BenchInstallation.start()
  const server = await installation.serve('home')
  await (await ask(server, 'POST', '/api/workspace/notes', { title: 'a note', body: 'of the bench' })).text()
  await installation.stop(server)
  const few = await figuresOf(installation)
  await addServers(installation)
  const amongMany = await figuresOf(installation)
  await installation.query(`DELETE FROM svc.servers WHERE server_id LIKE 'srv_bench%'`)
  await addWorkspaces(installation)
  const many = await figuresOf(installation)
  const row = (measure: string, unit: string, name: string, ours: number, value: number) => {
    return { path, measure, ours, unit, beside: { name, value } }
  }
  const n = workspaces.toLocaleString('en')
  const more = servers.toLocaleString('en')
  return [
    atMost(row(`start, ${n} workspaces, CPU`, 'ms', '1 workspace', many.startCpu, few.startCpu), 1.2),
    atMost(row(`start, ${n} workspaces, spawn to ready`, 'ms', '1 workspace', many.startMs, few.startMs), 1.2),
    atMost(row(`CPU of 30 idle seconds, ${n} workspaces`, 'ms', '1 workspace', many.idleCpu, few.idleCpu), 1.2),
    atMost(row(`CPU of 30 idle seconds, ${more} servers`, 'ms', '1 server', amongMany.idleCpu, few.idleCpu), 1.1),
  ]
}

async function figuresOf(installation: BenchInstallation): Promise<Figures> {
  const cpu: number[] = []
  const ready: number[] = []
  for (let round = 0; round < starts - 1; round += 1) {
    const server = await installation.serve('home')
    cpu.push(cpuMs(server.pid))
    ready.push(server.readyMs)
    await installation.stop(server)
  }
  const server = await installation.serve('home')
  await (await ask(server, 'GET', '/api/workspace/notes')).text()
  await wait(settleMs)
  const before = familyCpuMs(server.pid)
  await wait(idleMs)
  const idleCpu = familyCpuMs(server.pid) - before
  await installation.stop(server)
  return { startCpu: median(cpu), startMs: median(ready), idleCpu }
}

/** Servers that hold a lease and answer nobody. */
async function addServers(installation: BenchInstallation): Promise<void> {
  await installation.query(
    `INSERT INTO svc.servers (server_id, url, version, schema, state, weight, expires_at)
     SELECT 'srv_bench' || n, 'http://192.0.2.1:' || n, 'bench', 'bench', 'draining', 1, now() + interval '1 hour'
     FROM generate_series(1, ${servers - 1}) n`,
  )
}

/** Of each of them the database knows; ten are copies of the one that is there, and something waits in those. */
async function addWorkspaces(installation: BenchInstallation): Promise<void> {
  const [{ id = '' } = {}] = await installation.query<{ id: string }>('SELECT id FROM svc.workspaces')
  const idOf = (n: string) => `'ws_' || lpad(${n}::text, 26, '0')`
  const more = `generate_series(1, ${workspaces - 1}) n`
  await installation.query(`INSERT INTO svc.workspaces SELECT ${idOf('n')}, 'bench ' || n, now() FROM ${more}`)
  await installation.query(
    `INSERT INTO svc.members (id, workspace_id, user_id, role, created_at)
     SELECT 'mem_bench' || n, ${idOf('n')}, 'usr_bench' || n, 'owner', now() FROM ${more}`,
  )
  await installation.query(
    `INSERT INTO svc.placements (workspace_id, epoch, schema, wake_at)
     SELECT ${idOf('n')}, 1, schema, CASE WHEN n <= ${open} THEN now() END FROM svc.placements, ${more} WHERE workspace_id = $1`,
    [id],
  )
  await installation.query(
    `INSERT INTO svc.workspace_log (workspace_id, seq, epoch, kind, pages)
     SELECT ${idOf('n')}, seq, epoch, kind, pages FROM svc.workspace_log, generate_series(1, ${open}) n WHERE workspace_id = $1`,
    [id],
  )
  await installation.query(
    `INSERT INTO svc.workspace_log (workspace_id, seq, epoch, kind, pages)
     SELECT ${idOf('n')}, 1, 1, 'pages', '' FROM ${more} WHERE n > ${open}`,
  )
  await installation.query('ANALYZE')
}
