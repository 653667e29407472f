import { Type } from 'typebox'
import { NotFoundError } from '@svc/plugin'
import type { AuditLog, ClusterDirectory, RouteRegistrar } from '@svc/plugin'
import { standbyInWords } from './standby-in-words.ts'
import { closed, nullableText, pageOf, timestamp } from './schemas.ts'

const serverExample = {
  server_id: 'srv_01jzcq3m5n8v7x2k4w6y9a0b1c',
  url: 'http://10.0.0.4:8080',
  version: '1.4.0',
  state: 'active' as const,
  workspaces: 12,
  weight: 1,
  started_at: '2026-01-31T12:00:00.000Z',
  lease_expires_at: '2026-01-31T12:30:10.000Z',
  answers: true,
  differences: [],
}
const server = Type.Object(
  {
    server_id: Type.String(),
    url: Type.String({ description: 'Where other servers reach it' }),
    version: Type.String(),
    state: Type.Enum(['starting', 'active', 'draining', 'lost']),
    workspaces: Type.Integer({ description: 'How many it has' }),
    weight: Type.Integer(),
    started_at: timestamp,
    lease_expires_at: timestamp,
    answers: Type.Boolean({ description: 'It is the server that answers this request' }),
    differences: Type.Array(Type.String(), {
      description: 'What lies on its machine and is not the same as on the server that answers',
    }),
  },
  { ...closed, title: 'Server' },
)
const warning = Type.Object(
  { detail: Type.String(), remedy: Type.String({ description: 'What to do about it' }) },
  { ...closed, title: 'ClusterWarning' },
)
const servers = Type.Object(
  {
    ...pageOf(server).properties,
    warnings: Type.Array(warning, { description: 'What may lose changes that were answered' }),
  },
  { ...closed, title: 'ClusterServers' },
)
const placementExample = {
  workspace_id: 'ws_01jzcq3m5n8v7x2k4w6y9a0b1c',
  server_id: serverExample.server_id,
  epoch: 3,
  state: 'owned' as const,
  log_bytes: 40_960,
  snapshot_at: '2026-01-31T12:00:00.000Z',
}
const placement = Type.Object(
  {
    workspace_id: Type.String(),
    server_id: nullableText,
    epoch: Type.Integer({ description: 'Grows with each owner' }),
    state: Type.Enum(['free', 'restoring', 'owned', 'moving']),
    log_bytes: Type.Integer({ description: 'Of its log in PostgreSQL since the last snapshot' }),
    snapshot_at: Type.Union([timestamp, Type.Null()]),
  },
  { ...closed, title: 'Placement' },
)
const placementQuery = Type.Object(
  {
    workspace_id: Type.Optional(Type.String()),
    server_id: Type.Optional(Type.String()),
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before' })),
  },
  closed,
)
const accepted = { 202: { description: 'It begins within a third of `SVC_SERVER_LEASE_SECONDS`' } }
const permission = { role: 'owner' } as const

/** The servers of an installation, and which workspaces they have. `directory`: null where one server has all of them. */
export function clusterRoutes(app: RouteRegistrar, directory: ClusterDirectory | null, audit: AuditLog): void {
  const several = (): ClusterDirectory => {
    if (directory !== null) return directory
    throw new NotFoundError(
      'One server has all workspaces here. Several need SVC_CLUSTER_SECRET, see docs/many-servers.md.',
    )
  }

  app.route({
    method: 'GET',
    path: '/api/admin/servers',
    operationId: 'listServers',
    aboutServer: true,
    summary: 'List the servers of this installation',
    description: 'Empty without `SVC_CLUSTER_SECRET`: one server has all workspaces then.',
    permission,
    responses: {
      200: {
        description: 'All servers, the oldest first',
        schema: servers,
        example: { items: [serverExample], next_cursor: null, warnings: [] },
      },
    },
    async handler() {
      const servers = (await directory?.servers()) ?? []
      const own = servers.find(({ server_id }) => server_id === directory?.serverId)
      const items = servers.map(({ hashes, ...shown }) => ({
        ...shown,
        answers: shown.server_id === own?.server_id,
        differences: differencesOf(hashes, own?.hashes ?? {}),
      }))
      const standby = directory && standbyInWords(await directory.standby())
      return { items, next_cursor: null, warnings: standby ? [standby] : [] }
    },
  })

  app.route({
    method: 'POST',
    path: '/api/admin/servers/:server_id/drain',
    operationId: 'drainServer',
    summary: 'Have a server give all its workspaces to others, one by one',
    description: 'Requests go on meanwhile. Stop the server when it has none any more.',
    permission,
    params: Type.Object({ server_id: Type.String() }, closed),
    responses: accepted,
    errors: { 404: ['not_found'], 409: ['conflict'] },
    async handler(request, reply) {
      const { server_id } = request.params
      await several().drain(server_id)
      const { principal, ip, id } = request
      await audit.append({ principal, ip, request_id: id, action: 'server.drained', target: server_id })
      reply.status(202)
    },
  })

  app.route({
    method: 'GET',
    path: '/api/admin/placements',
    operationId: 'listPlacements',
    summary: 'List which server has which workspace',
    description: 'By workspace. Empty without `SVC_CLUSTER_SECRET`.',
    permission,
    query: placementQuery,
    responses: {
      200: {
        description: 'A page',
        schema: pageOf(placement),
        example: { items: [placementExample], next_cursor: null },
      },
    },
    async handler({ query: { cursor, ...query } }) {
      const items = (await directory?.placements({ ...query, ...(cursor !== undefined && { after: cursor }) })) ?? []
      return { items, next_cursor: items.length < query.limit ? null : (items.at(-1)?.workspace_id ?? null) }
    },
  })

  app.route({
    method: 'POST',
    path: '/api/admin/placements/:workspace_id/move',
    operationId: 'moveWorkspace',
    summary: 'Give a workspace to another server',
    description: 'Requests go on meanwhile; those that come while it moves wait for it.',
    permission,
    params: Type.Object({ workspace_id: Type.String() }, closed),
    body: Type.Object({ server_id: Type.String() }, closed),
    responses: accepted,
    example: { body: { server_id: serverExample.server_id } },
    errors: { 404: ['not_found'], 409: ['conflict'] },
    async handler(request, reply) {
      const { workspace_id } = request.params
      const { server_id } = request.body
      await several().move(workspace_id, server_id)
      const { principal, ip, id } = request
      const action = 'workspace.moved'
      await audit.append({ principal, ip, request_id: id, action, target: workspace_id, details: { server_id } })
      reply.status(202)
    },
  })
}

function differencesOf(hashes: Readonly<Record<string, string>>, own: Readonly<Record<string, string>>): string[] {
  const names = new Set([...Object.keys(hashes), ...Object.keys(own)])
  return [...names].filter(name => hashes[name] !== own[name]).toSorted()
}
