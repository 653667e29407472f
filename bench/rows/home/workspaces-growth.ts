import { copyFile, link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { median } from '../../support/load.ts'
import { cpuMs, rssMb, schedulerCpuMs } from '../../support/process.ts'
import { addedAtMost, atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'

const workspaces = 10_000
/** In as many of them a job waits. */
const active = 10
const starts = 5
/** Deliveries that wait are looked at within the first minute. */
const settleMs = 70_000
const idleMs = 30_000

interface Figures {
  startCpu: number
  startMs: number
  idleCpu: number
  rss: number
}

type Entry = Record<string, unknown>

interface Registry {
  tables: { users: Entry[]; workspaces: Entry[]; members: Entry[] }
}

/** What a home with many workspaces costs its server, beside a home with one. */
export async function workspacesGrowth(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-workspaces-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const server = await serve(folder)
  await post(server, '/api/workspace/notes', { title: 'a note', body: 'of the bench' })
  const tomorrow = new Date(Date.now() + 24 * 3600 * 1000).toISOString()
  await post(server, '/api/jobs', { kind: 'bench.waits', payload: {}, run_at: tomorrow })
  await server.stop()
  const few = await figuresOf(folder)
  await addWorkspaces(join(folder, 'home'))
  const many = await figuresOf(folder)
  const row = (measure: string, unit: string, ours: number, value: number) => {
    const named = `${measure}, ${workspaces.toLocaleString('en')} workspaces`
    return { path: 'home, growth', measure: named, ours, unit, beside: { name: '1 workspace', value } }
  }
  return [
    atMost(row('start, CPU', 'ms', many.startCpu, few.startCpu), 1.2),
    atMost(row('start, spawn to ready', 'ms', many.startMs, few.startMs), 1.2),
    atMost(row('CPU of 30 idle seconds', 'ms', many.idleCpu, few.idleCpu), 1.2),
    addedAtMost(row('memory', 'MiB', many.rss, few.rss), 30),
  ]
}

const serve = (folder: string): Promise<SvcServer> =>
  startSvc({ folder, apps: [], env: { SVC_MEMORY_EMBEDDER: 'none', SVC_LOG_LEVEL: 'error' } })

async function figuresOf(folder: string): Promise<Figures> {
  const cpu: number[] = []
  const ready: number[] = []
  // The first start after the home has changed is none of the figures.
  for (let round = -1; round < starts; round += 1) {
    const server = await serve(folder)
    if (round >= 0) cpu.push(cpuMs(server.pid))
    if (round >= 0) ready.push(server.readyMs)
    await server.stop()
  }
  const server = await serve(folder)
  await wait(settleMs)
  const before = schedulerCpuMs(server.pid)
  await wait(idleMs)
  const idleCpu = schedulerCpuMs(server.pid) - before
  const rss = rssMb(server.pid)
  await server.stop()
  return { startCpu: median(cpu), startMs: median(ready), idleCpu, rss }
}

async function post(server: SvcServer, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' }
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
}

/** Others like the one that is there, each with a person and a file of its own. */
async function addWorkspaces(home: string): Promise<void> {
  const path = join(home, 'control_plane/registry.json')
  const { tables, ...rest } = JSON.parse(await readFile(path, 'utf8')) as Registry
  const [user] = tables.users
  const [workspace] = tables.workspaces
  const [member] = tables.members
  if (!user || !workspace || !member) throw new Error('the home has nobody in it')
  const first = join(home, 'workspaces', String(workspace['id']), 'data_plane.sqlite')
  const kernelFile = new Database(join(home, 'kernel.sqlite'))
  const mark = kernelFile.prepare(
    'INSERT INTO kernel_workspace_marks (owner, workspace_id) SELECT owner, ? FROM kernel_workspace_marks WHERE workspace_id = ?',
  )
  for (let n = 1; n < workspaces; n += 1) {
    const workspaceId = `ws_${String(n).padStart(26, '0')}`
    const userId = `usr_${String(n).padStart(26, '0')}`
    const username = `bench-${n}`
    tables.users.push({ ...user, id: userId, username, username_key: username, default_workspace_id: workspaceId })
    tables.workspaces.push({ ...workspace, id: workspaceId })
    tables.members.push({ ...member, id: `${workspaceId}:${userId}`, workspace_id: workspaceId, user_id: userId })
    const file = join(home, 'workspaces', workspaceId, 'data_plane.sqlite')
    await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
    // Nothing reads the files in which nothing waits, so that links to one of them save 10 GB of the disk.
    await (n <= active ? copyFile(first, file) : link(first, file))
    if (n <= active) mark.run(workspaceId, workspace['id'])
  }
  kernelFile.close()
  await writeFile(path, JSON.stringify({ ...rest, tables }))
}
