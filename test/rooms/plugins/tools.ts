import type {
  Actor,
  AuditLog,
  Callers,
  EventType,
  JsonSchema,
  JsonValue,
  NewAuditEntry,
  Principal,
  ToolBinding,
  ToolContext,
  ToolManifest,
} from '@svc/plugin'
import { ForbiddenError } from '@svc/plugin'
import type { Approval, ToolSource } from '@svc/plugin/contracts/tools'
import { ManualClock } from '@svc/plugin/testing'
import { eventTables, openEvents, openMarks } from '../open-rooms.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { holdsScope } from '../../../kernel/auth/authorize.ts'
import { RecordScopes } from '../../../kernel/auth/record-scopes.ts'
import { openTestPlanes } from '../planes.ts'
import type { TestPlanes } from '../planes.ts'
import tables from '../../../plugins/tools/migrations/0001-tools.ts'
import { openTools } from '../../../plugins/tools/open-tools.ts'
import type { ToolsConfig } from '../../../plugins/tools/generated/config.ts'

export const workspaceId = `ws_${'1'.repeat(26)}`

export const person: Principal & Actor = {
  user_id: 'usr_ada',
  username: 'ada',
  role: 'admin',
  workspace_id: workspaceId,
  via: 'session',
  scopes: ['*'],
}

export const byKey: Principal = { ...person, via: 'api_key', key_id: 'key_1' }

const defaults: ToolsConfig = {
  call_timeout_seconds: 60,
  max_output_bytes: 64 * 1024,
  max_argument_members: 10_000,
  max_argument_names: 2000,
  approval_minutes: 15,
  max_pending_approvals: 100,
  max_pending_per_caller: 50,
  keep_days: 30,
  keep_calls: 1000,
  compute_processes: 2,
  compute_waiting: 64,
}

const declared = (type: string): EventType => ({ type, title: type, data: {}, audience: 'workspace', owner: 'tools' })

/** A tool as a plugin declares and binds it. */
export function toolNamed(
  name: string,
  run: (input: never, context: ToolContext) => unknown,
  more: Partial<ToolManifest> & Pick<ToolBinding, 'check'> = {},
): ToolBinding {
  const { check, ...manifest } = more
  return {
    manifest: {
      name,
      title: name,
      description: name,
      input_schema: { type: 'object' },
      effect: 'read',
      annotations: { read_only: true, destructive: false, open_world: false },
      plugin: 'test',
      permission: 'tools:write',
      ...manifest,
    },
    handler: async (input, context) => run(input as never, context) as JsonValue,
    ...(check && { check }),
  }
}

/** Small to read, and twice as much to check with each level. */
export function doublingSchema(levels: number): JsonSchema {
  const twice = (level: number) => ({ allOf: [{ $ref: `#/$defs/a${level}` }, { $ref: `#/$defs/a${level}` }] })
  const defs = Array.from({ length: levels }, (_, level) => [`a${level}`, twice(level + 1)] as const)
  return { type: 'object', ...twice(0), $defs: { ...Object.fromEntries(defs), [`a${levels}`]: {} } }
}

export interface TestToolsOptions {
  tools?: ToolBinding[]
  sources?: ToolSource[]
  settings?: Partial<ToolsConfig>
  /** Of another process on the same home. */
  planes?: TestPlanes
  clock?: ManualClock
  /** False: the process is a worker. */
  settles?: boolean
  /** Accounts and keys that have ended. */
  gone?: Set<string>
}

/** The plugin's parts over real planes and the real event log, with a clock that stands still. */
export async function startTestTools(options: TestToolsOptions = {}) {
  const { tools: bindings = [], sources = [], settles = true, settings, gone = new Set<string>() } = options
  const clock = options.clock ?? new ManualClock()
  const migrations = [eventTables, { owner: 'tools', migrations: [tables] }]
  const planes = options.planes ?? (await openTestPlanes({ migrations, clock }))
  const { data } = planes
  const types = [declared('approval.requested'), declared('approval.decided')]
  const events = openEvents(planes, { clock, types })
  const marks = openMarks(planes, 'tools')
  const log = recordingLog()
  const limits = { ...defaults, ...settings }
  const stopping = new AbortController()
  const { signal } = stopping
  const audited: NewAuditEntry[] = []
  const audit: AuditLog = {
    append: async entry => void audited.push(entry),
    list: async () => ({ items: [], next_cursor: null }),
  }
  let count = 0
  const ids = {
    create: (prefix: string) => `${prefix}_${clock.now()}_${String((count += 1)).padStart(8, '0')}`,
    secret: () => 's',
  }
  const callers: Callers = {
    save: ({ user_id, username, workspace_id, key_id, scopes }) => {
      return { user_id, username, workspace_id, key_id: key_id ?? null, scopes: [...scopes] }
    },
    async resume({ key_id, ...saved }) {
      if (gone.has(saved.user_id) || gone.has(key_id ?? ''))
        throw new ForbiddenError('forbidden', 'The account or the key is gone.')
      return { ...saved, role: 'user', via: 'agent_app', ...(key_id !== null && { key_id }) }
    },
    operator: async () => null,
  }
  const keys = { list: async () => ({ items: [{ id: 'key_1' }], next_cursor: null }) }

  const opened = openTools({
    data,
    marks,
    events,
    audit,
    callers,
    keys,
    limits,
    clock,
    ids,
    log,
    signal,
    settles,
    bindings: { all: () => bindings },
    sources: () => sources.map((value, index) => ({ plugin: `source-${index}`, value })),
    scopes: {
      has: (principal, scope) => holdsScope(principal, scope, new Set()),
      assertMayRead: (principal, given) => new RecordScopes([], new Set()).assertMayRead(principal, given),
    },
  })
  const { registry, grants, calls, settling, desk, tools } = opened
  events.onCommitted((id, isForeign) => isForeign && settling.notice(id))
  const settled: Approval[] = []

  return {
    planes,
    clock,
    registry,
    grants,
    calls,
    settling,
    desk,
    tools,
    marks,
    log,
    audited,
    gone,
    settled,
    /** As a plugin does that waits for approvals. */
    listen: () => desk.onSettled((_workspaceId, approval) => void settled.push(approval)),
    call: (name: string, values: unknown = {}, principal: Principal = person, more: object = {}) =>
      tools.call({ name, arguments: values as never, principal, signal, ...more }),
    /** The types and data of the workspace's events, oldest first. */
    events: () =>
      data.use(workspaceId, db =>
        db.all<{ type: string; data: string }>('SELECT type, data FROM kernel_events ORDER BY rowid'),
      ),
    /** The state after kill -9: nothing is ended, nobody is notified. */
    leave: () => stopping.abort(new Error('stopped')),
    async close() {
      stopping.abort(new Error('stopped'))
      await opened.close()
      events.close()
      await planes.close()
    },
  }
}

export type TestTools = Awaited<ReturnType<typeof startTestTools>>
