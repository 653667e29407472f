import { ConflictError, NotFoundError, decodeCursor, pageOf } from '@svc/plugin'
import type { Clock, DataPlane, Ids, Page, PageQuery, QueryParam, WorkspaceDatabase } from '@svc/plugin'
import { isoTime } from '../catalog/records.ts'
import type { Author } from '../versions/publisher.ts'
import { savedQueryStore } from './saved-query-store.ts'
import type { SavedQueryRow } from './saved-query-store.ts'

export interface SavedQuery {
  query_id: string
  name: string
  description: string
  sql: string
  params: QueryParam[]
  created_at: string
  updated_at: string
}

export interface SavedQueryFields {
  name: string
  description?: string
  sql: string
  params?: QueryParam[]
}

const afterAll = '\u{10ffff}'

/** Queries that a workspace keeps. */
export class SavedQueries {
  readonly #data: DataPlane
  readonly #clock: Clock
  readonly #ids: Ids

  constructor({ data, clock, ids }: { data: DataPlane; clock: Clock; ids: Ids }) {
    this.#data = data
    this.#clock = clock
    this.#ids = ids
  }

  list(workspaceId: string, { limit, cursor, search }: PageQuery & { search?: string }): Page<SavedQuery> {
    const [before] = cursor === undefined ? [afterAll] : decodeCursor<[string]>(cursor, ['string'])
    const words = search === undefined || search === '' ? null : search.toLowerCase()
    const rows = this.#data.use(workspaceId, db =>
      savedQueryStore.page(db, { before, search: words, count: limit + 1 }),
    )
    return pageOf(rows, limit, row => [row.query_id], savedQueryOf)
  }

  /** @throws NotFoundError */
  get(workspaceId: string, queryId: string): SavedQuery {
    return savedQueryOf(this.#data.use(workspaceId, db => required(db, queryId)))
  }

  /** @throws ConflictError when the name is taken */
  create(author: Author, { name, description = '', sql, params = [] }: SavedQueryFields): SavedQuery {
    const now = this.#clock.now()
    const row: SavedQueryRow = {
      query_id: this.#ids.create('qry'),
      name,
      description,
      sql,
      params: JSON.stringify(params),
      created_at: now,
      updated_at: now,
      created_by: author.user_id,
    }
    this.#write(author.workspace_id, db => {
      assertFree(db, row)
      savedQueryStore.insert(db, row)
    })
    return savedQueryOf(row)
  }

  /** @throws NotFoundError, ConflictError */
  update(workspaceId: string, queryId: string, change: Partial<SavedQueryFields>): SavedQuery {
    return this.#write(workspaceId, db => {
      const before = required(db, queryId)
      const { params, ...texts } = change
      const updated_at = Math.max(this.#clock.now(), before.updated_at + 1)
      const row = { ...before, ...texts, ...(params && { params: JSON.stringify(params) }), updated_at }
      assertFree(db, row)
      savedQueryStore.update(db, row)
      return savedQueryOf(row)
    })
  }

  /** @throws NotFoundError */
  delete(workspaceId: string, queryId: string): void {
    this.#write(workspaceId, db => {
      required(db, queryId)
      savedQueryStore.delete(db, queryId)
    })
  }

  #write<T>(workspaceId: string, work: (db: WorkspaceDatabase) => T): T {
    return this.#data.use(workspaceId, db => db.transaction(() => work(db)))
  }
}

function required(db: WorkspaceDatabase, queryId: string): SavedQueryRow {
  const row = savedQueryStore.get(db, queryId)
  if (row) return row
  throw new NotFoundError('There is no such query.')
}

function assertFree(db: WorkspaceDatabase, { name, query_id }: SavedQueryRow): void {
  const other = savedQueryStore.byName(db, name)
  if (other && other.query_id !== query_id)
    throw new ConflictError(
      'already_exists',
      `There is a query named ${JSON.stringify(other.name)}. Choose another name.`,
    )
}

function savedQueryOf(row: SavedQueryRow): SavedQuery {
  return {
    query_id: row.query_id,
    name: row.name,
    description: row.description,
    sql: row.sql,
    params: JSON.parse(row.params) as QueryParam[],
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  }
}
