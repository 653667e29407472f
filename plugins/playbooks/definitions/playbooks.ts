import { ConflictError, UnprocessableError } from '@svc/plugin'
import type { Actor, AuditLog, Clock, DataPlane, Ids, JsonObject, Logger, WorkspaceDatabase } from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import type { PlaybookFolders } from './playbook-folders.ts'
import { scheduleStore } from '../schedules/schedule-store.ts'
import type { StartedPlaybook } from '../runs/run-starter.ts'
import { definitionStore } from './definition-store.ts'
import type { PlaybookRow } from './definition-store.ts'
import type { DefinitionError } from './definition-text.ts'
import { nameIn, PlaybookVersions } from './playbook-versions.ts'
import type { FoundVersion } from './playbook-versions.ts'
import { graphOfDefinition, readDefinition } from './read-definition.ts'
import type { CheckedDefinition } from './read-definition.ts'
import { shownPlaybook } from './shown-playbook.ts'
import type { Playbook } from './shown-playbook.ts'
import type { ReadPrograms } from './checks/check-expressions.ts'
import type { WorkspaceChecks } from './checks/workspace-checks.ts'
import type { WorkflowDefinition } from './workflow.ts'

/** A definition as it is sent: text, or the object itself. */
export type GivenDefinition = { source: string } | { definition: JsonObject }

export interface PlaybooksOptions {
  data: DataPlane
  audit: AuditLog
  readable(workspaceId: string): ReadPrograms
  folders: PlaybookFolders
  checks: WorkspaceChecks
  log: Logger
  ids: Ids
  clock: Clock
}

/** The playbooks of workspaces: stored versions that never change, and which of them is started. */
export class Playbooks {
  readonly #options: PlaybooksOptions
  readonly #versions: PlaybookVersions
  /** What each workspace has of the folders already. */
  readonly #taken = new Map<string, Map<string, object>>()

  constructor(options: PlaybooksOptions) {
    this.#options = options
    this.#versions = new PlaybookVersions(options)
  }

