import { setTimeout as wait } from 'node:timers/promises'
import { UnavailableError } from '@svc/plugin'
import type { ClusterServer, WorkspacePlacement } from '@svc/plugin'
import { columns } from '@svc/plugin/contracts/cli'
import type { CommandClient, CommandContext } from '@svc/plugin/contracts/cli'
import type { StandbyInWords } from '../standby-in-words.ts'
import type { Commands } from '../generated/commands.ts'

type ShownServer = Omit<ClusterServer, 'hashes'> & { answers: boolean; differences: string[] }

interface ServerList {
  items: ShownServer[]
  warnings: StandbyInWords[]
}

const lookEveryMs = 500
const longestMs = 10 * 60_000

/** `svc cluster status` */
export async function clusterStatus({ client, io }: CommandContext): Promise<number> {
  const { items, warnings } = await client.request<ServerList>('GET', '/api/admin/servers')
  if (items.length === 0) {
    io.result(
      { items, warnings },
      'One server has all workspaces. Several need SVC_CLUSTER_SECRET, see docs/many-servers.md.',
    )
    return 0
  }
  const rows = items.map(({ answers, server_id, state, workspaces, weight, version, url, differences }) => {
    const shown = [answers ? '*' : '', server_id, state, `${workspaces}`, `${weight}`, version, url]
    return [...shown, differences.join(', ')]
  })
  const head = ['', 'SERVER', 'STATE', 'WORKSPACES', 'WEIGHT', 'VERSION', 'URL', 'DIFFERS IN']
  io.result({ items, warnings }, columns([head, ...rows]))
  for (const { detail, remedy } of warnings) io.note(`${detail}. ${remedy}`)
  return 0
}

/** `svc cluster drain` */
export async function drainServer({
  client,
  io,
  ...asked
}: CommandContext<Commands['cluster drain']>): Promise<number> {
  const { server } = asked.arguments
  await client.request('POST', `/api/admin/servers/${encodeURIComponent(server)}/drain`)
  const drained = await until(`the server ${server} has no workspaces`, async () => {
    const found = (await serversOf(client)).find(({ server_id }) => server_id === server)
    return found === undefined || found.workspaces === 0 ? (found ?? { server_id: server, workspaces: 0 }) : null
  })
  io.result(drained, `The server ${server} has no workspaces any more. Stop it when you like.`)
  return 0
}

/** `svc cluster move` */
export async function moveWorkspace({
  client,
  io,
  ...asked
}: CommandContext<Commands['cluster move']>): Promise<number> {
  const { server, workspace } = asked.arguments
  const id = encodeURIComponent(workspace)
  await client.request('POST', `/api/admin/placements/${id}/move`, { server_id: server })
  const moved = await until(`the workspace ${workspace} is at ${server}`, async () => {
    const { items } = await client.request<{ items: WorkspacePlacement[] }>(
      'GET',
      `/api/admin/placements?workspace_id=${id}`,
    )
    return items.find(({ server_id }) => server_id === server) ?? null
  })
  io.result(moved, `The workspace ${workspace} is at the server ${server} now.`)
  return 0
}

async function serversOf(client: CommandClient): Promise<ShownServer[]> {
  return (await client.request<ServerList>('GET', '/api/admin/servers')).items
}

async function until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  for (const end = performance.now() + longestMs; performance.now() < end; await wait(lookEveryMs)) {
    const found = await look()
    if (found !== null) return found
  }
  throw new UnavailableError(`It was not so within ${longestMs / 60_000} minutes that ${what}. See svc cluster status.`)
}
