import { once } from 'node:events'
import type { Server } from 'node:http'
import { UnavailableError, codeOf, messageOf } from '@svc/plugin'

const ownName: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Opens the port. Answers the address that a browser on this machine opens, which `0.0.0.0` is not. @throws UnavailableError that says what to do instead */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  const listening = once(server, 'listening')
  server.listen({ host, port })
  try {
    await listening
  } catch (error) {
    throw new UnavailableError(whyNotListening(error, host, port), { cause: error })
  }
  const address = server.address()
  const opened = typeof address === 'object' && address !== null ? address.port : port
  const name = ownName[host] ?? host
  return `http://${name.includes(':') ? `[${name}]` : name}:${opened}`
}

function whyNotListening(error: unknown, host: string, port: number): string {
  const code = codeOf(error)
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port with SVC_PORT.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Choose one above 1023 with SVC_PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine. Set SVC_HOST to one of its own, such as 127.0.0.1.`
  return `Port ${port} on ${host} cannot be opened: ${messageOf(error)}`
}

export function withBasePath(url: string, basePath: string): string {
  const bare = url.replace(/\/+$/, '')
  return basePath === '' || bare.endsWith(basePath) ? bare : bare + basePath
}

export async function closeServer(server: Server | null): Promise<void> {
  if (server === null || !server.listening) return
  const closed = once(server, 'close')
  server.close()
  await closed
}
