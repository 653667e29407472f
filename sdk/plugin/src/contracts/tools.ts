import type { JsonObject, JsonValue } from '../json-schema.ts'
import { defineExtensionPoint, defineService } from '../service.ts'
import type { Actor, Principal } from '../principal.ts'
import type { RunApproval } from '../library/approvals/approval-schemas.ts'
import type { ToolContext, ToolManifest, ToolOrigin } from '../tool.ts'

export type { ToolOrigin } from '../tool.ts'

export type ToolGrant = 'allow' | 'ask' | 'deny'

export interface ToolCall {
  name: string
  arguments: JsonObject
  principal: Principal
  signal: AbortSignal
  app?: ToolContext['app']
  /** The operator put a file there that names the tool, as a playbook's folder does: it is allowed where no grant says otherwise. */
  isNamed?: boolean
  /** Default: `app` when `app` is given, else `direct`. */
  origin?: ToolOrigin
  said?: ToolContext['said']
  /** For a tool that calls tools: one more than {@link ToolContext.depth} it was called with. Default 0; beyond 4 the call is refused. */
  depth?: number
  progress?: ToolContext['progress']
}

export interface ToolResult {
  tool_name: string
  result: JsonValue
  is_error: false
  duration_ms: number
}

/** Nothing ran: a person is asked. */
export interface ToolPending {
  approval_id: string
  status: 'pending'
  tool_name: string
  expires_at: string
}

/** The commands with which a person decides about a call that waits. */
export function howToDecide(approvalId: string): string {
  return `svc approvals approve ${approvalId}, or svc approvals deny ${approvalId}`
}

/** The same for the program that called: what waits, until when, and where its outcome will be. */
export function whoDecides({ approval_id, tool_name, expires_at }: Omit<ToolPending, 'status'>): string {
  return (
    `Nothing ran. A person of this workspace decides about ${tool_name}, until ${expires_at}: ` +
    `${howToDecide(approval_id)}. GET the url to see what came of it.`
  )
}

export function isPending(outcome: ToolResult | ToolPending): outcome is ToolPending {
  return 'approval_id' in outcome
}

/** The tools of all plugins, behind validation, permission, grants, time limits and output caps; every call is recorded. */
export interface ToolCatalog {
  /** Those of a workspace; null: those that every workspace has. */
  list(workspaceId: string | null): readonly ToolManifest[]
  /** Resolves once {@link list} is complete, or after a while: folders and other servers need a moment after the start. */
  settled(signal: AbortSignal): Promise<void>
  get(name: string, workspaceId: string | null): ToolManifest | null
  /**
   * What calls by this caller would meet, read once for all tools. An agent app's manifest that names a tool allows what is not granted
   * otherwise.
   */
  grantsFor(principal: Principal, app?: ToolContext['app']): (tool: ToolManifest) => ToolGrant
  /** Whether a call of the tool would run, at once or after a person said yes: the caller has its permission, and it is not denied. */
  reachableBy(principal: Principal): (tool: ToolManifest) => boolean
  /**
   * @throws NotFoundError, ValidationError, ForbiddenError (`forbidden`: the scope or the grant), UnprocessableError `tool_failed` or
   * `url_blocked`, TimeoutError, UpstreamError
   */
  call(call: ToolCall): Promise<ToolResult | ToolPending>
}

export const toolCatalog = defineService<ToolCatalog>('tools.catalog')

/** Tools that are not in a plugin's manifest because they come and go: folders, agent apps, other servers. */
export interface ToolSource {
  /**
   * Names match `^[A-Za-z0-9_-]{1,64}$`, as models ask for it, and are distinct over all sources; of two with the same name the first
   * source's counts. What does not count is logged once. Give the same array while nothing changed: it is read anew when it is another.
   */
  list(): readonly ToolManifest[]
  /** Tools that one workspace has, beside those of `list`; the same rules hold. */
  listOf?(workspaceId: string): readonly ToolManifest[]
  /** Resolves once `list` is complete: a source that reads folders or asks servers needs a moment after the start. */
  settled?(signal: AbortSignal): Promise<void>
  /** With arguments that fit the tool's schema. */
  call(name: string, input: JsonObject, context: ToolContext): Promise<JsonValue>
}

/** Hosted by the plugin that provides {@link toolCatalog}. */
export const toolSources = defineExtensionPoint<ToolSource>('tools.sources')

/** One call that waits, or waited, for a person. */
export interface Approval {
  approval_id: string
  tool_name: string
  arguments: JsonObject
  /** `approved` also while the call runs and afterwards; `result` or `error` has its outcome. */
  status: 'pending' | 'approved' | 'denied' | 'expired'
  result: JsonValue
  error: { code: string; message: string } | null
  origin: ToolOrigin
  requested_by: { user_id: string; username: string; key_id: string | null }
  decided_by: { user_id: string; username: string } | null
  /** The reason that the decider gave, for people and for the model that asked. */
  reason: string | null
  created_at: string
  expires_at: string
  decided_at: string | null
  /** When its call ended; null while it has not, or never ran. */
  finished_at: string | null
}

/** Bound to the hash of the arguments, used once, good for 15 minutes; kept over a restart. */
export interface Approvals {
  get(workspaceId: string, approvalId: string): Approval | null
  /** Runs that call once, as who asked for it. @throws NotFoundError, ForbiddenError, ConflictError */
  approve(actor: Actor, approvalId: string, reason: string | null): Promise<Approval>
  /** @throws NotFoundError, ForbiddenError, ConflictError */
  deny(actor: Actor, approvalId: string, reason: string | null): Promise<Approval>
  /** Nobody waits any more for what a turn has asked: it expires now, with the reason. Nothing happens to what is decided. */
  withdrawTurn(workspaceId: string, turnId: string, reason: string): void
  /** Nobody waits any more for this one: it expires now, with the reason. Nothing happens to what is decided. */
  withdraw(workspaceId: string, approvalId: string, reason: string): void
  /** Called when one is denied, has expired, or is approved and its call has ended; also at start, of those that ended while nobody listened. */
  onSettled(listener: (workspaceId: string, approval: Approval) => void): void
  /** Called when a person has approved one and its call begins; never again at a start. */
  onApproved(listener: (workspaceId: string, approval: Approval) => void): void
}

export const approvals = defineService<Approvals>('tools.approvals')

export interface RunApprovalFilter {
  status: RunApproval['status'] | null
  /** Of ids: the newest first, behind this one. */
  before: string
  limit: number
}

/** Runs that wait for people: their approvals are listed with those of tools, and decided at the same address. */
export interface ApprovalSource {
  /** What this caller may see. */
  list(principal: Principal, filter: RunApprovalFilter): readonly RunApproval[]
  get(principal: Principal, approvalId: string): RunApproval | null
  /** @throws ForbiddenError, ConflictError, ValidationError under `/form` */
  decide(
    actor: Actor,
    approval: RunApproval,
    decision: 'approved' | 'denied',
    given: { form?: JsonObject; reason?: string },
  ): Promise<RunApproval>
}

/** Hosted by the plugin that provides {@link approvals}. */
export const approvalSources = defineExtensionPoint<ApprovalSource>('tools.approval-sources')
