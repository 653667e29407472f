import { createHash, randomBytes } from 'node:crypto'
import { Upload } from 'tus-js-client'
import type { UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256, startTestFiles } from '../../../test/rooms/plugins/files.ts'
import type { StoredFile, TestFiles } from '../../../test/rooms/plugins/files.ts'

let files: TestFiles
beforeAll(async () => {
  files = await startTestFiles({ env: { SVC_FILES_QUOTA_MB: '8' } })
})
afterAll(() => files?.svc.stop())

const mebibyte = 1024 * 1024

/** The published client; resolves with its upload when all is sent. */
function sendWithClient(content: Buffer, options: Partial<UploadOptions> = {}) {
  const done = Promise.withResolvers<Upload>()
  const upload = new Upload(content, {
    endpoint: `${files.svc.url}/api/files/uploads`,
    headers: { authorization: `Bearer ${files.svc.key}` },
    chunkSize: mebibyte,
    retryDelays: [],
    metadata: { filename: 'film.bin', filetype: 'application/msgpack', path: 'tus/film.bin' },
    onSuccess: () => done.resolve(upload),
    onError: error => done.reject(error),
    ...options,
  })
  upload.start()
  return { upload, done: done.promise }
}

async function begin(length: number, path: string): Promise<string> {
  const metadata = `path ${Buffer.from(path).toString('base64')}`
  const answer = await files.call('/uploads', {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': String(length), 'upload-metadata': metadata },
  })
  expect(answer.status).toBe(201)
  return new URL(answer.headers.get('location') ?? '').pathname.replace('/api/files', '')
}
const piece = (
  upload: string,
  offset: number,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = {},
) =>
  files.call(upload, {
    method: 'PATCH',
    body,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
  })
const offsetOf = async (upload: string) => (await files.call(upload, { method: 'HEAD' })).headers.get('upload-offset')

describe('an upload in pieces, sent by tus-js-client,', () => {
  it('that was cut in the midst goes on from there, and is the same content', async () => {
    const content = randomBytes(3 * mebibyte + 17)
    const cut = Promise.withResolvers<void>()
    let sent = 0
    const { upload } = sendWithClient(content, {
      onChunkComplete: (_size, accepted) => {
        sent = accepted
        void upload.abort().then(() => cut.resolve())
      },
    })
    await cut.promise
    expect(sent).toBe(mebibyte)
    const rest: number[] = []
    const { done } = sendWithClient(content, {
      uploadUrl: upload.url,
      onChunkComplete: size => rest.push(size),
    })
    await done
    const file = await files.json<{ items: StoredFile[] }>(files.call('?prefix=tus/'))
    expect(rest).toEqual([mebibyte, mebibyte, 17])
    expect(file.items).toMatchObject([
      { path: 'tus/film.bin', size: content.length, sha256: sha256(content), content_type: 'application/msgpack' },
    ])
    const download = await files.call('/content/tus/film.bin')
    expect(sha256(Buffer.from(await download.arrayBuffer()))).toBe(sha256(content))
    expect((await files.stored()).filter(name => name.endsWith('.tmp'))).toEqual([])
  })

  it('of nothing is an empty file', async () => {
    await sendWithClient(Buffer.alloc(0), { metadata: { filename: 'empty.txt' } }).done
    expect(await (await files.call('/content/empty.txt')).text()).toBe('')
  })
})

describe('a piece', () => {
  it('that stands elsewhere, is too long or of another kind is refused, and nothing of it stays', async () => {
    const upload = await begin(10, 'pieces/a.txt')
    const first = await piece(upload, 0, 'abcde')
    const answers = [
      await piece(upload, 0, 'abcde'),
      await piece(upload, 5, 'fghijk'),
      await piece(upload, 5, 'fghij', { 'content-type': 'text/plain' }),
      await piece(upload, 5, 'fghij', { 'tus-resumable': '0.2.0' }),
      await piece(upload, 5, 'fghij', { 'upload-checksum': 'crc32 AAAA' }),
      await piece(upload, 5, 'xxxxx', { 'upload-checksum': `sha1 ${digest('fghij')}` }),
    ]
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '5'])
    expect(answers.map(({ status }) => status)).toEqual([409, 400, 415, 412, 400, 460])
    expect(await offsetOf(upload)).toBe('5')
    const last = await piece(upload, 5, 'fghij', { 'upload-checksum': `sha1 ${digest('fghij')}` })
    expect([last.status, last.headers.get('upload-file-id')]).toEqual([204, expect.stringMatching(/^file_/)])
    expect(await (await files.call('/content/pieces/a.txt')).text()).toBe('abcdefghij')
    expect(await offsetOf(upload)).toBe('10')
  })

  it('that was cut off keeps what came of it', async () => {
    const upload = await begin(1000, 'pieces/cut.txt')
    const controller = new AbortController()
    const body = new ReadableStream({
      async start(stream) {
        stream.enqueue(Buffer.from('x'.repeat(400)))
        await expect.poll(async () => (await files.stored()).filter(name => name.endsWith('.tmp')).length).toBe(1)
        controller.abort()
      },
    })
    const request = files.call(upload, {
      method: 'PATCH',
      body,
      signal: controller.signal,
      headers: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      duplex: 'half',
    } as RequestInit)
    await expect(request).rejects.toThrow()
    await expect.poll(() => offsetOf(upload)).toBe('400')
    expect((await piece(upload, 400, 'y'.repeat(600))).status).toBe(204)
    expect(await (await files.call('/content/pieces/cut.txt')).text()).toBe('x'.repeat(400) + 'y'.repeat(600))
  })
})

