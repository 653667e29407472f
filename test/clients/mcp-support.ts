import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { repositoryRoot } from '../support/repository.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

/** A server with `/mcp` and the tools that the tests of the protocol call by name. */
export function startMcpKernel(env: Record<string, string> = {}): Promise<TestKernel> {
  return startTestKernel({
    plugins: ['developer', 'tools', 'mcp', 'models', 'conversations', 'memory'],
    pluginFolders: [join(repositoryRoot, 'test/clients/fixtures/protocol-tools')],
    env,
  })
}

/** Stands before the server and adds the key: for a client that can send no header of its own. */
export async function startKeyProxy({ url, key }: TestKernel): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    const onward = send(new URL(incoming.url ?? '/', url), { method: incoming.method, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
