import * as library from '@modelcontextprotocol/client'
import type { ServerResponse } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { openEgress, openPrograms } from '../../../../test/rooms/open-rooms.ts'
import { startFakeWebHost } from '../../../../test/support/servers/fake-web-host.ts'
import { openTransport } from './open-transport.ts'

const stop = new AbortController()
afterAll(() => stop.abort())

it('the stream of changes that a POST opens outlasts the limit of a call', async () => {
  const listening: ServerResponse[] = []
  const host = await startFakeWebHost((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    if (request.headers['mcp-method'] === 'subscriptions/listen') listening.push(response)
  })
  const egress = openEgress([host.key])
  const transport = openTransport(library, {
    entry: { name: 'Web', target: { kind: 'http', url: host.url, headers: {} } },
    limits: { call_timeout_seconds: 1, max_result_bytes: 1024 },
    egress,
    programs: openPrograms(stop.signal),
  })
  const received = new Promise(resolve => (transport.onmessage = resolve))
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
  const send = async (id: number, method: string) => {
    const ended = Promise.withResolvers<void>()
    const message = { jsonrpc: '2.0' as const, id, method, params: { _meta } }
    await transport.send(message, { onRequestStreamEnd: () => ended.resolve() })
    return ended.promise
  }
  try {
    await transport.start()
    void send(1, 'subscriptions/listen')
    await send(2, 'tools/call')
    const notice = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
    listening[0]?.write(`data: ${JSON.stringify(notice)}\n\n`)
    expect(await received).toMatchObject(notice)
  } finally {
    await transport.close()
    await egress.close()
    await host.close()
  }
})
