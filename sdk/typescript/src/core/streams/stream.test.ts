import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { SvcClient } from '../../client.ts'
import type { Fetch } from '../transport/options.ts'

afterEach(() => void vi.useRealTimers())

it('goes on for as long as its connections last, however little happens on them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let connections = 0
  async function* twoMinutes(): AsyncGenerator<Uint8Array> {
    connections += 1
    const bytes = (text: string) => new TextEncoder().encode(text)
    for (let beats = 0; beats < 8; beats++) {
      yield bytes(': still here\n\n')
      await new Promise(resolve => setTimeout(resolve, 15_000))
    }
    if (connections === 10) yield bytes('id: evt_1\nevent: job.dead\ndata: {}\n\n')
  }
  const fetch: Fetch = () =>
    Promise.resolve(
      new Response(ReadableStream.from(twoMinutes()), { headers: { 'content-type': 'text/event-stream' } }),
    )
  const client = new SvcClient({ baseUrl: 'http://svc.test', apiKey: 'svc_test', logLevel: 'error', fetch })
  const events = client.events.subscribe({ types: ['job.dead'] })[Symbol.asyncIterator]()
  const first = events.next()
  for (let beats = 0; beats < 100; beats++) {
    await vi.advanceTimersByTimeAsync(15_000)
    await wait(1)
  }
  expect((await first).value).toMatchObject({ type: 'job.dead' })
  expect(connections).toBe(10)
  await events.return()
})
