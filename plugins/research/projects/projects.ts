import { bodyFault, decodeCursor, NotFoundError, pageOf, UnprocessableError } from '@svc/plugin'
import type { Actor, AuditLog, Clock, DataPlane, Ids, Page, PageQuery, WorkspaceDatabase } from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import type { SnapshotFiles } from '../sources/snapshot-files.ts'
import { snapshotStore } from '../sources/snapshot-store.ts'
import type { NewProject, Project } from './project.ts'
import { projectStore } from './project-store.ts'
import type { CountedProjectRow, ProjectRow } from './project-store.ts'

export interface ProjectsOptions {
  data: DataPlane
  files: SnapshotFiles
  audit: AuditLog
  ids: Ids
  clock: Clock
  maxProjects: number
  /** Whether a workspace can cite in a style. */
  knowsStyle(db: WorkspaceDatabase, style: string): boolean
}

/** After every id. */
const last = '~'

/** The research projects of the caller's workspace. */
export class Projects {
  readonly #options: ProjectsOptions

  constructor(options: ProjectsOptions) {
    this.#options = options
  }

  /** @throws ValidationError, UnprocessableError */
  create(actor: Actor, given: NewProject): Project {
    const { data, ids, clock, maxProjects } = this.#options
    const now = clock.now()
    return data.use(actor.workspace_id, db =>
      db.transaction(() => {
        if (projectStore.count(db) >= maxProjects)
          throw new UnprocessableError(
            'unprocessable',
            `A workspace may hold ${maxProjects} research projects. Delete one first.`,
          )
        const row: ProjectRow = {
          project_id: ids.create('rp'),
          title: lineOf(given.title),
          question: given.question ?? null,
          description: given.description ?? null,
          tags: tagText(given.tags ?? []),
          style: this.#styleOf(db, given.style ?? 'apa'),
          locale: given.locale ?? 'en-US',
          created_by: actor.user_id,
          created_at: now,
          updated_at: now,
        }
        projectStore.insert(db, row)
        return shown(requireProject(db, row.project_id))
      }),
    )
  }

  list(workspaceId: string, { limit, cursor }: PageQuery): Page<Project> {
    const [before] = cursor === undefined ? [last] : decodeCursor<[string]>(cursor, ['string'])
    const rows = this.#options.data.use(workspaceId, db => projectStore.page(db, { before, limit: limit + 1 }))
    return pageOf(rows, limit, row => [row.project_id], shown)
  }

  /** @throws NotFoundError */
  get(workspaceId: string, projectId: string): Project {
    return this.#options.data.use(workspaceId, db => shown(requireProject(db, projectId)))
  }

  /** What is left out stays. @throws NotFoundError, ValidationError */
  update(actor: Actor, projectId: string, change: Partial<NewProject>): Project {
    const { data, clock } = this.#options
    return data.use(actor.workspace_id, db =>
      db.transaction(() => {
        const row = requireProject(db, projectId)
        projectStore.update(db, {
          ...rowOf(row),
          ...(change.title === undefined ? {} : { title: lineOf(change.title) }),
          ...(change.question === undefined ? {} : { question: change.question }),
          ...(change.description === undefined ? {} : { description: change.description }),
          ...(change.tags === undefined ? {} : { tags: tagText(change.tags) }),
          ...(change.style === undefined ? {} : { style: this.#styleOf(db, change.style) }),
          ...(change.locale === undefined ? {} : { locale: change.locale }),
          updated_at: clock.now(),
        })
        return shown(requireProject(db, projectId))
      }),
    )
  }

  /** With its sources, claims and reports; snapshots that no other project has go too. @throws NotFoundError, ValidationError */
  async delete(actor: Actor, projectId: string, confirm: string): Promise<void> {
    await this.#options.files.removing(actor.workspace_id, () =>
      deleteAudited(this.#options, actor, {
        find: db => {
          const { title } = requireProject(db, projectId)
          if (confirm !== title) throw bodyFault('/confirm', `must be the project's title, "${title}"`)
        },
        entry: () => ({ action: 'research.project.deleted', target: projectId }),
        delete: db => {
          const all = snapshotStore.hashesOfProject(db, projectId)
          projectStore.delete(db, projectId)
          return all
        },
      }),
    )
  }

  /** Whether reports of a workspace can be in a style. */
  knowsStyle(workspaceId: string, style: string): boolean {
    return this.#options.data.use(workspaceId, db => this.#options.knowsStyle(db, style))
  }

  #styleOf(db: WorkspaceDatabase, style: string): string {
    if (this.#options.knowsStyle(db, style)) return style
    throw bodyFault('/style', `"${style}" is no style of this workspace; GET /api/research/styles lists them`)
  }
}

/** @throws NotFoundError */
export function requireProject(db: WorkspaceDatabase, projectId: string): CountedProjectRow {
  const row = projectStore.get(db, projectId)
  if (row) return row
  throw new NotFoundError('There is no such research project in this workspace.')
}

/** Text in one line, without the space around it. @throws ValidationError for none */
export function lineOf(text: string, path = '/title'): string {
  const line = text.trim().replaceAll(/\s+/gu, ' ')
  if (line === '') throw bodyFault(path, 'must hold some text')
  return line
}

/** Tags as they are kept: each once, without the space around them. */
export function tagText(tags: readonly string[]): string {
  return JSON.stringify([...new Set(tags.map(tag => tag.trim()).filter(tag => tag !== ''))])
}

/** A stored time as the API shows it. */
export function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function rowOf({ sources: _s, claims: _c, reports: _r, problems: _p, ...row }: CountedProjectRow): ProjectRow {
  return row
}

function shown(row: CountedProjectRow): Project {
  const { sources, claims, reports, problems } = row
  return {
    research_project_id: row.project_id,
    title: row.title,
    question: row.question,
    description: row.description,
    tags: JSON.parse(row.tags) as string[],
    style: row.style,
    locale: row.locale,
    counts: { sources, claims, reports, problems },
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}
