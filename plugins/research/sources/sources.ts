import { bodyFault, ConflictError, decodeCursor, NotFoundError, pageOf, UnprocessableError } from '@svc/plugin'
import type {
  Actor,
  AuditLog,
  ByteQuota,
  Clock,
  DataPlane,
  EventLog,
  Ids,
  Page,
  PageQuery,
  WorkspaceDatabase,
} from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import { claimStore } from '../claims/claim-store.ts'
import { requireProject, tagText } from '../projects/projects.ts'
import { CodePoints } from '../quotes/code-points.ts'
import { checkedCsl } from './csl-item.ts'
import type { CslItem } from './csl-item.ts'
import { requireSource, shownSnapshot, shownSources } from './shown-source.ts'
import type { ArrivingFiles, SnapshotFiles } from './snapshot-files.ts'
import { hashesIn, snapshotStore } from './snapshot-store.ts'
import type { SourceIntake, IntakeUse, ReadSource } from './source-intake.ts'
import { FreeKeys, keyPattern } from './source-keys.ts'
import type { AddedSources, NewSource, Snapshot, Source } from './source.ts'
import { sourceStore } from './source-store.ts'
import type { SourceRow } from './source-store.ts'

export interface SourcesOptions {
  data: DataPlane
  files: SnapshotFiles
  intake: SourceIntake
  quota: ByteQuota
  events: EventLog
  audit: AuditLog
  ids: Ids
  clock: Clock
}

/** Part of a source's text, by places in code points. */
export interface TextPart {
  text: string
  from: number
  to: number
  chars: number
  text_sha256: string
}

const last = '~'
const usualPart = 20_000
const mostSources = 10_000

/** What a project was read on. */
export class Sources {
  readonly #options: SourcesOptions

  constructor(options: SourcesOptions) {
    this.#options = options
  }

  /**
   * All of them or none. `isNew` is false when each was there already.
   * @throws NotFoundError, ValidationError, ConflictError (a key that is taken), PayloadTooLargeError, and as {@link SourceIntake.read}
   */
  async add(
    projectId: string,
    given: NewSource,
    by: { actor: Actor; signal: AbortSignal },
  ): Promise<AddedSources & { isNew: boolean }> {
    const { data, files, intake } = this.#options
    const { actor, signal } = by
    const workspaceId = actor.workspace_id
    data.use(workspaceId, db => requireProject(db, projectId))
    if (given.key !== undefined) assertKey(given.key)
    return files.arriving(workspaceId, async arriving => {
      const { items, warnings } = await intake.read(given, { principal: actor, signal, arriving })
      if (given.key !== undefined && items.length > 1)
        throw bodyFault('/key', `cannot name ${items.length} references at once: each has its own key`)
      const added = await this.addRead(projectId, items, given, { actor, arriving })
      return { items: added, warnings, isNew: added.some(({ duplicate }) => duplicate !== true) }
    })
  }

  /** What was read already. @throws NotFoundError, ConflictError, PayloadTooLargeError */
  async addRead(
    projectId: string,
    items: readonly ReadSource[],
    given: Pick<NewSource, 'key' | 'tags'>,
    { actor, arriving }: { actor: Actor; arriving: ArrivingFiles },
  ): Promise<Source[]> {
    const hashes = items.flatMap(({ snapshot }) => (snapshot === null ? [] : hashesIn(snapshot)))
    return arriving.record(hashes, () =>
      this.#options.data.use(actor.workspace_id, db =>
        db.transaction(() => {
          requireProject(db, projectId)
          const keys = new FreeKeys({
            isTaken: key => sourceStore.byKey(db, projectId, key) !== undefined,
            startingWith: start => sourceStore.keysStartingWith(db, projectId, start),
          })
          const added = items.map(item => this.#insert(db, { projectId, item, given, actor, arriving, keys }))
          if (added.some(({ duplicate }) => duplicate !== true) && sourceStore.count(db, projectId) > mostSources)
            throw new UnprocessableError('unprocessable', `A research project may hold ${mostSources} sources.`)
          return added
        }),
      ),
    )
  }

