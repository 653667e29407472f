import { hash } from 'node:crypto'
import type { LiveServer } from './server-store.ts'

const largest = 2 ** 48

/**
 * Which server takes a workspace that nobody has: the same on all servers, shares by weight, and where one goes only its workspaces get
 * another place. Weighted rendezvous hashing (Schindelhauer and Schomaker 2005).
 */
export function chooseServer(
  workspaceId: string,
  schema: string | null,
  servers: readonly LiveServer[],
): LiveServer | null {
  const serving = servers.filter(server => server.state !== 'starting')
  const some = serving.filter(server => server.state === 'active')
  const active = some.length > 0 ? some : serving
  const ofSchema = active.filter(server => server.schema === schema)
  let best: LiveServer | null = null
  let bestScore = -1
  for (const server of ofSchema.length > 0 ? ofSchema : active) {
    const score = server.weight / -Math.log(placeOf(`${server.server_id} ${workspaceId}`))
    if (score > bestScore) [best, bestScore] = [server, score]
  }
  return best
}

/** Between 0 and 1, without them. */
function placeOf(text: string): number {
  return (hash('sha256', text, 'buffer').readUIntBE(0, 6) + 0.5) / largest
}
