import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect } from 'vitest'
import { itOfOneServer } from '../../../test/rooms/first-of-two.ts'
import { sha256, startTestFiles } from '../../../test/rooms/plugins/files.ts'
import type { TestFiles } from '../../../test/rooms/plugins/files.ts'
import { startFakeS3 } from '../../../test/support/servers/s3/fake-s3.ts'
import type { FakeS3 } from '../../../test/support/servers/s3/fake-s3.ts'

let s3: FakeS3
let files: TestFiles
beforeAll(async () => {
  s3 = await startFakeS3()
  files = await startTestFiles({
    env: {
      SVC_CONTENT_URL: s3.contentUrl('svc'),
      SVC_CONTENT_ACCESS_KEY_ID: s3.account.accessKeyId,
      SVC_CONTENT_SECRET_ACCESS_KEY: s3.account.secretAccessKey,
    },
  })
})
afterAll(async () => {
  await files?.svc.stop()
  await s3?.close()
})

/** The bucket refuses so many requests to keep a file. */
const refuse = (requests: number): void =>
  s3.fail({ method: 'PUT', in: '/files/', as: { status: 403, code: 'AccessDenied' }, times: requests })

async function begin(of: TestFiles, content: string, path: string): Promise<string> {
  const answer = await of.call('/uploads', {
    method: 'POST',
    headers: {
      'upload-length': String(content.length),
      'upload-metadata': `path ${Buffer.from(path).toString('base64')}`,
    },
  })
  return new URL(answer.headers.get('location') ?? '').pathname.replace('/api/files', '')
}

const piece = (of: TestFiles, upload: string, offset: number, body: string) =>
  of.call(upload, {
    method: 'PATCH',
    body,
    headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
  })

const textOf = async (of: TestFiles, path: string) => (await of.call(`/content/${path}`)).text()

itOfOneServer(
  'the last request of an upload makes the file when it is sent again, empty, after the bucket was away',
  async () => {
    const upload = await begin(files, 'abcdef', 'away/a.txt')
    refuse(2)
    const failed = [await piece(files, upload, 0, 'abcdef'), await piece(files, upload, 6, '')]
    const again = await piece(files, upload, 6, '')
    expect([...failed, again].map(({ status }) => status)).toEqual([503, 503, 204])
    expect([again.headers.get('upload-offset'), await textOf(files, 'away/a.txt')]).toEqual(['6', 'abcdef'])
    expect((await files.stored()).filter(name => name.endsWith('.tmp'))).toEqual([])
  },
)

itOfOneServer('the length that a client asks for is that of the whole only once there is a file', async () => {
  const upload = await begin(files, 'bcdefg', 'away/b.txt')
  refuse(2)
  await piece(files, upload, 0, 'bcdefg')
  const asked = await files.call(upload, { method: 'HEAD' })
  const last = await piece(files, upload, 5, 'g')
  expect([asked.status, asked.headers.get('upload-offset'), last.status]).toEqual([200, '5', 204])
  expect(await textOf(files, 'away/b.txt')).toBe('bcdefg')
})

itOfOneServer('tus-js-client goes on with an upload whose end failed, and sends none of it twice', async () => {
  const content = Buffer.alloc(300_000, 'svc ')
  const sent: number[] = []
  refuse(1)
  await new Promise<void>((resolve, reject) => {
    new Upload(content, {
      endpoint: `${files.svc.url}/api/files/uploads`,
      headers: { authorization: `Bearer ${files.svc.key}` },
      chunkSize: 100_000,
      retryDelays: [0, 0, 0],
      metadata: { filename: 'tus.bin', path: 'away/tus.bin' },
      onChunkComplete: size => sent.push(size),
      onSuccess: () => resolve(),
      onError: reject,
    }).start()
  })
  const download = await files.call('/content/away/tus.bin')
  expect(sha256(Buffer.from(await download.arrayBuffer()))).toBe(sha256(content))
  expect([sent, (await files.stored()).filter(name => name.endsWith('.tmp'))]).toEqual([[100_000, 100_000], []])
})

itOfOneServer(
  'an upload is kept where the disk cannot take its file, and ends where another file has its path',
  async () => {
    const inHome = await startTestFiles()
    try {
      const upload = await begin(inHome, 'abcdef', 'home/a.txt')
      await piece(inHome, upload, 0, 'abc')
      const all = await readdir(inHome.svc.home, { recursive: true, withFileTypes: true })
      const folder = all.find(
        ({ name, parentPath }) => name.endsWith('.tmp') && parentPath.endsWith('/files'),
      )?.parentPath
      const shelf = join(folder ?? '', sha256('abcdef').slice(0, 2))
      await writeFile(shelf, 'in the way')
      const failed = await piece(inHome, upload, 3, 'def')
      await rm(shelf)
      const again = await piece(inHome, upload, 6, '')
      expect([failed.status, again.status, await textOf(inHome, 'home/a.txt')]).toEqual([500, 204, 'abcdef'])
      const refused = await begin(inHome, 'x', 'home/a.txt/b.txt')
      const statuses = [await piece(inHome, refused, 0, 'x'), await piece(inHome, refused, 1, '')]
      expect(statuses.map(({ status }) => status)).toEqual([409, 404])
      expect((await inHome.stored()).filter(name => name.endsWith('.tmp'))).toEqual([])
    } finally {
      await inHome.svc.stop()
    }
  },
)
