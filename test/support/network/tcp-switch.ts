import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** An address that leads to one server, and later to another, as that of a database does that fails over. */
export interface TcpSwitch {
  /** `HOST:PORT` */
  address: string
  /** New connections go there; those that are open end. */
  leadTo(target: string): void
  close(): Promise<void>
}

/** `target` is `HOST:PORT`. */
export async function startTcpSwitch(target: string): Promise<TcpSwitch> {
  let place = target
  const sockets = new Set<Socket>()
  const kept = (socket: Socket): Socket => {
    sockets.add(socket)
    // Either end may break off at any time.
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const server = createServer(client => {
    const [host = '', port] = place.split(':')
    const there = kept(connect(Number(port), host))
    kept(client).on('close', () => there.destroy())
    there.on('close', () => client.destroy())
    client.pipe(there).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(next) {
      place = next
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
