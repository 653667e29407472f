import { createHash } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DamagedContentError, messageOf, NotFoundError, ValidationError } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { CachedObjects } from '../../../kernel/drivers/objects/cached-objects.ts'
import type { HashedObject } from '../../../kernel/drivers/objects/cached-objects.ts'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import { temporaryFolder } from '../../rooms/planes.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { startFakeS3 } from '../../support/servers/s3/fake-s3.ts'
import type { FakeS3 } from '../../support/servers/s3/fake-s3.ts'
import { keysOf, openTestStore } from './open-test-store.ts'
import type { TestStore } from './open-test-store.ts'

let s3: FakeS3
let opened: TestStore
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let cache: CachedObjects
let clock: ManualClock
const log = recordingLog()
beforeEach(async () => {
  s3 = await startFakeS3()
  opened = openTestStore(s3.contentUrl(), keysOf(s3))
  folder = await temporaryFolder()
  clock = new ManualClock()
  log.entries.length = 0
  cache = await open()
})
afterEach(async () => {
  await opened.close()
  await s3.close()
  await folder.remove()
})

function open(maxBytes = 1000): Promise<CachedObjects> {
  return CachedObjects.open({
    store: opened.store,
    path: folder.path,
    maxBytes,
    clock,
    ids: createIds(systemClock),
    log,
  })
}
/** 300 bytes under a name, and their hash. */
async function stored(name: string): Promise<HashedObject> {
  const bytes = Buffer.alloc(300, name)
  await opened.store.put(name, bytes)
  return { name, sha256: createHash('sha256').update(bytes).digest('hex') }
}
const read = (object: HashedObject, signal?: AbortSignal) =>
  cache.use(object, async ({ path }) => (await readFile(path)).toString(), signal)
const textOf = (name: string) => Buffer.alloc(300, name).toString()
const fetches = () => s3.requests.filter(line => line.startsWith('GET')).length
const pathOf = ({ sha256 }: HashedObject) => join(folder.path, sha256.slice(0, 2), sha256)
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
async function filesThere(): Promise<number> {
  const found = await readdir(folder.path, { recursive: true, withFileTypes: true })
  return found.filter(entry => entry.isFile()).length
}

