import { Type } from 'typebox'
import { ForbiddenError, roleAtLeast } from '@svc/plugin'
import type { AuditLog, RouteRegistrar, RouteRequest } from '@svc/plugin'
import type { HomeBackups, SentBackup } from './making/home-backups.ts'
import { archiveType, sendArchive } from './send-archive.ts'

const body = Type.Object(
  {
    scope: Type.Optional(
      Type.Enum(['workspace', 'home'], {
        description: 'workspace (the default): this workspace, its members and its keys. home: everything; for owners.',
      }),
    ),
  },
  { additionalProperties: false },
)
type Body = Type.Static<typeof body>
type Scope = NonNullable<Body['scope']>

/** `POST /api/data/backup`: a consistent archive as a download. */
export function downloadRoute(
  app: RouteRegistrar,
  { backups, audit }: { backups: HomeBackups; audit: AuditLog },
): void {
  app.route({
    method: 'POST',
    path: '/api/data/backup',
    operationId: 'downloadDataBackup',
    summary: 'Make a backup of the workspace, or of the whole home, and download it',
    description:
      'The archive is complete and checked before its first byte; `X-Content-SHA256` is its checksum. `svc backup verify` and `svc backup restore` take it. It holds the password hashes of the members whose role is not higher than yours: keep it safe.',
    permission: { role: 'admin', scope: 'admin:backup' },
    body,
    responses: {
      200: {
        description: 'The archive',
        contentType: archiveType,
        example: 'the bytes of svc-backup-20260131T120000Z-7x2k4w.tar.gz',
      },
    },
    errors: { 409: ['backup_running'], 507: ['storage_full'] },
    example: { summary: 'This workspace', body: { scope: 'workspace' } },
    idempotent: false,
    longRunning: true,
    handler: async (request, reply) => {
      const scope = request.body.scope ?? 'workspace'
      const archive = await archiveOf(request, backups, scope)
      return sendArchive(request, reply, { archive, audit, details: { scope, bytes: archive.bytes } })
    },
  })
}

async function archiveOf(
  request: RouteRequest<{ body: Body }>,
  backups: HomeBackups,
  scope: Scope,
): Promise<SentBackup> {
  const { principal, signal } = request
  if (scope === 'workspace') return backups.workspace(principal.workspace_id, signal, principal.role)
  if (!roleAtLeast(principal.role, 'owner')) {
    throw new ForbiddenError(
      'forbidden',
      `A backup of the whole home needs the role owner; yours is ${principal.role}.`,
    )
  }
  return backups.home(signal)
}
