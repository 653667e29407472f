import { createRequire } from 'node:module'
import { bodyFault, ConflictError, NotFoundError, UnprocessableError } from '@svc/plugin'
import type { Actor, AuditLog, Clock, DataPlane, WorkspaceDatabase } from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import { timeOf } from '../projects/projects.ts'
import type { CiteStyle } from './cite-task.ts'
import { chicagoAuthorDate } from './house/chicago-author-date.ts'
import { ieee } from './house/ieee.ts'
import { mla } from './house/mla.ts'
import { styleFacts } from './style-xml.ts'
import type { StyleKind } from './style-xml.ts'
import { styleStore } from './style-store.ts'

export interface Style {
  style: string
  title: string
  kind: StyleKind
  locale: string | null
  builtin: boolean
  created_at: string | null
}

const packaged = {
  apa: 'APA, 7th edition',
  vancouver: 'Vancouver',
  harvard1: 'Harvard',
} as const
const house = [chicagoAuthorDate, ieee, mla]
const require = createRequire(import.meta.url)
const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/
const mostStyles = 200

/** Citation styles: those of svc, and those that a workspace's admins added. */
export class Styles {
  readonly #data: DataPlane
  readonly #audit: AuditLog
  readonly #clock: Clock
  #packagedXml: Record<string, string> | undefined

  constructor({ data, audit, clock }: { data: DataPlane; audit: AuditLog; clock: Clock }) {
    this.#data = data
    this.#audit = audit
    this.#clock = clock
  }

  list(workspaceId: string): Style[] {
    const own = this.#data.use(workspaceId, db => styleStore.all(db))
    return [
      ...builtinNames().map(name => this.#builtin(name)),
      ...own.map(row => ({
        style: row.style,
        title: row.title,
        kind: row.kind as StyleKind,
        locale: row.locale,
        builtin: false,
        created_at: timeOf(row.created_at),
      })),
    ]
  }

  knows(db: WorkspaceDatabase, style: string): boolean {
    return builtinNames().includes(style) || styleStore.get(db, style) !== undefined
  }

  /** @throws UnprocessableError `style_unknown` */
  get(workspaceId: string, name: string): CiteStyle {
    if (builtinNames().includes(name)) return { name, xml: this.#xml(name) }
    const row = this.#data.use(workspaceId, db => styleStore.get(db, name))
    if (row) return { name: `${workspaceId}/${name}`, xml: row.xml }
    throw new UnprocessableError(
      'style_unknown',
      `There is no citation style "${name}"; GET /api/research/styles lists them.`,
    )
  }

  /** @throws ValidationError, ConflictError, UnprocessableError `style_invalid` | `style_unknown` */
  async add(actor: Actor, name: string, xml: string): Promise<Style> {
    if (!namePattern.test(name))
      throw bodyFault('/style', 'must have lower-case letters, digits and hyphens alone, at most 63')
    if (builtinNames().includes(name))
      throw new ConflictError('already_exists', `"${name}" is a style of svc. Choose another name.`)
    const facts = styleFacts(xml)
    const row = { style: name, ...facts, xml, created_by: actor.user_id, created_at: this.#clock.now() }
    this.#data.use(actor.workspace_id, db =>
      db.transaction(() => {
        if (styleStore.get(db, name))
          throw new ConflictError('already_exists', `There is a style "${name}" already. Delete it first.`)
        if (styleStore.all(db).length >= mostStyles)
          throw new UnprocessableError('unprocessable', `A workspace may hold ${mostStyles} styles.`)
        styleStore.insert(db, row)
      }),
    )
    const { ip = null, request_id = null } = actor
    await this.#audit.append({ principal: actor, action: 'research.style.added', target: name, ip, request_id })
    return { style: name, ...facts, builtin: false, created_at: timeOf(row.created_at) }
  }

  /** @throws NotFoundError, ConflictError for a style of svc */
  async delete(actor: Actor, name: string): Promise<void> {
    if (builtinNames().includes(name)) throw new ConflictError('conflict', `"${name}" is a style of svc and stays.`)
    await deleteAudited({ data: this.#data, audit: this.#audit }, actor, {
      find: db => {
        if (!styleStore.get(db, name)) throw new NotFoundError('There is no such citation style in this workspace.')
      },
      entry: () => ({ action: 'research.style.deleted', target: name }),
      delete: db => styleStore.delete(db, name),
    })
  }

  #builtin(name: string): Style {
    const title = house.find(each => each.name === name)?.title ?? packaged[name as keyof typeof packaged]
    return { style: name, ...styleFacts(this.#xml(name)), title, builtin: true, created_at: null }
  }

  #xml(name: string): string {
    this.#packagedXml ??= require('@citation-js/plugin-csl/lib-mjs/styles.json') as Record<string, string>
    return house.find(each => each.name === name)?.xml ?? this.#packagedXml[name] ?? ''
  }
}

function builtinNames(): string[] {
  return [...Object.keys(packaged), ...house.map(({ name }) => name)]
}
