import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ByteQuota, PayloadTooLargeError, defineMigration } from '@svc/plugin'
import { openTestPlanes } from '../../../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../../../test/rooms/planes.ts'

const workspaceId = 'ws_0000000000000000000000test'
const tables = defineMigration({
  id: '0001-kept',
  statements: ['CREATE TABLE boxes_kept (bytes INTEGER NOT NULL) STRICT'],
})

let planes: TestPlanes
let quota: ByteQuota
let asked: number
beforeEach(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'boxes', migrations: [tables] }] })
  asked = 0
  quota = new ByteQuota({
    data: planes.data,
    // A fraction, as a setting in megabytes may give: the sentence names whole bytes.
    limit: 100.9,
    usedBytes(db) {
      asked += 1
      return db.get<{ sum: number }>('SELECT coalesce(sum(bytes), 0) AS sum FROM boxes_kept')?.sum ?? 0
    },
    what: 'boxes',
    remedy: 'Delete some.',
  })
})
afterEach(() => planes.close())

const keep = (bytes: number) =>
  planes.data.use(workspaceId, db => db.run('INSERT INTO boxes_kept (bytes) VALUES (?)', bytes))
const dropAll = () => planes.data.use(workspaceId, db => db.run('DELETE FROM boxes_kept'))

describe('a quota of bytes', () => {
  it('counts what is kept and what is on its way, and says both when more does not fit', () => {
    keep(30)
    const first = quota.reserve(workspaceId)
    first.add(40)
    const second = quota.reserve(workspaceId)
    expect(() => second.add(31)).toThrow(
      new PayloadTooLargeError(
        'The workspace may hold 100 bytes of boxes; it holds 30, and 71 more do not fit. Delete some.',
      ),
    )
    second.add(30)
  })

  it('has room again for what was let go of, once', () => {
    const first = quota.reserve(workspaceId)
    const second = quota.reserve(workspaceId)
    first.add(60)
    second.add(20)
    first.release()
    first.release()
    expect(() => second.add(81)).toThrow(PayloadTooLargeError)
    second.add(80)
  })

  it('counts what another kept meanwhile', () => {
    const first = quota.reserve(workspaceId)
    const second = quota.reserve(workspaceId)
    first.add(60)
    second.add(10)
    keep(60)
    first.release()
    expect(() => second.add(31)).toThrow(PayloadTooLargeError)
  })

  it('refuses nobody for what was deleted meanwhile', () => {
    keep(90)
    const reservation = quota.reserve(workspaceId)
    reservation.add(10)
    dropAll()
    reservation.add(90)
    expect(() => reservation.add(1)).toThrow(PayloadTooLargeError)
  })

  it('asks the database once for many pieces', () => {
    const reservation = quota.reserve(workspaceId)
    for (let piece = 0; piece < 50; piece += 1) reservation.add(1)
    expect(asked).toBe(1)
  })
})
