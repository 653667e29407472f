import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ByteQuota } from '@svc/plugin'
import { ManualClock } from '@svc/plugin/testing'
import { openContents, openMarks } from '../../../test/rooms/open-rooms.ts'
import { openTestPlanes } from '../../../test/rooms/planes.ts'
import type { TestPlanes } from '../../../test/rooms/planes.ts'
import { countingIds } from '../../../test/support/counting-ids.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import type { RecordingLog } from '../../../test/support/recording-log.ts'
import importTables from '../migrations/0004-imports.ts'
import { importStore } from './import-store.ts'
import { Staging } from './staging.ts'
import type { WaitingImport } from './staging.ts'

let planes: TestPlanes
let clock: ManualClock
let staging: Staging
let log: RecordingLog
let secrets = 0
const ids = { ...countingIds(), secret: () => String((secrets += 1)).padStart(16, '0') }
const workspace = `ws_${'1'.repeat(26)}`
const imported = { source: 'x', tags: ['y'], provenance: { via: 'import' as const } }
const goesOn = new AbortController().signal

beforeEach(async () => {
  planes = await openTestPlanes({ migrations: [{ owner: 'memory', migrations: [importTables] }] })
  clock = new ManualClock()
  log = recordingLog()
  staging = open()
})
afterEach(() => planes.close())

function open(): Staging {
  const contents = openContents(planes, 'memory', { isKept: (db, sha256) => importStore.hasContent(db, sha256) })
  const { data } = planes
  const quota = new ByteQuota({ data, limit: 1000, usedBytes: importStore.bytes, what: 'files', remedy: 'Wait.' })
  return new Staging({ data, contents, marks: openMarks(planes, 'memory'), quota, ids, clock, log })
}
async function staged(text = 'Two lines.\n', of = workspace) {
  const each = await staging.begin(of)
  await each.add({ name: '../../etc/passwd', content_type: 'text/plain' }, Buffer.from(text))
  return each
}
async function waiting(text?: string, of = workspace): Promise<string> {
  const came = await staged(text, of)
  const id = await staging.keep(of, came, imported)
  await came.remove()
  return id
}
const textsOf = (found: WaitingImport) =>
  staging.reading(workspace, found, files => Promise.all(files.map(({ path }) => readFile(path, 'utf8'))))
const folder = (of = workspace) => join(planes.home.path, 'workspaces', of, 'memory')
async function filesThere(): Promise<string[]> {
  const found = await readdir(folder(), { recursive: true, withFileTypes: true })
  return found.filter(entry => entry.isFile()).map(({ name }) => name)
}

it('keeps files as contents until they are removed, and how far they are', async () => {
  const id = await waiting()
  staging.keepProgress(workspace, id, { files: 0, lines: 7, outcome: null })
  const found = await open().get(workspace, id)
  expect(found).toMatchObject({
    order: imported,
    progress: { files: 0, lines: 7, outcome: null },
    files: [{ name: '../../etc/passwd', content_type: 'text/plain' }],
  })
  expect([await textsOf(found), await filesThere()]).toEqual([['Two lines.\n'], [found.files[0]!.sha256]])
  await staging.remove(workspace, id)
  expect(await filesThere()).toEqual([])
})

it('has room for so many bytes, of files that come and of those that wait', async () => {
  const first = await waiting('x'.repeat(600))
  const coming = await staged('x'.repeat(300))
  await expect(staged('x'.repeat(101))).rejects.toMatchObject({ status: 413, code: 'payload_too_large' })
  await coming.remove()
  await (await staged('x'.repeat(101))).remove()
  await staging.remove(workspace, first)
  await (await staged('x'.repeat(1000))).remove()
})

it('removes what a crash has left, but not what a job will read', async () => {
  await staged('cut')
  const [needed, orphan] = [await waiting('needed'), await waiting('orphan')]
  await open().removeUnfinished()
  await staging.sweep(clock.now(), async (_workspace, id) => id === needed, goesOn)
  const { files } = await staging.get(workspace, needed)
  expect(await filesThere()).toEqual(files.map(({ sha256 }) => sha256))
  await expect(staging.get(workspace, orphan)).rejects.toThrow('import them again')
})

