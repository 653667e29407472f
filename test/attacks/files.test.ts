import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestFiles, testFiles } from '../rooms/plugins/files.ts'
import type { StoredFile, TestFiles } from '../rooms/plugins/files.ts'

const canary = 'canary 7f3a9d in the other workspace'
let files: TestFiles
let outside: TestFiles

beforeAll(async () => {
  files = await startTestFiles({ plugins: ['admin', 'developer', 'files', 'tools'], env: { SVC_FILES_MAX_MB: '4' } })
  const { svc } = files
  const place = await svc.request<{ id: string }>('POST', '/api/workspaces', { as: 'owner', body: { name: 'other' } })
  const made = await svc.request<{ key: string }>('POST', '/api/developer/keys', {
    as: 'owner',
    headers: { 'x-workspace-id': place.body.id },
    body: { name: 'other' },
  })
  outside = testFiles({ ...svc, key: made.body.key })
})
afterAll(() => files?.svc.stop())

interface Problem {
  code: string
  detail: string
}
const raw = async (text: string): Promise<string> => {
  const { hostname, port } = new URL(files.svc.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.end(text)
  return Buffer.concat((await socket.toArray()) as Buffer[]).toString()
}
const authorization = () => `Authorization: Bearer ${files.svc.key}`

describe('a name that means harm', () => {
  it.each([
    '../../x',
    '..%2f..%2fx',
    '%2e%2e/%2e%2e/x',
    '..%5c..%5cx',
    '%2fetc%2fpasswd',
    'C:%5cx',
    'a%00b',
    'a%0d%0aSet-Cookie:%20x=1',
    'invoice%e2%80%aefdp.exe',
    'x'.repeat(4096),
    'nul.txt',
    'a//b',
    '',
  ])('%s is refused over the wire, and touches no disk', async name => {
    const before = await files.stored()
    const answer = await raw(
      `PUT /api/files/content/${name} HTTP/1.1\r\nHost: localhost\r\n${authorization()}\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /)
    expect(answer).not.toMatch(/^set-cookie/im)
    expect(await files.stored()).toEqual(before)
  })

  it('is refused wherever a path can stand', async () => {
    const { file_id } = await files.json(files.put('safe.txt', 'safe'))
    const bad = '../../x'
    const encoded = encodeURIComponent(bad)
    const answers = [
      await files.send('PATCH', `/${file_id}`, { path: bad }),
      await files.send('POST', `/${file_id}/copy`, { path: bad }),
      await files.send('POST', '/text', { path: bad, text: 'x' }),
      await files.send('POST', '/folders/move', { from: bad, to: 'x' }),
      await files.send('POST', '/folders/move', { from: 'x', to: bad }),
      await files.call(`?folder=${encoded}`),
      await files.call(`/folders?path=${encoded}`, { method: 'DELETE' }),
      await files.call('/uploads', {
        method: 'POST',
        headers: { 'upload-length': '1', 'upload-metadata': `path ${btoa(bad)}` },
      }),
      await files.call(`/content/${encoded}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
    const tool = await files.svc.request<Problem>('POST', '/api/tools/files_write/call', {
      body: { arguments: { path: bad, text: 'x' } },
    })
    expect([400, 202]).toContain(tool.status)
  })

  it('stays one name in the header of its download', async () => {
    const name = `a"; filename=evil.exe; x='%0A é 日本.html`
    const { file_id } = await files.json(files.send('POST', '/text', { path: name, text: 'x' }))
    const disposition = (await files.call(`/${file_id}/content`)).headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(
      /^attachment; filename="a\\"; filename=evil\.exe; x='%0A \? \?\?\.html"; filename\*=UTF-8''a%22/,
    )
  })
})

describe('a file that lies about its type', () => {
  it.each([
    ['HTML as an image', 'a.png', 'image/png', '<html><script>alert(1)</script>', 'text/html'],
    ['SVG with a script as an image', 'b.png', 'image/png', '<svg onload="alert(1)"/>', 'image/svg+xml'],
    ['SVG', 'c.svg', 'image/svg+xml', '<svg><script>alert(1)</script></svg>', 'image/svg+xml'],
    ['XML with a stylesheet', 'd.xml', 'application/xml', '<?xml version="1.0"?><a/>', 'application/xml'],
    ['PDF as text', 'e.txt', 'text/plain', '%PDF-1.7 /JS', 'application/pdf'],
    ['a script', 'f.js', 'text/javascript', 'alert(1)', 'text/javascript'],
    ['bytes that say they are a page', 'g.bin', 'text/html', '\u0000x', 'application/octet-stream'],
  ])('%s is saved and not shown, and could do nothing if it were', async (_what, path, said, content, type) => {
    const file = await files.json(files.put(`types/${path}`, content, { 'content-type': said }))
    const answer = await files.call(`/${file.file_id}/content`)
    expect([file.content_type, answer.headers.get('content-disposition')]).toEqual([
      type,
      `attachment; filename=${path}`,
    ])
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('ranges', () => {
  it('a thousand that overlap are not answered with a thousand copies', async () => {
    const { file_id } = await files.json(files.put('ranges.bin', 'x'.repeat(100_000)))
    for (const count of [1000, 50]) {
      const range = `bytes=${Array.from({ length: count }, () => '0-').join(',')}`
      const answer = await files.call(`/${file_id}/content`, { headers: { range } })
      expect([206, 416]).toContain(answer.status)
      expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(100_000)
    }
  })
})

describe('an upload that means harm', () => {
  it('that is cut half-way leaves nothing', async () => {
    const before = await files.stored()
    await raw(
      `PUT /api/files/content/cut.bin HTTP/1.1\r\nHost: localhost\r\n${authorization()}\r\nContent-Length: 1000\r\n\r\nhalf`,
    )
    await expect.poll(() => files.stored()).toEqual(before)
    expect((await files.call('/content/cut.bin')).status).toBe(404)
    expect((await files.json<{ bytes: number }>(files.call('/usage'))).bytes).toBe(
      (await files.json<{ items: StoredFile[] }>(files.call('?limit=200'))).items
        .filter(({ sha256 }, index, all) => all.findIndex(other => other.sha256 === sha256) === index)
        .reduce((sum, { size }) => sum + size, 0),
    )
  })

  it('that is refused before it is read, and then cut, harms nobody', async () => {
    const { hostname, port } = new URL(files.svc.url)
    for (const [method, path] of [
      ['PUT', 'content/..%2fx'],
      ['PATCH', 'uploads/up_none'],
    ]) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(
        `${method} /api/files/${path} HTTP/1.1\r\nHost: localhost\r\n${authorization()}\r\nUpload-Offset: 0\r\n` +
          `Content-Type: application/offset+octet-stream\r\nContent-Length: 1000\r\n\r\nhalf`,
      )
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 40[04] /)
      socket.destroy()
      await once(socket, 'close')
    }
    expect((await files.call('/usage')).status).toBe(200)
  })

  it('by a form of very many files is bounded', async () => {
    const body = new FormData()
    for (let count = 0; count < 101; count += 1) body.append('file', new Blob(['x']), `many/${count}`)
    const answer = await files.call('', { method: 'POST', body })
    expect(answer.status).toBe(413)
    expect((await files.json<{ items: StoredFile[] }>(files.call('?prefix=many/'))).items).toEqual([])
  })
})

describe('another workspace', () => {
  it('finds nothing by any id, link, path or word of this one', async () => {
    const kept = await files.json(files.put(`secret/a.txt`, canary))
    const { file_id } = kept
    await files.json(files.put(`secret/a.txt`, `${canary}, again`))
    const trashed = await files.json(files.put('secret/trashed.txt', `${canary}, trashed`))
    await files.call(`/${trashed.file_id}`, { method: 'DELETE' })
    const begun = await files.call('/uploads', {
      method: 'POST',
      headers: { 'upload-length': '5', 'upload-metadata': `filename ${btoa('u.txt')}` },
    })
    const upload = new URL(begun.headers.get('location') ?? '').pathname.replace('/api/files', '')
    const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const tries: [string, string, unknown?, Record<string, string>?][] = [
      ['GET', `/${file_id}`],
      ['GET', `/${file_id}/content`],
      ['GET', `/${file_id}/content?version=1`],
      ['GET', `/${file_id}/versions`],
      ['PATCH', `/${file_id}`, { path: 'mine' }],
      ['POST', `/${file_id}/copy`, { path: 'mine' }],
      ['POST', `/${file_id}/link`, { expires_seconds: 60 }],
      ['POST', `/${file_id}/remember`, {}],
      ['POST', `/${file_id}/restore`, {}],
      ['POST', `/${trashed.file_id}/restore`, {}],
      ['DELETE', `/${file_id}/links`],
      ['DELETE', `/${file_id}`],
      ['DELETE', `/trash/${file_id}`],
      ['DELETE', `/trash/${trashed.file_id}`],
      ['GET', upload],
      ['DELETE', upload],
      ['GET', '/content/secret/a.txt'],
    ]
    const answers = []
    for (const [method, path, body] of tries) answers.push(await outside.send(method, path, body))
    answers.push(await outside.call(upload, { method: 'PATCH', body: 'xxxxx', headers: piece }))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    const lists = ['', '?folder=', '?search=canary', '?prefix=secret', '/trash']
    const texts = await Promise.all(
      [...answers, ...(await Promise.all(lists.map(path => outside.call(path))))].map(answer => answer.text()),
    )
    expect(texts.join('\n')).not.toContain(canary)
    const tool = await outside.svc.request('POST', '/api/tools/files_read/call', {
      as: 'none',
      headers: { authorization: `Bearer ${outside.svc.key}` },
      body: { arguments: { file_id } },
    })
    expect([tool.status, JSON.stringify(tool.body)]).toEqual([404, expect.not.stringContaining(canary)])
    expect(await (await files.call(`/${file_id}/content`)).text()).toBe(`${canary}, again`)
    expect((await files.call(upload, { method: 'HEAD' })).headers.get('upload-offset')).toBe('0')
  })

  it('that has the same content is not told so, and keeps its own', async () => {
    await files.json(files.put('same.txt', 'the same in both'))
    const { bytes } = await outside.json<{ bytes: number }>(outside.call('/usage'))
    const theirs = await outside.put('same.txt', 'the same in both')
    const after = await outside.json<{ bytes: number }>(outside.call('/usage'))
    expect([theirs.status, after.bytes - bytes]).toEqual([201, 16])
  })

  it('a key without the scope of files does nothing with them', async () => {
    const { body } = await files.svc.request<{ key: string }>('POST', '/api/developer/keys', {
      body: { name: 'narrow', scopes: ['files:read'] },
    })
    const narrow = testFiles({ ...files.svc, key: body.key })
    const { file_id } = await files.json(files.put('scoped.txt', 'x'))
    const answers = [
      await narrow.call(`/${file_id}/content`),
      await narrow.put('scoped.txt', 'y'),
      await narrow.call(`/${file_id}`, { method: 'DELETE' }),
      await narrow.send('POST', `/${file_id}/remember`, {}),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 403])
  })
})
