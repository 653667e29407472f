import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open, rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { packPages } from '../../../kernel/drivers/shipped/page-set.ts'
import { restoreFile } from '../../../kernel/drivers/shipped/restore-file.ts'
import { Snapshots } from '../../../kernel/drivers/shipped/snapshots.ts'
import { WalReader } from '../../../kernel/drivers/shipped/wal-reader.ts'
import { chunkBytes } from '../../../kernel/drivers/shipped/snapshot-manifest.ts'
import type { SnapshotManifest } from '../../../kernel/drivers/shipped/snapshot-manifest.ts'
import { openShippingPlace, workspace } from './kit.ts'
import type { ShippingPlace } from './kit.ts'

const workspaceId = workspace(1)
let place: ShippingPlace
beforeAll(async () => {
  place = await openShippingPlace()
})
beforeEach(() => place.renew())
afterAll(() => place.close())

/** A file of 9 MiB, three chunks, whose commits go to the log one by one. */
async function startFile(retentionHours = 0) {
  const path = join(place.folder, 'a.sqlite')
  const database = new Database(path)
  for (const pragma of ['journal_mode = WAL', 'wal_autocheckpoint = 0']) database.pragma(pragma)
  database.exec('CREATE TABLE items (id INTEGER PRIMARY KEY, body BLOB)')
  database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO items (body) SELECT printf('%09000d', i) FROM n`)
  const reader = new WalReader(`${path}-wal`)
  const file = await open(path, 'r')
  const snapshots = new Snapshots({ store: place.store, log: place.log, retentionHours, onStep: () => undefined })
  let seq = 0
  const changed = new Set<number>()
  const checkpoint = (): void => {
    if (reader.unmovedBytes > 0) database.pragma('wal_checkpoint(TRUNCATE)')
    reader.expectRestart()
  }
  return {
    changed,
    tidy: () => snapshots.tidy(workspaceId, seq),
    async commit(sql = 'UPDATE items SET body = randomblob(20) WHERE id = 3'): Promise<number> {
      database.exec(sql)
      const pages = await reader.read()
      if (pages === null) throw new Error('Nothing was committed.')
      const packed = packPages(pages, at => reader.page(at, pages))
      for (const number of pages.places.keys()) changed.add(Math.floor(((number - 1) * pages.pageSize) / chunkBytes))
      seq += 1
      await place.log.append([{ workspace_id: workspaceId, seq, epoch: 1, kind: 'pages', pages: packed }])
      return seq
    },
    async snapshot(manifest: SnapshotManifest | null = null, among: ReadonlySet<number> = changed) {
      checkpoint()
      return snapshots.make({ workspaceId, file, seq, manifest, changed: among })
    },
    content(): Buffer {
      checkpoint()
      return readFileSync(path)
    },
    async close() {
      reader.close()
      database.close()
      await file.close()
    },
  }
}

async function restored(seq: number): Promise<Buffer> {
  const path = join(place.folder, 'restored.sqlite')
  await restoreFile({ workspaceId, seq, path }, { store: place.store, log: place.log, notes: place.notes })
  return readFileSync(path)
}

function chunks(): string[] {
  return readdirSync(join(place.objects, 'w', workspaceId, 'chunks'))
}

it('restores a file from its newest snapshot and the log after it, at every place that is still there', async () => {
  const file = await startFile()
  await file.commit()
  const atOne = file.content()
  const manifest = await file.snapshot()
  const last = await file.commit()
  const whole = file.content()
  expect([manifest.chunks.length, manifest.seq]).toEqual([3, 1])
  expect((await restored(last)).equals(whole)).toBe(true)
  expect((await restored(1)).equals(atOne)).toBe(true)
  await file.close()
})

it('stores the chunks alone that have changed', async () => {
  const file = await startFile()
  await file.commit()
  const manifest = await file.snapshot()
  const before = new Set(chunks())
  file.changed.clear()
  const last = await file.commit()
  await file.snapshot(manifest)
  expect(chunks().filter(name => !before.has(name))).toHaveLength(file.changed.size)
  expect(file.changed.size).toBeLessThan(manifest.chunks.length)
  expect((await restored(last)).equals(file.content())).toBe(true)
  await file.close()
})

it('goes back to the snapshot before a damaged one, and refuses when there is none', async () => {
  const file = await startFile()
  await file.commit()
  await file.commit()
  const manifest = await file.snapshot()
  const old = chunks()
  const last = await file.commit()
  const newer = await file.snapshot(manifest)
  await file.tidy()
  const [added = ''] = chunks().filter(name => !old.includes(name))
  writeFileSync(join(place.objects, 'w', workspaceId, 'chunks', added), 'damaged')
  expect((await restored(last)).equals(file.content())).toBe(true)
  expect(place.notes.entries.filter(({ level }) => level === 'warn')).toHaveLength(1)
  for (const name of chunks()) writeFileSync(join(place.objects, 'w', workspaceId, 'chunks', name), 'damaged')
  await file.snapshot(newer, new Set())
  await file.tidy()
  await expect(restored(last)).rejects.toThrow(workspaceId)
  await file.close()
})

it('trims the log below the snapshot before the newest, and nothing before there are two', async () => {
  const file = await startFile()
  await file.commit()
  let manifest = await file.snapshot()
  await file.tidy()
  expect(await place.log.begin(workspaceId)).toBe(1)
  for (let n = 0; n < 3; n += 1) await file.commit()
  manifest = await file.snapshot(manifest)
  await file.tidy()
  expect([manifest.seq, await place.log.begin(workspaceId)]).toEqual([4, 1])
  await file.commit()
  await file.snapshot(manifest)
  await file.tidy()
  expect(await place.log.begin(workspaceId)).toBe(4)
  expect((await restored(5)).equals(file.content())).toBe(true)
  await file.close()
})

it('deletes what is old and named by nothing, and never what people have stored beside it', async () => {
  const file = await startFile()
  await file.commit()
  const manifest = await file.snapshot()
  const sha256 = 'ab'.repeat(32)
  const unneeded = [`chunks/${sha256}.zst`, `commits/${sha256}.zst`, `snapshots/${'0'.repeat(16)}-${sha256}.json`]
  // As plugins store them; one may have the name of a folder of ours.
  const contents = [`files/ab/${sha256}`, `ml/artifacts/${sha256}`, `chunks/ab/${sha256}`]
  const names = [...unneeded, ...contents].map(name => `w/${workspaceId}/${name}`)
  for (const name of names) {
    await place.store.put(name, Buffer.from('x'))
    await utimes(join(place.objects, name), 0, 0)
  }
  const last = await file.commit()
  await file.snapshot(manifest)
  await file.tidy()
  const left = names.filter(name => existsSync(join(place.objects, name)))
  expect(left).toEqual(contents.map(name => `w/${workspaceId}/${name}`))
  expect((await restored(last)).equals(file.content())).toBe(true)
  await file.close()
})

it('keeps what a database of a moment within the retention needs', async () => {
  const file = await startFile(24)
  const age = `UPDATE svc.workspace_log SET committed_at = now() - interval '3 days' WHERE seq = $1`
  for (const seq of [await file.commit(), await file.commit()]) await place.log.database.query(age, [seq])
  const first = await file.snapshot()
  const last = await file.commit()
  await place.log.database.query(age, [last])
  const before = file.content()
  const daysAgo = Date.now() / 1000 - 3 * 86_400
  for (const name of readdirSync(place.objects, { recursive: true, encoding: 'utf8' }))
    await utimes(join(place.objects, name), daysAgo, daysAgo)
  await file.commit('UPDATE items SET body = randomblob(9000)')
  const second = await file.snapshot(first)
  await file.commit()
  await file.snapshot(second)
  await file.tidy()
  expect((await restored(last)).equals(before)).toBe(true)
  await file.close()
})

it('holds few chunks in memory, however many files are restored at once', async () => {
  const file = await startFile()
  const last = await file.commit()
  await file.snapshot()
  const { log, notes, store } = place
  let reading = 0
  let most = 0
  const get = store.get.bind(store)
  vi.spyOn(store, 'get').mockImplementation(async (name, options) => {
    if (!name.includes('/chunks/')) return get(name, options)
    reading += 1
    most = Math.max(most, reading)
    await sleep(20)
    return get(name, options).finally(() => (reading -= 1))
  })
  const paths = Array.from({ length: 20 }, (_, n) => join(place.folder, `${n}.sqlite`))
  await Promise.all(paths.map(path => restoreFile({ workspaceId, seq: last, path }, { store, log, notes })))
  expect(most).toBeLessThanOrEqual(16)
  for (const path of paths) expect(readFileSync(path).equals(file.content())).toBe(true)
  await file.close()
})

it('opens what is small without the store of objects, and nothing that needs it', async () => {
  const file = await startFile()
  const last = await file.commit()
  await rename(place.objects, `${place.objects}-away`)
  expect((await restored(last)).equals(file.content())).toBe(true)
  await file.commit()
  await place.log.trim(workspaceId, 2)
  await expect(restored(last + 1)).rejects.toMatchObject({ code: 'unavailable' })
  await file.close()
})
