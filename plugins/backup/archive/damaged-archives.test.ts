import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGunzip, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/rooms/planes.ts'
import { sealOf } from './archive-seal.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { hashFile } from './hashed-file.ts'
import { writeArchive } from './write-archive.ts'
import { startTestBackups, verifyTestArchive } from '../../../test/rooms/plugins/backups.ts'

interface Entry {
  name: string
  type?: 'file' | 'symlink' | 'link' | 'directory'
  linkname?: string
  size?: number
  body: Buffer
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let good: Buffer
let entries: Entry[]
let count = 0

beforeAll(async () => {
  folder = await temporaryFolder()
  const room = await startTestBackups()
  for (let index = 0; index < 200; index += 1) room.note(`note ${index}`)
  const { path } = await room.service.create({ reason: 'manual' })
  good = await readFile(path)
  entries = await entriesOf(path)
  await room.stop()
})
afterAll(() => folder.remove())

async function entriesOf(path: string): Promise<Entry[]> {
  const archive = extract()
  createReadStream(path)
    .pipe(createGunzip())
    .pipe(archive as never)
  const found: Entry[] = []
  for await (const entry of archive) {
    found.push({ name: entry.header.name, body: await buffer(entry as never) })
  }
  return found
}

async function file(content: Buffer): Promise<string> {
  count += 1
  const path = join(folder.path, `${count}.tar.gz`)
  await writeFile(path, content)
  return path
}

/** An archive of these entries as an attacker makes one: packed and sealed as ours are. */
async function sealed(list: readonly Entry[]): Promise<string> {
  const archive = pack()
  for (const { name, body, ...header } of list) {
    if (header.type === undefined) archive.entry({ name, size: body.length }, body)
    else archive.entry({ name, ...header } as never)
  }
  archive.finalize()
  const path = await file(gzipSync(await buffer(archive as never)))
  const { sha256 } = await hashFile(path)
  await writeFile(path, sealOf(sha256), { flag: 'a' })
  return path
}

async function refusal(path: string): Promise<[string, string]> {
  const error = await verifyTestArchive(path).then(
    () => {
      throw new Error(`${path} was taken`)
    },
    (thrown: { code: string; message: string }) => thrown,
  )
  return [error.code, error.message.replace(path, '…')]
}

/** The archive with its manifest changed, and entries added, changed or left out. */
async function changed(
  change: (manifest: Record<string, unknown> & { files: { path: string; bytes: number; sha256: string }[] }) => void,
  list: (entries: Entry[]) => Entry[] = all => all,
): Promise<string> {
  const [first, ...rest] = entries
  const manifest = JSON.parse(first?.body.toString() ?? '') as never
  change(manifest)
  return sealed([{ name: 'manifest.json', body: Buffer.from(JSON.stringify(manifest)) }, ...list(rest)])
}

const same = (): void => undefined

describe('verifyArchive', () => {
  it('takes the archive as it was made, also packed anew', async () => {
    const [asMade, anew] = [await verifyTestArchive(await file(good)), await verifyTestArchive(await sealed(entries))]
    expect(anew).toEqual(asMade)
  })

  it('notices one flipped byte anywhere', async () => {
    // Ends, where gzip does not look, and places spread over the whole.
    const places = [3, 4, 5, 8, 9, good.length - 1, good.length - 40, good.length - 110]
    for (let part = 1; part < 40; part += 1) places.push(Math.floor((good.length * (part + Math.random())) / 41))
    for (const place of places) {
      const bytes = Buffer.from(good)
      bytes[place] = (bytes[place] ?? 0) ^ (1 + Math.floor(Math.random() * 255))
      const [code] = await refusal(await file(bytes))
      expect([place, code]).toEqual([place, 'backup_damaged'])
    }
  })

  it('notices an archive that was cut off, wherever, or that something was added to', async () => {
    const cuts = [1, 2, 100, Math.floor(good.length / 2), good.length - 12, good.length - 100]
    for (const bytes of cuts.map(cut => good.subarray(0, good.length - cut))) {
      expect((await refusal(await file(bytes)))[0]).toBe('backup_damaged')
    }
    expect(await refusal(await file(Buffer.concat([good, Buffer.from('x')])))).toEqual([
      'backup_damaged',
      '… is damaged: its end is missing or was changed, as when a copy was not finished. Use another backup; "svc backup list" shows those in the home.',
    ])
  })

  it('takes the long list of a home with many files, and none is made with a list that no restore takes', async () => {
    const [first, ...rest] = entries
    const body = Buffer.concat([first!.body, Buffer.alloc(80 * 1024 * 1024, ' ')])
    const path = await sealed([{ ...first!, body }, ...rest])
    expect((await verifyTestArchive(path)).files).toHaveLength(rest.length)
    const manifest = JSON.parse(first!.body.toString()) as BackupManifest
    const options = { folder: folder.path, signal: new AbortController().signal, mostManifest: 100 }
    const making = writeArchive(join(folder.path, 'made.tar.gz'), manifest, options)
    await expect(making).rejects.toMatchObject({ code: 'backup_too_large' })
  })

  it('names what is no backup of svc', async () => {
    expect((await refusal(await file(Buffer.from('PK\u0003\u0004 a zip file'))))[1]).toContain(
      'it is not a gzip-compressed archive',
    )
    expect((await refusal(await file(gzipSync('just text')))).at(0)).toBe('backup_foreign')
    expect((await refusal(await file(Buffer.alloc(0))))[0]).toBe('backup_foreign')
    expect((await refusal(await sealed([{ name: 'thesis.tex', body: Buffer.from('x') }])))[1]).toContain(
      'does not begin with manifest.json',
    )
    expect((await refusal(await sealed([{ name: 'manifest.json', body: Buffer.from('{"format":"other"}') }])))[0]).toBe(
      'backup_foreign',
    )
    expect((await refusal(folder.path))[1]).toContain('it is not a file')
    expect((await refusal(join(folder.path, 'none')))[0]).toBe('not_found')
  })

  it('names the newer version that made an archive', async () => {
    const path = await changed(manifest => Object.assign(manifest, { format_version: 2, svc_version: '9.0.0' }))
    expect((await refusal(path))[1]).toContain('was made by a newer version of svc (9.0.0, format 2)')
  })

  it('refuses files that are changed, exchanged, missing, added or of another size', async () => {
    const withBody = (index: number, body: string) => (all: Entry[]) =>
      all.map((entry, at) => (at === index ? { ...entry, body: Buffer.from(body) } : entry))
    const secrets = entries[2]
    const length = secrets?.body.length ?? 0
    expect((await refusal(await changed(same, withBody(1, 'x'.repeat(entries[2]?.body.length ?? 0)))))[0]).toBe(
      'backup_damaged',
    )
    expect((await refusal(await changed(same, withBody(1, 'x'.repeat(length + 1)))))[1]).toContain(
      'and its manifest says',
    )
    expect((await refusal(await changed(same, all => all.toReversed())))[1]).toContain('stands where its manifest has')
    expect((await refusal(await changed(same, all => all.slice(0, -1))))[1]).toContain('and what follows is missing')
    const added = { name: 'more.txt', body: Buffer.from('more') }
    expect((await refusal(await changed(same, all => [...all, added])))[1]).toContain('its manifest has nothing')
  })

  it.each([
    '../escape.txt',
    '/etc/cron.d/x',
    'workspaces/../../x',
    'a\\..\\b',
    'C:/x',
    'workspaces/',
    'backups/x.tar.gz',
    'lock.sqlite',
    'LOCK.SQLITE',
    'operator.sock',
    'home.json/x',
    'HOME.JSON',
    'a\u0000b',
    './x',
  ])('refuses to write %j', async path => {
    const extra = { path, bytes: 1, sha256: '0'.repeat(64) }
    const hostile = await changed(
      manifest => manifest.files.push(extra),
      all => [...all, { name: path, body: Buffer.from('x') }],
    )
    expect((await refusal(hostile))[0]).toBe('backup_foreign')
  })

  it('refuses links and folders in the place of files', async () => {
    for (const type of ['symlink', 'link', 'directory'] as const) {
      const path = await changed(same, all => [
        { name: all[0]?.name ?? '', type, linkname: '/etc/passwd', size: 0, body: Buffer.alloc(0) },
        ...all.slice(1),
      ])
      expect((await refusal(path))[1]).toContain('only files belong in a backup')
    }
  })

  it('refuses a database that does not hold what its manifest says, or is none', async () => {
    const lying = await changed(manifest => {
      const [file] = manifest.files as { sqlite?: { tables: Record<string, number> } }[]
      if (file?.sqlite) file.sqlite.tables['notes_items'] = 199
    })
    expect((await refusal(lying))[1]).toContain('notes_items in workspaces/')
    const body = Buffer.from('not a database, but its checksum is right')
    const wrong = await file(body)
    const { sha256, bytes } = await hashFile(wrong)
    const noDatabase = await changed(
      manifest => Object.assign(manifest.files[0] ?? {}, { sha256, bytes }),
      all => [{ name: all[0]?.name ?? '', body }, ...all.slice(1)],
    )
    expect((await refusal(noDatabase))[1]).toContain('is not whole')
  })

  it('unpacks no more than the disk has room for', async () => {
    const huge = await changed(manifest => Object.assign(manifest.files[0] ?? {}, { bytes: 2 ** 50 }))
    expect((await refusal(huge))[0]).toBe('storage_full')
  })
})
