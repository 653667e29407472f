import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SvcClient } from '../../client.ts'
import type { Fetch } from './options.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const pieceBytes = 8 * 1024 * 1024
/** More pieces are too late than may fail one after the other. */
const latePieces = 7

it('goes on over a line that is too slow for its pieces as long as it advances, with smaller ones', async () => {
  const server = { offset: 0, sizes: [] as number[] }
  const state = () => ({ upload_id: 'up_1', length: pieceBytes, offset: server.offset, file_id: null })
  const late = (signal: AbortSignal | null | undefined): Promise<never> =>
    new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))
  const fetch: Fetch = async (input, { method, body, signal }) => {
    if (method !== 'PATCH') return Response.json(input.includes('/uploads') ? state() : { file_id: 'file_1' })
    server.sizes.push((body as Blob).size)
    server.offset += 1024
    if (server.sizes.length <= latePieces) return late(signal)
    return new Response(null, { status: 204, headers: { 'upload-offset': '1', 'upload-file-id': 'file_1' } })
  }
  const client = new SvcClient({ baseUrl: 'http://svc.test', apiKey: 'svc_test', logLevel: 'error', fetch })
  const stored = client.files.uploadLarge(new Blob([new Uint8Array(pieceBytes)]), { path: 'slow.bin' })
  await vi.advanceTimersByTimeAsync(latePieces * 70_000)
  expect(await stored).toEqual({ file_id: 'file_1' })
  expect(server.sizes.map(size => size / 1024)).toEqual([8192, 4096, 2048, 1024, 512, 256, 256, 256])
})
