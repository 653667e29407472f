import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageOf, SvcError } from '@svc/plugin'
import type { ObjectEntry, ObjectStore } from '@svc/plugin'
import { collected } from '../../support/collected.ts'
import { temporaryFolder } from '../../rooms/planes.ts'

export interface OpenedObjectStore {
  /** Two servers that share one place. */
  store: ObjectStore
  other: ObjectStore
  close(): Promise<void>
}

/** Names that a careless store encodes wrongly. */
const difficultNames = [
  'w/ws_1/a b',
  'w/ws_1/a+b',
  'w/ws_1/a%20b',
  'w/ws_1/a&b<c>\'d\'"e"',
  'w/ws_1/(a)*!~$,;=:@',
  'w/ws_1/a?b#c',
  'w/ws_1/äöü',
  'w/ws_1/a\u0308',
  'w/ws_1/名前',
  'w/ws_1/\u{1f600}',
  'w/ws_1/\uffee',
  'w/ws_1/a..b',
]

const hostileNames = [
  '',
  '/',
  '..',
  '../outside',
  'w/../../outside',
  'w/./x',
  '/etc/passwd',
  'w//x',
  'w/x/',
  'w/.hidden',
  'w\\..\\x',
  'w/\0',
  'w/\n',
  'w/\ud800',
  'x'.repeat(241),
  `${'x/'.repeat(450)}x`,
]

/** What a server that is like S3 does otherwise, and our drivers bear. */
export interface Deviations {
  /** It orders each folder by itself, not the names. */
  isOrderedByFolder?: boolean
  /** A put fails while another request removes the last object beside it. */
  losesFolders?: boolean
  /** Of a part between two slashes; 240 otherwise. */
  mostPartBytes?: number
}

