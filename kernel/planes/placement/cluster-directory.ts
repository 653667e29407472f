import { ConflictError, NotFoundError } from '@svc/plugin'
import type { ClusterDirectory } from '@svc/plugin'
import type { PostgresDatabase } from '../../drivers/postgres/database.ts'
import { placementStore } from './placement-store.ts'
import { serverStore } from './server-store.ts'
import type { LiveServer } from './server-store.ts'

export function createDirectory(database: PostgresDatabase, serverId: string): ClusterDirectory {
  const liveServer = async (id: string): Promise<{ server: LiveServer; others: LiveServer[] }> => {
    const live = await serverStore.live(database)
    const server = live.find(({ server_id }) => server_id === id)
    if (server === undefined)
      throw new NotFoundError(`There is no server ${id}, or its lease has ended. "svc cluster status" lists them.`)
    return { server, others: live.filter(each => each !== server && each.state === 'active') }
  }
  return {
    serverId,
    servers: () => serverStore.list(database),
    standby: () => serverStore.standby(database),
    note: hashes => serverStore.note(database, serverId, hashes),
    placements: query => placementStore.list(database, query),
    async drain(id) {
      const { others } = await liveServer(id)
      if (others.length === 0)
        throw new ConflictError('conflict', `No other server would take what ${id} has. Start another one first.`)
      await serverStore.setState(database, id, 'draining')
    },
    async move(workspaceId, to) {
      const { server } = await liveServer(to)
      if (server.state !== 'active')
        throw new ConflictError(
          'conflict',
          `The server ${to} is ${server.state} and takes no workspaces. Choose one that is active: "svc cluster status" lists them.`,
        )
      if ((await placementStore.get(database, workspaceId)) === null)
        throw new NotFoundError(
          `No server has had the workspace ${workspaceId} yet. "svc workspace list" has the ids; the first request opens it.`,
        )
      await placementStore.move(database, workspaceId, to)
    },
  }
}
