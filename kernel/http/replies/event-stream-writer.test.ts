import { once } from 'node:events'
import { connect } from 'node:net'
import { UnprocessableError } from '@svc/plugin'
import type { ServerSentEvent } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { streamRoute, untilAborted } from '../../../test/support/sample-routes.ts'
import { startTestHttp } from '../../../test/rooms/http.ts'

async function* ticks(count: number): AsyncGenerator<ServerSentEvent> {
  for (let index = 1; index <= count; index += 1) yield { id: String(index), type: 'tick', data: { index } }
}

const authorization = { authorization: 'Bearer svc_owner' }

describe('an event stream', () => {
  it('sends id, type and data that repeats the type', async () => {
    await using server = await startTestHttp([streamRoute(() => ticks(2))])
    const response = await server.call('/api/stream')
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(await response.text()).toBe(
      'retry: 2000\n\nid: 1\nevent: tick\ndata: {"index":1,"type":"tick"}\n\nid: 2\nevent: tick\ndata: {"index":2,"type":"tick"}\n\n',
    )
  })

  it('sends its headers before there is any event', async () => {
    await using server = await startTestHttp([streamRoute(request => waitForever(request.signal))])
    const response = await server.call('/api/stream', { signal: AbortSignal.timeout(10_000) })
    expect(response.status).toBe(200)
    await response.body?.cancel()
  })

  it('ends its source when the reader leaves, by the signal and by return()', async () => {
    const seen: string[] = []
    const route = streamRoute(request => {
      request.signal.addEventListener('abort', () => seen.push('aborted'))
      return endless(() => seen.push('returned'))
    })
    await using server = await startTestHttp([route])
    const response = await server.call('/api/stream')
    await response.body?.cancel()
    await expect.poll(() => seen.toSorted()).toEqual(['aborted', 'returned'])
  })

  it('reports a failure as an event, because the status is long out', async () => {
    const route = streamRoute(async function* () {
      yield* ticks(1)
      throw new UnprocessableError('agent_app_failed', 'The app threw.')
    })
    await using server = await startTestHttp([route])
    const text = await (await server.call('/api/stream')).text()
    const data = JSON.parse(text.split('event: error\ndata: ')[1] ?? '') as Record<string, unknown>
    expect(data).toMatchObject({ type: 'error', code: 'agent_app_failed', status: 422, detail: 'The app threw.' })
  })

  it('replays much to a reader that keeps up', async () => {
    const big = 'x'.repeat(10_000)
    const route = streamRoute(async function* () {
      for (let index = 0; index < 1000; index += 1) yield { id: String(index), type: 'part', data: { big } }
    })
    await using server = await startTestHttp([route], { limits: { streamQueueBytes: 64 * 1024 } })
    const text = await (await server.call('/api/stream')).text()
    expect(text.length).toBeGreaterThan(10_000_000)
  })

  it('drops a reader that does not read, and keeps no more than the queue for it', async () => {
    let sent = 0
    const big = 'x'.repeat(64 * 1024)
    const route = streamRoute(async function* () {
      for (;;) yield { id: String((sent += 1)), type: 'part', data: { big } }
    })
    await using server = await startTestHttp([route], { limits: { streamQueueBytes: 256 * 1024, streamStallMs: 200 } })
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET /api/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_owner\r\n\r\n`)
    socket.pause()
    await expect
      .poll(() => server.logged.some(line => String(line['msg']).startsWith('a slow event reader was dropped')))
      .toBe(true)
    const line = server.logged.find(entry => 'queued_bytes' in entry)
    expect(Number(line?.['queued_bytes'])).toBeLessThan(512 * 1024)
    socket.on('error', () => undefined).destroy()
    expect((await server.call('/healthz')).status).toBe(200)
  })

  it('is one of a bounded number for one caller', async () => {
    await using server = await startTestHttp([streamRoute(request => waitForever(request.signal))], {
      limits: { streamsPerPrincipal: 2 },
    })
    const open = [await server.call('/api/stream'), await server.call('/api/stream')]
    const third = await server.call('/api/stream')
    const other = await server.call('/api/stream', { headers: { authorization: 'Bearer svc_reader' } })
    expect([third.status, third.headers.get('retry-after'), other.status]).toEqual([429, '5', 200])
    await open[0]?.body?.cancel()
    await expect.poll(async () => (await server.call('/api/stream')).status).toBe(200)
  })

  it('beats on a shared wheel while nothing happens', async () => {
    await using server = await startTestHttp([streamRoute(request => waitForever(request.signal))], {
      limits: { heartbeatSeconds: 1 },
    })
    const response = await fetch(`${server.url}/api/stream`, { headers: authorization })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes(': still here')) text += (await reader?.read())?.value ?? ''
    await reader?.cancel()
    expect(text).toBe('retry: 2000\n\n: still here\n\n')
  })

  it('ends cleanly when the server stops, and so does its source', async () => {
    const ended = Promise.withResolvers<void>()
    const route = streamRoute(async function* (request) {
      yield* waitForever(request.signal)
      ended.resolve()
    })
    const server = await startTestHttp([route])
    const text = (await server.call('/api/stream')).text()
    await server[Symbol.asyncDispose]()
    expect(await text).toBe('retry: 2000\n\n')
    await ended.promise
  })

  it('is not opened by HEAD', async () => {
    await using server = await startTestHttp([streamRoute(() => ticks(1))])
    expect((await server.call('/api/stream', { method: 'HEAD' })).status).toBe(404)
  })
})

async function* waitForever(signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
  try {
    await untilAborted(signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function* endless(onReturn: () => void): AsyncGenerator<ServerSentEvent> {
  try {
    for (let index = 0; ; index += 1) {
      yield { id: String(index), type: 'tick', data: {} }
      await once(process, 'nothing', { signal: AbortSignal.timeout(20) }).catch(() => undefined)
    }
  } finally {
    onReturn()
  }
}
