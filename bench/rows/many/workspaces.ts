import { copyFile, link, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../../support/load.ts'
import { cpuMs, rssMb } from '../../support/process.ts'
import { addedAtMost, atMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import { startSvc } from '../../support/svc.ts'
import type { SvcServer } from '../../support/svc.ts'
import { anotherId, editRegistry } from './registry-edit.ts'

const active = 10
const many = 10_000
const starts = 5
const settleMs = 5000
const idleMs = 30_000

interface Figures {
  startCpu: number
  idleCpu: number
  rss: number
}

/** A home of 10,000 workspaces, each with its file, of which ten were asked something since the start. */
export async function manyWorkspaces(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-many-'))
  try {
    await addWorkspaces(folder, active - 1)
    const few = await figures(folder)
    await addWorkspaces(folder, many - active)
    const crowd = await figures(folder)
    const row = (measure: string, unit: string, ours: number, value: number) => {
      const beside = { name: `${active} workspaces`, value }
      return { path: `home of ${many.toLocaleString('en')} workspaces`, measure, ours, unit, beside }
    }
    return [
      atMost(row('start of the server, CPU', 'ms', crowd.startCpu, few.startCpu), 1.2),
      atMost(row('CPU of 30 idle seconds', 'ms', crowd.idleCpu, few.idleCpu), 1.2),
      addedAtMost(row('memory of the server', 'MB', crowd.rss, few.rss), 40),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function figures(folder: string): Promise<Figures> {
  const startCpu: number[] = []
  for (let round = 0; round < starts; round += 1) {
    const server = await startSvc({ folder })
    startCpu.push(cpuMs(server.pid))
    await server.stop()
  }
  const server = await startSvc({ folder })
  try {
    await askEach(server)
    await wait(settleMs)
    const before = cpuMs(server.pid)
    await wait(idleMs)
    return { startCpu: median(startCpu), idleCpu: cpuMs(server.pid) - before, rss: rssMb(server.pid) }
  } finally {
    await server.stop()
  }
}

async function askEach({ url, cookie }: SvcServer): Promise<void> {
  const answer = await fetch(`${url}/api/workspaces?limit=${active}`, { headers: { cookie } })
  const { items } = (await answer.json()) as { items: { id: string }[] }
  for (const { id } of items) {
    const list = await fetch(`${url}/api/conversations`, { headers: { cookie, 'x-workspace-id': id } })
    if (!list.ok) throw new Error(`the conversations of a workspace answered ${list.status}: ${await list.text()}`)
  }
}

/** As many more, each with a file that begins as that of the first one. */
async function addWorkspaces(folder: string, count: number): Promise<void> {
  const server = await startSvc({ folder })
  await server.stop()
  const files = join(folder, 'home/workspaces')
  const added: string[] = []
  let first = ''
  await editRegistry(join(folder, 'home'), ({ workspaces = [], members = [] }) => {
    const [workspace, member] = [workspaces[0], members[0]]
    if (workspace === undefined || member === undefined) throw new Error('the home has no workspace')
    first = workspace.id
    added.push(...Array.from({ length: count }, (_, number) => anotherId(first, workspaces.length + number)))
    workspaces.push(...added.map(id => ({ ...workspace, id, name: id })))
    members.push(...added.map(id => ({ ...member, id: member.id.replace(first, id), workspace_id: id })))
  })
  const name = 'data_plane.sqlite'
  for (const id of added) {
    await mkdir(join(files, id), { recursive: true })
    // Those that nobody opens share one file on the disk.
    const give = added.length < active ? copyFile : link
    await give(join(files, first, name), join(files, id, name))
  }
}
