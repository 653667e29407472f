import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itOfOneServer } from '../../test/rooms/first-of-two.ts'
import { form, sha256, startTestFiles } from '../../test/rooms/plugins/files.ts'
import type { StoredFile, TestFiles } from '../../test/rooms/plugins/files.ts'

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
interface Problem {
  code: string
  detail: string
}

const stringMatching = (pattern: RegExp) => expect.stringMatching(pattern) as string
const stringContaining = (text: string) => expect.stringContaining(text) as string
const made = (path: string, body: string, headers: Record<string, string> = {}) =>
  files.json(files.put(path, body, headers))

describe('an upload', () => {
  it('as it is makes a file, then new versions, and nothing when the bytes are the same', async () => {
    const answers = [
      await files.put('up/a.json', '{"a":1}', { 'content-type': 'application/json' }),
      await files.put('up/a.json', '{"a":2}'),
      await files.put('up/a.json', '{"a":2}'),
    ]
    const bodies = (await Promise.all(answers.map(answer => answer.json()))) as StoredFile[]
    const first = bodies[0]!
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200])
    expect(first).toEqual({
      file_id: stringMatching(/^file_/),
      path: 'up/a.json',
      name: 'a.json',
      size: 7,
      sha256: sha256('{"a":1}'),
      content_type: 'application/json',
      version: 1,
      created_at: stringMatching(/Z$/),
      updated_at: first.created_at,
    })
    expect(bodies.map(({ file_id, version }) => [file_id === first.file_id, version])).toEqual([
      [true, 1],
      [true, 2],
      [true, 2],
    ])
    expect(answers.map(({ headers }) => [headers.get('etag'), headers.get('location')])[1]).toEqual([
      `"${sha256('{"a":2}')}"`,
      `${files.svc.url}/api/files/${first.file_id}`,
    ])
  })

  it('by a form goes where its path says, which may come behind the file', async () => {
    const one = await files.call('', { method: 'POST', body: form([['x.txt', 'one']], ['form/named.txt']) })
    const own = await files.call('', { method: 'POST', body: form([['form-own.txt', 'own']]) })
    const several = await files.call('', {
      method: 'POST',
      body: form(
        [
          ['1.txt', '1'],
          ['sub/2.txt', '2'],
        ],
        ['form/many'],
      ),
    })
    const each = await files.call('', {
      method: 'POST',
      body: form(
        [
          ['1.txt', '1'],
          ['2.txt', '2'],
        ],
        ['form/p.txt', 'form/deep/'],
      ),
    })
    const pathsOf = ({ items }: Items) => items.map(({ path }) => path)
    expect([one.status, ((await one.json()) as StoredFile).path]).toEqual([201, 'form/named.txt'])
    expect(((await own.json()) as StoredFile).path).toBe('form-own.txt')
    expect(pathsOf((await several.json()) as Items)).toEqual(['form/many/1.txt', 'form/many/sub/2.txt'])
    expect(several.headers.get('location')).toMatch(/\/api\/files$/)
    expect(pathsOf((await each.json()) as Items)).toEqual(['form/p.txt', 'form/deep/2.txt'])
  })

  it.each([
    ['without a file', form([], ['a']), 400, 'has no file'],
    [
      'with another field',
      () => {
        const data = form([['a', 'a']])
        data.append('folder', 'x')
        return data
      },
      400,
      '"folder"',
    ],
    ['with a name that leads elsewhere', form([['../../x', 'a']]), 400, 'leads elsewhere'],
    [
      'with other numbers of paths',
      form(
        [
          ['a', 'a'],
          ['b', 'b'],
          ['c', 'c'],
        ],
        ['x', 'y'],
      ),
      400,
      'one path for each',
    ],
  ])('by a form %s is refused, and keeps nothing', async (_what, body, status, message) => {
    const before = await files.stored()
    const answer = await files.call('', { method: 'POST', body: typeof body === 'function' ? body() : body })
    expect([answer.status, ((await answer.json()) as Problem).detail]).toEqual([status, stringContaining(message)])
    expect(await files.stored()).toEqual(before)
  })

  it('of several files keeps all of them or none', async () => {
    await made('all/taken', 'x')
    const body = form([['fine.txt', 'all-or-none']], ['all/fine.txt'])
    body.append('file', new Blob(['y']), 'y')
    body.append('path', 'all/taken/y')
    const answer = await files.call('', { method: 'POST', body })
    expect([answer.status, ((await answer.json()) as Problem).detail]).toEqual([
      409,
      stringContaining('"all/taken" is a file'),
    ])
    expect((await files.json<Items>(files.call('?prefix=all/'))).items.map(({ path }) => path)).toEqual(['all/taken'])
    expect(await files.stored()).not.toContain(sha256('all-or-none'))
  })

  it('by JSON is text or base64, for programs that send nothing else', async () => {
    const text = await files.send('POST', '/text', { path: 'json/a.md', text: '# Größe' })
    const bytes = await files.send('POST', '/text', { path: 'json/b.bin', base64: 'AAEC' })
    const both = await files.send('POST', '/text', { path: 'json/c', text: 'a', base64: 'AAEC' })
    const bad = await files.send('POST', '/text', { path: 'json/c', base64: 'A' })
    expect([text.status, await text.json()]).toMatchObject([
      201,
      { sha256: sha256('# Größe'), content_type: 'text/markdown' },
    ])
    expect([bytes.status, await bytes.json()]).toMatchObject([
      201,
      { size: 3, content_type: 'application/octet-stream' },
    ])
    expect([both.status, bad.status]).toEqual([400, 400])
  })

  it('with an Idempotency-Key is done once, and the key is of that upload alone', async () => {
    const key = { 'idempotency-key': 'k1' }
    const send = (content: string, path = 'idem/a.txt') =>
      files.call('', { method: 'POST', body: form([['a.txt', content]], [path]), headers: key })
    const first = await send('once')
    const created = (await first.json()) as StoredFile
    await made('idem/a.txt', 'meanwhile')
    const again = await send('once')
    const other = [await send('twice'), await send('once', 'idem/b.txt')]
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect([again.status, again.headers.get('idempotency-replayed'), await again.json()]).toEqual([
      201,
      'true',
      created,
    ])
    expect(
      await Promise.all(other.map(async answer => [answer.status, ((await answer.json()) as Problem).code])),
    ).toEqual([
      [422, 'idempotency_mismatch'],
      [422, 'idempotency_mismatch'],
    ])
    expect(await (await files.call('/content/idem/a.txt')).text()).toBe('meanwhile')
  })

  it('with an Idempotency-Key and conditions is not in the way of its own repetition', async () => {
    const send = (text: string, headers: Record<string, string>) =>
      files.send('POST', '/text', { path: 'idem/cond.txt', text }, headers)
    const isNew = { 'idempotency-key': 'new', 'if-none-match': '*' }
    const isSame = { 'idempotency-key': 'same', 'if-match': `"${sha256('one')}"` }
    const answers = [
      await send('one', isNew),
      await send('one', isNew),
      await send('two', isSame),
      await send('two', isSame),
      await send('two', { ...isSame, 'idempotency-key': 'another' }),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [201, null],
      [201, 'true'],
      [200, null],
      [200, 'true'],
      [412, null],
    ])
  })

  it('changes only what its conditions name', async () => {
    const { sha256: was } = await made('cond/a.txt', 'one')
    const statuses = async (tries: [string, Record<string, string>][]) =>
      Promise.all(tries.map(async ([path, headers]) => (await files.put(path, 'two', headers)).status))
    expect(
      await statuses([
        ['cond/a.txt', { 'if-none-match': '*' }],
        ['cond/a.txt', { 'if-match': '"stale"' }],
        ['cond/a.txt', { 'if-match': `W/"${was}"` }],
        ['cond/none.txt', { 'if-match': '*' }],
      ]),
    ).toEqual([412, 412, 412, 412])
    expect(await statuses([['cond/a.txt', { 'if-match': `"x", "${was}"` }]])).toEqual([200])
    expect(await statuses([['cond/new.txt', { 'if-none-match': '*' }]])).toEqual([201])
  })

  it('to the same path by many at once makes one file with a version each, none lost', async () => {
    const answers = await Promise.all(['1', '2', '3'].map(body => files.put('race/a.txt', body)))
    const bodies = (await Promise.all(answers.map(answer => answer.json()))) as StoredFile[]
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
    expect(new Set(bodies.map(({ file_id }) => file_id)).size).toBe(1)
    expect(bodies.map(({ version }) => version).toSorted()).toEqual([1, 2, 3])
  })
})