describe('an upload in pieces', () => {
  it('is gone on with by one request alone, however many try at once', async () => {
    const upload = await begin(8, 'pieces/race.txt')
    const first = files.call(upload, {
      method: 'PATCH',
      body: new ReadableStream({ start: stream => stream.enqueue(Buffer.from('aaaa')) }),
      headers: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      duplex: 'half',
    } as RequestInit)
    await expect.poll(async () => (await files.stored()).filter(name => name.endsWith('.tmp')).length).toBe(1)
    const pieces = ['bbbb', 'cccc', 'dddd'].map(body => piece(upload, 4, body))
    const statuses = (await Promise.all([first, ...pieces])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, 409, 409, 409])
    const { items } = await files.json<{ items: StoredFile[] }>(files.call('?prefix=pieces/race'))
    const text = await (await files.call('/content/pieces/race.txt')).text()
    expect([text.slice(0, 4), sha256(text)]).toEqual(['aaaa', items[0]?.sha256])
  })

  it('is one of at most 250 that one user has open', async () => {
    const open: string[] = []
    for (let count = 0; count < 250; count += 1) open.push(await begin(1, `open/${count}`))
    const metadata = { 'upload-length': '1', 'upload-metadata': 'filename YQ==' }
    const refused = await files.call('/uploads', { method: 'POST', headers: metadata })
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { detail: expect.stringContaining('250 uploads') },
    ])
    for (const upload of open) await files.call(upload, { method: 'DELETE' })
  })

  it('names the version that is spoken in what it refuses, too', async () => {
    const answers = [
      await files.call('/uploads/up_none', { method: 'HEAD' }),
      await files.call('/uploads', { method: 'POST' }),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.get('tus-resumable')])).toEqual([
      [404, '1.0.0'],
      [400, '1.0.0'],
    ])
  })

  it('counts with its whole length from its beginning, until it is given up', async () => {
    const { bytes } = await files.json<{ bytes: number }>(files.call('/usage'))
    const upload = await begin(4 * mebibyte, 'quota/a')
    const during = await files.json<{ bytes: number }>(files.call('/usage'))
    const other = await files.call('/uploads', {
      method: 'POST',
      headers: { 'upload-length': String(4 * mebibyte), 'upload-metadata': 'filename YQ==' },
    })
    const ended = await files.call(upload, { method: 'DELETE' })
    const after = await files.json<{ bytes: number }>(files.call('/usage'))
    expect([during.bytes - bytes, other.status, ended.status, after.bytes]).toEqual([4 * mebibyte, 413, 204, bytes])
    expect((await files.call(upload, { method: 'HEAD' })).status).toBe(404)
  })

  it.each([
    ['without a length', { 'upload-metadata': 'filename YQ==' }, 400],
    ['without a name', { 'upload-length': '1' }, 400],
    [
      'with a name that leads elsewhere',
      { 'upload-length': '1', 'upload-metadata': `filename ${btoa('../../x')}` },
      400,
    ],
    ['with metadata that is none', { 'upload-length': '1', 'upload-metadata': 'filename a!b' }, 400],
    ['with a length of many digits', { 'upload-length': '9'.repeat(20), 'upload-metadata': 'filename YQ==' }, 400],
    ['of more than a file may have', { 'upload-length': '9'.repeat(15), 'upload-metadata': 'filename YQ==' }, 413],
  ])('%s is refused', async (_what, headers, status) => {
    expect((await files.call('/uploads', { method: 'POST', headers: headers as Record<string, string> })).status).toBe(
      status,
    )
  })
})

function digest(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}
