import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { TestStream } from '../../../test/support/event-stream.ts'
import { sha256, startTestFiles } from '../../../test/rooms/plugins/files.ts'
import type { StoredFile, TestFiles } from '../../../test/rooms/plugins/files.ts'

let files: TestFiles
beforeAll(async () => {
  files = await startTestFiles({
    env: { SVC_FILES_QUOTA_MB: '4', SVC_FILES_MAX_MB: '2', SVC_FILES_KEEP_VERSIONS: '3' },
  })
})
afterAll(() => files?.svc.stop())

interface Items<T = StoredFile> {
  items: T[]
  folders?: { path: string; name: string }[]
  next_cursor: string | null
}
interface Usage {
  bytes: number
  quota: number
  files: number
  trashed: number
}
interface Problem {
  code: string
  detail: string
}

const stringMatching = (pattern: RegExp) => expect.stringMatching(pattern) as string
const stringContaining = (text: string) => expect.stringContaining(text) as string
const usage = () => files.json<Usage>(files.call('/usage'))
const made = (path: string, body: string) => files.json(files.put(path, body))
const emptied = async () => {
  await files.call('/folders?path=q', { method: 'DELETE' })
  await files.call('/trash', { method: 'DELETE' })
}

describe('a list', () => {
  beforeAll(async () => {
    for (const path of [
      'list/b/1.txt',
      'list/b/2.txt',
      'list/a.txt',
      'list/c/d/e.txt',
      'list/Größe %_.txt',
      'list-not/x',
    ])
      await made(path, path)
  })

  it('is by path, page after page', async () => {
    const first = await files.json<Items>(files.call('?prefix=list/&limit=3'))
    const second = await files.json<Items>(files.call(`?prefix=list/&limit=3&cursor=${first.next_cursor}`))
    const paths = [first, second].map(({ items }) => items.map(({ path }) => path))
    expect(paths).toEqual([
      ['list/Größe %_.txt', 'list/a.txt', 'list/b/1.txt'],
      ['list/b/2.txt', 'list/c/d/e.txt'],
    ])
    expect(second.next_cursor).toBeNull()
  })

  it('of a folder is one level of it', async () => {
    const pages: Items[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Items = await files.json<Items>(files.call(`?folder=list/&limit=2${cursor && `&cursor=${cursor}`}`))
      pages.push(page)
      cursor = page.next_cursor
    }
    expect(
      pages.map(({ items, folders }) => [items.map(({ name }) => name), folders!.map(({ path }) => path)]),
    ).toEqual([
      [['Größe %_.txt', 'a.txt'], []],
      [[], ['list/b', 'list/c']],
    ])
  })

  it('by words finds paths that have all of them, whatever their case', async () => {
    const found = async (search: string) =>
      (await files.json<Items>(files.call(`?search=${encodeURIComponent(search)}`))).items.map(({ path }) => path)
    const searches = ['größe LIST', '%_', 'list-not X', 'list nothing']
    expect(await Promise.all(searches.map(found))).toEqual([
      ['list/Größe %_.txt'],
      ['list/Größe %_.txt'],
      ['list-not/x'],
      [],
    ])
  })
})

describe('a move', () => {
  it('keeps the file: its id, its versions, its content', async () => {
    await made('move/a.txt', 'one')
    const { file_id } = await made('move/a.txt', 'two')
    const moved = await files.json(files.send('PATCH', `/${file_id}`, { path: 'moved/b.txt' }))
    expect(moved).toMatchObject({ file_id, path: 'moved/b.txt', name: 'b.txt', version: 2 })
    expect((await files.call('/content/move/a.txt')).status).toBe(404)
    expect((await files.json<Items>(files.call(`/${file_id}/versions`))).items).toHaveLength(2)
  })

  it.each([
    ['a file', 'inway/file', 'There is a file at'],
    ['a folder', 'inway/folder', 'is a folder'],
    ['below a file', 'inway/file/x', 'is a file'],
  ])('to where %s is, is a 409, and so is a copy', async (_what, path, message) => {
    await made('inway/file', 'x')
    await made('inway/folder/x', 'x')
    const { file_id } = await made('inway/it', 'it')
    const answers = [
      await files.send('PATCH', `/${file_id}`, { path }),
      await files.send('POST', `/${file_id}/copy`, { path }),
    ]
    expect(
      await Promise.all(answers.map(async answer => [answer.status, ((await answer.json()) as Problem).detail])),
    ).toEqual([
      [409, stringContaining(message)],
      [409, stringContaining(message)],
    ])
  })

  it('of a folder takes all that lies in it, or nothing', async () => {
    for (const path of ['mf/a/1', 'mf/a/b/2', 'mf/ab', 'mf-taken/1']) await made(path, path)
    const taken = await files.send('POST', '/folders/move', { from: 'mf/a', to: 'mf-taken' })
    const itself = await files.send('POST', '/folders/move', { from: 'mf', to: 'mf/a/c' })
    const moved = await files.send('POST', '/folders/move', { from: 'mf/a/', to: 'mf2/x' })
    const { items } = await files.json<Items>(files.call('?prefix=mf'))
    expect([taken.status, itself.status, await moved.json()]).toEqual([409, 409, { moved: 2 }])
    expect(items.map(({ path }) => path)).toEqual(['mf-taken/1', 'mf/ab', 'mf2/x/1', 'mf2/x/b/2'])
  })
})

