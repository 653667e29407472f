import type { Planes, RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'

const PlaneStatus = Type.Object(
  {
    driver: Type.String({ description: 'registry, postgres, sqlite, pgvector or duckdb' }),
    healthy: Type.Boolean(),
    location: Type.String({ description: 'Where it is, without credentials' }),
    version: Type.Union([Type.String(), Type.Null()]),
    detail: Type.String({ description: 'What was checked, or what is wrong' }),
  },
  { title: 'PlaneStatus' },
)

const PlanesStatus = Type.Object({
  planes: Type.Object(
    { control: PlaneStatus, data: PlaneStatus, analytics: PlaneStatus, memory: PlaneStatus },
    { title: 'Planes' },
  ),
})

const example = {
  planes: {
    control: {
      driver: 'registry',
      healthy: true,
      location: '/home/ada/.svc/control_plane/registry.json',
      version: 'format 2',
      detail: '12 records, all on the disk',
    },
    data: {
      driver: 'sqlite',
      healthy: true,
      location: '/home/ada/.svc/workspaces',
      version: '3.54.1',
      detail: 'the folder is writable; 1 of 2 workspaces open',
    },
    analytics: {
      driver: 'duckdb',
      healthy: true,
      location: '/home/ada/.svc/data_plane',
      version: null,
      detail: 'tables of 2 workspaces',
    },
    memory: {
      driver: 'sqlite',
      healthy: true,
      location: '/home/ada/.svc/workspaces',
      version: '3.54.1',
      detail: "words (FTS5) and vectors stand in the workspaces' files; the search thread runs",
    },
  },
}

/** `GET /api/data/planes/status`: each call asks the planes. */
export function planeRoutes(app: RouteRegistrar, planes: Planes): void {
  app.route({
    method: 'GET',
    path: '/api/data/planes/status',
    operationId: 'getPlanesStatus',
    summary: 'The state of the four storage planes',
    description:
      'Asks each plane anew. A plane that is not healthy says why in `detail`; the answer is 200 all the same.',
    permission: 'data:read',
    etag: false,
    responses: { 200: { description: 'The state of each plane', schema: PlanesStatus, example } },
    handler: async () => ({ planes: await planes.status() }),
  })
}