  list(workspaceId: string, projectId: string, { limit, cursor }: PageQuery): Page<Source> {
    const [before] = cursor === undefined ? [last] : decodeCursor<[string]>(cursor, ['string'])
    return this.#options.data.use(workspaceId, db => {
      requireProject(db, projectId)
      const rows = sourceStore.page(db, { project_id: projectId, before, limit: limit + 1 })
      const { items, next_cursor } = pageOf(
        rows,
        limit,
        row => [row.source_id],
        row => row,
      )
      return { items: shownSources(db, items), next_cursor }
    })
  }

  /** @throws NotFoundError */
  get(workspaceId: string, projectId: string, sourceId: string): Source {
    return this.#options.data.use(workspaceId, db => shownSources(db, [requireSource(db, projectId, sourceId)])[0]!)
  }

  /** What is left out stays; fields of `csl` are replaced one by one, null removes one. @throws NotFoundError, ValidationError, ConflictError */
  update(
    actor: Actor,
    projectId: string,
    sourceId: string,
    change: { key?: string; csl?: Record<string, unknown>; tags?: string[] },
  ): Source {
    const { data, clock } = this.#options
    if (change.key !== undefined) assertKey(change.key)
    return data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const row = requireSource(db, projectId, sourceId)
        const { key = row.key } = change
        if (key !== row.key && sourceStore.byKey(db, projectId, key)) throw keyTaken(key)
        sourceStore.update(db, {
          ...row,
          key,
          ...(change.tags === undefined ? {} : { tags: tagText(change.tags) }),
          ...(change.csl === undefined ? {} : { csl_json: JSON.stringify(mergedCsl(row.csl_json, change.csl)) }),
          updated_at: clock.now(),
        })
        return shownSources(db, [requireSource(db, projectId, sourceId)])[0]!
      }),
    )
  }

  /** @throws NotFoundError, ConflictError that names the claims which rest on it */
  async delete(actor: Actor, projectId: string, sourceId: string): Promise<void> {
    await this.#options.files.removing(actor.workspace_id, () =>
      deleteAudited(this.#options, actor, {
        find: db => {
          const { key } = requireSource(db, projectId, sourceId)
          const claims = claimStore.restingOn(db, sourceId)
          if (claims.length > 0) throw inUse(key, claims)
        },
        entry: () => ({ action: 'research.source.deleted', target: sourceId }),
        delete: db => {
          const all = snapshotStore.hashesOfSource(db, sourceId)
          sourceStore.delete(db, sourceId)
          return all
        },
      }),
    )
  }

  /** @throws NotFoundError, UnprocessableError `no_text` */
  async text(
    workspaceId: string,
    projectId: string,
    sourceId: string,
    part: { from?: number; to?: number },
  ): Promise<TextPart> {
    const { data, files } = this.#options
    const { key, snapshot } = data.use(workspaceId, db => ({
      ...requireSource(db, projectId, sourceId),
      snapshot: snapshotStore.latest(db, [sourceId]).get(sourceId),
    }))
    if (!snapshot?.text_sha256)
      throw new UnprocessableError(
        'no_text',
        `The source ${key} has no text that could be read: it can be cited, and not quoted.`,
      )
    const text = await files.text(workspaceId, snapshot.text_sha256)
    if (text === null)
      throw new NotFoundError(`The text of the source ${key} is missing from the disk. Add the source again.`)
    const points = new CodePoints(text)
    const from = Math.min(part.from ?? 0, points.length)
    const to = Math.min(Math.max(part.to ?? from + usualPart, from), from + 10 * usualPart, points.length)
    return { text: points.slice(from, to), from, to, chars: points.length, text_sha256: snapshot.text_sha256 }
  }

  /** The bytes of the present snapshot. @throws NotFoundError */
  async content(workspaceId: string, projectId: string, sourceId: string) {
    const { data, files } = this.#options
    const { key, snapshot } = data.use(workspaceId, db => ({
      ...requireSource(db, projectId, sourceId),
      snapshot: snapshotStore.latest(db, [sourceId]).get(sourceId),
    }))
    if (!snapshot) throw new NotFoundError(`The source ${key} is a reference: nothing was kept of the work itself.`)
    const stream = await files.stream(workspaceId, snapshot.sha256)
    if (stream === null)
      throw new NotFoundError(`The snapshot of the source ${key} is missing from the disk. Add the source again.`)
    return { ...stream, content_type: snapshot.content_type, sha256: snapshot.sha256, key }
  }

  /** Fetches an address again; what was kept before stays for the evidence that quotes it. @throws UnprocessableError, as {@link add} */
  async refresh(
    projectId: string,
    sourceId: string,
    by: Omit<IntakeUse, 'arriving'>,
  ): Promise<{ changed: boolean; snapshot: Snapshot; previous: Snapshot | null }> {
    const { data, files } = this.#options
    const { workspace_id: workspaceId } = by.principal
    const { row, before } = data.use(workspaceId, db => ({
      row: requireSource(db, projectId, sourceId),
      before: snapshotStore.ofSource(db, sourceId).at(-1),
    }))
    if (row.kind !== 'url' || !before?.url)
      throw new UnprocessableError('unprocessable', `The source ${row.key} has no address to fetch it from again.`)
    const { url } = before
    return files.arriving(workspaceId, arriving => this.#refresh(projectId, { sourceId, url }, { ...by, arriving }))
  }

  async #refresh(
    projectId: string,
    { sourceId, url }: { sourceId: string; url: string },
    by: IntakeUse,
  ): ReturnType<Sources['refresh']> {
    const { data, intake, quota, clock } = this.#options
    const { snapshot } = await intake.url(url, by)
    const hashes = hashesIn(snapshot)
    return by.arriving.record(hashes, () =>
      data.use(by.principal.workspace_id, db =>
        db.transaction(() => {
          const present = requireSource(db, projectId, sourceId)
          const previous = snapshotStore.ofSource(db, sourceId).at(-1)
          const shown = previous ? shownSnapshot(previous) : null
          if (previous?.sha256 === snapshot.sha256) return { changed: false, snapshot: shown!, previous: shown }
          const next = { ...snapshot, source_id: sourceId, number: (previous?.number ?? 0) + 1 }
          by.arriving.confirm(hashes)
          quota.measure(db, () => snapshotStore.insert(db, next))
          const state = present.claims > 0 ? 'changed' : stateOf(snapshot.text_sha256)
          sourceStore.update(db, { ...present, state, content_sha256: next.sha256, updated_at: clock.now() })
          claimStore.markStale(db, sourceId)
          return { changed: true, snapshot: shownSnapshot(next), previous: shown }
        }),
      ),
    )
  }

  #insert(db: WorkspaceDatabase, adding: Adding): Source {
    const { events, quota, ids, clock } = this.#options
    const { projectId, item, given, actor, arriving, keys } = adding
    const there = sourceStore.byContent(db, projectId, item.content_sha256)
    if (there) return { ...shownSources(db, [there])[0]!, duplicate: true }
    const now = clock.now()
    const key = given.key ?? (item.key !== null && keyPattern.test(item.key) ? item.key : keys.next(item.csl))
    if (sourceStore.byKey(db, projectId, key)) throw keyTaken(key)
    const row: SourceRow = {
      source_id: ids.create('src'),
      project_id: projectId,
      kind: item.kind,
      key,
      csl_json: JSON.stringify(item.csl),
      tags: tagText(given.tags ?? []),
      state: item.snapshot === null ? 'ok' : stateOf(item.snapshot.text_sha256),
      content_sha256: item.content_sha256,
      created_by: actor.user_id,
      created_at: now,
      updated_at: now,
    }
    sourceStore.insert(db, row)
    if (item.snapshot !== null) {
      const { snapshot } = item
      arriving.confirm(hashesIn(snapshot))
      quota.measure(db, () => snapshotStore.insert(db, { ...snapshot, source_id: row.source_id, number: 1 }))
    }
    const data = { research_project_id: projectId, source_id: row.source_id, key, kind: item.kind }
    events.append(db, actor.workspace_id, [{ type: 'research.source.added', data }])
    return shownSources(db, [{ ...row, claims: 0 }])[0]!
  }
}

