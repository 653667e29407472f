import { readFile } from 'node:fs/promises'
import { getHeapStatistics } from 'node:v8'
import { Type } from 'typebox'
import type { Clock, RouteDefinition } from '@svc/plugin'
import type { NewestBackup } from '@svc/plugin/contracts/boot-facts'

const closed = { additionalProperties: false }
const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])
const count = Type.Integer({ minimum: 0 })

const queue = Type.Object(
  { queue: Type.String(), queued: count, running: count, dead: count, oldest_queued_at: nullable(Type.String()) },
  { ...closed, title: 'ServerQueue' },
)
const backup = Type.Object(
  { name: Type.String(), bytes: count, created_at: Type.String(), reason: Type.String() },
  { ...closed, title: 'NewestBackup' },
)
const serverStatus = Type.Object(
  {
    version: Type.String(),
    node: Type.String(),
    platform: Type.String(),
    pid: count,
    uptime_seconds: count,
    rss_bytes: count,
    heap_limit_bytes: count,
    open_files_limit: nullable(count),
    clock_jump_ms: Type.Integer({
      description: 'How far the wall clock has moved against the steady one since the start.',
    }),
    missing_walls: Type.Array(Type.String(), { description: 'What does not stand around child processes here.' }),
    queues: Type.Array(queue),
    last_backup: nullable(backup),
  },
  { ...closed, title: 'ServerStatus' },
)

interface StatusParts {
  version: string
  clock: Clock
  missingWalls(): Promise<string[]>
  depth(): Promise<{ queue: string; queued: number; running: number; dead: number; oldest_queued_at: number | null }[]>
  /** Null as well when no plugin makes backups. */
  lastBackup(): Promise<NewestBackup | null>
}

/** What only this process knows of itself: `svc doctor` and its bundle show it. */
export function statusRoute(parts: StatusParts): RouteDefinition {
  const startedAt = { wall: parts.clock.now(), steady: performance.now() }
  return {
    method: 'GET',
    path: '/api/server/status',
    operationId: 'getServerStatus',
    aboutServer: true,
    summary: 'Show the state of this server process: memory, limits, clock, queues, the last backup',
    permission: { role: 'admin' },
    responses: { 200: { description: 'The status', schema: serverStatus, example } },
    handler: async () => {
      const [walls, depths, last, openFiles] = await Promise.all([
        parts.missingWalls(),
        parts.depth(),
        parts.lastBackup(),
        openFilesLimit(),
      ])
      const steady = performance.now() - startedAt.steady
      return {
        version: parts.version,
        node: process.version,
        platform: `${process.platform} ${process.arch}`,
        pid: process.pid,
        uptime_seconds: Math.round(process.uptime()),
        rss_bytes: process.memoryUsage.rss(),
        heap_limit_bytes: getHeapStatistics().heap_size_limit,
        open_files_limit: openFiles,
        clock_jump_ms: Math.round(parts.clock.now() - startedAt.wall - steady),
        missing_walls: walls,
        queues: depths.map(depth => ({
          ...depth,
          oldest_queued_at: depth.oldest_queued_at === null ? null : new Date(depth.oldest_queued_at).toISOString(),
        })),
        last_backup: last,
      }
    },
  }
}

/** The soft limit; where there is no /proc, nobody knows. */
async function openFilesLimit(): Promise<number | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  return limit === undefined ? null : Number(limit)
}

const example = {
  version: '0.1.0',
  node: 'v24.21.0',
  platform: 'linux x64',
  pid: 4242,
  uptime_seconds: 86_400,
  rss_bytes: 190_000_000,
  heap_limit_bytes: 2_197_815_296,
  open_files_limit: 65_536,
  clock_jump_ms: 0,
  missing_walls: [],
  queues: [{ queue: 'default', queued: 3, running: 1, dead: 0, oldest_queued_at: '2026-01-31T12:00:00.000Z' }],
  last_backup: {
    name: 'svc-backup-20260131-030000.tar',
    bytes: 52_428_800,
    created_at: '2026-01-31T03:00:00.000Z',
    reason: 'scheduled',
  },
}
