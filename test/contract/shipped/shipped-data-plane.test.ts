import { AsyncResource } from 'node:async_hooks'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MigrationPlan } from '@svc/plugin'
import { describeDataPlane } from '@svc/plugin/testing'
import { copyWorkspace } from '../../../kernel/drivers/shipped/restore-file.ts'
import { ShippedDataPlane } from '../../../kernel/drivers/shipped/shipped-data-plane.ts'
import { openWorkspaceLog } from '../../../kernel/drivers/shipped/open-workspace-log.ts'
import { WorkspaceLog } from '../../../kernel/drivers/shipped/workspace-log-store.ts'
import { planMigrations } from '../../../kernel/planes/index.ts'
import { systemClock } from '../../../kernel/services/index.ts'
import { openShippingPlace, workspace } from './kit.ts'
import type { ShippingPlace } from './kit.ts'

let place: ShippingPlace
beforeAll(async () => {
  place = await openShippingPlace()
})
afterAll(() => place.close())

const own = workspace(1)
const plan = planMigrations([
  {
    owner: 'notes',
    migrations: [{ id: '0001-notes', statements: ['CREATE TABLE notes_items (body TEXT, more BLOB) STRICT'] }],
  },
])

async function openPlane(
  homePath: string,
  of: MigrationPlan = plan,
  more: { mostLogBytes?: number } = {},
): Promise<ShippedDataPlane> {
  const { store, notes } = place
  const workspaceLog = await openWorkspaceLog({ databaseUrl: place.databaseUrl, clock: systemClock, log: notes })
  await mkdir(homePath, { recursive: true })
  return new ShippedDataPlane({
    homePath,
    plan: of,
    clock: systemClock,
    log: notes,
    workspaceLog,
    store,
    retentionHours: 0,
    ...more,
  })
}

describeDataPlane(
  { describe, it, expect, beforeEach, afterEach },
  'files whose pages go to PostgreSQL',
  async ({ plan: of }) => {
    await place.renew()
    const open = async (next: MigrationPlan, home: string): Promise<ShippedDataPlane> => {
      const data = await openPlane(join(place.folder, home), next)
      for (const number of [1, 2]) await data.enter(workspace(number))
      return data
    }
    let homes = 0
    let data = await open(of, 'home')
    return {
      data,
      async reopen(next) {
        await data.close()
        // Each time on another machine.
        homes += 1
        data = await open(next, `home-${homes}`)
        return data
      },
      close: () => data.close(),
    }
  },
)

