import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ByteQuota, NotFoundError, PayloadTooLargeError, UnavailableError } from '@svc/plugin'
import type { Contents, DataPlane, Reservation, StagedContent, WorkspaceDatabase } from '@svc/plugin'

/** A server with contents, and what its tests look at. */
export interface TestContent {
  data: DataPlane
  contents: Contents
  /** Another process over the same home. */
  other: Contents
  /** Names of what is kept, in the order of their letters. */
  stored(): Promise<string[]>
  close(): Promise<void>
}

export const workspaceId = `ws_${'1'.repeat(26)}`
export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The records that keep contents, in place of a plugin's. */
export const keptTable = {
  owner: 'test',
  migrations: [
    { id: '0001-kept', statements: ['CREATE TABLE test_kept (sha256 TEXT PRIMARY KEY, size INTEGER NOT NULL) STRICT'] },
  ],
}
export const isKept = (db: WorkspaceDatabase, hash: string): boolean =>
  db.get('SELECT 1 FROM test_kept WHERE sha256 = ?', hash) !== undefined

const limit = 1_000_000

export const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

/** What `core.content` promises, wherever the bytes are. */
export function describeContent(name: string, open: () => Promise<TestContent>): void {
  describe(`contents in ${name}`, () => {
    let test: TestContent
    let quota: ByteQuota
    beforeEach(async () => {
      test = await open()
      const usedBytes = (db: WorkspaceDatabase) =>
        db.get<{ bytes: number }>('SELECT coalesce(sum(size), 0) AS bytes FROM test_kept')?.bytes ?? 0
      quota = new ByteQuota({ data: test.data, limit, usedBytes, what: 'contents', remedy: 'Delete some.' })
    })
    afterEach(() => test.close())

    async function staged(bytes: string | Uint8Array | Readable, contents = test.contents): Promise<StagedContent> {
      const reservation: Reservation = quota.reserve(workspaceId)
      try {
        return await contents.stage(workspaceId, typeof bytes === 'string' ? Buffer.from(bytes) : bytes, reservation)
      } finally {
        reservation.release()
      }
    }
    const record = (contents: Contents, all: readonly StagedContent[]) => () =>
      test.data.use(workspaceId, db =>
        db.transaction(() => {
          for (const one of all) {
            contents.confirm(one)
            db.run('INSERT INTO test_kept VALUES (?, ?) ON CONFLICT DO NOTHING', one.sha256, one.size)
          }
        }),
      )
    async function kept(bytes: string | Uint8Array | Readable, contents = test.contents): Promise<string> {
      const one = await staged(bytes, contents)
      await contents.place([one], record(contents, [one]))
      return one.sha256
    }
    const forget = (hash: string) =>
      test.data.use(workspaceId, db => db.run('DELETE FROM test_kept WHERE sha256 = ?', hash))
    async function read(hash: string, contents = test.contents, range: { start?: number; end?: number } = {}) {
      const file = await contents.open(workspaceId, hash)
      return text(file.createReadStream(range))
    }

    it('stages a stream: its hash, its size and its beginning', async () => {
      const one = await staged(Readable.from([Buffer.from('ab'), Buffer.alloc(5000, 'c')]))
      const bytes = `ab${'c'.repeat(5000)}`
      expect(one).toMatchObject({ workspace_id: workspaceId, sha256: sha256(bytes), size: 5002 })
      expect(one.head.toString()).toBe(bytes.slice(0, 4096))
      expect(await readFile(one.path, 'utf8')).toBe(bytes)
      await test.contents.discard(one)
      expect(await errorOf(stat(one.path))).toMatchObject({ code: 'ENOENT' })
    })

    it('gives what was recorded, whole and in ranges, to every process, and for as long as its file is open', async () => {
      const hash = await kept('a content')
      expect(await read(hash)).toBe('a content')
      expect(await read(hash, test.other, { start: 2, end: 4 })).toBe('con')
      const file = await test.contents.open(workspaceId, hash)
      forget(hash)
      await test.contents.sweep(workspaceId, new Set([hash]))
      expect(await text(file.createReadStream())).toBe('a content')
      expect(await errorOf(test.other.open(workspaceId, sha256('another')))).toBeInstanceOf(NotFoundError)
    })

    it('gives a path, whose file stays until the work has ended', async () => {
      const hash = await kept('a table')
      const read = await test.contents.withPath(workspaceId, hash, async path => {
        forget(hash)
        await test.contents.sweep(workspaceId, new Set([hash]))
        return readFile(path, 'utf8')
      })
      expect(read).toBe('a table')
      expect(await errorOf(test.contents.withPath(workspaceId, sha256('x'), async path => path))).toBeInstanceOf(
        NotFoundError,
      )
    })

    it('takes over a file, and gives contents whole and many at once, but for those that are gone', async () => {
      const path = await test.contents.scratch(workspaceId)
      await writeFile(path, 'a finished file')
      const one = await test.contents.stageFile(workspaceId, path)
      expect([one.sha256, await errorOf(stat(path))]).toMatchObject([sha256('a finished file'), { code: 'ENOENT' }])
      await test.contents.place([one], record(test.contents, [one]))
      const [two, gone] = [await kept('two'), sha256('gone')]
      expect(String(await test.other.read(workspaceId, one.sha256))).toBe('a finished file')
      expect(await errorOf(test.other.read(workspaceId, gone))).toBeInstanceOf(NotFoundError)
      const texts = await test.other.withPaths(workspaceId, [one.sha256, gone, two, two], paths =>
        Promise.all([...paths].map(async ([hash, path]) => [hash, await readFile(path, 'utf8')])),
      )
      expect(new Map(texts as [string, string][])).toEqual(
        new Map([
          [one.sha256, 'a finished file'],
          [two, 'two'],
        ]),
      )
    })

    it('keeps a content once that several store at the same time', async () => {
      const all = [test.contents, test.other, test.contents, test.other]
      const hashes = await Promise.all(all.map(contents => kept('the same', contents)))
      expect(new Set(hashes)).toEqual(new Set([sha256('the same')]))
      expect(await test.stored()).toEqual([sha256('the same')])
    })

    it('leaves nothing of what does not fit, was cut off or was not recorded', async () => {
      const large = await errorOf(staged(Readable.from([Buffer.alloc(limit), Buffer.alloc(1)])))
      expect(large).toBeInstanceOf(PayloadTooLargeError)
      const cut = new Error('cut off')
      const broken = Readable.from(
        (async function* () {
          yield Buffer.from('half')
          throw cut
        })(),
      )
      expect(await errorOf(staged(broken))).toBe(cut)
      const one = await staged('refused')
      const refused = test.contents.place([one], () => {
        throw cut
      })
      expect(await errorOf(refused)).toBe(cut)
      await test.contents.sweepAll(workspaceId)
      expect(await test.stored()).toEqual([])
    })

    it('sweeps what no record names, and nothing else', async () => {
      const [one, two, three] = [await kept('one'), await kept('two'), await kept('three')]
      forget(one)
      forget(two)
      await test.contents.sweep(workspaceId, new Set([one, three]))
      expect(await test.stored()).toEqual([two, three].toSorted())
      expect(await read(three)).toBe('three')
      expect(await errorOf(test.contents.open(workspaceId, one))).toBeInstanceOf(NotFoundError)
    })

    it('loses nothing when one process sweeps what another stores', async () => {
      for (let round = 0; round < 10; round += 1) {
        const hash = await kept(`round ${round}`)
        forget(hash)
        const storing = kept(`round ${round}`, test.other).catch((error: unknown) => error)
        await Promise.all([storing, test.contents.sweep(workspaceId, new Set([hash]))])
        const outcome = await storing
        // It was refused, which can be tried again, or it is there.
        if (typeof outcome === 'string') expect(await read(outcome)).toBe(`round ${round}`)
        else expect(outcome).toMatchObject({ status: 503 })
      }
    })

    it('stages what has grown, cut to its size, and says when it is gone or too short', async () => {
      const path = await test.contents.growing(workspaceId, 'up_1')
      await writeFile(path, 'grown, and more')
      const one = await test.contents.stageGrown(workspaceId, 'up_1', 5)
      expect(one).toMatchObject({ path, sha256: sha256('grown'), size: 5 })
      await test.contents.place([one], record(test.contents, [one]))
      expect(await read(sha256('grown'))).toBe('grown')
      expect(await errorOf(test.contents.stageGrown(workspaceId, 'up_2', 5))).toBeInstanceOf(NotFoundError)
      await writeFile(await test.contents.growing(workspaceId, 'up_3'), 'four')
      expect(await errorOf(test.contents.stageGrown(workspaceId, 'up_3', 5))).toBeInstanceOf(UnavailableError)
    })

    it('removes at a start what a process left half done, but for uploads that go on', async () => {
      const half = await staged('half')
      const scratch = await test.contents.scratch(workspaceId)
      await mkdir(scratch)
      await writeFile(join(scratch, 'piece'), 'x')
      const [going, given] = await Promise.all(['up_1', 'up_2'].map(id => test.contents.growing(workspaceId, id)))
      for (const path of [going!, given!]) await writeFile(path, 'x')
      // Named as earlier versions did: a file of a form, a snapshot, an export that was being made.
      const [form, snapshot, made] = ['up_01k9.tmp', 'snap_01k9.tmp', 'xpt_01k9.tmp'].map(name =>
        join(dirname(half.path), name),
      )
      for (const path of [form!, snapshot!]) await writeFile(path, 'x')
      await mkdir(made!)
      await test.contents.removeTemporary(workspaceId, ['up_1'])
      const left = await Promise.all(
        [half.path, going!, given!, scratch, form!, snapshot!, made!].map(
          async path => (await errorOf(stat(path))) === null,
        ),
      )
      expect(left).toEqual([false, true, false, false, false, false, false])
      expect(await test.contents.workspaceIds()).toEqual([workspaceId])
    })
  })
}