it('removes what a crash has left in one workspace when another one fails', async () => {
  const failing = `ws_${'0'.repeat(26)}`
  await waiting('of another\n', failing)
  await waiting('orphan')
  const isNeeded = async (of: string) => {
    if (of === failing) throw new Error('its jobs cannot be asked for')
    return false
  }
  await staging.sweep(clock.now(), isNeeded, goesOn)
  expect(await filesThere()).toEqual([])
  expect(log.entries.at(-1)).toMatchObject({ level: 'warn', fields: { workspace_id: failing } })
})

it('looks at a start into no workspace in which no import was left', async () => {
  await (await staged()).remove()
  expect(await openMarks(planes, 'memory').list()).toEqual([workspace])
  await staging.removeUnfinished()
  expect(await openMarks(planes, 'memory').list()).toEqual([])
})

it('removes nothing more once the server stops, and nothing that came since', async () => {
  const id = await waiting()
  await staging.sweep(clock.now(), async () => false, AbortSignal.abort())
  await staging.sweep(clock.now() - 1, async () => false, goesOn)
  expect(await textsOf(await staging.get(workspace, id))).toEqual(['Two lines.\n'])
})

it('takes over imports that an earlier version kept in folders', async () => {
  const [whole, cut] = ['import-0123456789abcdef', 'import-fedcba9876543210.tmp']
  for (const name of [whole, cut]) {
    await mkdir(join(folder(), 'imports', name), { recursive: true })
    await writeFile(join(folder(), 'imports', name, '0'), 'From before.\n')
  }
  const files = [{ name: 'a.txt', content_type: null }]
  await writeFile(join(folder(), 'imports', whole, 'order.json'), JSON.stringify({ files, ...imported }))
  await writeFile(
    join(folder(), 'imports', whole, 'progress.json'),
    JSON.stringify({ files: 0, lines: 1, outcome: null }),
  )
  openMarks(planes, 'memory').add(workspace)
  await staging.removeUnfinished()
  const found = await staging.get(workspace, whole)
  expect([found.order, found.progress.lines, await textsOf(found)]).toEqual([imported, 1, ['From before.\n']])
  expect(await filesThere()).toEqual(found.files.map(({ sha256 }) => sha256))
})

it('what is left of an earlier import whose removal was cut short, and a workspace that fails, stop no other', async () => {
  const failing = `ws_${'0'.repeat(26)}`
  const [cut, whole] = ['import-0000000000000000', 'import-1111111111111111']
  const order = JSON.stringify({ files: [{ name: 'a.txt', content_type: null }], ...imported })
  for (const [of, id] of [
    [failing, whole],
    [workspace, cut],
    [workspace, whole],
  ] as const) {
    openMarks(planes, 'memory').add(of)
    await mkdir(join(folder(of), 'imports', id), { recursive: true })
    await writeFile(join(folder(of), 'imports', id, 'order.json'), of === failing ? '{' : order)
    if (id === whole) await writeFile(join(folder(of), 'imports', id, '0'), 'From before.\n')
  }
  await staging.removeUnfinished()
  expect(log.entries).toMatchObject([{ level: 'warn', fields: { workspace_id: failing } }])
  expect(await textsOf(await staging.get(workspace, whole))).toEqual(['From before.\n'])
  await expect(staging.get(workspace, cut)).rejects.toMatchObject({ status: 404 })
  await expect(staging.get(failing, whole)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('start the server again') as string,
  })
})

it('removes at a start a content that was never recorded, before the workspace is looked into no more', async () => {
  const hash = 'ab'.repeat(32)
  await mkdir(join(folder(), 'ab'), { recursive: true })
  await writeFile(join(folder(), 'ab', hash), 'named, and never recorded')
  openMarks(planes, 'memory').add(workspace)
  await staging.removeUnfinished()
  expect([await filesThere(), await openMarks(planes, 'memory').list()]).toEqual([[], []])
})