describe('a workspace whose pages go to PostgreSQL', () => {
  let data: ShippedDataPlane
  const write = (body: string): unknown =>
    data.use(own, db => db.run('INSERT INTO notes_items (body) VALUES (?)', body))
  const bodies = (from = data): string[] =>
    from.use(own, db => db.all<{ body: string }>('SELECT body FROM notes_items').map(({ body }) => body))

  beforeEach(async () => {
    await place.renew()
    data = await openPlane(join(place.folder, 'home'))
    await data.enter(own)
  })
  afterEach(() => data.close())

  it('is refused before it was entered, and after it was released', async () => {
    expect(() => data.use(workspace(2), () => 'reached')).toThrow(expect.objectContaining({ code: 'unavailable' }))
    write('kept')
    await data.release(own)
    expect([data.state(own), readdirSync(join(place.folder, 'home', 'workspaces', own))]).toEqual(['released', []])
    expect(() => bodies()).toThrow(expect.objectContaining({ code: 'unavailable' }))
    await data.enter(own)
    expect([data.state(own), bodies()]).toEqual(['open', ['kept']])
  })

  it('is elsewhere as it was when its answers were given, however its server ended', async () => {
    write('one')
    await data.settled(own)
    const other = await openPlane(join(place.folder, 'other'))
    await other.enter(own)
    expect(bodies(other)).toEqual(['one'])
    await other.close()
  })

  it("is copied by who does not own it, as its answers say, and stays its owner's", async () => {
    write('one')
    await data.settled(own)
    const path = join(place.folder, 'copy.sqlite')
    const { log, notes, store } = place
    await copyWorkspace({ workspaceId: own, path }, { log, notes, store })
    const copy = new Database(path)
    expect(copy.prepare('SELECT body FROM notes_items').pluck().all()).toEqual(['one'])
    copy.close()
    write('two')
    await data.settled(own)
    expect(bodies()).toEqual(['one', 'two'])
  })

  it('gives no answer of an owner whose place was taken, throws its file away and says so', async () => {
    const closed: string[] = []
    data.onWorkspaceClosed(() => {
      throw new Error('one listener that fails')
    })
    data.onWorkspaceClosed(id => closed.push(id))
    write('one')
    await data.settled(own)
    await place.log.takeOver(own)
    let later: () => Promise<void> | undefined = () => Promise.reject(new Error('never made'))
    const answered = data.gated(async () => {
      later = AsyncResource.bind(() => data.kept())
      return write('late')
    })
    await expect(answered).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 })
    expect([data.state(own), closed]).toEqual(['fenced', [own]])
    // What the work left behind, such as a timer, may be about other workspaces.
    expect(later()).toBeUndefined()
    expect(() => bodies()).toThrow(expect.objectContaining({ code: 'unavailable' }))
    await data.enter(own)
    expect(bodies()).toEqual(['one'])
  })

  it('holds answers of readers, too, while PostgreSQL is away, and gives them when it is back', async () => {
    await data.settled(own)
    await place.server.halt()
    let answers = 0
    const written = data.gated(async () => write('one')).then(() => (answers += 1))
    const read = data.gated(async () => bodies()).finally(() => (answers += 1))
    const remembered = data.gated(async () => 'not read from the file', own).finally(() => (answers += 1))
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(answers).toBe(0)
    await place.server.resume()
    await written
    expect([await read, await remembered]).toEqual([['one'], 'not read from the file'])
  })

  it('lets nobody wait long while PostgreSQL is away, whatever is under way already', async () => {
    const ids = [1, 2, 3].map(workspace)
    await Promise.all(ids.map(id => data.enter(id)))
    await Promise.all(ids.map(id => data.settled(id)))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await place.server.halt()
      const waiting: Promise<void>[] = []
      for (const id of ids) {
        data.use(id, db => db.run('INSERT INTO notes_items (body) VALUES (?)', 'one'))
        waiting.push(data.settled(id))
        // What is committed in the next turn flies by itself.
        await setImmediate()
      }
      const settled = Promise.allSettled(waiting)
      vi.advanceTimersByTime(10_000)
      expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    } finally {
      vi.useRealTimers()
      await place.server.resume()
    }
    await Promise.all(ids.map(id => data.settled(id)))
  })

  it('takes one place, however often it cannot be restored', async () => {
    const countOf = `SELECT count(*)::int AS count FROM svc.workspace_log WHERE workspace_id = $1 AND kind = 'takeover'`
    const taken = async () => (await place.log.database.query<{ count: number }>(countOf, [own])).rows[0]?.count
    data.use(own, db => db.run('INSERT INTO notes_items (more) VALUES (zeroblob(?))', 9 * 1024 * 1024))
    await data.settled(own)
    expect(await taken()).toBe(1)
    const other = await openPlane(join(place.folder, 'other'))
    await rename(place.objects, `${place.objects}-away`)
    for (let tries = 0; tries < 3; tries += 1)
      await expect(other.enter(own)).rejects.toMatchObject({ code: 'unavailable' })
    await rename(`${place.objects}-away`, place.objects)
    await other.enter(own)
    expect([await taken(), other.state(own)]).toEqual([2, 'open'])
    await other.close()
  })

  it('throws away what it cannot keep because another program emptied its log, and goes on from what was kept', async () => {
    write('one')
    await data.settled(own)
    write('two')
    const other = new Database(data.pathOf(own))
    other.pragma('wal_checkpoint(TRUNCATE)')
    other.close()
    await expect(data.settled(own)).rejects.toMatchObject({ code: 'unavailable' })
    await data.enter(own)
    expect(bodies()).toEqual(['one'])
    write('three')
    await data.settled(own)
    expect(bodies()).toEqual(['one', 'three'])
  })

  it('brings many commits of many workspaces to the log, and the same rows to each', async () => {
    const ids = [1, 2, 3, 4].map(workspace)
    await Promise.all(ids.map(id => data.enter(id)))
    const insert = 'INSERT INTO notes_items (body) VALUES (?)'
    const commits = Array.from({ length: 200 }, (_, n) => n)
    await Promise.all(
      commits.map(n => data.gated(async () => data.use(ids[n % 4] ?? '', db => db.run(insert, String(n))))),
    )
    const other = await openPlane(join(place.folder, 'other'))
    for (const [index, id] of ids.entries()) {
      await other.enter(id)
      const found = other.use(id, db => db.all<{ body: string }>('SELECT body FROM notes_items'))
      expect(found.map(({ body }) => Number(body))).toEqual(commits.filter(n => n % 4 === index))
    }
    await other.close()
  })

  it('keeps a commit that is too large for a row as an object, and restores it', async () => {
    const more = 12 * 1024 * 1024
    data.use(own, db => db.run('INSERT INTO notes_items (body, more) VALUES (?, zeroblob(?))', 'large', more))
    await data.settled(own)
    expect(readdirSync(join(place.objects, 'w', own, 'commits'))).toHaveLength(1)
    const other = await openPlane(join(place.folder, 'other'))
    await other.enter(own)
    expect(other.use(own, db => db.get('SELECT body, length(more) AS more FROM notes_items'))).toEqual({
      body: 'large',
      more,
    })
    await other.close()
  })

  it('makes a snapshot after few commits that are too large for a row, and counts them when they are restored', async () => {
    const large = (plane: ShippedDataPlane): Promise<void> => {
      plane.use(own, db => db.run('INSERT INTO notes_items (more) VALUES (zeroblob(?))', 9 * 1024 * 1024))
      return plane.settled(own)
    }
    await large(data)
    const other = await openPlane(join(place.folder, 'other'))
    await other.enter(own)
    expect(readdirSync(join(place.objects, 'w', own))).toEqual(['commits'])
    await large(other)
    await expect.poll(() => readdirSync(join(place.objects, 'w', own, 'snapshots'))).toHaveLength(1)
    await other.close()
  })

  it('waits with a commit that is too large for a row while the store of objects is away', async () => {
    await rename(place.objects, `${place.objects}-away`)
    data.use(own, db => db.run('INSERT INTO notes_items (more) VALUES (zeroblob(?))', 9 * 1024 * 1024))
    const settled = data.settled(own)
    await expect.poll(() => place.notes.entries.some(({ message }) => /cannot be kept now/.test(message))).toBe(true)
    await rename(`${place.objects}-away`, place.objects)
    await settled
  })

  it('gets a snapshot, and its own log is moved, while commits come without a pause', async () => {
    const append = WorkspaceLog.prototype.append
    const slow = vi.spyOn(WorkspaceLog.prototype, 'append').mockImplementation(async function (
      this: WorkspaceLog,
      rows,
    ) {
      await sleep(30)
      return append.call(this, rows)
    })
    let isOver = false
    let commits = 0
    const writing = (async () => {
      for (; !isOver; commits += 1) {
        data.use(own, db => db.run('INSERT INTO notes_items (more) VALUES (randomblob(?))', 20_000))
        // Shorter than a flight.
        await sleep(1)
      }
    })()
    const snapshots = join(place.objects, 'w', own, 'snapshots')
    try {
      await expect.poll(() => existsSync(snapshots) && readdirSync(snapshots).length, { timeout: 20_000 }).toBe(1)
    } finally {
      isOver = true
      slow.mockRestore()
    }
    await writing
    await data.settled(own)
    const { size } = statSync(`${data.pathOf(own)}-wal`)
    expect(size).toBeLessThan(commits * 20_000)
    const other = await openPlane(join(place.folder, 'other'))
    await other.enter(own)
    const found = other.use(own, db => [
      db.get('SELECT count(*) AS count FROM notes_items WHERE length(more) = 20000'),
      db.get('PRAGMA integrity_check'),
    ])
    expect(found).toEqual([{ count: commits }, { integrity_check: 'ok' }])
    await other.close()
  })

  it('is refused when its log is too long, and is in order again once a snapshot can be stored, here or elsewhere', async () => {
    const limits = { mostLogBytes: 20 * 1024 * 1024 }
    const id = workspace(2)
    const count = (plane: ShippedDataPlane): unknown =>
      plane.use(id, db => db.get('SELECT count(*) AS count FROM notes_items'))
    const refused = expect.objectContaining({ code: 'storage_full' })
    const first = await openPlane(join(place.folder, 'first'), plan, limits)
    await first.enter(id)
    await rename(place.objects, `${place.objects}-away`)
    for (let n = 0; n < 4; n += 1) {
      first.use(id, db => db.run('INSERT INTO notes_items (more) VALUES (randomblob(?))', 6 * 1024 * 1024))
      await first.settled(id)
    }
    expect(() => count(first)).toThrow(refused)
    const second = await openPlane(join(place.folder, 'second'), plan, limits)
    const taken: unknown[] = []
    second.onWorkspaceOpened(() => void taken.push(count(second)))
    await second.enter(id)
    expect([taken, second.look(id, db => db.get('SELECT 1 AS one'))]).toEqual([[{ count: 4 }], { one: 1 }])
    expect(() => count(second)).toThrow(refused)
    await rename(`${place.objects}-away`, place.objects)
    const now = performance.now.bind(performance)
    // Another try is made half a minute after one that failed.
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000)
    try {
      await expect.poll(() => count(second), { timeout: 10_000 }).toEqual({ count: 4 })
    } finally {
      later.mockRestore()
    }
    await first.close()
    await second.close()
  })

  it('is what a database says that was set back, whatever later snapshots the bucket has', async () => {
    const { log, notes, store } = place
    const again = async (plane: ShippedDataPlane): Promise<void> => {
      await plane.release(own)
      await plane.enter(own)
    }
    const writeInto = async (plane: ShippedDataPlane, texts: string[]): Promise<void> => {
      for (const text of texts) {
        plane.use(own, db => db.run('INSERT INTO notes_items (body) VALUES (?)', text))
        await plane.settled(own)
      }
    }
    const numbered = (text: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${text} ${n}`)
    await writeInto(data, ['one'])
    await again(data)
    await writeInto(data, ['two'])
    await log.database.query('CREATE TABLE svc.log_before AS SELECT * FROM svc.workspace_log')
    for (const text of ['lost', 'lost, too']) {
      await writeInto(data, numbered(text, 20))
      await again(data)
    }
    await data.close()
    await log.database.query('TRUNCATE svc.workspace_log')
    await log.database.query('INSERT INTO svc.workspace_log SELECT * FROM svc.log_before')
    const other = await openPlane(join(place.folder, 'other'))
    await other.enter(own)
    await writeInto(other, ['three'])
    await again(other)
    expect(bodies(other)).toEqual(['one', 'two', 'three'])
    // As many as were lost, and more.
    await writeInto(other, numbered('four', 60))
    const path = join(place.folder, 'copy.sqlite')
    await copyWorkspace({ workspaceId: own, path }, { log, notes, store })
    const copy = new Database(path)
    expect(copy.prepare('SELECT body FROM notes_items').pluck().all()).toEqual(bodies(other))
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    copy.close()
    await again(other)
    expect(bodies(other)).toEqual(['one', 'two', 'three', ...numbered('four', 60)])
    await other.close()
  })

  it('is restored from its snapshots after a thousand commits, files closed and opened in between', async () => {
    for (let n = 0; n < 20; n += 1) {
      for (let m = 0; m < 50; m += 1) write(`${n} ${m}`)
      await data.settled(own)
      if (n % 5 !== 4) continue
      await data.release(own)
      await data.enter(own)
    }
    expect(bodies()).toHaveLength(1000)
    expect(await place.log.begin(own)).toBeGreaterThan(1)
    expect(data.use(own, db => db.get('PRAGMA integrity_check'))).toEqual({ integrity_check: 'ok' })
  })
})
