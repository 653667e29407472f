import { ConflictError, NotFoundError, UnprocessableError } from '@svc/plugin'
import type { Actor, AuditLog, Clock, DataPlane, Ids, JsonObject, Logger, WorkspaceDatabase } from '@svc/plugin'
import { didYouMean } from '@svc/plugin/library/closest-word'
import type { PlaybookFolders } from './playbook-folders.ts'
import { scheduleStore } from '../schedules/schedule-store.ts'
import type { StartedPlaybook } from '../runs/run-starter.ts'
import { contentHash } from './contents.ts'
import { definitionStore } from './definition-store.ts'
import type { FullVersionRow, PlaybookRow, PlaybookSource, VersionRow } from './definition-store.ts'
import type { DefinitionError } from './definition-text.ts'
import { newestVersion } from './newest-version.ts'
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

/** `isRevised`: the same version had another content before, which only a folder may do. */
type FoundVersion = FullVersionRow & { isRevised: boolean }

/** The playbooks of workspaces: stored versions that never change, and which of them is started. */
export class Playbooks {
  readonly #options: PlaybooksOptions
  /** What each workspace has of the folders already. */
  readonly #taken = new Map<string, Map<string, object>>()

  constructor(options: PlaybooksOptions) {
    this.#options = options
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
    const { row, found } = this.#options.data.use(workspaceId, db => this.#find(db, key))
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
      db.transaction(() => this.#store(db, { definition, source, kind: 'api', by: actor.username })),
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
          if (this.#isGone(row)) continue
          const shown = this.#shown(db, row, this.#version(db, row, null))
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
      const { row, found } = this.#find(db, key, version)
      return this.#shown(db, row, found)
    })
  }

