import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { StorageFullError } from '@svc/plugin'
import { temporaryFolder } from '../../../test/rooms/planes.ts'
import { smallDisk } from '../../../test/support/storage/small-disk.ts'
import { AnalyticsFolders, StageNames } from './analytics-folders.ts'
import { SharedTables } from './shared-tables.ts'

const now = () => Date.now()
const longAgo = () => 0

it('distinguishes the folders of tasks that are at work from those that a process has left', () => {
  const names = new StageNames()
  const own = names.make()
  const [machine, pid, , rest] = own.split('-')
  const of = (process: number | string, host = machine) => `${host}-${process}-0123abcd-${rest}`
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  expect({
    own: names.isLeft(own, longAgo),
    parent: names.isLeft(of(process.ppid), now),
    ofThisNumberBefore: names.isLeft(of(pid!), now),
    ended: names.isLeft(of(ended), now),
    elsewhere: names.isLeft(of(ended, 'ffffffff'), now),
    elsewhereLongAgo: names.isLeft(of(ended, 'ffffffff'), longAgo),
    unknown: names.isLeft('left.tmp', now),
  }).toEqual({
    own: false,
    parent: false,
    ofThisNumberBefore: true,
    ended: true,
    elsewhere: false,
    elsewhereLongAgo: true,
    unknown: true,
  })
})

it('a table of the bucket that a full disk has no room for leaves no half copy, and is read when there is room', async context => {
  const folder = await temporaryFolder()
  const disk = await smallDisk(context, folder.path)
  try {
    const workspaceId = `ws_${'1'.repeat(26)}`
    const file = `datasets/ds_1/1-${'a'.repeat(64)}.parquet`
    const { signal } = new AbortController()
    const folders = new AnalyticsFolders(disk.path)
    const path = join(folder.path, 'cached')
    await writeFile(path, Buffer.alloc(9_000_000))
    // The cache lies on another disk: the table is copied.
    const use = <T>(_object: object, work: (object: { path: string }) => Promise<T>) => work({ path })
    const tables = new SharedTables(folders, { use } as never)
    const read = () =>
      tables.reading(workspaceId, [file], { signal } as never, async (_use, { nameOf }) =>
        readFile(join(disk.path, 'data_plane', workspaceId, nameOf(file))),
      )
    const copies = async () => (await readdir(disk.path, { recursive: true })).filter(name => name.endsWith('.parquet'))
    const error = await read().catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(StorageFullError)
    expect(error).toHaveProperty('message', expect.stringContaining('Free some room and try again.'))
    expect(await copies()).toEqual([])
    await writeFile(path, 'a table')
    expect(String(await read())).toBe('a table')
  } finally {
    await disk.end()
    await folder.remove()
  }
})