  /** Brings what the folders of the server say into the workspace. */
  async refresh(workspaceId: string): Promise<void> {
    const { folders, log } = this.#options
    await folders.look()
    for (const { name, good } of folders.all()) {
      if (good === null || this.#taken.get(workspaceId)?.get(name) === good) continue
      try {
        this.#takeFolder(workspaceId, good.definition, good.source)
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error
        const fields = { playbook: name, workspace_id: workspaceId, reason: error.message }
        log.warn(fields, `The playbook ${name} of a folder is not served in a workspace.`)
      }
      const taken = this.#taken.get(workspaceId) ?? new Map<string, object>()
      this.#taken.set(workspaceId, taken.set(name, good))
    }
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#taken.delete(workspaceId)
  }

  /** As {@link refresh}, unless that playbook was sent: folders say nothing of it. */
  async refreshFor(workspaceId: string, key: string): Promise<void> {
    const row = this.#options.data.use(workspaceId, db => definitionStore.get(db, nameIn(key)))
    if (row?.kind !== 'api') await this.refresh(workspaceId)
  }

  /** Folders that cannot be served as they are. */
  problems(): { name: string; file: string; errors: DefinitionError[] }[] {
    const broken = this.#options.folders.all().filter(({ errors }) => errors.length > 0)
    return broken.map(({ name, file, errors }) => ({ name, file, errors: [...errors] }))
  }

  /** Without a look at the workspace. `folder`: where the files lie that it names. */
  read(workspaceId: string, given: GivenDefinition, folder?: string): Promise<CheckedDefinition> {
    return readDefinition(given, this.#options.readable(workspaceId), { folder })
  }

  /** With a look at what the workspace has. */
  async check(workspaceId: string, given: GivenDefinition): Promise<CheckedDefinition> {
    return this.#options.checks.added(workspaceId, await this.read(workspaceId, given))
  }

  /** A version that is stored, or another content for it, with the files beside it where it is a folder. @throws NotFoundError */
  async checkStored(workspaceId: string, key: string, given: GivenDefinition | null): Promise<CheckedDefinition> {
    const { row, found } = this.#options.data.use(workspaceId, db => this.#versions.find(db, key))
    const folder = row.kind === 'manifest' ? this.#options.folders.pathOf(row.name) : undefined
    const source = given ?? { source: found.source }
    return this.#options.checks.added(workspaceId, await this.read(workspaceId, source, folder))
  }

  /**
   * Stores a version. `created` is false when it was there already.
   * @throws UnprocessableError `playbook_invalid` with `errors`; ConflictError `already_exists` for another content of the same version
   */
  async create(actor: Actor, given: GivenDefinition): Promise<{ playbook: Playbook; created: boolean }> {
    const { data, audit } = this.#options
    const checked = await this.check(actor.workspace_id, given)
    const { definition } = checked
    if (definition === null) throw invalid(checked.errors)
    const source = 'source' in given ? given.source : JSON.stringify(given.definition, null, 2)
    const { row, created } = data.use(actor.workspace_id, db =>
      db.transaction(() => this.#versions.store(db, { definition, source, kind: 'api', by: actor.username })),
    )
    const playbook = this.get(actor.workspace_id, row.id, definition.document.version)
    const { name, version } = playbook
    const details = { name, version }
    if (created) {
      const { ip = null, request_id = null } = actor
      await audit.append({ principal: actor, action: 'playbook.created', target: row.id, ip, request_id, details })
    }
    return { playbook, created }
  }

  /** By name, behind `after`. `search`: a part of the name, title or summary; `tag`: a tag's name, or `name=value`. */
  list(
    workspaceId: string,
    {
      after,
      limit,
      ...filter
    }: { after: string; limit: number; search?: string | undefined; tag?: string | undefined },
  ): { items: Playbook[]; last: string | null } {
    return this.#options.data.use(workspaceId, db => {
      const items: Playbook[] = []
      for (let from = after; ;) {
        const rows = definitionStore.list(db, { after: from, limit: limit + 1 })
        for (const row of rows) {
          if (this.#versions.isGone(row)) continue
          const shown = this.#shown(db, row, this.#versions.version(db, row, null))
          if (!fits(shown, filter)) continue
          if (items.length === limit) return { items, last: items.at(-1)?.name ?? null }
          items.push(shown)
        }
        const last = rows.at(-1)
        if (rows.length <= limit || last === undefined) return { items, last: null }
        from = last.name
      }
    })
  }

  /** @throws NotFoundError */
  get(workspaceId: string, key: string, version?: string): Playbook {
    return this.#options.data.use(workspaceId, db => {
      const { row, found } = this.#versions.find(db, key, version)
      return this.#shown(db, row, found)
    })
  }

