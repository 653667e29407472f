import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messageOf, StorageFullError, UnavailableError } from '@svc/plugin'
import { FolderObjects } from '../../../kernel/drivers/folder/folder-objects.ts'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import { collected } from '../../support/collected.ts'
import { smallDisk } from '../../support/storage/small-disk.ts'
import { temporaryFolder } from '../../rooms/planes.ts'
import { describeObjectStore } from './describe-object-store.ts'

const openAt = (path: string) => new FolderObjects({ path, clock: systemClock, ids: createIds(systemClock) })

describeObjectStore('a folder', async () => {
  const folder = await temporaryFolder()
  return { store: openAt(folder.path), other: openAt(folder.path), close: () => folder.remove() }
})

describe('a folder of objects', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(() => folder.remove())

  it('is not made where its mount is missing, and names the setting', async () => {
    const path = join(folder.path, 'mount')
    const store = openAt(path)
    const refused = [
      store.check(),
      store.put('w/one', Buffer.from('x')),
      store.get('w/one'),
      store.remove(['w/one']),
      collected(store.list('')),
    ]
    const errors = await Promise.all(
      refused.map(work =>
        work.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    )
    const message = `The folder ${path} of SVC_CONTENT_URL is not there. Mount it, or make it with "mkdir -m 700" as the user of svc, or correct SVC_CONTENT_URL.`
    expect(errors.map(messageOf)).toEqual(refused.map(() => message))
    expect(errors.every(error => error instanceof UnavailableError)).toBe(true)
    expect(await readdir(folder.path)).toEqual([])
  })

  it('refuses a file in place of the folder', async () => {
    const path = join(folder.path, 'file')
    await writeFile(path, '')
    await expect(openAt(path).check()).rejects.toThrow(/of SVC_CONTENT_URL is no folder. Name one/)
  })

  it('removes at the first check what was abandoned while it was written, and nothing that may still be written', async () => {
    const arriving = join(folder.path, '.arriving')
    await mkdir(arriving)
    await writeFile(join(arriving, 'old.tmp'), 'half')
    await writeFile(join(arriving, 'new.tmp'), 'half')
    const threeDaysAgo = Date.now() / 1000 - 3 * 86_400
    await utimes(join(arriving, 'old.tmp'), threeDaysAgo, threeDaysAgo)
    await openAt(folder.path).check()
    expect(await readdir(arriving)).toEqual(['new.tmp'])
  })

  it('keeps no empty folders, and refuses a name that is the folder of other objects', async () => {
    const store = openAt(folder.path)
    await store.put('w/ws_1/ab/one', Buffer.from('1'))
    await expect(store.put('w/ws_1', Buffer.from('2'))).rejects.toMatchObject({ code: 'name_taken' })
    await expect(store.put('w/ws_1/ab/one/two', Buffer.from('2'))).rejects.toMatchObject({ code: 'name_taken' })
    await store.remove(['w/ws_1'])
    expect(await buffer((await store.get('w/ws_1/ab/one')).body)).toEqual(Buffer.from('1'))
    await store.remove(['w/ws_1/ab/one'])
    expect((await readdir(folder.path)).filter(name => name !== '.arriving')).toEqual([])
    expect(await readdir(join(folder.path, '.arriving'))).toEqual([])
  })

  it('says that the disk is full, keeps no half of an object, and goes on when there is room', async context => {
    const disk = await smallDisk(context, folder.path)
    try {
      const store = openAt(disk.path)
      await store.put('w/kept', Buffer.alloc(1_000_000, 1))
      const large = join(folder.path, 'large')
      await writeFile(large, Buffer.alloc(9_000_000, 2))
      const full = [
        store.put('w/memory', Buffer.alloc(9_000_000, 2)),
        store.put('w/file', { path: large, size: 9_000_000 }),
      ].map(work =>
        work.then(
          () => null,
          (error: unknown) => error,
        ),
      )
      for (const error of await Promise.all(full)) expect(error).toBeInstanceOf(StorageFullError)
      expect(await readdir(join(disk.path, '.arriving'))).toEqual([])
      const left = await collected(store.list(''))
      expect(left.map(({ name }) => name)).toEqual(['w/kept'])
      await store.remove(['w/kept'])
      await store.put('w/later', Buffer.alloc(1_000_000, 3))
      expect((await buffer((await store.get('w/later')).body)).byteLength).toBe(1_000_000)
    } finally {
      await disk.end()
    }
  })
})
