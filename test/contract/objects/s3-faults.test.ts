import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messageOf, StorageFullError, UnavailableError } from '@svc/plugin'
import type { Clock, ObjectStore } from '@svc/plugin'
import { systemClock } from '../../../kernel/services/index.ts'
import { temporaryFolder } from '../../rooms/planes.ts'
import { collected } from '../../support/collected.ts'
import { startFakeS3 } from '../../support/servers/s3/fake-s3.ts'
import type { FakeS3, S3Fault } from '../../support/servers/s3/fake-s3.ts'
import { keysOf, openTestStore } from './open-test-store.ts'
import type { TestStore } from './open-test-store.ts'

const slowDown = { status: 503, code: 'SlowDown' }
const denied = { status: 403, code: 'AccessDenied' }
const mebibyte = 1024 * 1024

let s3: FakeS3
let opened: TestStore
let store: ObjectStore
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  s3 = await startFakeS3()
  folder = await temporaryFolder()
  reopen(s3.contentUrl())
})
afterEach(async () => {
  await opened.close()
  await s3.close()
  await folder.remove()
})

function reopen(url: string, keys = keysOf(s3), clock?: Clock): void {
  opened = openTestStore(url, keys, clock)
  store = opened.store
}
async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}
async function read(name: string): Promise<Buffer> {
  return buffer((await store.get(name)).body)
}
/** A file without holes at its ends, of any size at once. */
async function largeFile(size: number): Promise<string> {
  const path = join(folder.path, 'large')
  await writeFile(path, 'begin')
  await truncate(path, size - 3)
  await writeFile(path, 'end', { flag: 'a' })
  return path
}

describe('a bucket that fails for a moment', () => {
  it.each<S3Fault['as']>([
    slowDown,
    { status: 500, code: 'InternalError' },
    { status: 400, code: 'RequestTimeout' },
    'drop',
    'lost',
  ])('is asked again after %j', async as => {
    for (const method of ['PUT', 'GET', 'POST']) s3.fail({ method, as, times: 2 })
    await store.put('w/one', Buffer.from('one'))
    expect(await collected(store.list(''))).toMatchObject([{ name: 'w/one', size: 3 }])
    await store.remove(['w/one'])
    expect(s3.bucket.objects.size).toBe(0)
    expect(s3.requests).toHaveLength(9)
    expect(opened.log.entries.filter(({ level }) => level === 'warn')).toHaveLength(6)
  })

  it('is asked four times, then the caller hears that it is away, and nothing was stored', async () => {
    s3.fail({ method: 'PUT', as: slowDown, times: 9 })
    const error = await errorOf(store.put('w/one', Buffer.from('one')))
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error).toMatchObject({
      retryAfterSeconds: 5,
      message: expect.stringMatching(
        /^The bucket bucket at 127.0.0.1:\d+ \(SVC_CONTENT_URL\) does not serve now \(503 SlowDown\)/,
      ),
    })
    expect(s3.requests).toHaveLength(4)
    expect(s3.bucket.objects.size).toBe(0)
  })

  it('gives the rest of a body that was cut', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    await store.put('w/one', bytes)
    s3.fail({ method: 'GET', as: 'cut' })
    expect((await read('w/one')).equals(bytes)).toBe(true)
    expect(s3.requests.slice(1)).toEqual([expect.stringMatching(/-$/), 'GET /bucket/w/one 206'])
  })

  it('gives a body that comes slowly', async () => {
    const bytes = Buffer.alloc(300_000, 'slow')
    await store.put('w/one', bytes)
    s3.fail({ method: 'GET', as: 'slow' })
    expect((await read('w/one')).equals(bytes)).toBe(true)
    expect(s3.requests).toHaveLength(2)
  })

  it('gives no bytes that were not asked for, when it ignores a range', async () => {
    await store.put('w/one', Buffer.alloc(300_000, 'abc'))
    s3.fail({ method: 'GET', as: 'whole' })
    expect(await errorOf(store.get('w/one', { range: { start: 3, end: 5 } }))).toBeInstanceOf(UnavailableError)
    s3.fail({ method: 'GET', as: 'whole' })
    s3.fail({ method: 'GET', as: 'cut' })
    const { body } = await store.get('w/one')
    expect(await errorOf(buffer(body))).toBeInstanceOf(UnavailableError)
  })

  it('ends the connection of a body that is destroyed unread, or half read', async () => {
    await store.put('w/one', Buffer.alloc(20 * mebibyte))
    const unread = await store.get('w/one')
    unread.body.destroy()
    await expect.poll(() => s3.connections()).toBe(0)
    for await (const piece of (await store.get('w/one')).body as AsyncIterable<Buffer>) {
      expect(piece.byteLength).toBeGreaterThan(0)
      break
    }
    await expect.poll(() => s3.connections()).toBe(0)
    expect(s3.requests.map(line => line.slice(-1))).toEqual(['0', '-', '-'])
  })

  it('ends a body that is cut for good with an error, and not as if it were whole', async () => {
    await store.put('w/one', Buffer.alloc(300_000))
    s3.fail({ method: 'GET', as: 'drop', times: 9 })
    s3.fail({ method: 'GET', as: 'cut' })
    const { body } = await store.get('w/one')
    expect(await errorOf(buffer(body))).toBeInstanceOf(UnavailableError)
  })

  it('is left when the caller leaves, although it never answers', async () => {
    s3.fail({ method: 'PUT', as: 'hang' })
    const caller = new AbortController()
    const left = errorOf(store.put('w/one', Buffer.from('one'), caller.signal))
    await expect.poll(() => s3.requests.length).toBe(1)
    caller.abort(new Error('the caller left'))
    expect(messageOf(await left)).toBe('the caller left')
  })
})