describe('versions', () => {
  it('are kept as many as configured, each with its content, and the rest is gone from the disk', async () => {
    const bodies = ['v one', 'v two', 'v three', 'v four']
    for (const body of bodies) await made('vers/a.txt', body)
    const [{ file_id }] = (await files.json<Items>(files.call('?prefix=vers/'))).items as [StoredFile]
    const { items } = await files.json<Items>(files.call(`/${file_id}/versions`))
    expect(items.map(({ version, sha256: hash }) => [version, hash])).toEqual(
      bodies
        .slice(1)
        .map((body, index) => [index + 2, sha256(body)])
        .toReversed(),
    )
    expect(await (await files.call(`/${file_id}/content?version=2`)).text()).toBe('v two')
    expect((await files.call(`/${file_id}/content?version=1`)).status).toBe(404)
    expect(await files.stored()).not.toContain(sha256('v one'))
  })

  itOfOneServer('of files with the same content share it, until the last is gone', async () => {
    const [a, b] = [await made('same/a.txt', 'shared'), await made('same/b.txt', 'shared')]
    const copy = await files.json(files.send('POST', `/${a.file_id}/copy`, { path: 'same/c.txt' }))
    expect((await files.stored()).filter(name => name === sha256('shared'))).toHaveLength(1)
    for (const { file_id } of [a, b]) {
      await files.call(`/${file_id}`, { method: 'DELETE' })
      await files.call(`/trash/${file_id}`, { method: 'DELETE' })
    }
    expect(await (await files.call(`/${copy.file_id}/content`)).text()).toBe('shared')
    await files.call(`/${copy.file_id}`, { method: 'DELETE' })
    await files.call(`/trash/${copy.file_id}`, { method: 'DELETE' })
    expect(await files.stored()).not.toContain(sha256('shared'))
  })
})

