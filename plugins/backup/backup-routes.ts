import { Type } from 'typebox'
import { decodeCursor, pageOf } from '@svc/plugin'
import type { AuditLog, Page, RouteRegistrar } from '@svc/plugin'
import type { Backup } from './making/backup-folder.ts'
import type { HomeBackups } from './making/home-backups.ts'
import { archiveType, sendArchive } from './send-archive.ts'

const closed = { additionalProperties: false }
const apps = Type.Object(
  {
    from: Type.String({ description: 'The folder that holds them (`SVC_MANIFESTS`)' }),
    names: Type.Array(Type.String(), { description: 'Each is a folder below `manifests/` of the archive' }),
    left_out: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }, closed), {
      description: 'What lies there and is not in the archive, and why',
    }),
  },
  { ...closed, title: 'BackupAppFolders' },
)
const backup = Type.Object(
  {
    name: Type.String(),
    path: Type.String({ description: 'Where the archive is on the machine of the server' }),
    bytes: Type.Integer(),
    sha256: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
    reason: Type.Enum(['manual', 'scheduled', 'before-migration']),
    app_folders: Type.Union([apps, Type.Null()], {
      description: 'The agent apps in the archive. Null: they lie in the home, or it has none.',
    }),
  },
  { ...closed, title: 'Backup' },
)
const example = {
  name: 'svc-backup-20260131T120000Z-7x2k4w.tar.gz',
  path: '/home/ada/.svc/backups/svc-backup-20260131T120000Z-7x2k4w.tar.gz',
  bytes: 1_204_224,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  created_at: '2026-01-31T12:00:00.000Z',
  reason: 'manual',
  app_folders: { from: '/srv/svc/manifests', names: ['csv-profile', 'greet'], left_out: [] },
}
const page = Type.Object({ items: Type.Array(backup), next_cursor: Type.Union([Type.String(), Type.Null()]) }, closed)
const query = Type.Object(
  { limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }), cursor: Type.Optional(Type.String()) },
  closed,
)

const nameParams = Type.Object({ name: Type.String({ maxLength: 100 }) }, closed)

export interface BackupRouteOptions {
  backups: HomeBackups
  audit: Pick<AuditLog, 'append'>
}

/** `/api/backups`: archives of the whole home, for owners. */
export function backupRoutes(app: RouteRegistrar, { backups, audit }: BackupRouteOptions): void {
  app.route({
    method: 'POST',
    path: '/api/backups',
    operationId: 'createBackup',
    aboutServer: true,
    summary: 'Back up the whole home into its folder `backups`',
    description:
      'Everything goes on meanwhile. The archive is checked before the answer. It holds all keys and passwords: keep it as safe as the home. The agent apps of `SVC_MANIFESTS` are in it, below `manifests/`; `app_folders` says which.',
    permission: { role: 'owner' },
    responses: { 201: { description: 'The finished backup', schema: backup, example } },
    errors: { 409: ['backup_running'], 507: ['storage_full'] },
    idempotent: false,
    longRunning: true,
    handler: async (request, reply) => {
      const made = await backups.create({ reason: 'manual', signal: request.signal })
      await audit.append({
        principal: request.principal,
        action: 'backup.created',
        target: made.name,
        ip: request.ip,
        request_id: request.id,
        details: { scope: 'home', sha256: made.sha256, bytes: made.bytes },
      })
      reply.status(201).header('Location', `${request.baseUrl}/api/backups/${made.name}`)
      return made
    },
  })

  app.route({
    method: 'GET',
    path: '/api/backups',
    operationId: 'listBackups',
    aboutServer: true,
    summary: 'List the backups of the home, newest first',
    permission: { role: 'owner' },
    query,
    responses: { 200: { description: 'A page', schema: page, example: { items: [example], next_cursor: null } } },
    handler: async request => {
      const { limit, cursor } = request.query
      return pageOfBackups(await backups.list(), limit, cursor)
    },
  })

  app.route({
    method: 'GET',
    path: '/api/backups/:name',
    operationId: 'getBackup',
    aboutServer: true,
    summary: 'Show one backup of the home',
    permission: { role: 'owner' },
    params: nameParams,
    responses: { 200: { description: 'The backup', schema: backup, example } },
    errors: { 404: ['not_found'] },
    handler: request => backups.get(request.params.name),
  })

  app.route({
    method: 'GET',
    path: '/api/backups/:name/archive',
    operationId: 'downloadBackup',
    aboutServer: true,
    summary: 'Download a backup of the home',
    description: 'It holds all keys and passwords: keep it as safe as the home.',
    permission: { role: 'owner' },
    params: nameParams,
    responses: {
      200: {
        description: 'The archive; X-Content-SHA256 is its checksum',
        contentType: archiveType,
        example: 'the bytes of the archive',
      },
    },
    errors: { 404: ['not_found'] },
    longRunning: true,
    handler: async (request, reply) => {
      const archive = await backups.open(request.params.name)
      return sendArchive(request, reply, { archive, audit, details: {} })
    },
  })
}

/** Of those in the order of the list: of one second, the last part of their names is chance. */
export function pageOfBackups(all: readonly Backup[], limit: number, cursor?: string): Page<Backup> {
  const before = cursor === undefined ? null : decodeCursor<[string, string]>(cursor, ['string', 'string'])
  const isBehind = ({ created_at, name }: Backup): boolean =>
    before === null || created_at < before[0] || (created_at === before[0] && name < before[1])
  return pageOf(
    all.filter(isBehind),
    limit,
    ({ created_at, name }) => [created_at, name],
    item => item,
  )
}
