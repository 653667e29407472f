import type { JsonValue, ToolContext, ToolHandler, ToolOptions } from '@svc/plugin'
import type { Mailbox, MailSearch } from '../mailbox/mailbox.ts'
import type { NewMessage, Outbox } from '../sending/outbox.ts'

const maxToolText = 50_000

/** The newest messages, as `GET /api/email/recent` gives them. */
export function recentTool(mailbox: Mailbox): ToolHandler<{ count?: number; folder?: string }> {
  return async (input, context) => json({ messages: await mailbox.recent(callerOf(context), input) })
}

/** Found messages, as `GET /api/email/search` gives them. */
export function searchTool(mailbox: Mailbox): ToolHandler<MailSearch> {
  return async (input, context) => json({ messages: await mailbox.search(callerOf(context), input) })
}

/** One message, with as much of its text as a model can do with. */
export function readTool(mailbox: Mailbox): ToolHandler<{ id: string }> {
  return async ({ id }, context) => {
    const { references: _references, ...message } = await mailbox.read(callerOf(context), id)
    const truncated = message.truncated || message.text.length > maxToolText
    return json({ ...message, text: message.text.slice(0, maxToolText).toWellFormed(), truncated })
  }
}

/** Sends; the grant has been decided before it is called. */
export function sendTool(outbox: Outbox): ToolHandler<NewMessage> {
  return async (message, { principal, signal }) => json(await outbox.send(principal, message, signal))
}

/** Refuses a message that could never be sent before a person is asked to approve it. */
export function sendCheck(outbox: Outbox): NonNullable<ToolOptions<NewMessage>['check']> {
  return (message, { principal }) => outbox.check(principal.workspace_id, message)
}

function callerOf({ principal, signal }: ToolContext) {
  return { workspaceId: principal.workspace_id, signal }
}

function json(value: object): JsonValue {
  return value as JsonValue
}
