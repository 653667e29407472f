import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, openInstallation } from './servers.ts'
import type { Installation } from './servers.ts'

let installation: Installation
let database: pg.Client
beforeAll(async () => {
  installation = await openInstallation()
  database = new pg.Client(installation.env['DATABASE_URL'])
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await installation.close()
})

async function withLease(): Promise<string[]> {
  const { rows } = await database.query<{ server_id: string }>('SELECT server_id FROM svc.servers ORDER BY started_at')
  return rows.map(({ server_id }) => server_id)
}

it('ends the lease of the last server on its home, and of no server on a home of which that is a copy', async () => {
  const start = (home: string) => installation.start(home, { SVC_SERVER_LEASE_SECONDS: '60' })
  const idOf = async ({ ready }: { ready: Promise<string> }) =>
    (await ask(await ready, null, 'GET', '/healthz')).headers.get('x-svc-server')
  const home = await installation.home()
  const first = start(home)
  await first.ready
  first.signal('SIGTERM')
  await first.exited
  const second = start(home)
  const secondId = await idOf(second)

  const copy = await installation.home()
  for (const name of ['home.json', 'secrets.json']) await copyFile(join(home, name), join(copy, name))
  const ofCopy = await idOf(start(copy))
  expect(await withLease()).toEqual([secondId, ofCopy])

  second.signal('SIGKILL')
  await second.exited
  const again = await idOf(start(home))
  expect(await withLease()).toEqual([ofCopy, again])
}, 60_000)