  /** With its text and its graph. @throws NotFoundError */
  detail(workspaceId: string, key: string, version?: string) {
    const { shown, found } = this.#options.data.use(workspaceId, db => {
      const { row, found: one } = this.#versions.find(db, key, version)
      return { shown: this.#shown(db, row, one), found: one }
    })
    const definition = JSON.parse(found.definition) as JsonObject
    return { ...shown, text: found.source, definition, graph: graphOfDefinition(definition) }
  }

  /** @throws NotFoundError */
  versions(workspaceId: string, key: string) {
    return this.#options.data.use(workspaceId, db => {
      const { row, found } = this.#versions.find(db, key)
      return definitionStore.versions(db, row.id).map(({ version, revision, created_at, created_by }) => ({
        version,
        revision,
        created_at: new Date(created_at).toISOString(),
        created_by,
        active: revision === found.revision,
      }))
    })
  }

  /** @throws NotFoundError; UnprocessableError for a version that is not there */
  async change(
    actor: Actor,
    key: string,
    changes: { enabled?: boolean; active_version?: string | null },
  ): Promise<Playbook> {
    const { data, clock, audit } = this.#options
    const row = data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const { row: before } = this.#versions.find(db, key)
        const { enabled, active_version = before.active_version } = changes
        if (active_version !== null) this.#versions.find(db, before.id, active_version)
        const isEnabled = enabled ?? before.enabled === 1
        const after: PlaybookRow = { ...before, enabled: isEnabled ? 1 : 0, active_version, updated_at: clock.now() }
        definitionStore.update(db, after)
        return after
      }),
    )
    const { ip = null, request_id = null } = actor
    await audit.append({
      principal: actor,
      action: 'playbook.changed',
      target: row.id,
      ip,
      request_id,
      details: { ...changes },
    })
    return this.get(actor.workspace_id, row.id)
  }

  /** Its runs go on with their own copy. @throws NotFoundError; ConflictError for one of a folder */
  async delete(actor: Actor, key: string): Promise<void> {
    await deleteAudited(this.#options, actor, {
      find: db => {
        const { row } = this.#versions.find(db, key)
        if (row.kind !== 'manifest') return row
        throw new ConflictError('conflict', `The playbook ${row.name} is a folder of the server. Remove the folder.`)
      },
      entry: ({ id, name }) => ({ action: 'playbook.deleted', target: id, details: { name } }),
      delete: (db, { id }) => {
        scheduleStore.delete(db, id)
        definitionStore.delete(db, id)
      },
    })
  }

  /** What a run begins with. @throws NotFoundError; ConflictError when it is disabled */
  forStart(workspaceId: string, key: string, version?: string): StartedPlaybook {
    const { isEnabled, ...playbook } = this.stored(workspaceId, key, version)
    if (isEnabled) return playbook
    throw new ConflictError('conflict', `The playbook ${playbook.name} is disabled.`)
  }

  /** Also of one that is disabled. @throws NotFoundError */
  stored(workspaceId: string, key: string, version?: string): StartedPlaybook & { isEnabled: boolean } {
    const { row, found } = this.#options.data.use(workspaceId, db => this.#versions.find(db, key, version))
    const definition = JSON.parse(found.definition) as WorkflowDefinition
    const { version: stored, revision } = found
    return { id: row.id, name: row.name, version: stored, revision, definition, isEnabled: row.enabled === 1 }
  }

  /** The definitions that a start takes, of playbooks that were sent. */
  offered(workspaceId: string): WorkflowDefinition[] {
    return this.#options.data.use(workspaceId, db =>
      definitionStore
        .sent(db)
        .map(row => JSON.parse(this.#versions.version(db, row, null).definition) as WorkflowDefinition),
    )
  }

  #takeFolder(workspaceId: string, definition: WorkflowDefinition, source: string): void {
    this.#options.data.use(workspaceId, db =>
      db.transaction(() => this.#versions.store(db, { definition, source, kind: 'manifest', by: null })),
    )
  }

  #shown(db: WorkspaceDatabase, row: PlaybookRow, found: FoundVersion): Playbook {
    const folder = row.kind === 'manifest' ? this.#options.folders.get(row.name) : undefined
    const error = folder && folder.errors.length > 0 ? { file: folder.file, errors: [...folder.errors] } : null
    return shownPlaybook(row, found, { switched: scheduleStore.get(db, row.id), error, isRevised: found.isRevised })
  }
}

function fits(playbook: Playbook, { search, tag }: { search?: string | undefined; tag?: string | undefined }): boolean {
  const words = [playbook.name, playbook.title ?? '', playbook.summary ?? ''].join('\n').toLowerCase()
  if (search !== undefined && !words.includes(search.toLowerCase())) return false
  if (tag === undefined) return true
  return Object.entries(playbook.tags).some(([name, value]) => tag === name || tag === `${name}=${value}`)
}

/** The refusal of a definition with mistakes. */
export function invalid(errors: readonly DefinitionError[]): UnprocessableError {
  const [first] = errors
  const place = first?.line ? ` (line ${first.line}, column ${first.column})` : ''
  const others = errors.length > 1 ? ` ${errors.length - 1} more in errors.` : ''
  const message = `This is no playbook that svc can run: ${first?.message ?? ''}${place}${others}`
  return new UnprocessableError('playbook_invalid', message, { extra: { errors: errors } })
}
