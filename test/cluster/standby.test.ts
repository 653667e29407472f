import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTcpSwitch } from '../support/network/tcp-switch.ts'
import type { TcpSwitch } from '../support/network/tcp-switch.ts'
import type { TestStandby } from '../support/storage/postgres.ts'
import { ask, makeKey, openInstallation } from './servers.ts'
import type { Installation } from './servers.ts'

const path = '/api/workspace/notes'
const writers = 8

let installation: Installation
let standby: TestStandby
let address: TcpSwitch

beforeAll(async () => {
  installation = await openInstallation()
  standby = await installation.postgres.startStandby()
  const { host } = new URL(installation.env['DATABASE_URL'] ?? '')
  address = await startTcpSwitch(host)
}, 60_000)
afterAll(async () => {
  await address?.close()
  await standby?.stop()
  await installation?.close()
})

it('loses nothing that was answered when PostgreSQL is lost under load and its standby takes over', async () => {
  const database = new URL(installation.env['DATABASE_URL'] ?? '')
  database.host = address.address
  const env = { DATABASE_URL: database.href, SVC_SERVER_LEASE_SECONDS: '12' }
  const server = installation.start(await installation.home(), env)
  const url = await server.ready
  const key = await makeKey(url)
  const acknowledged: string[] = []
  let after = 0
  let isLost = false
  let isOver = false
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const title = `${writer}.${count}`
      const { status } = await ask(url, key, 'POST', path, { title, body: 'kept' }).catch(() => ({ status: 0 }))
      if (status !== 201) continue
      acknowledged.push(title)
      if (isLost) after += 1
    }
  }
  const writing = Array.from({ length: writers }, (_, writer) => write(writer))
  await expect.poll(() => acknowledged.length).toBeGreaterThan(50)
  await installation.postgres.crash()
  await standby.promote()
  isLost = true
  address.leadTo(standby.address)
  await expect.poll(() => after).toBeGreaterThan(20)
  isOver = true
  await Promise.all(writing)

  // As a machine sees it that has nothing but the database that took over.
  server.signal('SIGKILL')
  await server.exited
  const late = await installation.start(await installation.home(), env).ready
  const kept = new Set<string>()
  await expect.poll(async () => (await ask(late, key, 'GET', path)).status).toBe(200)
  for (let cursor = ''; ;) {
    const { body } = await ask(late, key, 'GET', `${path}?limit=100${cursor && `&cursor=${cursor}`}`)
    const page = body as { items: { title: string }[]; next_cursor: string | null }
    for (const { title } of page.items) kept.add(title)
    if (page.next_cursor === null) break
    cursor = encodeURIComponent(page.next_cursor)
  }
  expect(acknowledged.filter(title => !kept.has(title))).toEqual([])
}, 90_000)
