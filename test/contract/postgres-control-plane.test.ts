import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { UnavailableError, ValidationError } from '@svc/plugin'
import type { ControlPlane, ControlTable } from '@svc/plugin'
import { openPostgres } from '../../kernel/drivers/postgres/control/postgres-control-plane.ts'
import { systemClock } from '../../kernel/services/index.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'
import { recordingLog } from '../support/recording-log.ts'
import { openTestPlanes, temporaryFolder } from '../rooms/planes.ts'

const clock = systemClock
const log = recordingLog()
let server: TestPostgres
let databases = 0
const opened: { close(): Promise<void> }[] = []

async function open(databaseUrl: string): Promise<ControlPlane> {
  const plane = await openPostgres({ databaseUrl, clock, log })
  opened.push(plane)
  return plane
}

async function newDatabase(): Promise<string> {
  databases += 1
  return server.createDatabase(`svc_${databases}`)
}

function setFact(plane: ControlPlane, id: string, value = 'x'): Promise<unknown> {
  return plane.transaction(
    async tx => (await tx.update('facts', id, { value })) ?? (await tx.insert('facts', { id, value })),
  )
}

beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

describe('the control plane in PostgreSQL', () => {
  it('answers 503 while the server is away, and works again once it is back', async () => {
    const plane = await open(await newDatabase())
    await setFact(plane, 'before')
    const interrupted = plane.transaction(async tx => {
      await tx.insert('facts', { id: 'lost', value: 'x' })
      await server.halt()
      await tx.get('facts', 'lost')
    })
    await expect(interrupted).rejects.toThrow(UnavailableError)
    await expect(plane.read(reader => reader.get('facts', 'before'))).rejects.toThrow(UnavailableError)
    expect(await plane.status()).toMatchObject({ driver: 'postgres', healthy: false, version: null })
    await server.resume()
    await setFact(plane, 'after')
    const found = await plane.read(reader => reader.find('facts', {}))
    expect(found.map(fact => fact.id)).toEqual(['after', 'before'])
    expect(await plane.status()).toMatchObject({ healthy: true, version: expect.stringMatching(/^\d+/) as string })
  })

  it('tells what another process changed, not what it changed itself, and "anything" after an outage', async () => {
    const url = await newDatabase()
    const [one, other] = [await open(url), await open(url)]
    const heard: ({ table: ControlTable; id: string } | null)[] = []
    one.onForeignChange(change => heard.push(change))
    await vi.waitFor(() => expect(heard).toEqual([null]))
    heard.length = 0
    await setFact(one, 'mine')
    await setFact(other, 'theirs')
    await vi.waitFor(() => expect(heard).toEqual([{ table: 'facts', id: 'theirs' }]))
    const rolledBack = other.transaction(async tx => {
      await tx.delete('facts', 'theirs')
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await other.transaction(async tx => {
      for (let n = 0; n < 300; n += 1) await tx.insert('facts', { id: `many_${n}_${'x'.repeat(30)}`, value: 'x' })
    })
    await vi.waitFor(() => expect(heard).toEqual([{ table: 'facts', id: 'theirs' }, null]))
    heard.length = 0
    await server.halt()
    await server.resume()
    await vi.waitFor(() => expect(heard).toEqual([null]), { timeout: 60_000 })
    await setFact(other, 'again')
    await vi.waitFor(() => expect(heard).toEqual([null, { table: 'facts', id: 'again' }]))
  })

  it('loses no update between processes: whoever was overtaken runs again', async () => {
    const url = await newDatabase()
    const both = [await open(url), await open(url)]
    await both[0]?.transaction(tx => tx.insert('facts', { id: 'counter', value: '0' }))
    let runs = 0
    let reads = 0
    const bothHaveRead = Promise.withResolvers<void>()
    const increment = (plane: ControlPlane) =>
      plane.transaction(async tx => {
        runs += 1
        const counter = await tx.get('facts', 'counter')
        reads += 1
        if (reads === both.length) bothHaveRead.resolve()
        await bothHaveRead.promise
        await tx.update('facts', 'counter', { value: String(Number(counter?.value) + 1) })
      })
    await Promise.all(Array.from({ length: 15 }, () => both.map(increment)).flat())
    expect(await both[0]?.read(reader => reader.get('facts', 'counter'))).toEqual({ id: 'counter', value: '30' })
    expect(runs).toBeGreaterThan(30)
  })

  it('migrates once when two processes come at the same time, and refuses a newer schema', async () => {
    const url = await newDatabase()
    const both = await Promise.all([open(url), open(url)])
    await setFact(both[1] as ControlPlane, 'x')
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`INSERT INTO svc.migrations (owner, id, checksum) VALUES ('kernel', '9999-later', 'x')`)
    await expect(open(url)).rejects.toThrow(/9999-later .*newer version/)
    await client.query(`DELETE FROM svc.migrations WHERE id = '9999-later'`)
    await client.query(`UPDATE svc.migrations SET checksum = 'other'`)
    await expect(open(url)).rejects.toThrow(/0001-control-plane was changed/)
    await client.end()
  })

  it('keeps the password out of errors, logs and the status', async () => {
    const url = await newDatabase()
    const wrong = url.replace('only-for-tests', 'very-secret')
    const malformed = [
      'mysql://u:very-secret@h/db',
      'postgres://u:very-secret@[bad/db',
      'very-secret',
      'postgres://u:very-secret@127.0.0.1:99999999/db',
    ]
    const failures: unknown[] = [await open(wrong).catch((error: unknown) => error)]
    expect(failures[0]).toBeInstanceOf(UnavailableError)
    for (const each of malformed) {
      const failure: unknown = await open(each).catch((error: unknown) => error)
      expect(failure, each).toBeInstanceOf(ValidationError)
      failures.push(failure)
    }
    const plane = await open(url)
    const said = failures.map(failure =>
      failure instanceof Error ? [failure.message, failure.stack, failure.cause] : failure,
    )
    const { inspect } = await import('node:util')
    const everything = inspect([said, log.entries, await plane.status()], { depth: 10 })
    expect(everything).not.toContain('very-secret')
    expect(everything).not.toContain('only-for-tests')
  })
})

describe('a home on PostgreSQL', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(() => folder.remove())

  async function openHomeOn(databaseUrl: string | null, name = 'home') {
    const planes = await openTestPlanes({ path: join(folder.path, name), databaseUrl })
    opened.push(planes)
    return planes
  }

  async function closeAll(): Promise<void> {
    for (const each of opened.splice(0)) await each.close()
  }

  async function addUser(control: ControlPlane): Promise<void> {
    const created_at = clock.timestamp()
    await control.transaction(tx =>
      tx.insert('users', {
        id: 'usr_1',
        username: 'ada',
        username_key: 'ada',
        password_hash: 'x',
        role: 'owner',
        disabled: false,
        default_workspace_id: 'ws_1',
        created_at,
      }),
    )
  }

  it('writes no registry, and opens again as the same home', async () => {
    const url = await newDatabase()
    const first = await openHomeOn(url)
    await addUser(first.control)
    await closeAll()
    const names = await readdir(join(folder.path, 'home'))
    expect(names.toSorted()).toEqual(['home.json', 'lock.sqlite', 'secrets.json'])
    const second = await openHomeOn(url)
    expect(second.home.marker).toMatchObject({ control: 'postgres', home_id: first.home.homeId })
    const status = await second.planes.status()
    expect(status.control).toMatchObject({
      driver: 'postgres',
      location: expect.stringMatching(/^postgres:\/\/127\.0\.0\.1:\d+\/svc_\d+$/) as string,
    })
  })

  it("refuses another home's database, also when its own marker is lost", async () => {
    const url = await newDatabase()
    const first = await openHomeOn(url)
    await addUser(first.control)
    await closeAll()
    await expect(openHomeOn(url, 'other')).rejects.toThrow(
      new RegExp(`belongs to the home ${first.home.homeId}.* is new`),
    )
    await rm(join(folder.path, 'home', 'home.json'))
    await expect(openHomeOn(url)).rejects.toThrow(/restore its home\.json/)
  })

  it('refuses to begin anew beside the data it had: an emptied database, or none at all', async () => {
    const first = await openHomeOn(await newDatabase())
    await addUser(first.control)
    await closeAll()
    await expect(openHomeOn(await newDatabase())).rejects.toThrow(/was set up on .* holds no users\. Restore it/)
    await expect(openHomeOn(null)).rejects.toThrow(/was set up on .* on PostgreSQL, and DATABASE_URL is not set/)
  })

  it('refuses PostgreSQL for a home that was set up on its registry', async () => {
    const first = await openHomeOn(null)
    await addUser(first.control)
    await closeAll()
    await expect(openHomeOn(await newDatabase())).rejects.toThrow(/on its registry file, .*Unset DATABASE_URL/)
  })
})