describe('a bucket that refuses', () => {
  const wrongId = () => reopen(s3.contentUrl(), { ...keysOf(s3), access_key_id: 'AKIDOTHER' })
  const wrongSecret = () => reopen(s3.contentUrl(), { ...keysOf(s3), secret_access_key: 'another/secret' })
  const laterClock: Clock = { ...systemClock, now: () => systemClock.now() + 3_600_000 }
  it.each<[string, () => void, RegExp]>([
    ['its key', wrongId, /does not know the key of SVC_CONTENT_ACCESS_KEY_ID\. Correct it/],
    ['its secret', wrongSecret, /refuses the signature\. Correct SVC_CONTENT_SECRET_ACCESS_KEY/],
    ['its rights', () => s3.fail({ method: 'PUT', as: denied }), /Allow it to list the bucket and to get, put/],
    [
      'its region',
      () => reopen(s3.contentUrl().replace('eu-test-1', 'eu-other-1')),
      /Correct "region" in SVC_CONTENT_URL/,
    ],
    [
      'its name',
      () => reopen(s3.contentUrl().replace('//bucket', '//another')),
      /another at .* does not exist\. Make it/,
    ],
    ['its clock', () => reopen(s3.contentUrl(), keysOf(s3), laterClock), /Set the clocks by NTP/],
  ])('%s says what to do, and shows no secret', async (_what, spoil, message) => {
    spoil()
    const errors = [await errorOf(store.check()), await errorOf(store.put('w/one', Buffer.from('one')))]
    expect(errors[0]).toBeInstanceOf(UnavailableError)
    expect(messageOf(errors[0])).toMatch(message)
    const seen = JSON.stringify([errors.map(error => [messageOf(error), error]), opened.log.entries])
    expect(seen).not.toMatch(/secret\/of|another\/secret/)
    // What no other try can change is tried once.
    expect(s3.requests).toHaveLength(2)
  })

  it('more, because it is full', async () => {
    s3.fail({ method: 'PUT', as: { status: 507, code: 'XMinioStorageFull' } })
    expect(await errorOf(store.put('w/one', Buffer.from('one')))).toBeInstanceOf(StorageFullError)
  })

  it('with the page of a proxy is away, and its objects are not gone', async () => {
    await store.put('w/one', Buffer.from('one'))
    s3.fail({ method: 'GET', as: { status: 404, code: '</Code><nonsense' }, times: 2 })
    expect(await errorOf(store.get('w/one'))).toBeInstanceOf(UnavailableError)
    expect(await errorOf(collected(store.list('')))).toBeInstanceOf(UnavailableError)
  })

  it('stores and removes a probe at the first check alone', async () => {
    await store.check()
    await store.check()
    expect(s3.requests.map(line => line.replace(/\?.*/, ''))).toEqual([
      'PUT /bucket/svc-check 200',
      'GET /bucket',
      'POST /bucket',
      'GET /bucket',
    ])
    expect(s3.bucket.objects.size).toBe(0)
  })
})

