import { ConflictError, NotFoundError } from '@svc/plugin'
import type { Clock, Ids, WorkspaceDatabase } from '@svc/plugin'
import { didYouMean } from '@svc/plugin/library/closest-word'
import { contentHash } from './contents.ts'
import { definitionStore } from './definition-store.ts'
import type { FullVersionRow, PlaybookRow, PlaybookSource, VersionRow } from './definition-store.ts'
import { newestVersion } from './newest-version.ts'
import type { PlaybookFolders } from './playbook-folders.ts'
import type { WorkflowDefinition } from './workflow.ts'

/** `isRevised`: the same version had another content before, which only a folder may do. */
export type FoundVersion = FullVersionRow & { isRevised: boolean }

export interface PlaybookVersionsOptions {
  folders: Pick<PlaybookFolders, 'has'>
  ids: Ids
  clock: Clock
}

/** The stored versions of playbooks, which never change, in the file of a workspace. */
export class PlaybookVersions {
  readonly #options: PlaybookVersionsOptions

  constructor(options: PlaybookVersionsOptions) {
    this.#options = options
  }

  /** `created` is false when it was there already. @throws ConflictError `already_exists` */
  store(
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
  find(db: WorkspaceDatabase, key: string, version?: string): { row: PlaybookRow; found: FoundVersion } {
    const [, named] = key.split('@', 2)
    const name = nameIn(key)
    const row = definitionStore.get(db, name)
    if (!row || this.isGone(row)) {
      const names = definitionStore
        .list(db, { after: '', limit: 1000 })
        .filter(each => !this.isGone(each))
        .map(each => each.name)
      throw new NotFoundError(
        `There is no playbook "${name.slice(0, 100)}" in this workspace. ${didYouMean(name, names, 'GET /api/playbooks lists them.')}`,
      )
    }
    return { row, found: this.version(db, row, version ?? named ?? null) }
  }

  /** Null: the one that a start takes. @throws NotFoundError */
  version(db: WorkspaceDatabase, row: PlaybookRow, version: string | null): FoundVersion {
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

  /** Its folder was removed; its runs and versions stay. */
  isGone({ kind, name }: PlaybookRow): boolean {
    return kind === 'manifest' && !this.#options.folders.has(name)
  }
}

/** Of `name`, `name@version` or an id. */
export function nameIn(key: string): string {
  return key.split('@', 1)[0] ?? ''
}
