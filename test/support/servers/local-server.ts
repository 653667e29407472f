import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer {
  port: number
  /** `http://127.0.0.1:PORT` */
  url: string
  /** Ends its connections too. */
  close(): Promise<void>
}

/** Puts a server on a free port of this machine. */
export async function listenLocally(server: Server): Promise<LocalServer> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** A port for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const { port, close } = await listenLocally(createServer())
  await close()
  return port
}
