import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Mock } from 'vitest'
import { countingIds } from '../../../test/support/counting-ids.ts'
import { ByteQuota } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { eventTables, openContents, openEvents, openMarks } from '../../../test/rooms/open-rooms.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import type { RecordingLog } from '../../../test/support/recording-log.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import { Catalog } from '../catalog/catalog.ts'
import { versionStore } from '../catalog/version-store.ts'
import { uploadStore } from '../imports/upload-store.ts'
import { WaitingUploads } from '../imports/waiting-uploads.ts'
import dataTables from '../migrations/0001-data.ts'
import uploadTables from '../migrations/0002-uploads.ts'
import { Publisher } from './publisher.ts'
import type { VersionTarget } from './publisher.ts'
import { StandInPlane, stagedTable, workspaceId } from './stand-in-plane.ts'
import { Upkeep } from './upkeep.ts'
import { unsettledStore } from './unsettled-store.ts'

const author = { workspace_id: workspaceId, user_id: 'usr_1', username: 'ada' }
const origin = { kind: 'import' as const, detail: {} }
const types = ['dataset.created', 'dataset.version.created', 'dataset.deleted'].map(type => ({
  type,
  title: '',
  data: {},
  audience: 'workspace' as const,
  owner: 'data',
}))

let planes: TestPlanes
let standIn: StandInPlane
let publisher: Publisher
let catalog: Catalog
let listJobs: Mock<(filter: { state?: string }) => Promise<{ items: object[]; next_cursor: null }>>
let audited: Mock<() => Promise<undefined>>
let upkeep: Upkeep
let uploads: WaitingUploads
let log: RecordingLog
let clock: ManualClock
let stopping: AbortController
beforeEach(async () => {
  planes = await openTestPlanes({
    migrations: [eventTables, { owner: 'data', migrations: [dataTables, uploadTables] }],
  })
  clock = new ManualClock()
  const { data } = planes
  const events = openEvents(planes, { clock, types })
  const marks = openMarks(planes, 'data')
  const ids = countingIds()
  standIn = new StandInPlane()
  const shared = { data, plane: standIn, events, marks, ids, clock, holder: 'server-now' }
  const usedBytes = versionStore.usedBytes.bind(versionStore)
  const quota = new ByteQuota({ data, limit: 1000, usedBytes, what: 'datasets', remedy: 'Delete some.' })
  publisher = new Publisher({ ...shared, quota })
  audited = vi.fn(async () => undefined)
  catalog = new Catalog({ ...shared, uses: () => [], audit: { append: audited } as never })
  const contents = openContents(planes, 'data', { isKept: (db, sha256) => uploadStore.hasContent(db, sha256) })
  listJobs = vi.fn(async () => ({ items: [], next_cursor: null }))
  const jobs = { list: (_workspaceId: string, filter: { state?: string }) => listJobs(filter) } as never
  uploads = new WaitingUploads({ data, contents, jobs, marks, ids, clock })
  stopping = new AbortController()
  const { signal } = stopping
  log = recordingLog()
  upkeep = new Upkeep({ ...shared, contents, uploads, log, signal })
})
afterEach(() => planes.close())

const publish = (target: Partial<VersionTarget>, columns = ['a'], bytes = 100) =>
  publisher.publish({ dataset_id: null, name: 'Sales', ...target }, stagedTable(columns, bytes), origin, author)

const fileOf = (datasetId: string, version: number) =>
  `datasets/${datasetId}/${version}-${stagedTable([]).sha256}.parquet`

const published = () =>
  planes.data.use(workspaceId, db =>
    db.all<{ type: string }>('SELECT type FROM kernel_events ORDER BY rowid').map(({ type }) => type),
  )

