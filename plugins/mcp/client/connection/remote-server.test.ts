import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import { openEgress, openPrograms, systemClock } from '../../../../test/rooms/open-rooms.ts'
import { startTcpSwitch } from '../../../../test/support/network/tcp-switch.ts'
import { recordingLog } from '../../../../test/support/recording-log.ts'
import { listenLocally } from '../../../../test/support/servers/local-server.ts'
import { RemoteServer } from './remote-server.ts'

/** A server of protocol 2026-07-28 whose tools come and go. */
async function startChangingServer(tools: Set<string>) {
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'changing', version: '1' }, { capabilities: { tools: { listChanged: true } } })
    server.setRequestHandler('tools/list', () => ({
      tools: [...tools].map(name => ({ name, inputSchema: { type: 'object' as const } })),
    }))
    return server
  })
  const listening = await listenLocally(
    createServer(async (request, response) => {
      const asked = new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method!,
        headers: request.headers as Record<string, string>,
        ...(request.method === 'POST' && { body: await text(request) }),
      })
      const answer = await handler.fetch(asked)
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      if (answer.body)
        Readable.fromWeb(answer.body as never)
          .on('error', () => undefined)
          .pipe(response)
      else response.end()
    }),
  )
  return { ...listening, notify: () => handler.notify.toolsChanged() }
}

it('hears of changes again after the stream of them was cut, and of those in between', async () => {
  const tools = new Set(['first'])
  const peer = await startChangingServer(tools)
  const line = await startTcpSwitch(new URL(peer.url).host)
  const egress = openEgress([line.address])
  const stop = new AbortController()
  const seen: string[][] = []
  const remote = new RemoteServer({
    entry: { name: 'Changing', target: { kind: 'http', url: `http://${line.address}/`, headers: {} } },
    limits: { call_timeout_seconds: 5, max_result_bytes: 1024 },
    egress,
    programs: openPrograms(stop.signal),
    version: '1.0.0',
    clock: systemClock,
    log: recordingLog(),
    onTools: listed => void seen.push(listed.map(({ name }) => name)),
  })
  void remote.run()
  try {
    await expect.poll(() => seen.at(-1)).toEqual(['first'])
    expect(remote.protocolVersion).toBe('2026-07-28')
    tools.add('while it was cut')
    line.leadTo(new URL(peer.url).host)
    await expect.poll(() => seen.at(-1)).toEqual(['first', 'while it was cut'])
    tools.add('afterwards')
    peer.notify()
    await expect.poll(() => seen.at(-1)).toEqual(['first', 'while it was cut', 'afterwards'])
  } finally {
    stop.abort()
    await remote.close()
    await egress.close()
    await line.close()
    await peer.close()
  }
})
