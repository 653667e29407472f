import type { JsonObject, JsonValue, SavedCaller, ToolContext } from '@svc/plugin'
import type { Approval, ToolOrigin } from '@svc/plugin/contracts/tools'
import type { ApprovalRow } from './approval-store.ts'

/** What of an approval is known only to the server: who asked, and for which app. */
export interface AskedCall {
  caller: SavedCaller
  app: ToolContext['app']
  arguments: JsonObject
  origin: ToolOrigin
}

export function askedCallOf(row: ApprovalRow): AskedCall {
  return {
    caller: JSON.parse(row.caller) as SavedCaller,
    app: row.app === null ? undefined : (JSON.parse(row.app) as NonNullable<ToolContext['app']>),
    arguments: JSON.parse(row.arguments) as JsonObject,
    origin: JSON.parse(row.origin) as ToolOrigin,
  }
}

/** An approval as the API and other plugins see it. */
export function approvalOf(row: ApprovalRow): Approval {
  const asked = askedCallOf(row)
  const { user_id, username, key_id } = asked.caller
  return {
    approval_id: row.approval_id,
    tool_name: row.tool_name,
    arguments: asked.arguments,
    status: row.status,
    result: parsed<JsonValue>(row.result),
    error: parsed<Approval['error']>(row.error),
    origin: asked.origin,
    requested_by: { user_id, username, key_id },
    decided_by: parsed<Approval['decided_by']>(row.decided_by),
    reason: row.reason,
    created_at: moment(row.created_at),
    expires_at: moment(row.expires_at),
    decided_at: row.decided_at === null ? null : moment(row.decided_at),
    finished_at: row.finished_at === null ? null : moment(row.finished_at),
  }
}

function parsed<T>(text: string | null): T | null {
  return text === null ? null : (JSON.parse(text) as T)
}

function moment(ms: number): string {
  return new Date(ms).toISOString()
}
