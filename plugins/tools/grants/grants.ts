import { decodeCursor, ForbiddenError, NotFoundError, pageOf } from '@svc/plugin'
import type {
  Actor,
  AuditLog,
  Clock,
  DataPlane,
  Page,
  PageQuery,
  Principal,
  ToolContext,
  ToolManifest,
} from '@svc/plugin'
import type { ToolGrant } from '@svc/plugin/contracts/tools'
import type { ToolRegistry } from '../registry/tool-registry.ts'
import { grantStore } from './grant-store.ts'
import type { GrantRow } from './grant-store.ts'

/** A grant as the API shows it. */
export interface Grant {
  tool_name: string
  /** Null: for everybody in the workspace. */
  key_id: string | null
  grant: ToolGrant
  granted_by: string
  granted_at: string
}

export interface NewGrant {
  tool_name: string
  key_id: string | null
  grant: ToolGrant
}

export interface GrantsOptions {
  data: DataPlane
  registry: ToolRegistry
  keys: { list(actor: Actor, query: PageQuery): Promise<Page<{ id: string }>> }
  audit: AuditLog
  clock: Clock
}

type App = ToolContext['app']

const familyPattern = /^[A-Za-z0-9_-]{1,60}__\*$/

/** What callers may do with tools: what an admin granted, else what the tool's effect comes to. */
export class Grants {
  readonly #options: GrantsOptions

  constructor(options: GrantsOptions) {
    this.#options = options
  }

  /** Read anew each time: another process may have changed it a moment ago. */
  grantFor(principal: Principal, tool: ToolManifest, isNamed = false): ToolGrant {
    const family = familyOf(tool.name) ?? ''
    const rows = this.#options.data.use(principal.workspace_id, db =>
      grantStore.forCall(db, tool.name, family, principal.key_id ?? ''),
    )
    return decision(rowsByTool(rows), principal, tool, isNamed)
  }

  /** The same for many tools, in one read. */
  grantsFor(principal: Principal, app?: App): (tool: ToolManifest) => ToolGrant {
    const rows = this.#options.data.use(principal.workspace_id, db => grantStore.forCaller(db, principal.key_id ?? ''))
    const byTool = rowsByTool(rows)
    return tool => decision(byTool, principal, tool, app !== undefined)
  }

  list(actor: Actor, { limit, cursor }: PageQuery): Page<Grant> {
    const after =
      cursor === undefined ? (['', ''] as const) : decodeCursor<[string, string]>(cursor, ['string', 'string'])
    const rows = this.#options.data.use(actor.workspace_id, db => grantStore.page(db, after, limit + 1))
    return pageOf(rows, limit, row => [row.tool_name, row.key_id], toGrant)
  }

  /** @throws NotFoundError for a tool or a key that is not there; ForbiddenError */
  async put(actor: Actor, { tool_name, key_id, grant }: NewGrant): Promise<Grant> {
    refuseApps(actor)
    const plugin = familyPattern.test(tool_name)
      ? null
      : this.#options.registry.require(tool_name, actor.workspace_id).manifest.plugin
    if (key_id !== null) await this.#requireKey(actor, key_id)
    const row: GrantRow = {
      tool_name,
      key_id: key_id ?? '',
      decision: grant,
      plugin,
      granted_by: actor.user_id,
      granted_at: this.#options.clock.now(),
    }
    this.#options.data.use(actor.workspace_id, db => grantStore.put(db, row))
    await this.#audit(actor, 'tool.granted', tool_name, { grant, key_id })
    return toGrant(row)
  }

  /** @throws NotFoundError, ForbiddenError */
  async delete(actor: Actor, toolName: string, keyId: string | null): Promise<void> {
    refuseApps(actor)
    const isGone = this.#options.data.use(actor.workspace_id, db => grantStore.delete(db, toolName, keyId ?? ''))
    if (!isGone)
      throw new NotFoundError(
        `There is no such grant of ${JSON.stringify(toolName)}. GET /api/tools/grants lists them.`,
      )
    await this.#audit(actor, 'tool.grant_removed', toolName, { key_id: keyId })
  }

  async #requireKey(actor: Actor, keyId: string): Promise<void> {
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page: Page<{ id: string }> = await this.#options.keys.list(actor, {
        limit: 200,
        ...(cursor === undefined ? {} : { cursor }),
      })
      if (page.items.some(({ id }) => id === keyId)) return
      cursor = page.next_cursor
    }
    throw new NotFoundError(
      `There is no key ${JSON.stringify(keyId.slice(0, 64))}. GET /api/developer/keys lists them.`,
    )
  }

  #audit(actor: Actor, action: string, target: string, details: Record<string, unknown>): Promise<void> {
    const { ip = null, request_id = null } = actor
    return this.#options.audit.append({ principal: actor, action, target, ip, request_id, details })
  }
}

/** `github__*` for `github__create_issue`: all tools of one server. */
function familyOf(name: string): string | null {
  const end = name.indexOf('__')
  return end > 0 ? `${name.slice(0, end)}__*` : null
}

type RowsByTool = ReadonlyMap<string, readonly GrantRow[]>

function rowsByTool(rows: readonly GrantRow[]): RowsByTool {
  return Map.groupBy(rows, ({ tool_name }) => tool_name)
}

/** A grant of the key comes before one of the workspace, and one of the tool before one of its server. */
function decision(byTool: RowsByTool, principal: Principal, tool: ToolManifest, isNamed: boolean): ToolGrant {
  const keyId = principal.key_id ?? ''
  const rows = byTool.size === 0 ? [] : [tool.name, familyOf(tool.name)].flatMap(name => byTool.get(name ?? '') ?? [])
  for (const holder of keyId === '' ? [''] : [keyId, '']) {
    const row = rows.find(each => each.key_id === holder && isMeant(each, tool))
    if (row) return row.decision
  }
  // The operator put a folder there, of an app or a playbook, that names the tool.
  if (isNamed) return 'allow'
  if (tool.effect === 'read') return 'allow'
  return tool.effect === 'destructive' && keyId !== '' ? 'deny' : 'ask'
}

/** A tool of the same name from elsewhere inherits no permission, only a refusal. */
function isMeant(row: GrantRow, tool: ToolManifest): boolean {
  return row.decision === 'deny' || row.plugin === null || row.plugin === tool.plugin
}

function refuseApps(actor: Actor): void {
  if (actor.via !== 'agent_app') return
  throw new ForbiddenError(
    'forbidden',
    'An agent app grants nothing: an admin does, signed in or with a key of every scope.',
  )
}

function toGrant({ tool_name, key_id, decision, granted_by, granted_at }: GrantRow): Grant {
  return {
    tool_name,
    key_id: key_id === '' ? null : key_id,
    grant: decision,
    granted_by,
    granted_at: new Date(granted_at).toISOString(),
  }
}