it('a server that is away is named, with what to see to', async () => {
  const url = s3.contentUrl()
  await s3.close()
  s3 = await startFakeS3()
  reopen(url)
  const works = [store.check(), store.put('w/one', Buffer.from('one')), store.get('w/one'), store.remove(['w/one'])]
  for (const error of await Promise.all(works.map(errorOf))) {
    expect(error).toBeInstanceOf(UnavailableError)
    expect(messageOf(error)).toMatch(
      /^The server cannot reach the bucket bucket at 127.0.0.1:\d+ \(SVC_CONTENT_URL\): .*ECONNREFUSED/,
    )
  }
})

describe('an object of more than 64 MiB', () => {
  const size = 70 * mebibyte

  it('goes in parts, which are asked for again one by one, and whose end may get lost', async () => {
    s3.fail({ method: 'PUT', in: 'partNumber=3&', as: slowDown, times: 2 })
    s3.fail({ method: 'POST', in: 'uploadId', as: 'lost' })
    await store.put('w/large', { path: await largeFile(size), size })
    expect(s3.requests.filter(line => line.includes('partNumber=3&'))).toHaveLength(3)
    expect(s3.requests.at(-1)).toBe('HEAD /bucket/w/large 200')
    expect(s3.bucket.get('w/large').size).toBe(size)
    const { size: whole, body } = await store.get('w/large', { range: { start: size - 4, end: size } })
    expect([whole, (await buffer(body)).toString()]).toEqual([size, '\0end'])
  })

  it('is forgotten with all its parts when one of them, or the end, is refused', async () => {
    const path = await largeFile(size)
    s3.fail({ method: 'PUT', in: 'partNumber=4&', as: denied })
    expect(await errorOf(store.put('w/large', { path, size }))).toBeInstanceOf(UnavailableError)
    s3.fail({ method: 'POST', in: 'uploadId', as: { status: 200, code: 'InternalError', late: true }, times: 4 })
    expect(await errorOf(store.put('w/large', Buffer.alloc(size)))).toBeInstanceOf(UnavailableError)
    expect([s3.bucket.objects.size, s3.bucket.uploads.size]).toEqual([0, 0])
    expect(s3.requests.filter(line => line.startsWith('DELETE'))).toHaveLength(2)
  })
})

it('200 MiB are sent from a file and read without being held in memory', async () => {
  const size = 200 * mebibyte
  const path = await largeFile(size)
  // What earlier tests left may be collected meanwhile, so the largest rise counts.
  let [lowest, rise] = [Infinity, 0]
  const look = (): void => {
    const held = process.memoryUsage().arrayBuffers
    lowest = Math.min(lowest, held)
    rise = Math.max(rise, held - lowest)
  }
  const watching = setInterval(look, 5)
  try {
    await store.put('w/large', { path, size })
    let bytes = 0
    for await (const piece of (await store.get('w/large')).body as AsyncIterable<Buffer>) {
      bytes += piece.byteLength
      look()
    }
    expect(bytes).toBe(size)
  } finally {
    clearInterval(watching)
  }
  console.log(`at most ${Math.round(rise / mebibyte)} MiB were held`)
  expect(rise).toBeLessThan(160 * mebibyte)
})
