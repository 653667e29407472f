import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeZip } from '../writers/zip.ts'
import { attachmentName, folderName, StagedFiles } from './staged-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-staged-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const { signal } = new AbortController()

describe('the files of a ZIP', () => {
  it('are together within the limit, however they come', async () => {
    const files = new StagedFiles(folder, 1000)
    await files.add('a', Readable.from([Buffer.alloc(300), Buffer.alloc(300)]), signal)
    const over = { code: 'export_limit', message: expect.stringContaining('1000 bytes') as string }
    await expect(files.add('b', Buffer.alloc(401), signal)).rejects.toMatchObject(over)
    await writeFile(join(folder, 'made'), Buffer.alloc(401))
    await expect(files.take('c', join(folder, 'made'))).rejects.toMatchObject(over)
    expect(files.all.map(({ path, size }) => [path, size])).toEqual([['a', 600]])
  })

  it('that never end are cut off at the limit', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(100)
      })(),
    )
    await expect(new StagedFiles(folder, 1000).add('a', endless, signal)).rejects.toMatchObject({
      code: 'export_limit',
    })
    expect(endless.destroyed).toBe(true)
  })

  it('have names that every system takes, none twice', () => {
    expect([folderName(7, '../Été: <b>“x”</b>'), folderName(8, '漢字'), folderName(9, '…')]).toEqual([
      '007-e-te-b-x-b',
      '008-漢字',
      '009',
    ])
    const taken = new Set(['a.csv'])
    expect([attachmentName('../../a.csv', taken), attachmentName('A.csv', taken), attachmentName('..', taken)]).toEqual(
      ['-..-a.csv', 'A-2.csv', 'file'],
    )
  })
})

describe('a ZIP', () => {
  it('has the same bytes for the same files at the same time stamp, and others at another', async () => {
    const entries = await Promise.all(
      ['one.txt', 'items/two.csv'].map(async (name, index) => {
        const path = join(folder, `part-${index}`)
        await writeFile(path, `${name}\n`.repeat(5000))
        return { name, path }
      }),
    )
    const zipped = async (name: string, at: string): Promise<Buffer> => {
      await writeZip({ entries, path: join(folder, name), at })
      return readFile(join(folder, name))
    }
    const first = await zipped('first', '2026-11-26T12:00:00.000Z')
    const again = await zipped('again', '2026-11-26T12:00:00.000Z')
    const later = await zipped('later', '2026-11-26T12:00:02.000Z')
    expect([first.equals(again), first.equals(later)]).toEqual([true, false])
    expect(Object.keys(unzipSync(new Uint8Array(first)))).toEqual(['one.txt', 'items/two.csv'])
    expect(await readdir(folder)).toHaveLength(5)
  })
})
