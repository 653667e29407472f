import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Talker {
  baseUrl: string
  /** Resolves when somebody listens. */
  listener(): Promise<void>
  say(count: number): void
  end(): void
  /** Resolves when nobody listens any more. */
  left(): Promise<void>
  close(): void
}

/** A provider that says a numbered word whenever the test wants it to, and goes on saying them until its client leaves. */
export async function startTalker(): Promise<Talker> {
  const open = new Set<ServerResponse>()
  let asked = Promise.withResolvers<void>()
  let words = 0
  const server = createServer((request, response) => {
    request.resume()
    if (request.url !== '/v1/chat/completions') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ object: 'list', data: [{ id: 'talker', object: 'model', created: 1, owned_by: 'test' }] }),
      )
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    open.add(response)
    asked.resolve()
    response.once('close', () => open.delete(response))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const send = (delta: object, finish_reason: string | null): void => {
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'talker' }
    for (const response of open)
      response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason }] })}\n\n`)
  }
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async listener(): Promise<void> {
      await asked.promise
      asked = Promise.withResolvers()
    },
    say(count: number): void {
      for (let left = count; left > 0; left -= 1) send({ content: `word${(words += 1)} ` }, null)
    },
    end(): void {
      send({}, 'stop')
      for (const response of open) response.end('data: [DONE]\n\n')
    },
    async left() {
      await Promise.all([...open].map(response => once(response, 'close')))
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