/** What every place for objects promises to the servers that share it. */
export function describeObjectStore(
  name: string,
  open: () => Promise<OpenedObjectStore>,
  { isOrderedByFolder = false, losesFolders = false, mostPartBytes = 240 }: Deviations = {},
): void {
  describe(`objects in ${name}`, () => {
    let opened: OpenedObjectStore
    let folder: Awaited<ReturnType<typeof temporaryFolder>>
    const { signal: aborted } = abortedController()

    beforeAll(async () => {
      folder = await temporaryFolder()
      opened = await open()
    })
    afterAll(async () => {
      await opened.close()
      await folder.remove()
    })

    async function read(object: string, range?: { start: number; end: number }): Promise<[number, string]> {
      const { size, body } = await opened.other.get(object, range && { range })
      return [size, (await buffer(body)).toString()]
    }
    async function fileOf(text: string): Promise<string> {
      const path = join(folder.path, 'content')
      await writeFile(path, text)
      return path
    }
    const put = (object: string, text = object) => opened.store.put(object, Buffer.from(text))

    it('is ready, and says so again', async () => {
      await opened.store.check()
      await opened.store.check()
      expect(await listed(opened.store, '')).toEqual([])
    })

    it('gives another server what was stored, from memory and from a file, also without any bytes', async () => {
      await put('w/kept/memory', 'from memory')
      await put('w/kept/empty', '')
      await opened.store.put('w/kept/file', { path: await fileOf('from a file'), size: 11 })
      await opened.store.put('w/kept/empty-file', { path: await fileOf(''), size: 0 })
      const names = ['memory', 'empty', 'file', 'empty-file'].map(object => `w/kept/${object}`)
      expect(await Promise.all(names.map(object => read(object)))).toEqual([
        [11, 'from memory'],
        [0, ''],
        [11, 'from a file'],
        [0, ''],
      ])
    })

    it('stores the same object again, also at the same time', async () => {
      await Promise.all([1, 2, 3, 4].map(() => put('w/again/one', 'the same')))
      await opened.other.put('w/again/one', Buffer.from('the same'))
      expect(await read('w/again/one')).toEqual([8, 'the same'])
      expect(await listed(opened.store, 'w/again/')).toEqual(['w/again/one'])
    })

    it('gives ranges, with the size of the whole', async () => {
      await put('w/ranges/digits', '0123456789')
      await put('w/ranges/empty', '')
      const ranges = [0, 3, 9].map(start => ({ start, end: start + 2 }))
      expect(await Promise.all(ranges.map(range => read('w/ranges/digits', range)))).toEqual([
        [10, '012'],
        [10, '345'],
        [10, '9'],
      ])
      const behind = ['digits', 'empty'].map(object => read(`w/ranges/${object}`, { start: 10, end: 12 }))
      expect(await Promise.all(behind.map(codeOf))).toEqual(['validation_error', 'validation_error'])
      expect(await codeOf(read('w/ranges/digits', { start: 3, end: 2 }))).toBe('validation_error')
    })

    it('keeps an object of more than 64 MiB from a file', async () => {
      const size = 65 * 1024 * 1024
      const path = await fileOf('begin')
      await truncate(path, size - 3)
      await writeFile(path, 'end', { flag: 'a' })
      await opened.store.put('w/large', { path, size })
      expect(await read('w/large', { start: size - 4, end: size })).toEqual([size, '\0end'])
      expect(await read('w/large', { start: 0, end: 5 })).toEqual([size, 'begin\0'])
      await opened.store.remove(['w/large'])
    })

    it('says that an object is not there, and removes what is not there', async () => {
      await put('w/gone/one')
      await opened.other.remove(['w/gone/one', 'w/gone/never', 'w/nowhere/at/all'])
      await opened.store.remove([])
      const reads = ['w/gone/one', 'w/gone/never', 'w/gone'].map(object => read(object))
      expect(await Promise.all(reads.map(codeOf))).toEqual(['not_found', 'not_found', 'not_found'])
    })

    const longName = `w/ws_1/${['l', 'm', 'n'].map(letter => letter.repeat(mostPartBytes)).join('/')}`
    it.each(labelled([...difficultNames, longName]))('keeps the name %s', async (_label, object) => {
      await put(object)
      expect(await read(object)).toEqual([Buffer.byteLength(object), object])
      expect(await listed(opened.other, object)).toEqual([object])
      await opened.other.remove([object])
      expect(await listed(opened.store, 'w/ws_1/')).toEqual([])
    })

    it.each(labelled(hostileNames))('refuses the name %s', async (_label, object) => {
      const refused = [
        opened.store.put(object, Buffer.from('x')),
        opened.store.get(object),
        opened.store.remove([object]),
        ...(object === '' || object === 'w/x/' ? [] : [listed(opened.store, object)]),
      ]
      expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(['validation_error']))
    })

    it('lists what begins with a prefix, in the order of bytes, over several pages', async () => {
      const objects = ['a', 'a-b', 'a/1', 'a/2', 'a.c', 'b/1', 'b/2', 'b/3', '\uffee', '\u{1f600}']
      // A folder may not have an object of its own name: that `a` is left out.
      const stored = objects.slice(1).map(object => `w/list/${object}`)
      await Promise.all(stored.map(object => put(object, 'four')))
      const ordered = isOrderedByFolder
        ? ['a/1', 'a/2', 'a-b', 'a.c', 'b/1', 'b/2', 'b/3', '\uffee', '\u{1f600}']
        : ['a-b', 'a.c', 'a/1', 'a/2', 'b/1', 'b/2', 'b/3', '\uffee', '\u{1f600}']
      expect(await listed(opened.other, 'w/list/')).toEqual(ordered.map(object => `w/list/${object}`))
      expect(await listed(opened.other, 'w/list/a')).toEqual(ordered.slice(0, 4).map(object => `w/list/${object}`))
      expect(await listed(opened.other, 'w/list/a/')).toEqual(['w/list/a/1', 'w/list/a/2'])
      expect(await listed(opened.other, 'w/lis/')).toEqual([])
      const entry = (await entries(opened.other, 'w/list/b/3'))[0]
      expect(entry).toEqual({ name: 'w/list/b/3', size: 4, modified_at: expect.stringMatching(/^\d{4}-.*Z$/) })
    })

    it('goes on listing while what it lists is removed', async () => {
      const objects = Array.from({ length: 9 }, (_, index) => `w/shrinking/${index}`)
      await Promise.all(objects.map(object => put(object)))
      const seen: string[] = []
      for await (const { name: object } of opened.store.list('w/shrinking/')) {
        seen.push(object)
        await opened.other.remove([object])
      }
      expect(seen).toEqual(objects)
      expect(await listed(opened.store, 'w/shrinking/')).toEqual([])
    })

    it('removes thousands at once', async () => {
      await Promise.all(['w/many/0', 'w/many/1500', 'w/many/2099'].map(object => put(object)))
      await opened.store.remove(Array.from({ length: 2100 }, (_, index) => `w/many/${index}`))
      expect(await listed(opened.store, 'w/many/')).toEqual([])
    })

    const intoEmptied = async (): Promise<void> => {
      const rounds = Array.from({ length: 8 }, async (_, crowd) => {
        for (let round = 0; round < 10; round += 1) {
          await put(`w/crowd/${round}/${crowd}`)
          await opened.other.remove([`w/crowd/${round}/${crowd}`])
        }
        await put(`w/crowd/of-${crowd}`)
      })
      await Promise.all(rounds)
      expect(await listed(opened.store, 'w/crowd/')).toHaveLength(8)
    }
    if (!losesFolders) it('stores into a folder that others empty', intoEmptied)

    it('leaves nothing of a file that is shorter or longer than was said, or not there', async () => {
      const path = await fileOf('eleven here')
      const wrong = [
        opened.store.put('w/wrong/short', { path, size: 12 }),
        opened.store.put('w/wrong/long', { path, size: 10 }),
        opened.store.put('w/wrong/missing', { path: `${path}-missing`, size: 1 }),
      ]
      expect(await Promise.all(wrong.map(codeOf))).toEqual(['internal_error', 'internal_error', 'internal_error'])
      expect(await listed(opened.other, 'w/wrong/')).toEqual([])
    })

    it('ends with the reason of a signal, and leaves nothing', async () => {
      await put('w/aborted/there')
      const left = [
        opened.store.put('w/aborted/new', Buffer.from('x'), aborted),
        opened.store.get('w/aborted/there', { signal: aborted }),
        opened.store.remove(['w/aborted/there'], aborted),
        opened.store.check(aborted),
        entries(opened.store, 'w/aborted/', aborted),
      ]
      const reasons = await Promise.all(left.map(work => work.then(() => 'done', messageOf)))
      expect(new Set(reasons)).toEqual(new Set(['the caller left']))
      expect(await listed(opened.other, 'w/aborted/')).toEqual(['w/aborted/there'])
    })
  })
}

/** Each beside a short text of it. */
function labelled(names: readonly string[]): [string, string][] {
  return names.map(name => [JSON.stringify(name.slice(0, 30)), name])
}

function abortedController(): AbortController {
  const controller = new AbortController()
  controller.abort(new Error('the caller left'))
  return controller
}

async function entries(store: ObjectStore, prefix: string, signal?: AbortSignal): Promise<ObjectEntry[]> {
  return collected(store.list(prefix, signal))
}

async function listed(store: ObjectStore, prefix: string): Promise<string[]> {
  return (await entries(store, prefix)).map(({ name }) => name)
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof SvcError) return error.code
    throw error
  }
}
