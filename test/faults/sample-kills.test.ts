import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { SampleRemoval, SampleReport } from '../../plugins/workspace/sample/sample-data.ts'
import type { FaultPoint } from '../support/programs/fault-points.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'

const admin = { username: 'owner', password: 'correct horse battery' }
const path = '/api/workspace/sample'
const lists = ['/api/memory', '/api/files', '/api/files/trash', '/api/data/catalog'].concat([
  '/api/workspace/notes',
  '/api/workspace/tasks',
])
const homes: string[] = []
const servers: ServerProcess[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.signal('SIGKILL')
    await server.exited
  }
  for (const home of homes.splice(0)) await rm(home, { recursive: true, force: true })
})

async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'svc-sample-kills-'))
  homes.push(home)
  return home
}

async function start(home: string, fault?: FaultPoint) {
  const server = startServerProcess({
    home,
    env: {
      SVC_ADMIN_USERNAME: admin.username,
      SVC_ADMIN_PASSWORD: admin.password,
      SVC_MEMORY_EMBEDDER: 'none',
      ...(fault && {
        NODE_OPTIONS: `--import ${join(repositoryRoot, 'test/support/programs/fault-points.ts')}`,
        FAULT_POINT: JSON.stringify(fault),
      }),
    },
  })
  servers.push(server)
  const url = await server.ready
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const ask = async <T>(method: string, route: string): Promise<T> =>
    (await (await fetch(url + route, { method, headers: { cookie } })).json()) as T
  const counts = () => Promise.all(lists.map(async list => (await ask<{ items: unknown[] }>('GET', list)).items.length))
  return { server, ask, counts }
}

const whole = [1, 1, 0, 1, 2, 3]
const nothing = [0, 0, 0, 0, 0, 0]

describe('a server that is killed while it adds sample data', () => {
  // The second, fourth … writing notes the id of a record that is there by then: memory, file, dataset, the first note, the second task.
  it.each([2, 4, 6, 8, 14])('has it whole and once when it is asked again (%i)', async nth => {
    const home = await newHome()
    const first = await start(home, { touching: 'INSERT INTO workspace_samples', at: 'before-commit', nth })
    await first.ask('POST', path).catch(() => null)
    expect(await first.server.exited).toMatchObject({ signal: 'SIGKILL' })
    const second = await start(home)
    expect((await second.ask<SampleReport>('GET', path)).added).toBe(false)
    expect((await second.ask<SampleReport>('POST', path)).added).toBe(true)
    expect(await second.counts()).toEqual(whole)
    expect((await second.ask<SampleRemoval>('DELETE', path)).removed).toHaveLength(8)
    expect(await second.counts()).toEqual(nothing)
  })

  it('has nothing of it when it is asked to remove it instead', async () => {
    const home = await newHome()
    const first = await start(home, { touching: 'INSERT INTO workspace_samples', at: 'before-commit', nth: 6 })
    await first.ask('POST', path).catch(() => null)
    const second = await start(home)
    expect((await second.ask<SampleRemoval>('DELETE', path)).removed).toHaveLength(3)
    expect(await second.counts()).toEqual(nothing)
  })
})

describe('a server that is killed while it removes sample data', () => {
  it('removes the rest when it is asked again', async () => {
    const home = await newHome()
    const first = await start(home, { touching: 'DELETE FROM workspace_samples', at: 'before-commit', nth: 3 })
    await first.ask('POST', path)
    await first.ask('DELETE', path).catch(() => null)
    expect(await first.server.exited).toMatchObject({ signal: 'SIGKILL' })
    const second = await start(home)
    expect((await second.ask<SampleRemoval>('DELETE', path)).removed).toHaveLength(5)
    expect(await second.counts()).toEqual(nothing)
  })
})
