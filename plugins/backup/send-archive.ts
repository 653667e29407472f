import type { AuditLog, JsonObject, RouteReply, RouteRequest } from '@svc/plugin'
import type { SentBackup } from './making/home-backups.ts'

export const archiveType = 'application/gzip'

/** Answers with the bytes of an archive, once the download is in the audit log. */
export async function sendArchive(
  request: RouteRequest,
  reply: RouteReply,
  { archive, audit, details }: { archive: SentBackup; audit: Pick<AuditLog, 'append'>; details: JsonObject },
) {
  const { name, bytes, sha256, body } = archive
  try {
    await audit.append({
      principal: request.principal,
      action: 'backup.downloaded',
      target: name,
      ip: request.ip,
      request_id: request.id,
      details: { ...details, sha256 },
    })
  } catch (error) {
    body.destroy()
    throw error
  }
  reply.header('Content-Disposition', `attachment; filename="${name}"`)
  reply.header('Content-Length', String(bytes)).header('X-Content-SHA256', sha256)
  return reply.stream(body, archiveType)
}