describe('a version', () => {
  it('is recorded with what changed in its columns, and told of', async () => {
    const first = await publish({})
    const second = await publish({ dataset_id: first.dataset_id, name: null }, ['a', 'b'])
    expect([first.version, first.table, first.schema_changes]).toEqual([1, 'sales', null])
    expect([second.version, second.schema_changes]).toEqual([
      2,
      { added: [{ name: 'b', type: 'BIGINT' }], removed: [], changed: [] },
    ])
    expect([...standIn.published]).toEqual([1, 2].map(each => fileOf(first.dataset_id, each)))
  })

  it('that came at once with another of the same dataset is kept beside it', async () => {
    const { dataset_id } = await publish({})
    const both = await Promise.all([publish({ dataset_id }, ['b']), publish({ dataset_id }, ['c'])])
    expect(both.map(({ version }) => version).toSorted()).toEqual([2, 3])
    expect(catalog.get(workspaceId, dataset_id).latest_version).toBe(3)
  })

  it('whose dataset is deleted in the midst of its publication leaves no file', async () => {
    const { dataset_id } = await publish({})
    const actor = { ...author, role: 'owner' as const, via: 'operator' as const, scopes: ['*'] }
    standIn.onPublish = () => catalog.delete(actor, dataset_id, 'Sales')
    await expect(publish({ dataset_id })).rejects.toThrow('deleted meanwhile')
    expect([...standIn.published]).toEqual([])
  })

  it('over the quota is refused with both numbers and leaves no file, and its number is given again', async () => {
    const { dataset_id } = await publish({}, ['a'], 600)
    await expect(publish({ dataset_id }, ['a'], 500)).rejects.toThrow(
      'may hold 1000 bytes of datasets; it holds 600, and 500 more',
    )
    expect(standIn.published.size).toBe(1)
    expect((await publish({ dataset_id }, ['a'], 400)).version).toBe(2)
  })

  it('that was not recorded keeps its number while its file cannot be removed', async () => {
    const { dataset_id } = await publish({})
    standIn.onPublish = () => {
      standIn.isAway = true
    }
    const target = { dataset_id, name: null }
    const within = () => {
      throw new Error('not recorded')
    }
    const refused = publisher.publish(target, stagedTable(['a']), origin, author, { within })
    await expect(refused).rejects.toThrow('not recorded')
    standIn.onPublish = () => undefined
    expect((await publish(target)).version).toBe(3)
    standIn.isAway = false
    await upkeep.sweepAll()
    expect([...standIn.published]).toEqual([1, 3].map(each => fileOf(dataset_id, each)))
  })

  it('takes the place of a file that no record names, as a home has it that was copied in mid-import', async () => {
    const { dataset_id } = await publish({})
    standIn.published.add(fileOf(dataset_id, 2))
    expect((await publish({ dataset_id })).version).toBe(2)
    expect(standIn.published.size).toBe(2)
  })

  it('that is restored has the content of the old one and takes no room', async () => {
    const { dataset_id, sha256 } = await publish({}, ['a'], 600)
    await publish({ dataset_id }, ['b'], 400)
    const restored = publisher.restore(dataset_id, 1, author)
    expect([restored.version, restored.sha256, restored.schema_changes?.added]).toEqual([
      3,
      sha256,
      [{ name: 'a', type: 'BIGINT' }],
    ])
    expect(standIn.published.size).toBe(2)
    expect(() => publisher.restore(dataset_id, 9, author)).toThrow('no version 9')
    expect(() => publisher.restore('ds_nobodys', 1, author)).toThrow('no such dataset')
  })
})

describe('a start', () => {
  const failing = `ws_${'0'.repeat(26)}`
  const folderOf = (workspace: string) => join(planes.home.path, 'workspaces', workspace, 'data')
  const earlier = (workspace: string) => join(folderOf(workspace), 'imports', 'upload-of-before')
  const read = (workspace: string) =>
    uploads.reading(workspace, 'upload-of-before', async (path, { filename }) => ({
      filename,
      text: await readFile(path, 'utf8'),
      ino: (await stat(path)).ino,
    }))

  it('takes over uploads of an earlier version without a copy, where no table is too; a workspace where that fails stops no other and has its turn later', async () => {
    for (const workspace of [failing, workspaceId]) {
      await mkdir(earlier(workspace), { recursive: true })
      await writeFile(join(earlier(workspace), 'file'), 'a;b')
      openMarks(planes, 'data').add(workspace)
      const row = { upload_id: 'upload-of-before', bytes: 3, created_at: Date.now(), sha256: null, order_json: null }
      planes.data.use(workspace, db => uploadStore.add(db, row))
    }
    const order = JSON.stringify({ filename: 'before.csv' })
    await writeFile(join(earlier(workspaceId), 'order.json'), order)
    await mkdir(join(earlier(failing), 'order.json'))
    const { ino } = await stat(join(earlier(workspaceId), 'file'))
    await upkeep.start()
    expect(log.entries).toMatchObject([{ level: 'warn', fields: { workspace_id: failing } }])
    expect(await read(workspaceId)).toEqual({ filename: 'before.csv', text: 'a;b', ino })
    await expect(read(failing)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('could not be taken over yet') as string,
    })
    await rm(join(earlier(failing), 'order.json'), { recursive: true })
    await writeFile(join(earlier(failing), 'order.json'), order)
    await upkeep.sweepAll()
    expect(await read(failing)).toMatchObject({ filename: 'before.csv', text: 'a;b' })

    const { sha256 = null } = planes.data.use(workspaceId, db => uploadStore.get(db, 'upload-of-before')) ?? {}
    await rm(join(folderOf(workspaceId), sha256!.slice(0, 2)), { recursive: true })
    await expect(read(workspaceId)).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('import it again') as string,
    })
  })
})

describe('a sweep', () => {
  it('removes what a crash left behind, and nothing that is named or on its way', async () => {
    const { dataset_id } = await publish({})
    const kept = fileOf(dataset_id, 1)
    const [left, ours] = ['datasets/ds_left/1.parquet', 'datasets/ds_ours/1.parquet']
    for (const file of [left, ours, 'datasets/ds_unknown/1.parquet']) standIn.published.add(file)
    planes.data.use(workspaceId, db => {
      unsettledStore.add(db, { file: left, holder: 'server-before', since: Date.now() })
      unsettledStore.add(db, { file: ours, holder: 'server-now', since: Date.now() })
    })
    await upkeep.sweepAll()
    expect([...standIn.published]).toEqual([kept, ours])
    expect(planes.data.use(workspaceId, db => unsettledStore.list(db).map(({ file }) => file))).toEqual([ours])
  })
})