  /** With its text and its graph. @throws NotFoundError */
  detail(workspaceId: string, key: string, version?: string) {
    const { shown, found } = this.#options.data.use(workspaceId, db => {
      const { row, found: one } = this.#find(db, key, version)
      return { shown: this.#shown(db, row, one), found: one }
    })
    const definition = JSON.parse(found.definition) as JsonObject
    return { ...shown, text: found.source, definition, graph: graphOfDefinition(definition) }
  }

  /** @throws NotFoundError */
  versions(workspaceId: string, key: string) {
    return this.#options.data.use(workspaceId, db => {
      const { row, found } = this.#find(db, key)
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
        const { row: before } = this.#find(db, key)
        const { enabled, active_version = before.active_version } = changes
        if (active_version !== null) this.#find(db, before.id, active_version)
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
    const { data, audit } = this.#options
    const row = data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const { row: found } = this.#find(db, key)
        if (found.kind === 'manifest')
          throw new ConflictError(
            'conflict',
            `The playbook ${found.name} is a folder of the server. Remove the folder.`,
          )
        scheduleStore.delete(db, found.id)
        definitionStore.delete(db, found.id)
        return found
      }),
    )
    const { ip = null, request_id = null } = actor
    await audit.append({
      principal: actor,
      action: 'playbook.deleted',
      target: row.id,
      ip,
      request_id,
      details: { name: row.name },
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
    const { row, found } = this.#options.data.use(workspaceId, db => this.#find(db, key, version))
    const definition = JSON.parse(found.definition) as WorkflowDefinition
    const { version: stored, revision } = found
    return { id: row.id, name: row.name, version: stored, revision, definition, isEnabled: row.enabled === 1 }
  }

  /** The definitions that a start takes, of playbooks that were sent. */
  offered(workspaceId: string): WorkflowDefinition[] {
    return this.#options.data.use(workspaceId, db =>
      definitionStore.sent(db).map(row => JSON.parse(this.#version(db, row, null).definition) as WorkflowDefinition),
    )
  }

  #takeFolder(workspaceId: string, definition: WorkflowDefinition, source: string): void {
    this.#options.data.use(workspaceId, db =>
      db.transaction(() => this.#store(db, { definition, source, kind: 'manifest', by: null })),
    )
  }

  #store(
    db: WorkspaceDatabase,
    {
      definition,
      source,
      kind,
      by,
    }: { definition: WorkflowDefinition; source: string; kind: PlaybookSource; by: string | null },
  ): { row: PlaybookRow; created: boolean } {
    const { ids, clock } = this.#options
    const { name, version } = definition.document
    const now = clock.now()
    const before = definitionStore.get(db, name)
    const row: PlaybookRow = before ?? {
      id: ids.create('pb'),
      name,
      kind,
      enabled: 1,
      active_version: null,
      created_at: now,
      updated_at: now,
    }
    if (before && before.kind !== kind)
      throw new ConflictError(
        'already_exists',
        `The name ${name} is taken by a playbook ${kind === 'api' ? 'of a folder' : 'that was sent'}.`,
      )
    const versions = before ? definitionStore.versions(db, row.id) : []
    const content_hash = contentHash(definition)
    const same = versions.find(each => each.version === version)
    if (same?.content_hash === content_hash) return { row, created: false }
    if (same && kind === 'api') {
      const message = `Version ${version} of ${name} is there with another content. Give this one a higher document.version.`
      throw new ConflictError('already_exists', message)
    }
    if (before) definitionStore.update(db, { ...row, updated_at: now })
    else definitionStore.insert(db, row)
    const revision = (versions[0]?.revision ?? 0) + 1
    const added: VersionRow = {
      playbook_id: row.id,
      revision,
      version,
      content_hash,
      source,
      created_at: now,
      created_by: by,
    }
    definitionStore.addVersion(db, added, JSON.stringify(definition))
    return { row, created: true }
  }

  /** `key`: an id, a name, or `name@version`. @throws NotFoundError */
  #find(db: WorkspaceDatabase, key: string, version?: string): { row: PlaybookRow; found: FoundVersion } {
    const [, named] = key.split('@', 2)
    const name = nameIn(key)
    const row = definitionStore.get(db, name)
    if (!row || this.#isGone(row)) {
      const names = definitionStore
        .list(db, { after: '', limit: 1000 })
        .filter(each => !this.#isGone(each))
        .map(each => each.name)
      throw new NotFoundError(
        `There is no playbook "${name.slice(0, 100)}" in this workspace. ${didYouMean(name, names, 'GET /api/playbooks lists them.')}`,
      )
    }
    return { row, found: this.#version(db, row, version ?? named ?? null) }
  }

  #shown(db: WorkspaceDatabase, row: PlaybookRow, found: FoundVersion): Playbook {
    const folder = row.kind === 'manifest' ? this.#options.folders.get(row.name) : undefined
    const error = folder && folder.errors.length > 0 ? { file: folder.file, errors: [...folder.errors] } : null
    return shownPlaybook(row, found, { switched: scheduleStore.get(db, row.id), error, isRevised: found.isRevised })
  }

  /** Its folder was removed; its runs and versions stay. */
  #isGone({ kind, name }: PlaybookRow): boolean {
    return kind === 'manifest' && !this.#options.folders.has(name)
  }

  #version(db: WorkspaceDatabase, row: PlaybookRow, version: string | null): FoundVersion {
    const all = definitionStore.versions(db, row.id)
    const wanted = version ?? row.active_version ?? newestVersion(all.map(each => each.version))
    const revision = all.find(each => each.version === wanted)?.revision
    const found = revision === undefined ? undefined : definitionStore.version(db, row.id, revision)
    const isRevised = all.filter(each => each.version === wanted).length > 1
    if (found) return { ...found, isRevised }
    const known = [...new Set(all.map(each => each.version))].join(', ')
    throw new NotFoundError(
      `The playbook ${row.name} has no version ${String(wanted).slice(0, 100)}. There are ${known}.`,
    )
  }
}

/** Of `name`, `name@version` or an id. */
function nameIn(key: string): string {
  return key.split('@', 1)[0] ?? ''
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