interface Adding {
  projectId: string
  item: ReadSource
  given: Pick<NewSource, 'key' | 'tags'>
  actor: Actor
  arriving: ArrivingFiles
  keys: FreeKeys
}

function stateOf(textSha256: string | null) {
  return textSha256 === null ? 'no_text' : 'ok'
}

function mergedCsl(stored: string, change: Record<string, unknown>): CslItem {
  const faults: { path: string; message: string }[] = []
  const merged = checkedCsl({ ...(JSON.parse(stored) as CslItem), ...(change as CslItem) }, '/csl', faults)
  const [fault] = faults
  if (fault) throw bodyFault(fault.path, fault.message)
  return merged
}

function assertKey(key: string): void {
  if (keyPattern.test(key)) return
  throw bodyFault('/key', 'must begin with a letter or digit, and have at most 100 letters, digits and _ : . + / -')
}

function keyTaken(key: string): ConflictError {
  return new ConflictError('already_exists', `The key "${key}" names another source of this project. Choose another.`, {
    extra: { key },
  })
}

function inUse(key: string, claims: readonly { claim_id: string; text: string }[]): ConflictError {
  const named = claims.slice(0, 3).map(({ claim_id, text }) => `${claim_id} ("${text.slice(0, 60)}")`)
  const more = claims.length > 3 ? ` and ${claims.length - 3} more` : ''
  return new ConflictError(
    'conflict',
    `Claims rest on the source ${key}: ${named.join(', ')}${more}. Delete their evidence first.`,
    {
      extra: { claim_ids: claims.map(({ claim_id }) => claim_id) },
    },
  )
}
