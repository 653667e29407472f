import { rmSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messageOf, UnavailableError } from '@svc/plugin'
import type { StagedContent } from '@svc/plugin'
import { MovingContents } from '../../../kernel/drivers/content/moving-contents-store.ts'
import { ObjectContents } from '../../../kernel/drivers/content/object-contents.ts'
import { CachedObjects } from '../../../kernel/drivers/objects/cached-objects.ts'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import { openFolders } from '../../rooms/open-rooms.ts'
import { openTestPlanes } from '../../rooms/planes.ts'
import type { TestPlanes } from '../../rooms/planes.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { startFakeS3 } from '../../support/servers/s3/fake-s3.ts'
import { collected } from '../../support/collected.ts'
import { keysOf, openTestStore } from '../objects/open-test-store.ts'
import type { TestStore } from '../objects/open-test-store.ts'
import { describeContent, errorOf, isKept, keptTable, sha256, workspaceId } from './describe-content.ts'

interface Process {
  pid: number
  cache: string
}
const processes: [Process, Process] = [
  { pid: process.pid, cache: 'server' },
  { pid: process.ppid, cache: 'worker-1' },
]

async function openObjects(planes: TestPlanes, { store }: TestStore, { pid, cache }: Process): Promise<ObjectContents> {
  const services = { clock: systemClock, ids: createIds(systemClock), log: recordingLog() }
  const path = join(planes.home.path, 'cache', cache)
  return new ObjectContents({
    ...services,
    store,
    plugin: 'files',
    role: 'server',
    isKept,
    data: planes.data,
    folders: openFolders(planes.home.path, 'files'),
    cache: await CachedObjects.open({ ...services, store, path, maxBytes: 1_000_000 }),
    moving: new MovingContents(planes.data, systemClock, { host: 'here', pid }),
  })
}

async function openTest() {
  const s3 = await startFakeS3()
  const planes = await openTestPlanes({ migrations: [keptTable] })
  const opened = openTestStore(s3.contentUrl('some/prefix'), keysOf(s3))
  const [contents, other] = await Promise.all(processes.map(each => openObjects(planes, opened, each)))
  return {
    s3,
    planes,
    store: opened.store,
    data: planes.data,
    contents: contents!,
    other: other!,
    async stored() {
      const found = await collected(opened.store.list(`w/${workspaceId}/files/`))
      return found.map(({ name }) => name.split('/').at(-1)!).toSorted()
    },
    async close() {
      await planes.close()
      await opened.close()
      await s3.close()
    },
  }
}

describeContent('a bucket', openTest)

describe('contents in a bucket', () => {
  let test: Awaited<ReturnType<typeof openTest>>
  beforeEach(async () => {
    test = await openTest()
  })
  afterEach(() => test.close())

  const free = { add: () => undefined, release: () => undefined }
  const staged = (bytes: string): Promise<StagedContent> => test.contents.stage(workspaceId, Buffer.from(bytes), free)
  const record =
    ({ sha256: hash, size }: StagedContent) =>
    () =>
      test.data.use(workspaceId, db => void db.run('INSERT INTO test_kept VALUES (?, ?)', hash, size))
  const forgetAll = () => test.data.use(workspaceId, db => db.run('DELETE FROM test_kept'))
  const ofHome = () => readdir(join(test.planes.home.path, 'workspaces', workspaceId, 'files'))
  const away = { status: 503, code: 'ServiceUnavailable' }

  it('has no record and no half of a content while the bucket is away', async () => {
    test.s3.fail({ method: 'PUT', as: away, times: 100 })
    const one = await staged('a content')
    let isRecorded = false
    const error = await errorOf(test.contents.place([one], () => (isRecorded = true)))
    expect(error).toBeInstanceOf(UnavailableError)
    expect(messageOf(error)).toMatch(/SVC_CONTENT_URL/)
    expect([isRecorded, await test.stored(), await ofHome()]).toEqual([false, [], []])
  })

  it('answers 503 for what the bucket does not give, and never damaged bytes', async () => {
    const one = await staged('a content')
    await test.contents.place([one], record(one))
    test.s3.fail({ method: 'GET', as: away, times: 4 })
    expect(await errorOf(test.contents.open(workspaceId, one.sha256))).toMatchObject({ status: 503 })
    await test.store.put(`w/${workspaceId}/files/${one.sha256.slice(0, 2)}/${one.sha256}`, Buffer.from('b content'))
    const damaged = await errorOf(test.other.withPath(workspaceId, one.sha256, async path => path))
    expect(messageOf(damaged)).toMatch(/is damaged: its hash is another/)
  })

  it('removes later what it could not while the bucket was away', async () => {
    const one = await staged('a content')
    await test.contents.place([one], record(one))
    forgetAll()
    test.s3.fail({ method: 'POST', as: away, times: 4 })
    test.s3.fail({ method: 'DELETE', as: away, times: 4 })
    await test.contents.sweep(workspaceId, new Set([one.sha256]))
    expect(await test.stored()).toEqual([one.sha256])
    await test.contents.sweepLeft()
    expect(await test.stored()).toEqual([])
  })

  it('stores what lies in the home alone, whose last record may be deleted before the new one is written', async () => {
    const one = await staged('from before')
    const path = join(test.planes.home.path, 'workspaces', workspaceId, 'files', one.sha256.slice(0, 2), one.sha256)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'from before')
    record(one)()
    const two = await staged('from before')
    await test.contents.place([two], () => {
      // As another request does at this moment.
      forgetAll()
      rmSync(path)
      record(two)()
    })
    expect(String(await test.other.read(workspaceId, two.sha256))).toBe('from before')
  })

  it('reads what lies in the home from before, and removes it there', async () => {
    const hash = sha256('from before')
    const path = join(test.planes.home.path, 'workspaces', workspaceId, 'files', hash.slice(0, 2), hash)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'from before')
    const file = await test.contents.open(workspaceId, hash)
    expect(await text(file.createReadStream())).toBe('from before')
    expect(test.s3.requests).toEqual([])
    await test.contents.sweep(workspaceId, new Set([hash]))
    expect(await errorOf(test.contents.open(workspaceId, hash))).toMatchObject({ status: 404 })
  })
})
