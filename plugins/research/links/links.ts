import { NotFoundError } from '@svc/plugin'
import type { Actor, Clock, DataPlane, Ids, JsonObject } from '@svc/plugin'
import { requireProject, timeOf } from '../projects/projects.ts'
import type { EvidenceUse } from '../evidence/evidence.ts'
import { requireRecord } from '../evidence/own-records.ts'
import type { OwnRecords } from '../evidence/own-records.ts'
import { originsOf } from './link-origins.ts'
import { linkStore } from './link-store.ts'
import type { LinkRow } from './link-store.ts'
import { recordPath } from './record-routes.ts'

export const linkTypes = ['note', 'file', 'dataset', 'analysis', 'query', 'run', 'model', 'session', 'job'] as const
export type LinkType = (typeof linkTypes)[number]

export interface Link {
  link_id: string
  type: LinkType
  id: string
  version: number | null
  created_at: string
}

/** Records of the workspace that a project is about. */
export class Links {
  readonly #data: DataPlane
  readonly #records: OwnRecords
  readonly #ids: Ids
  readonly #clock: Clock

  constructor({ data, records, ids, clock }: { data: DataPlane; records: OwnRecords; ids: Ids; clock: Clock }) {
    this.#data = data
    this.#records = records
    this.#ids = ids
    this.#clock = clock
  }

  list(workspaceId: string, projectId: string): Link[] {
    return this.#data.use(workspaceId, db => {
      requireProject(db, projectId)
      return linkStore.all(db, projectId).map(shown)
    })
  }

  /** @throws NotFoundError, ForbiddenError */
  async add(
    projectId: string,
    given: { type: LinkType; id: string; version?: number },
    by: { actor: Actor; signal: AbortSignal },
  ): Promise<Link> {
    const { type, id, version = null } = given
    this.list(by.actor.workspace_id, projectId)
    const use = { projectId, principal: by.actor, signal: by.signal }
    const record = await this.#record({ type, id, version }, use)
    const row: LinkRow = {
      link_id: this.#ids.create('lnk'),
      project_id: projectId,
      type,
      record_id: id,
      version,
      origins_json: JSON.stringify(originsOf(type, record, version)),
      created_by: by.actor.user_id,
      created_at: this.#clock.now(),
    }
    return this.#data.use(by.actor.workspace_id, db => db.transaction(() => shown(linkStore.insert(db, row))))
  }

  /** A version of a model where the link names one; nothing of a query, which has no route. @throws NotFoundError, ForbiddenError */
  async #record(
    { type, id, version }: { type: LinkType; id: string; version: number | null },
    use: EvidenceUse,
  ): Promise<JsonObject> {
    // It is read first, so that nobody links what is not there or not theirs.
    const path = recordPath(type, id)
    if (path === null) return {}
    if (type !== 'model' || version === null) return requireRecord(await this.#records.get(path, use), type, id)
    const record = await this.#records.get(`${path}/versions/${version}`, use)
    return requireRecord(record, `version ${version} of the model`, id)
  }

  /** @throws NotFoundError */
  delete(workspaceId: string, projectId: string, linkId: string): void {
    const isGone = this.#data.use(workspaceId, db => {
      requireProject(db, projectId)
      return linkStore.delete(db, projectId, linkId)
    })
    if (!isGone) throw new NotFoundError('There is no such link of this research project.')
  }
}

function shown({ link_id, type, record_id, version, created_at }: LinkRow): Link {
  return { link_id, type: type as LinkType, id: record_id, version, created_at: timeOf(created_at) }
}