it('a sweep keeps the upload of a job that changes its state meanwhile, and removes it once the job has succeeded', async () => {
  const path = join(planes.home.path, 'upload')
  await writeFile(path, 'a;b')
  const order = { settings: {}, filename: null, file_id: null, caller: {} }
  const upload_id = await uploads.keep(workspaceId, path, order as never)
  clock.advance(11 * 60_000)
  const job = { payload: { upload_id }, state: 'dead', finished_at: new Date(clock.now()).toISOString() }
  listJobs.mockImplementation(async ({ state }) => {
    const items = state === undefined || job.state === state ? [{ ...job }] : []
    // Somebody has pressed Retry.
    job.state = 'queued'
    return { items, next_cursor: null }
  })
  expect([await uploads.sweep(workspaceId), listJobs.mock.calls.length]).toEqual([true, 1])
  job.state = 'succeeded'
  expect(await uploads.sweep(workspaceId)).toBe(false)
})

it('deleting asks for the name, and leaves no file, no row and no table', async () => {
  const { dataset_id } = await publish({})
  const actor = { ...author, role: 'owner' as const, via: 'operator' as const, scopes: ['*'] }
  await expect(catalog.delete(actor, dataset_id, 'sales')).rejects.toThrow('must be the dataset\'s name, "Sales"')
  await catalog.delete(actor, dataset_id, 'Sales')
  expect([...standIn.published, ...catalog.list(workspaceId, { limit: 5 }).items]).toEqual([])
  expect(published()).toEqual(['dataset.created', 'dataset.deleted'])
  expect((await publish({})).table).toBe('sales')
})

it('deleting while the place of the files is away leaves them to the next sweep', async () => {
  const { dataset_id } = await publish({})
  const actor = { ...author, role: 'owner' as const, via: 'operator' as const, scopes: ['*'] }
  standIn.isAway = true
  await catalog.delete(actor, dataset_id, 'Sales')
  expect([catalog.list(workspaceId, { limit: 5 }).items, standIn.published.size]).toEqual([[], 1])
  standIn.isAway = false
  await upkeep.sweepAll()
  expect(standIn.published.size).toBe(0)
})

it('deletes nothing whose deletion cannot be audited, and leaves files that cannot be removed to the next sweep', async () => {
  const { dataset_id } = await publish({})
  const actor = { ...author, role: 'owner' as const, via: 'operator' as const, scopes: ['*'] }
  audited.mockRejectedValueOnce(new Error('the database is away'))
  await expect(catalog.delete(actor, dataset_id, 'Sales')).rejects.toThrow('the database is away')
  expect([catalog.get(workspaceId, dataset_id).name, standIn.published.size]).toEqual(['Sales', 1])
  standIn.fault = new Error('EIO')
  await expect(catalog.delete(actor, dataset_id, 'Sales')).rejects.toThrow('EIO')
  expect([audited.mock.calls.length, standIn.published.size]).toEqual([2, 1])
  await upkeep.sweepAll()
  expect(standIn.published.size).toBe(0)
})

it('goes on tidying up after a look at the folders has failed', async () => {
  const { dataset_id } = await publish({})
  const actor = { ...author, role: 'owner' as const, via: 'operator' as const, scopes: ['*'] }
  standIn.isAway = true
  await catalog.delete(actor, dataset_id, 'Sales')
  standIn.isAway = false
  vi.spyOn(standIn, 'workspaceIds').mockRejectedValueOnce(new Error('the disk is away'))
  const running = upkeep.run()
  await vi.waitFor(() => expect(clock.sleepers).toBe(1))
  expect(standIn.published.size).toBe(1)
  clock.advance(600_000)
  await vi.waitFor(() => expect(standIn.published.size).toBe(0))
  stopping.abort()
  await running
})

it('the catalogue finds by words of whatever is known, page by page, and by tag', async () => {
  await publish({ name: 'Sales 2026', tags: ['till'] }, ['region'])
  await publish({ name: 'Stock', description: 'What the SHOPS have' }, ['region', 'pieces'])
  const found = (search: string, tag?: string) =>
    catalog.list(workspaceId, { limit: 10, search, ...(tag && { tag }) }).items.map(({ table }) => table)
  expect([found('region'), found('shops pieces'), found('shops till'), found('', 'till'), found('till')]).toEqual([
    ['stock', 'sales_2026'],
    ['stock'],
    [],
    ['sales_2026'],
    ['sales_2026'],
  ])
  const first = catalog.list(workspaceId, { limit: 1 })
  const second = catalog.list(workspaceId, { limit: 1, cursor: first.next_cursor ?? '' })
  expect([first.items[0]?.table, second.items[0]?.table, second.next_cursor]).toEqual(['stock', 'sales_2026', null])
})