describe('the trash', () => {
  it('keeps a deleted file until it is restored, and leaves its path free', async () => {
    const { file_id } = await made('trash/a.txt', 'old')
    const deleted = await files.call(`/${file_id}`, { method: 'DELETE' })
    const gone = await Promise.all([`/${file_id}`, `/${file_id}/content`].map(path => files.call(path)))
    const { items } = await files.json<Items<StoredFile & { deleted_at: string }>>(files.call('/trash'))
    await made('trash/a.txt', 'new')
    const taken = await files.send('POST', `/${file_id}/restore`)
    const restored = await files.send('POST', `/${file_id}/restore`, { path: 'trash/b.txt' })
    expect([deleted.status, ...gone.map(({ status }) => status)]).toEqual([204, 404, 404])
    expect(items[0]).toMatchObject({ file_id, path: 'trash/a.txt', deleted_at: stringMatching(/Z$/) })
    expect([taken.status, ((await taken.json()) as Problem).detail]).toEqual([409, stringContaining('send {"path"')])
    expect([restored.status, await restored.json()]).toMatchObject([200, { file_id, path: 'trash/b.txt' }])
    expect(await (await files.call('/content/trash/b.txt')).text()).toBe('old')
  })

  it('is emptied for good, and what it held counts no more', async () => {
    await emptied()
    const before = await usage()
    for (const path of ['q/a', 'q/b/c']) await made(path, `trash ${path}`)
    const inTrash = await files.json(files.call('/folders?path=q', { method: 'DELETE' }))
    const during = await usage()
    const gone = await files.json(files.call('/trash', { method: 'DELETE' }))
    expect([inTrash, gone]).toEqual([{ deleted: 2 }, { deleted: 2 }])
    expect(during).toEqual({ ...before, bytes: before.bytes + 20, trashed: 2 })
    expect(await usage()).toEqual(before)
    expect(await files.stored()).not.toContain(sha256('trash q/a'))
  })
})

describe('a trash that was filled before the clock was set back', () => {
  it('is emptied all the same', async () => {
    await emptied()
    const { file_id } = await made('q/ahead', 'ahead')
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000)
    await files.call(`/${file_id}`, { method: 'DELETE' })
    clock.mockRestore()
    expect(await files.json(files.call('/trash', { method: 'DELETE' }))).toEqual({ deleted: 1 })
  })
})

describe('the quota', () => {
  it('holds to the byte, and says both numbers', async () => {
    await emptied()
    const { bytes, quota } = await usage()
    const half = Math.floor((quota - bytes) / 2)
    const first = await files.put('q/1', 'a'.repeat(half))
    const tooMuch = await files.put('q/2', 'b'.repeat(quota - bytes - half + 1))
    const exact = await files.put('q/3', 'c'.repeat(quota - bytes - half))
    expect([first.status, tooMuch.status, exact.status]).toEqual([201, 413, 201])
    expect(((await tooMuch.json()) as Problem).detail).toMatch(new RegExp(`${quota} bytes.*SVC_FILES_QUOTA_MB`))
    expect((await usage()).bytes).toBe(quota)
    await emptied()
  })

  it('is not overshot by uploads at once that do not say how long they are', async () => {
    const { bytes, quota } = await usage()
    const each = Math.floor((quota - bytes) / 2) - 1
    const streamed = (fill: string) =>
      files.call(`/content/q/${fill}`, {
        method: 'PUT',
        body: new Blob([fill.repeat(each)]).stream(),
        duplex: 'half',
      } as RequestInit)
    const answers = await Promise.all(['d', 'e', 'f', 'g'].map(streamed))
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2)
    expect(answers.every(({ status }) => status === 201 || status === 413)).toBe(true)
    expect((await usage()).bytes).toBeLessThanOrEqual(quota)
    expect((await files.stored()).filter(name => name.endsWith('.tmp'))).toEqual([])
    await emptied()
  })

  it('is filled by uploads at once that say how long they are, and those that do not fit are refused', async () => {
    const { bytes, quota } = await usage()
    const each = Math.floor((quota - bytes) / 4)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => files.put(`q/${n}`, String(n).repeat(each).slice(0, each))),
    )
    const kept = answers.filter(({ status }) => status === 201).length
    const refused = answers.filter(({ status }) => status === 413).length
    expect({ kept, refused }).toEqual({ kept: 4, refused: 8 })
    await emptied()
  })

  it('is of all files, and the limit of one file is another', async () => {
    const answer = await files.put('q/large', 'x'.repeat(2 * 1024 * 1024 + 1))
    expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([413, 'payload_too_large'])
  })
})

