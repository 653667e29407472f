import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { SvcClient, SvcError } from '@svc/sdk'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { ownTemporaryFolder } from '../support/own-temporary-folder.ts'
import { repositoryRoot } from '../support/repository.ts'
import { listenLocally } from '../support/servers/local-server.ts'

let server: TestKernel
const folder = ownTemporaryFolder()
beforeAll(async () => {
  server = await startTestKernel({ plugins: ['developer', 'files'] })
})
afterEach(() => vi.useRealTimers())
afterAll(() => server.stop())

const bytes = (text: string) => new TextEncoder().encode(text)

it('a file is sent and read without being held', async () => {
  const program = join(repositoryRoot, 'test/sdk/large-files.ts')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--expose-gc', '--conditions=svc-source', program, '64', folder()],
    { env: { SVC_BASE_URL: server.url, SVC_API_KEY: server.key } },
  )
  const { sizes, grown } = JSON.parse(stdout) as { sizes: unknown; grown: number }
  const size = 64 * 1024 * 1024
  expect(sizes).toEqual({ streamed: size, whole: size, pieces: size, read: size })
  expect(grown).toBeLessThanOrEqual(30)
})

it('the time for an answer does not run while a stream is sent', async () => {
  // Nothing but the client has timers here: the server is one of this test's own, and answers at once.
  let received = ''
  const far = await listenLocally(
    createServer((request, response) => {
      request.on('data', chunk => (received += String(chunk)))
      request.on('end', () => response.end('{}'))
    }),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const words = ['one ', 'two ', 'three ', 'four']
  const slow = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const word = words.shift()
      if (word === undefined) return controller.close()
      await vi.advanceTimersByTimeAsync(40_000)
      controller.enqueue(bytes(word))
    },
  })
  const client = new SvcClient({ baseUrl: far.url, apiKey: 'svc_test', timeout: 60_000 })
  await client.files.put('slow.txt', slow)
  expect(received).toBe('one two three four')
  await far.close()
})

it.each([
  ['a stream', () => new Blob(['content']).stream() as ReadableStream<Uint8Array<ArrayBuffer>>],
  ['a blob', () => new Blob(['content'])],
])('%s goes nowhere else', async (_, content) => {
  let asked = 0
  const elsewhere = await listenLocally(createServer((_request, response) => response.end(String(++asked))))
  const first = await listenLocally(
    createServer((_request, response) => response.writeHead(307, { location: elsewhere.url }).end()),
  )
  const client = new SvcClient({ baseUrl: first.url, apiKey: 'svc_test', maxRetries: 0 })
  const error = await client.files.put('x.txt', content()).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SvcError)
  expect(error).toMatchObject({ message: expect.stringContaining(`${first.url} redirects to another address`) })
  expect(asked).toBe(0)
  await first.close()
  await elsewhere.close()
})
