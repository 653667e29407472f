import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/rooms/planes.ts'
import { applyPages, packPages } from './page-set.ts'
import { RestartedLogError, WalReader } from './wal-reader.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
const opened: Database.Database[] = []
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  for (const database of opened.splice(0)) database.close()
  await folder.remove()
})

function openDatabase(path: string, options: Database.Options = {}): Database.Database {
  const database = new Database(path, options)
  opened.push(database)
  return database
}

/** A file whose log is read as its owner does it, and the copy that is made from what was read. */
async function startCopying(pageSize = 4096) {
  const path = join(folder.path, 'a.sqlite')
  const database = openDatabase(path)
  for (const pragma of [`page_size = ${pageSize}`, 'journal_mode = WAL', 'synchronous = OFF', 'wal_autocheckpoint = 0'])
    database.pragma(pragma)
  // So little that transactions write to the log before they are committed.
  database.pragma('cache_size = 10')
  database.exec('CREATE TABLE items (id INTEGER PRIMARY KEY, body BLOB); CREATE INDEX by_body ON items (body)')
  const reader = new WalReader(`${path}-wal`)
  const copyPath = join(folder.path, 'b.sqlite')
  const copy = await open(copyPath, 'w+')
  return {
    database,
    reader,
    path,
    async ship(): Promise<boolean> {
      const pages = await reader.read()
      if (pages === null) return false
      await applyPages(
        packPages(pages, place => reader.page(place, pages)),
        copy,
      )
      return true
    },
    checkpoint(): boolean | null {
      if (reader.unmovedBytes === 0) return null
      database.pragma('busy_timeout = 0')
      const [outcome] = database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
      reader.expectRestart()
      return outcome?.busy === 0
    },
    /** Both files, once all of the log is in the first. */
    async files() {
      reader.close()
      await copy.close()
      database.pragma('wal_checkpoint(TRUNCATE)')
      return [readFileSync(path), readFileSync(copyPath)]
    },
  }
}

/** The same numbers at each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('what is read from the log of SQLite', () => {
  it.each([
    [1, 4096],
    [3, 512],
    [4, 1024],
    [5, 65_536],
  ])('makes the same file again, byte for byte, after anything (%i, pages of %i bytes)', async (seed, pageSize) => {
    const below = numbersFrom(seed)
    const { database, ship, checkpoint, files, path } = await startCopying(pageSize)
    const insert = database.prepare('INSERT INTO items (body) VALUES (randomblob(?))')
    const steps: (() => unknown)[] = [
      () => insert.run(below(3 * pageSize)),
      () => database.exec(`UPDATE items SET body = randomblob(50) WHERE id % 7 = ${below(7)}`),
      () => database.exec(`DELETE FROM items WHERE id % 5 = ${below(5)}`),
      () => {
        const isKept = below(2) === 0
        database.exec('BEGIN')
        for (let n = 0; n < 40; n += 1) insert.run(pageSize)
        database.exec(isKept ? 'COMMIT' : 'ROLLBACK')
      },
      () => database.exec('VACUUM'),
      () => database.exec(`CREATE TABLE IF NOT EXISTS more_${below(9)} (x)`),
      ship,
      ship,
      async () => {
        await ship()
        checkpoint()
      },
      async () => {
        // A reader keeps the log from being emptied, and the next commits go on in it.
        const other = openDatabase(path, { readonly: true })
        other.exec('BEGIN')
        other.prepare('SELECT count(*) FROM items').get()
        insert.run(10)
        await ship()
        expect(checkpoint()).toBe(false)
        insert.run(20)
        if (below(2) === 0) await ship()
        other.close()
      },
    ]
    for (let n = 0; n < 60; n += 1) await steps[below(steps.length)]?.()
    await ship()
    const [original, made] = await files()
    expect(made?.equals(original as Buffer)).toBe(true)
  })

  it('is nothing while nothing was committed, and each page once', async () => {
    const { database, reader, ship } = await startCopying()
    expect(await ship()).toBe(true)
    expect(await ship()).toBe(false)
    for (let n = 0; n < 5; n += 1) database.exec("INSERT INTO items (body) VALUES ('x')")
    const pages = await reader.read()
    expect([...(pages?.places.keys() ?? [])].toSorted((a, b) => a - b)).toEqual([2, 3])
    database.exec('BEGIN')
    for (let n = 0; n < 50; n += 1) database.exec('INSERT INTO items (body) VALUES (randomblob(4000))')
    database.exec('ROLLBACK')
    expect(await reader.read()).toBeNull()
    reader.close()
  })

  it('is refused where another program began the log anew before it was read', async () => {
    const { database, reader, ship } = await startCopying()
    await ship()
    database.exec("INSERT INTO items (body) VALUES ('lost')")
    const other = openDatabase(join(folder.path, 'a.sqlite'))
    other.pragma('wal_checkpoint(TRUNCATE)')
    await expect(reader.read()).rejects.toThrow(RestartedLogError)
    database.exec("INSERT INTO items (body) VALUES ('next')")
    await expect(reader.read()).rejects.toThrow(RestartedLogError)
    reader.close()
  })

  it('is refused by the copy when a byte of it is another one', async () => {
    const { reader } = await startCopying()
    const pages = await reader.read()
    if (pages === null) throw new Error('Nothing was read.')
    const packed = packPages(pages, place => reader.page(place, pages))
    const file = await open(join(folder.path, 'c.sqlite'), 'w+')
    const other = Buffer.from(packed)
    other.writeUInt8(other.readUInt8(60) ^ 1, 60)
    for (const damaged of [other, packed.subarray(0, -20), Buffer.from('no pages')]) {
      await expect(applyPages(damaged, file)).rejects.toMatchObject({ code: 'unavailable' })
    }
    await file.close()
    reader.close()
  })
})