describe('a download', () => {
  let file: StoredFile
  const bytes = Array.from({ length: 1000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('')
  const get = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
    files.call(`/${file.file_id}/content`, { ...init, headers })
  beforeAll(async () => {
    file = await made('down/a "b" é.txt', bytes)
  })

  it('says what it is, and nothing in it can run', async () => {
    const answer = await get()
    expect(await answer.text()).toBe(bytes)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': '1000',
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': stringContaining("filename*=UTF-8''a%20%22b%22%20%C3%A9.txt"),
      'content-security-policy': stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      etag: `"${sha256(bytes)}"`,
      'accept-ranges': 'bytes',
    })
  })

  it.each([
    ['page.js', 'text/javascript', 'alert(1)'],
    ['page.mjs', 'application/javascript', 'alert(1)'],
    ['page.css', 'text/css', 'p { color: red }'],
  ])('of %s cannot be run or applied by a page of ours', async (name, type, content) => {
    const { content_type } = await made(`down/${name}`, content, { 'content-type': type })
    const answer = await files.call(`/content/down/${name}`)
    expect([content_type, answer.headers.get('content-type'), await answer.text()]).toEqual([
      type,
      'text/plain; charset=utf-8',
      content,
    ])
  })

  itOfOneServer('of a content that is lost is refused in words, for HEAD too', async () => {
    const { file_id } = await made('down/lost.txt', 'to be lost')
    const folder = join(files.svc.home, 'workspaces')
    const at = (await readdir(folder, { recursive: true })).find(name => name.endsWith(sha256('to be lost')))
    await rm(join(folder, at ?? ''))
    const answers = [
      await files.call(`/${file_id}/content`),
      await files.call(`/${file_id}/content`, { method: 'HEAD' }),
    ]
    expect([answers.map(({ status }) => status), ((await answers[0]!.json()) as Problem).detail]).toEqual([
      [404, 404],
      'The content is gone.',
    ])
  })

  it('is not sent again to a client that has it, and not without a body for HEAD', async () => {
    const known = await get({ 'if-none-match': `W/"${sha256(bytes)}"` })
    const head = await get({}, { method: 'HEAD' })
    const since = await get({ 'if-modified-since': head.headers.get('last-modified') ?? '' })
    const stale = await get({ 'if-match': '"x"' })
    expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, `"${sha256(bytes)}"`, ''])
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1000', ''])
    expect([since.status, stale.status]).toEqual([304, 412])
  })

  it('of a part is that part', async () => {
    const answers = await Promise.all(['bytes=0-0', 'bytes=-10', 'bytes=990-2000'].map(range => get({ range })))
    expect(
      await Promise.all(
        answers.map(async answer => [answer.status, answer.headers.get('content-range'), await answer.text()]),
      ),
    ).toEqual([
      [206, 'bytes 0-0/1000', bytes.slice(0, 1)],
      [206, 'bytes 990-999/1000', bytes.slice(990)],
      [206, 'bytes 990-999/1000', bytes.slice(990)],
    ])
    const changed = await get({ range: 'bytes=0-0', 'if-range': '"other"' })
    const same = await get({ range: 'bytes=0-0', 'if-range': `"${sha256(bytes)}"` })
    expect([changed.status, same.status]).toEqual([200, 206])
  })

  it('of several parts has each of them, and is as long as it says', async () => {
    const answer = await get({ range: 'bytes=0-1,998-' })
    const text = await answer.text()
    const boundary = /boundary=(\S+)/.exec(answer.headers.get('content-type') ?? '')?.[1] ?? '?'
    expect([answer.status, Number(answer.headers.get('content-length'))]).toEqual([206, text.length])
    expect(text.split(`--${boundary}`).map(part => part.trim())).toEqual([
      '',
      'Content-Type: text/plain; charset=utf-8\r\nContent-Range: bytes 0-1/1000\r\n\r\nab',
      `Content-Type: text/plain; charset=utf-8\r\nContent-Range: bytes 998-999/1000\r\n\r\n${bytes.slice(998)}`,
      '--',
    ])
  })

  it('of parts that are not there is a 416 that says how long it is', async () => {
    const answer = await get({ range: 'bytes=1000-' })
    expect([answer.status, answer.headers.get('content-range'), ((await answer.json()) as Problem).code]).toEqual([
      416,
      'bytes */1000',
      'range_not_satisfiable',
    ])
  })

  it('of nothing is nothing', async () => {
    const { file_id } = await made('down/empty.txt', '')
    const answer = await files.call(`/${file_id}/content`)
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '0', ''])
  })

  it('goes on to its end although the file is replaced, deleted and purged meanwhile', async () => {
    const large = 'abcdefgh'.repeat(200_000)
    for (const end of ['replaced', 'purged']) {
      const { file_id } = await made(`down/${end}.bin`, large)
      const answer = await files.call(`/${file_id}/content`)
      const reader = answer.body!.getReader()
      let came = (await reader.read()).value!.byteLength
      if (end === 'replaced') for (const body of ['1', '2', '3', '4']) await made(`down/${end}.bin`, body)
      await files.call(`/${file_id}`, { method: 'DELETE' })
      await files.call(`/trash/${file_id}`, { method: 'DELETE' })
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) came += piece.value.byteLength
      expect([end, came]).toEqual([end, large.length])
    }
    expect(await files.stored()).not.toContain(sha256(large))
  })
})
