import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { LogRow } from '../../../kernel/drivers/shipped/workspace-log-store.ts'
import { openShippingPlace, workspace } from './kit.ts'
import type { ShippingPlace } from './kit.ts'

let place: ShippingPlace
beforeAll(async () => {
  place = await openShippingPlace()
})
beforeEach(() => place.renew())
afterAll(() => place.close())

function row(number: number, seq: number, text: string, epoch = 1): LogRow {
  return { workspace_id: workspace(number), seq, epoch, kind: 'pages', pages: Buffer.from(text) }
}

async function textsOf(number: number): Promise<string[]> {
  const texts: string[] = []
  for await (const { seq, epoch, pages } of place.log.rows(workspace(number), { after: 0, to: 100 }))
    texts.push(`${seq} ${epoch} ${pages.toString()}`)
  return texts
}

it('keeps the rows of several workspaces from one statement, and takes the same rows twice as once', async () => {
  const flight = [row(1, 1, 'a'), row(2, 1, 'b')]
  expect(await place.log.append(flight)).toEqual(new Set())
  expect(await place.log.append(flight)).toEqual(new Set())
  expect(await place.log.append([row(1, 2, 'c'), row(3, 1, 'd')])).toEqual(new Set())
  expect([await textsOf(1), await textsOf(2), await textsOf(3)]).toEqual([['1 1 a', '2 1 c'], ['1 1 b'], ['1 1 d']])
})

it('tells an owner that its place is taken, and leaves the others their rows', async () => {
  await place.log.append([row(1, 1, 'a')])
  expect(await place.log.takeOver(workspace(1))).toEqual({ seq: 2, epoch: 2 })
  expect(await place.log.append([row(1, 2, 'late'), row(2, 1, 'b')])).toEqual(new Set([workspace(1)]))
  // The same bytes of another owner are another row.
  expect(await place.log.append([row(1, 1, 'a', 2)])).toEqual(new Set([workspace(1)]))
  expect([await textsOf(1), await textsOf(2)]).toEqual([['1 1 a', '2 2 '], ['1 1 b']])
})

it('lets one of several win a takeover, and names the workspaces that have something', async () => {
  const other = await place.openLog()
  const ends = await Promise.allSettled([place.log, other, place.log, other].map(log => log.takeOver(workspace(1))))
  const won = ends.flatMap(end => (end.status === 'fulfilled' ? [end.value] : []))
  expect(new Set(won.map(({ seq }) => seq)).size).toBe(won.length)
  expect(await textsOf(1)).toHaveLength(won.length)
  expect(await place.log.workspaceIds()).toEqual([])
  await place.log.append([row(1, won.length + 1, 'a', won.length)])
  expect(await place.log.workspaceIds()).toEqual([workspace(1)])
})

it('takes a workspace over while the last row of the owner before waits to be kept', async () => {
  await place.log.append([row(1, 1, 'a')])
  const owner = new pg.Client(place.databaseUrl)
  await owner.connect()
  await owner.query('BEGIN')
  const insert = `INSERT INTO svc.workspace_log (workspace_id, seq, epoch, kind, pages) VALUES ($1, 2, 1, 'pages', 'b')`
  await owner.query(insert, [workspace(1)])
  const taken = place.log.takeOver(workspace(1))
  taken.catch(() => undefined)
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`
  await expect.poll(async () => (await place.log.database.query(waiting)).count).toBe(1)
  await owner.query('COMMIT')
  await owner.end()
  expect(await taken).toEqual({ seq: 3, epoch: 2 })
  expect(await textsOf(1)).toEqual(['1 1 a', '2 1 b', '3 2 '])
})

it('finds the row again whose answer was lost with the server', async () => {
  await place.server.halt()
  await expect(place.log.append([row(1, 1, 'a')])).rejects.toMatchObject({ code: 'unavailable' })
  await place.server.resume()
  expect(await place.log.append([row(1, 1, 'a')])).toEqual(new Set())
  expect(await textsOf(1)).toEqual(['1 1 a'])
})

it('gives rows of any size, in their order', async () => {
  const sizes = [3, 5_000_000, 1, 3_000_000, 3_000_000, 3_000_000, 2]
  for (const [index, size] of sizes.entries()) await place.log.append([row(1, index + 1, 'x'.repeat(size))])
  const found: number[] = []
  for await (const { pages } of place.log.rows(workspace(1), { after: 0, to: 100 })) found.push(pages.length)
  expect(found).toEqual(sizes)
})

it('deletes rows below a place, and never the last one', async () => {
  for (const seq of [1, 2, 3]) await place.log.append([row(1, seq, 'x')])
  await place.log.trim(workspace(1), 2)
  expect(await textsOf(1)).toEqual(['2 1 x', '3 1 x'])
  await place.log.trim(workspace(1), 10)
  expect(await textsOf(1)).toEqual(['3 1 x'])
})

it('does not count a commit whose wait for the standby was cancelled', async () => {
  const admin = new pg.Client(place.databaseUrl)
  admin.on('error', () => undefined)
  await admin.connect()
  const cancelled = async (): Promise<boolean> => {
    const { rows } = await admin.query<{ cancelled: boolean }>(
      `SELECT pg_cancel_backend(pid) AS cancelled FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
    )
    return rows.some(found => found.cancelled)
  }
  await admin.query(`SET synchronous_commit = local`)
  await admin.query(`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`)
  await admin.query(`SELECT pg_reload_conf()`)
  let last = 0
  let isOver = true
  let appended = Promise.resolve(new Set<string>())
  // The server takes a new setting to heart a little later: the first rows may need no standby yet.
  const cancelledFirst = async (): Promise<boolean> => {
    if (isOver) {
      isOver = false
      last += 1
      appended = place.log.append([row(1, last, 'a')]).finally(() => (isOver = true))
    }
    return cancelled()
  }
  await expect.poll(cancelledFirst, { timeout: 20_000 }).toBe(true)
  // It waits again, now with a commit that comes after the row.
  await expect.poll(cancelled, { timeout: 20_000 }).toBe(true)
  expect([isOver, (await textsOf(1)).length]).toEqual([false, last])
  await admin.query(`ALTER SYSTEM RESET synchronous_standby_names`)
  await admin.query(`SELECT pg_reload_conf()`)
  expect(await appended).toEqual(new Set())
  await admin.end()
})