describe('a cache of objects', () => {
  it('fetches an object once, also for many who ask at the same time', async () => {
    const object = await stored('one')
    const texts = await Promise.all([1, 2, 3, 4, 5].map(() => read(object)))
    expect(new Set([...texts, await read(object)])).toEqual(new Set([textOf('one')]))
    expect(fetches()).toBe(1)
    expect(cache.facts()).toEqual({ files: 1, bytes: 300, hits: 1, misses: 1 })
  })

  it('gives a body and ranges of it, as the store does', async () => {
    const object = await stored('one')
    const { size, body } = await cache.get(object, { range: { start: 298, end: 400 } })
    expect([size, (await buffer(body)).toString()]).toEqual([300, textOf('one').slice(298)])
    expect((await buffer((await cache.get(object)).body)).toString()).toBe(textOf('one'))
    const wrong = [300, 5].map(start => errorOf(cache.get(object, { range: { start, end: 4 } })))
    for (const error of await Promise.all(wrong)) expect(error).toBeInstanceOf(ValidationError)
    expect(fetches()).toBe(1)
  })

  it('keeps what was used last within its bytes', async () => {
    const [one, two, three, four] = [
      await stored('one'),
      await stored('two'),
      await stored('three'),
      await stored('four'),
    ]
    for (const object of [one, two, three, one, four]) await read(object)
    expect(cache.facts()).toEqual({ files: 3, bytes: 900, hits: 1, misses: 4 })
    await read(one)
    expect(fetches()).toBe(4)
    await read(two)
    expect(fetches()).toBe(5)
    expect(await filesThere()).toBe(3)
  })

  it('removes nothing that is in use, also when it is larger than the cache', async () => {
    cache = await open(100)
    const [one, two] = [await stored('one'), await stored('two')]
    await cache.use(one, async ({ path }) => {
      await read(two)
      expect((await readFile(path)).toString()).toBe(textOf('one'))
      expect(cache.facts()).toMatchObject({ files: 1, bytes: 300 })
    })
    expect([cache.facts().bytes, await filesThere()]).toEqual([0, 0])
  })

  it('survives a restart with what was used last, and without what was half written', async () => {
    const [one, two, three] = [await stored('one'), await stored('two'), await stored('three')]
    for (const object of [one, two, three]) {
      clock.advance(120_000)
      await read(object)
    }
    clock.advance(120_000)
    await read(one)
    await writeFile(join(folder.path, 'killed.tmp'), 'half')
    await mkdir(join(folder.path, 'ab'), { recursive: true })
    await writeFile(join(folder.path, 'ab', 'no-hash'), 'x')
    cache = await open(600)
    expect(cache.facts()).toEqual({ files: 2, bytes: 600, hits: 0, misses: 0 })
    await Promise.all([read(one), read(three)])
    expect([fetches(), await filesThere()]).toEqual([3, 2])
    await read(two)
    expect(fetches()).toBe(4)
  })

  it.each<[string, (path: string) => Promise<void>]>([
    ['has other bytes of the same number', path => writeFile(path, Buffer.alloc(300, 'x'))],
    ['is shorter', path => writeFile(path, 'short')],
    ['is longer', path => appendFile(path, 'more')],
    ['is gone', path => rm(path)],
  ])('fetches again a file that %s, before and after a restart', async (_what, damage) => {
    const object = await stored('one')
    await read(object)
    await damage(pathOf(object))
    expect(await read(object)).toBe(textOf('one'))
    await damage(pathOf(object))
    cache = await open()
    expect(await read(object)).toBe(textOf('one'))
    expect(fetches()).toBe(3)
    expect(cache.facts()).toMatchObject({ files: 1, bytes: 300 })
    expect((await stat(pathOf(object))).size).toBe(300)
  })

  it('refuses an object that is damaged in the store, and keeps nothing of it', async () => {
    const object = { ...(await stored('one')), sha256: 'a'.repeat(64) }
    const error = await errorOf(read(object))
    expect(error).toBeInstanceOf(DamagedContentError)
    expect(messageOf(error)).toMatch(/^The object one in the place of SVC_CONTENT_URL is damaged/)
    expect([fetches(), await filesThere()]).toEqual([2, 0])
    expect(log.entries).toHaveLength(2)
  })

  it('fails as the store does, and for all who wait, and then tries again', async () => {
    const object = await stored('one')
    await opened.store.remove(['one'])
    const errors = await Promise.all([1, 2, 3].map(() => errorOf(read(object))))
    expect(errors.every(error => error instanceof NotFoundError)).toBe(true)
    await stored('one')
    expect(await read(object)).toBe(textOf('one'))
    expect(await errorOf(read({ name: 'one', sha256: '../../etc/passwd' }))).toBeInstanceOf(ValidationError)
  })

  it('goes on for those who wait when one leaves, and stops when all have left', async () => {
    const object = await stored('one')
    s3.fail({ method: 'GET', as: 'hang', times: 2 })
    const [first, second] = [new AbortController(), new AbortController()]
    const left = [errorOf(read(object, first.signal)), errorOf(read(object, second.signal))]
    await expect.poll(() => fetches()).toBe(1)
    first.abort(new Error('the first left'))
    expect(messageOf(await left[0])).toBe('the first left')
    const stays = errorOf(read(object))
    expect(fetches()).toBe(1)
    second.abort(new Error('the second left'))
    expect(messageOf(await left[1])).toBe('the second left')
    // The third still waits for the same fetch, which the end of the server cuts.
    await s3.close()
    expect(messageOf(await stays)).toMatch(/cannot reach the bucket/)
    s3 = await startFakeS3()
  })

  it('stops a fetch that nobody waits for', async () => {
    const object = await stored('one')
    s3.fail({ method: 'GET', as: 'hang' })
    const caller = new AbortController()
    const left = errorOf(read(object, caller.signal))
    await expect.poll(() => fetches()).toBe(1)
    caller.abort(new Error('the caller left'))
    expect(messageOf(await left)).toBe('the caller left')
    await expect.poll(() => s3.connections()).toBe(0)
    expect(await read(object)).toBe(textOf('one'))
    expect([fetches(), await filesThere()]).toEqual([2, 1])
  })
})
