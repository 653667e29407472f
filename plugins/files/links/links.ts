import { NotFoundError } from '@svc/plugin'
import type { Actor, AuditLog, Clock, ControlRecords, DataPlane, Sealer } from '@svc/plugin'
import type { FileRecords } from '../library/file-records.ts'
import { fileStore } from '../library/file-store.ts'
import type { FileRow } from '../library/file-store.ts'

export interface LinkedFile {
  workspace_id: string
  file: FileRow
}

interface LinksOptions {
  control: ControlRecords
  data: DataPlane
  records: FileRecords
  sealer: Sealer
  audit: AuditLog
  clock: Clock
}

/** What a token says: workspace, file, when it ends, and how often all links of the file had been ended when it was made. */
type Claims = [workspaceId: string, fileId: string, expiresAt: number, links: number]

/**
 * Links that open a file without a credential, for a while. A token is sealed, so that nobody makes one but this server, and nothing is
 * kept of it: it is checked against the file each time. It opens the file's content of that moment, and nothing once the file or
 * its workspace is deleted.
 */
export class Links {
  readonly #options: LinksOptions

  constructor(options: LinksOptions) {
    this.#options = options
  }

  /** @throws NotFoundError */
  async make(actor: Actor, fileId: string, seconds: number): Promise<{ token: string; expires_at: string }> {
    const { audit, clock, data, records, sealer } = this.#options
    const { workspace_id } = actor
    const { links } = data.use(workspace_id, db => records.live(db, fileId))
    const expiresAt = clock.now() + seconds * 1000
    const claims: Claims = [workspace_id, fileId, expiresAt, links]
    const token = sealer.seal(JSON.stringify(claims)).replace('.', '_')
    const expires_at = new Date(expiresAt).toISOString()
    await audit.append({ ...whoOf(actor), action: 'file.link_made', target: fileId, details: { expires_at } })
    return { token, expires_at }
  }

  /** From now on no link that was made for the file opens it. @throws NotFoundError */
  async endAll(actor: Actor, fileId: string): Promise<void> {
    const { audit, data, records } = this.#options
    data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const file = records.live(db, fileId)
        fileStore.update(db, { ...file, links: file.links + 1 })
      }),
    )
    await audit.append({ ...whoOf(actor), action: 'file.links_ended', target: fileId })
  }

  /** Whose file a token opens; null for one that opens nothing. */
  workspaceOf(token: string): string | null {
    try {
      return this.#read(token)[0]
    } catch (error) {
      if (error instanceof NotFoundError) return null
      throw error
    }
  }

  /** @throws NotFoundError, the same for every token that opens nothing */
  async open(token: string): Promise<LinkedFile> {
    const { clock, control, data } = this.#options
    const [workspaceId, fileId, expiresAt, links] = this.#read(token)
    if (expiresAt <= clock.now()) throw ended()
    if ((await control.read(reader => reader.get('workspaces', workspaceId))) === null) throw ended()
    const file = data.use(workspaceId, db => fileStore.get(db, fileId))
    if (!file || file.deleted_at !== null || file.links !== links) throw ended()
    return { workspace_id: workspaceId, file }
  }

  #read(token: string): Claims {
    try {
      return JSON.parse(this.#options.sealer.open(token.replace('_', '.'))) as Claims
    } catch (cause) {
      throw ended(cause)
    }
  }
}

function ended(cause?: unknown): NotFoundError {
  return new NotFoundError('This link opens nothing: it has ended, or was never made.', { cause })
}

function whoOf(actor: Actor) {
  return { principal: actor, ip: actor.ip ?? null, request_id: actor.request_id ?? null }
}
