import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { chmod, rm } from 'node:fs/promises'
import { once } from 'node:events'
import type { Logger, Principal } from '@svc/plugin'
import { handOver } from './entrances.ts'
import type { Routing } from './entrances.ts'
import { serverUrlHeader } from './server-url-header.ts'

// Of a unix socket's address: sun_path of 108 bytes on Linux, 104 on macOS, one for the end.
const longestPath = process.platform === 'linux' ? 107 : 103

interface OperatorSocketOptions {
  socketPath: string
  /** In the workspace that the request names. */
  principal: (workspaceId: string | undefined) => Promise<Principal>
  routing: Routing
  /** Where the server listens on the network. */
  url: string
  log: Logger
}

/** The second way in: a caller that may write to the home's socket is the operator. Null when the path is too long for a socket. */
export async function openOperatorSocket(options: OperatorSocketOptions): Promise<Server | null> {
  const { socketPath, principal, routing, url, log } = options
  if (process.platform !== 'win32' && Buffer.byteLength(socketPath) > longestPath) {
    log.warn(
      { path: socketPath, longest: longestPath },
      'the path of the operator socket is too long, so `svc` cannot reach this server through it; choose a shorter SVC_HOME',
    )
    return null
  }
  // No time limit for a request, and so for an upload: a caller on the socket may stop the server anyway.
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    const workspaceId = request.headers['x-workspace-id'] as string | undefined
    handOver(request, { entrance: 'operator', principal: () => principal(workspaceId) })
    response.setHeader(serverUrlHeader, url)
    routing(request, response)
  })
  // The home is held by this process alone: a socket that lies there was left by one that is gone.
  await rm(socketPath, { force: true })
  const listening = once(server, 'listening')
  listenPrivately(server, socketPath)
  await listening
  await chmod(socketPath, 0o600)
  return server
}

/** Binds under a mask, so that there is no moment in which others could connect. */
function listenPrivately(server: Server, socketPath: string): void {
  const mask = process.umask(0o177)
  try {
    server.listen(socketPath)
  } finally {
    process.umask(mask)
  }
}