describe('a link', () => {
  const link = async (file_id: string, expires_seconds = 60) =>
    files.json<{ url: string; expires_at: string }>(files.send('POST', `/${file_id}/link`, { expires_seconds }))

  it('opens the file without a credential, until all links are ended', async () => {
    const { file_id } = await made('link/a.html', '<html><script>1</script>')
    const { url } = await link(file_id)
    const answer = await fetch(url)
    expect([answer.status, await answer.text()]).toEqual([200, '<html><script>1</script>'])
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=a.html')
    await made('link/a.html', 'new')
    expect(await (await fetch(url)).text()).toBe('new')
    expect((await files.call(`/${file_id}/links`, { method: 'DELETE' })).status).toBe(204)
    expect((await fetch(url)).status).toBe(404)
    expect((await fetch((await link(file_id)).url)).status).toBe(200)
  })

  it('opens nothing once its time is over, the file is deleted, or a letter of it is another', async () => {
    const { file_id } = await made('link/b.txt', 'b')
    const { url } = await link(file_id)
    const short = await link(file_id, 1)
    const letters = url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A')
    expect([(await fetch(letters)).status, (await fetch(`${url.slice(0, url.lastIndexOf('/'))}/x`)).status]).toEqual([
      404, 404,
    ])
    await vi.waitFor(async () => expect((await fetch(short.url)).status).toBe(404), { timeout: 3000, interval: 100 })
    await files.call(`/${file_id}`, { method: 'DELETE' })
    expect((await fetch(url)).status).toBe(404)
    expect((await files.send('POST', `/${file_id}/restore`)).status).toBe(200)
    expect([(await fetch(url)).status, (await fetch((await link(file_id)).url)).status]).toEqual([404, 200])
  })

  it.each([0, 604_801, 1.5])('for %s seconds is refused', async expires_seconds => {
    const { file_id } = await made('link/c.txt', 'c')
    expect((await files.send('POST', `/${file_id}/link`, { expires_seconds })).status).toBe(400)
  })
})

it('to remember a file without a memory is a 409 that says so', async () => {
  const { file_id } = await made('mem/a.txt', 'a')
  const answer = await files.send('POST', `/${file_id}/remember`, {})
  expect([answer.status, ((await answer.json()) as Problem).detail]).toEqual([
    409,
    stringContaining('"memory" is not running'),
  ])
})

it('what happens to files is in the event log, without their names', async () => {
  const stream = await TestStream.open(`${files.svc.url}/api/events?types=file.*`, {
    authorization: `Bearer ${files.svc.key}`,
  })
  const { file_id } = await made('event/a.txt', 'a')
  await made('event/a.txt', 'b')
  await files.call(`/${file_id}`, { method: 'DELETE' })
  await files.send('POST', `/${file_id}/restore`)
  await files.call(`/${file_id}`, { method: 'DELETE' })
  await files.call(`/trash/${file_id}`, { method: 'DELETE' })
  const emitted = []
  for (let count = 0; count < 6; count += 1) emitted.push((await stream.next())?.data)
  await stream.close()
  const seen = emitted.map(data => [data?.['type'], data?.['data']])
  const data = { file_id, user_id: stringMatching(/^usr_/), version: 2 }
  expect(seen).toEqual([
    ['file.created', { ...data, version: 1 }],
    ['file.updated', data],
    ['file.deleted', { ...data, permanent: false }],
    ['file.restored', data],
    ['file.deleted', { ...data, permanent: false }],
    ['file.deleted', { ...data, permanent: true }],
  ])
})
